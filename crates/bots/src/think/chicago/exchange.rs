//! An exchange, and the rest of the round after it.

use games::cards::{Card, CardSet, Rank};

use super::known::{Known, World};
use super::stake::{Points, Stake};
use super::tricks::{self, Play};
use crate::thumb::chicago::exchange::{kept, value_of};

/// The chance to win the game if these cards are thrown now and all go on by rules of thumb.
pub(super) fn play_out(known: &Known, stake: &Stake, world: &World, thrown: CardSet) -> f64 {
    let mut hands = world.hands;
    // The seat draws from one end and the others from the other: what it throws does not change their luck.
    let mut mine = world.deck.iter().copied();
    let mut points: Points = [0; 4];
    let mut change = |hands: &mut [CardSet; 4], own_thrown: CardSet| {
        for (seat, held) in hands.iter_mut().enumerate().take(known.seats) {
            let hand = *held;
            let thrown = if seat == known.own {
                own_thrown
            } else {
                value_of(hand).map_or(CardSet::EMPTY, |value| hand - kept(hand, value))
            };
            let mut hand = hand - thrown;
            for _ in 0..thrown.len() {
                let card = if seat == known.own { mine.next() } else { mine.next_back() };
                card.into_iter().for_each(|card: Card| hand.insert(card));
            }
            *held = hand;
        }
    };
    let mut own_thrown = thrown;
    for exchange in known.exchange..=3 {
        change(&mut hands, own_thrown);
        if exchange < 3 {
            if let Some(royal) = stake.pay_best(&hands, &mut points) {
                return if royal == known.own { 1.0 } else { 0.0 };
            }
            let hand = hands[known.own];
            own_thrown = value_of(hand).map_or(CardSet::EMPTY, |value| hand - kept(hand, value));
        }
    }
    let dealt = World { hands, played: world.played, deck: Vec::new() };
    let play = if looks_callable(hands[known.own]) {
        Play::called_by(known, &dealt, known.own)
    } else {
        Play::begin(known, &dealt)
    };
    tricks::quick(&play, known, stake, &dealt, points)
}

/// Whether a hand is high enough that a Chicago may be called with it.
fn looks_callable(hand: CardSet) -> bool {
    const ENOUGH: u32 = 30;
    let height = |card: Card| match card.rank() {
        Rank::Ace => 10,
        Rank::King => 7,
        Rank::Queen => 4,
        Rank::Jack => 2,
        _ => 0,
    };
    hand.iter().map(height).sum::<u32>() >= ENOUGH
}
