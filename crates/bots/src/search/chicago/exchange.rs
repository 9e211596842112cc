//! An exchange, and the rest of the round after it.

use games::cards::{Card, CardSet};

use super::known::{RoundKnowledge, World};
use super::stake::{Points, Stake};
use super::tricks::{self, Play};
use crate::heuristics::chicago::exchange::{kept, value_of};
use crate::heuristics::chicago::tricks::beaten;

/// What the seat does now.
#[derive(Clone, Copy)]
pub(super) enum Now {
    /// Throws these cards, while the others throw theirs.
    Throw(CardSet),
    /// All have thrown; its last card is this one, turned up.
    TakeOpen(Card),
    /// All have thrown; its last card is the next one, unseen.
    DrawUnseen,
}

/// What the seat is after in the exchanges that follow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Plan {
    /// What pays, as the rule of thumb has it.
    Hands,
    /// What pays, and cards that win tricks.
    Both,
    /// Nothing but cards that win tricks.
    Tricks,
}

impl Plan {
    pub(super) const ALL: &'static [Self] = &[Self::Hands, Self::Both, Self::Tricks];

    fn thrown(self, hand: CardSet, away: CardSet, seats: u8) -> CardSet {
        /// A card that wins its trick so surely is kept for it.
        const SURE: f64 = 0.75;
        let unseen = !(hand | away);
        let wins = |card: &Card| 1.0 - beaten(*card, hand, unseen, seats) >= SURE;
        match self {
            Self::Hands => thrown_by_thumb(hand),
            Self::Both => thrown_by_thumb(hand).iter().filter(|card| !wins(card)).collect(),
            Self::Tricks => hand.iter().filter(|card| !wins(card)).collect(),
        }
    }
}

/// The chance to win the game if the seat does this now, then goes on by the plan, and the others by rules of thumb.
pub(super) fn play_out(known: &RoundKnowledge, stake: &Stake, world: &World, now: Now, plan: Plan) -> f64 {
    let mut hands = world.hands;
    let mut pile = Pile::of(world);
    // The card that would come unseen is gone, whether the seat takes it or not: the choices differ in nothing else.
    let unseen = if let Now::Throw(_) = now { None } else { pile.draw(true) };
    let mut points: Points = [0; 4];
    let mut away = known.thrown;
    let mut change = |hands: &mut [CardSet; 4], exchange: u8, own_thrown: Option<CardSet>| {
        let mut all_thrown = CardSet::EMPTY;
        for step in 0..known.seats {
            let seat = (known.first() + step) % known.seats;
            let (hand, own) = (hands[seat], seat == known.own);
            let thrown = if own {
                own_thrown.unwrap_or_else(|| plan.thrown(hand, away, known.seats as u8))
            } else {
                world.manners[seat].thrown(hand, usize::from(exchange))
            };
            if own {
                away = away | thrown;
            }
            all_thrown = all_thrown | thrown;
            hands[seat] = hand - thrown;
            for _ in 0..thrown.len() {
                pile.draw(own).into_iter().for_each(|card| hands[seat].insert(card));
            }
        }
        pile.returned = pile.returned | all_thrown;
    };
    for exchange in known.exchange..=3 {
        match now {
            Now::TakeOpen(card) if exchange == known.exchange => hands[known.own].insert(card),
            Now::DrawUnseen if exchange == known.exchange => {
                unseen.into_iter().for_each(|card| hands[known.own].insert(card));
            }
            Now::Throw(thrown) if exchange == known.exchange => {
                change(&mut hands, exchange, Some(thrown));
            }
            _ => change(&mut hands, exchange, None),
        }
        if exchange < 3
            && let Some(royal) = stake.pay_best(&hands, &mut points)
        {
            return if royal == known.own { 1.0 } else { 0.0 };
        }
    }
    let dealt = World { hands, played: world.played, manners: world.manners, ..World::default() };
    let play = match caller(known, &dealt, away) {
        Some(caller) => Play::called_by(known, &dealt, caller),
        None => Play::begin(known, &dealt),
    };
    tricks::quick(&play, known, stake, &dealt, points)
}

/// What is drawn from. The seat draws from one end and the others from the other: what it throws away does not change
/// their draws as long as there is a deck.
struct Pile<'a> {
    deck: &'a [Card],
    returned: CardSet,
    shuffle_state: u64,
}

impl<'a> Pile<'a> {
    fn of(world: &'a World) -> Self {
        Self { deck: &world.deck, returned: world.returned, shuffle_state: world.shuffle_seed }
    }

    fn draw(&mut self, own: bool) -> Option<Card> {
        let next = if own { self.deck.split_first() } else { self.deck.split_last() };
        if let Some((card, deck)) = next {
            self.deck = deck;
            return Some(*card);
        }
        let place = (self.shuffle_state >> 33) as usize % self.returned.len().max(1);
        self.shuffle_state = self.shuffle_state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
        let card = self.returned.iter().nth(place)?;
        self.returned.remove(card);
        Some(card)
    }
}

pub(super) fn thrown_by_thumb(hand: CardSet) -> CardSet {
    value_of(hand).map_or(CardSet::EMPTY, |value| hand - kept(hand, value))
}

/// Who plays Chicago with these hands. The seat itself has seen the cards that are `away`.
fn caller(known: &RoundKnowledge, world: &World, away: CardSet) -> Option<usize> {
    /// The seat will look closer before it calls, so it calls with less than a player by rules of thumb.
    const OWN: f64 = 0.35;
    let turns = (0..known.seats).map(|step| (known.first() + step) % known.seats);
    turns.into_iter().find(|&seat| {
        if seat == known.own {
            known.all_tricks(world.hands[seat], away) >= OWN
        } else {
            known.calls(world, seat)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_given_back_is_drawn_when_the_deck_is_used_up_and_no_card_comes_twice() {
        let pack = Card::pack();
        let world = World {
            deck: pack[..8].to_vec(),
            returned: pack[8..32].iter().copied().collect(),
            shuffle_seed: 5,
            ..World::default()
        };
        let mut pile = Pile::of(&world);
        let drawn: Vec<Card> = (0..32).map_while(|number| pile.draw(number % 4 == 0)).collect();
        let different: CardSet = drawn.iter().copied().collect();
        assert_eq!((drawn.len(), different.len()), (32, 32));
        assert_eq!(pile.draw(true), None);
    }
}
