//! Chicago: points so far, who holds the best hand, and who has the cards for the last trick.

use game::{PerSeat, Seat, SeenOf};
use games::cards::Card;
use games::cards::poker::{Class, HandValue};
use games::chicago::{Chicago, ChicagoOptions, Phase, points_for};

use super::{Outlook, scale_of, softmax};

/// The total that ends the game.
const GOAL: f64 = 52.0;
/// Hands that are paid in a round.
const AWARDS: usize = 3;
const LAST_TRICK: f64 = 5.0;
/// Points of the leader in a round, and how much a player's points of a round vary.
const ROUND_POINTS: f64 = 6.0;
const ROUND_DEVIATION: f64 = 5.5;

impl Outlook for Chicago {
    fn outlook(options: &ChicagoOptions, seen: &[SeenOf<Self>]) -> PerSeat<f64> {
        let any = &seen[0];
        let seats = seen.len() as u8;
        let hands = PerSeat::<Vec<Card>>::from_fn(seats, |seat| {
            seen[seat.index()].hand.into_iter().flatten().flatten().collect()
        });
        let mut totals = PerSeat::<f64>::from_fn(seats, |seat| f64::from(any.scores[seat]));
        let awards_left = AWARDS.saturating_sub(any.awards.len()) as f64;
        if awards_left > 0.0 && any.phase != Phase::Tricks {
            let strengths = PerSeat::<f64>::from_fn(seats, |seat| strength(&hands[seat], options));
            let best = softmax(&strengths, 0.7);
            for seat in Seat::all(seats) {
                // A hand is seldom worse after an exchange, and pays again.
                totals[seat] += awards_left * best[seat] * (1.0 + points(&hands[seat], options));
            }
        }
        let powers = PerSeat::<f64>::from_fn(seats, |seat| power(&hands[seat]));
        let last = softmax(&powers, 2.0);
        Seat::all(seats).for_each(|seat| totals[seat] += LAST_TRICK * last[seat]);
        let leader = totals.as_slice().iter().copied().fold(0.0, f64::max);
        let rounds = ((GOAL - leader) / ROUND_POINTS).max(0.3);
        softmax(&totals, scale_of(ROUND_DEVIATION * rounds.sqrt()))
    }
}

fn value(hand: &[Card]) -> Option<HandValue> {
    <[Card; 5]>::try_from(hand).ok().map(HandValue::of)
}

fn points(hand: &[Card], options: &ChicagoOptions) -> f64 {
    value(hand).map_or(0.0, |value| match value.class() {
        Class::RoyalFlush => GOAL,
        class => f64::from(points_for(class, options)),
    })
}

/// Comparable between hands: the class, and within it the ranks that occur most often.
fn strength(hand: &[Card], options: &ChicagoOptions) -> f64 {
    let alike = |card: &Card| hand.iter().filter(|other| other.rank() == card.rank()).count();
    let leading = hand.iter().max_by_key(|card| (alike(card), card.rank() as u32));
    points(hand, options) + leading.map_or(0.0, |card| f64::from(card.rank() as u32) / 13.0)
}

/// How high the cards for the last trick are.
fn power(hand: &[Card]) -> f64 {
    let mut ranks: Vec<f64> = hand.iter().map(|card| f64::from(card.rank() as u32)).collect();
    ranks.sort_by(|one, other| other.total_cmp(one));
    ranks.iter().take(3).sum::<f64>() / 3.0
}
