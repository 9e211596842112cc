//! What is allowed.

use cards::{Card, CardSet, Suit};
use game::Seat;

use super::{Action, Chicago, HAND_SIZE, Phase, Refusal};

/// How many ways there are to change cards of one hand.
const CHANGES: usize = 1 << HAND_SIZE;

impl Chicago {
    pub(super) fn list_legal(&self, seat: Seat, out: &mut Vec<Action>) {
        if !self.waiting.contains(seat) {
            return;
        }
        match self.phase {
            Phase::Exchange if self.stopped_at(seat).is_some() => out.push(Action::Change(CardSet::EMPTY)),
            Phase::Exchange => out.extend(self.changes(seat).iter().map(|&cards| Action::Change(cards))),
            Phase::OpenCard => out.extend([Action::TakeOpen, Action::DrawUnseen]),
            Phase::Call => out.extend([Action::NoChicago, Action::CallChicago]),
            Phase::Tricks => {
                let playable = self.playable(seat);
                let slots = &self.hands[seat].slots;
                out.extend(
                    slots.iter().filter(|&&card| playable.contains(card)).map(|&card| Action::Play(card)),
                );
            }
            Phase::Over => {}
        }
    }

    /// Every set of cards of the hand, beginning with none; bit n of the place in the list is place n of the
    /// hand.
    fn changes(&self, seat: Seat) -> [CardSet; CHANGES] {
        let mut sets = [CardSet::EMPTY; CHANGES];
        for (slot, &card) in self.hands[seat].slots.iter().enumerate() {
            let (without, with) = sets.split_at_mut(1 << slot);
            for (with, without) in with.iter_mut().zip(without) {
                *with = *without | CardSet::only(card);
            }
        }
        sets
    }

    /// The cards the seat may play now: of the led suit if it has any, else all it holds.
    pub(super) fn playable(&self, seat: Seat) -> CardSet {
        let held = self.hands[seat].held;
        let Some(suit) = self.current_trick().and_then(super::Trick::led_suit) else { return held };
        let following = held & CardSet::suit(suit);
        if following.is_empty() { held } else { following }
    }

    pub(super) fn check_phase_and_rule(&self, seat: Seat, action: Action) -> Result<(), Refusal> {
        match (self.phase, action) {
            (Phase::Exchange, Action::Change(cards)) => self.check_change(seat, cards),
            (Phase::OpenCard, Action::TakeOpen | Action::DrawUnseen)
            | (Phase::Call, Action::CallChicago | Action::NoChicago) => Ok(()),
            (Phase::Tricks, Action::Play(card)) => self.check_play(seat, card),
            (phase, _) => Err(Refusal::NotNow(phase)),
        }
    }

    fn check_change(&self, seat: Seat, cards: CardSet) -> Result<(), Refusal> {
        if let Some(foreign) = (cards - self.hands[seat].held).first() {
            return Err(Refusal::NotYourCard(foreign));
        }
        match self.stopped_at(seat) {
            Some(stop) if !cards.is_empty() => Err(Refusal::BuyStop(stop)),
            _ => Ok(()),
        }
    }

    fn check_play(&self, seat: Seat, card: Card) -> Result<(), Refusal> {
        if self.playable(seat).contains(card) {
            return Ok(());
        }
        match self.current_trick().and_then(super::Trick::led_suit) {
            Some(suit) if self.hands[seat].held.contains(card) => Err(Refusal::MustFollowSuit(suit)),
            _ => Err(Refusal::NotYourCard(card)),
        }
    }

    /// What the clock plays: the lowest rank; of equal ranks hearts before clubs, diamonds and spades.
    pub(super) fn lowest_legal_card(&self, seat: Seat) -> Action {
        let lowest = self.playable(seat).iter().min_by_key(|card| (card.rank(), suit_place(card.suit())));
        lowest.map_or(Action::NoChicago, Action::Play)
    }
}

/// Where a suit stands when the clock chooses between equal ranks.
const fn suit_place(suit: Suit) -> u8 {
    match suit {
        Suit::Hearts => 0,
        Suit::Clubs => 1,
        Suit::Diamonds => 2,
        Suit::Spades => 3,
    }
}
