//! How a round is dealt and revealed, message by message.

use game::Seat;
use games::cards::{Card, CardSet};
use games::golf::layout::{CARDS, Place};
use games::golf::{DealtDeck, TwoPlaces};

use super::foul::Foul;
use crate::golf::message::PileName;

/// What has been dealt and revealed of a round.
#[derive(Clone, Debug)]
pub(super) struct Round {
    /// By seat.
    hands: Vec<Vec<Card>>,
    /// The top card last.
    stock: Option<Vec<Card>>,
    discards: Vec<Card>,
    seen: CardSet,
    /// By seat, at most two each.
    reveals: Vec<Vec<Place>>,
}

impl Round {
    pub(super) fn new(seats: u8) -> Self {
        let seats = usize::from(seats);
        Self {
            hands: vec![Vec::new(); seats],
            stock: None,
            discards: Vec::new(),
            seen: CardSet::default(),
            reveals: vec![Vec::new(); seats],
        }
    }

    fn see(&mut self, card: Card) -> Result<(), Foul> {
        if self.seen.contains(card) {
            return Err(Foul::CardTwice(card));
        }
        self.seen.insert(card);
        Ok(())
    }

    pub(super) fn deal(&mut self, card: Card, seat: Seat) -> Result<(), Foul> {
        if self.hands[seat.index()].len() >= CARDS {
            return Err(Foul::TooManyCards(format!("seat {seat}")));
        }
        self.see(card)?;
        self.hands[seat.index()].push(card);
        Ok(())
    }

    pub(super) fn all_dealt(&self) -> bool {
        self.hands.iter().all(|hand| hand.len() == CARDS)
    }

    pub(super) fn stack(&mut self, pile: PileName, cards: &[Card]) -> Result<(), Foul> {
        if pile == PileName::Stock && self.stock.is_some() {
            return Err(Foul::SecondStock);
        }
        cards.iter().try_for_each(|card| self.see(*card))?;
        match pile {
            PileName::Stock => self.stock = Some(cards.to_vec()),
            PileName::Discard => self.discards.extend(cards),
        }
        Ok(())
    }

    pub(super) const fn has_stock(&self) -> bool {
        self.stock.is_some()
    }

    /// The whole deck as it must have been, for players in this order.
    pub(super) fn deck(&self, order: &(impl Iterator<Item = Seat> + Clone)) -> Result<DealtDeck, Foul> {
        let missing = Foul::NotAllCards(self.seen.len());
        let places = 0..CARDS;
        let dealt = places.flat_map(|place| order.clone().map(move |seat| (seat, place)));
        let dealt = dealt.map(|(seat, place)| self.hands[seat.index()].get(place).copied());
        let Some(mut cards) = dealt.collect::<Option<Vec<Card>>>() else { return Err(missing) };
        cards.extend(self.stock.iter().flatten().rev());
        cards.extend(&self.discards);
        let discards = self.discards.len() as u8;
        let cards = cards.try_into().map_err(|_| missing)?;
        Ok(DealtDeck { cards, discards })
    }

    /// Notes a turned card; returns both when it was the second.
    pub(super) fn reveal(&mut self, seat: Seat, place: Place) -> Result<Option<TwoPlaces>, Foul> {
        let reveals = &mut self.reveals[seat.index()];
        if reveals.len() >= 2 || reveals.contains(&place) {
            return Err(Foul::ThirdReveal);
        }
        reveals.push(place);
        Ok(match reveals[..] {
            [one, other] => Some(TwoPlaces::new(one, other)),
            _ => None,
        })
    }

    pub(super) fn has_revealed(&self, seat: Seat) -> bool {
        self.reveals[seat.index()].len() == 2
    }
}
