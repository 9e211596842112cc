//! An exchange, and the rest of the round after it.

use games::cards::{Card, CardSet, Rank};

use super::known::{Known, World};
use super::stake::{Points, Stake};
use super::tricks::{self, Play};
use crate::thumb::chicago::exchange::{kept, value_of};

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

/// The chance to win the game if the seat does this now and all go on by rules of thumb.
pub(super) fn play_out(known: &Known, stake: &Stake, world: &World, now: Now) -> f64 {
    let mut hands = world.hands;
    // The seat draws from one end and the others from the other: what it throws does not change their luck.
    let mut deck = world.deck.iter().copied();
    // The card that would come unseen is gone, whether the seat takes it or not: the choices differ in nothing else.
    let unseen = if let Now::Throw(_) = now { None } else { deck.next() };
    let mut points: Points = [0; 4];
    let mut change = |hands: &mut [CardSet; 4], own_thrown: CardSet| {
        for (seat, held) in hands.iter_mut().enumerate().take(known.seats) {
            let hand = *held;
            let thrown = if seat == known.own { own_thrown } else { thrown_by_thumb(hand) };
            let mut hand = hand - thrown;
            for _ in 0..thrown.len() {
                let card = if seat == known.own { deck.next() } else { deck.next_back() };
                card.into_iter().for_each(|card: Card| hand.insert(card));
            }
            *held = hand;
        }
    };
    for exchange in known.exchange..=3 {
        match now {
            Now::TakeOpen(card) if exchange == known.exchange => hands[known.own].insert(card),
            Now::DrawUnseen if exchange == known.exchange => {
                unseen.into_iter().for_each(|card| hands[known.own].insert(card));
            }
            Now::Throw(thrown) if exchange == known.exchange => change(&mut hands, thrown),
            _ => {
                let thrown = thrown_by_thumb(hands[known.own]);
                change(&mut hands, thrown);
            }
        }
        if exchange < 3
            && let Some(royal) = stake.pay_best(&hands, &mut points)
        {
            return if royal == known.own { 1.0 } else { 0.0 };
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

fn thrown_by_thumb(hand: CardSet) -> CardSet {
    value_of(hand).map_or(CardSet::EMPTY, |value| hand - kept(hand, value))
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
