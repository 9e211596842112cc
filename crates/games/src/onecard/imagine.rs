//! A position as it could be, given what a seat knows.

use cards::{Card, CardSet};
use game::{Chance, PerSeat, Rng, Seat, SeatSet, SeenOf, shuffle};

use super::follow::matching;
use super::turns::step;
use super::{Bag, OneCard, OneCardOptions, Piles};

/// The cards that the seat does not see are shuffled and dealt out to the stock and the other hands, so that they
/// agree with two things everybody knows: what the stock was last made of, and who could not follow what.
pub(super) fn world(
    options: &OneCardOptions,
    seat: Seat,
    view: &SeenOf<OneCard>,
    rng: &mut impl Rng,
) -> OneCard {
    let seats = view.held.seats();
    let mut unseen = Unseen::new(options, view, rng);
    let drawer = view.drawn_by;
    let mut hands: PerSeat<Bag> = PerSeat::new(seats);
    hands[seat] = view.hand.iter().copied().collect();
    // Somebody else who has drawn and is still to act holds a card that fits.
    let fitting = drawer.filter(|&drawer| view.choosing && drawer != seat).and_then(|drawer| {
        let card = unseen.take(|card| matching(view.top).contains(card))?;
        hands[drawer].insert(card);
        Some(card)
    });
    // Somebody else who goes on from cards laid holds one more of their rank.
    let going_on = view.to_act.first().filter(|&mover| view.laid > 0 && mover != seat).and_then(|mover| {
        let card = unseen.take_beside_stock(view, |card| card.rank() == view.top.rank())?;
        hands[mover].insert(card);
        Some(mover)
    });
    let mut stock = Vec::new();
    if !view.remade_of.is_empty() {
        unseen.make_stock(view, &mut stock);
    }
    for other in Seat::all(seats).filter(|&other| other != seat) {
        let given =
            u16::from(fitting.is_some() && drawer == Some(other)) + u16::from(going_on == Some(other));
        let wanted = view.held[other].saturating_sub(given);
        let (on, old) = view.stuck[other].map_or((CardSet::EMPTY, 0), |stuck| {
            (matching(stuck.on), view.held[other].saturating_sub(stuck.drawn).min(wanted))
        });
        for index in 0..wanted {
            let card =
                unseen.take(|card| index >= old || !on.contains(card)).or_else(|| unseen.take(|_| true));
            card.into_iter().for_each(|card| hands[other].insert(card));
        }
    }
    if view.remade_of.is_empty() {
        stock = unseen.0;
    }
    let drawn: Vec<Card> = match drawer {
        None => Vec::new(),
        Some(drawer) if drawer == seat => view.drawn.clone(),
        Some(drawer) => {
            fitting.into_iter().chain(hands[drawer].iter()).take(view.drawn_count.into()).collect()
        }
    };
    let piles = Piles::lay_out(options.all_cards() as u16, &view.discards, &drawn, &stock);
    // When it is over nobody is to act, but the player who drew last is still known by the turn.
    let after_draw = drawer.map(|drawer| step(drawer, 1, view.direction, seats));
    OneCard {
        piles,
        remade_of: view.remade_of.iter().copied().collect(),
        hands,
        held: view.held,
        turn: view.to_act.first().or(after_draw).unwrap_or_default(),
        direction: view.direction,
        attack: view.attack,
        choosing: view.choosing,
        laid: view.laid,
        turn_number: view.turn,
        turns: view.turns,
        idle: view.idle,
        round: view.round,
        starter: view.starter,
        start_reason: view.start_reason,
        last_turns: view.last_turns,
        stuck: view.stuck,
        totals: view.scores,
        last_round: view.last_round,
        winners: view.outcome.map_or(SeatSet::EMPTY, |outcome| outcome.winners),
        ..OneCard::unshuffled(options, seats, Chance::imagined(rng))
    }
}

/// The cards that are neither in the own hand nor among the discards, in random order.
struct Unseen(Vec<Card>);

impl Unseen {
    fn new(options: &OneCardOptions, view: &SeenOf<OneCard>, rng: &mut impl Rng) -> Self {
        let mut counts = [options.decks.get() as usize; Card::COUNT];
        for card in view.hand.iter().chain(&view.discards) {
            let count = &mut counts[card.index()];
            *count = count.saturating_sub(1);
        }
        let copies = |card: Card| std::iter::repeat_n(card, counts[card.index()]);
        let mut cards: Vec<Card> = CardSet::PACK.iter().flat_map(copies).collect();
        shuffle(rng, &mut cards);
        Self(cards)
    }

    /// Takes out the next card that will do.
    fn take(&mut self, will_do: impl Fn(Card) -> bool) -> Option<Card> {
        let place = self.0.iter().rposition(|card| will_do(*card))?;
        Some(self.0.swap_remove(place))
    }

    /// Takes out the next card that will do and leaves enough cards for the stock, which is a part of what it was made of.
    fn take_beside_stock(&mut self, view: &SeenOf<OneCard>, will_do: impl Fn(Card) -> bool) -> Option<Card> {
        let mut made_of: Bag = view.remade_of.iter().copied().collect();
        let mut others = Bag::default();
        let mut for_stock = 0_u16;
        for &card in &self.0 {
            if made_of.any().contains(card) {
                made_of.remove(card);
                for_stock += 1;
            } else {
                others.insert(card);
            }
        }
        let spare = for_stock > view.stock_size || view.remade_of.is_empty();
        self.take(|card| will_do(card) && (spare || others.any().contains(card)))
    }

    /// Takes out a stock that can be what is left of the one last made.
    fn make_stock(&mut self, view: &SeenOf<OneCard>, stock: &mut Vec<Card>) {
        let mut left: Bag = view.remade_of.iter().copied().collect();
        self.0.retain(|&card| {
            let goes = stock.len() < usize::from(view.stock_size) && left.any().contains(card);
            if goes {
                left.remove(card);
                stock.push(card);
            }
            !goes
        });
    }
}
