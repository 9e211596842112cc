//! One Card: few cards are good, and cards that fit many others are better than those that fit none.

use game::{PerSeat, Seat, SeenOf};
use games::onecard::{OneCard, OneCardOptions};

use super::{Outlook, scale_of, softmax};

/// What a card less in the hand is worth in one round.
const CARDS_TO_A_WIN: f64 = 4.4;
/// How much the cards left at the end of a round vary.
const ROUND_DEVIATION: f64 = 4.0;

impl Outlook for OneCard {
    fn outlook(options: &OneCardOptions, seen: &[SeenOf<Self>]) -> PerSeat<f64> {
        let any = &seen[0];
        let rounds_left = options.rounds.get().saturating_sub(u32::from(any.round));
        let burden = PerSeat::<f64>::from_fn(seen.len() as u8, |seat| {
            let own = &seen[seat.index()];
            let held = f64::from(any.held[seat]);
            // An attack is mostly drawn by the player who is to act.
            let attack = if any.to_act.contains(seat) { 0.8 * f64::from(any.attack) } else { 0.0 };
            let fits =
                own.hand.iter().any(|card| card.rank() == any.top.rank() || card.suit() == any.top.suit());
            held + attack + if fits { 0.0 } else { 0.6 }
        });
        if rounds_left == 0 && options.rounds.get() == 1 {
            return softmax(&burden.map(|_, cards| -cards), CARDS_TO_A_WIN);
        }
        let deviation = ROUND_DEVIATION * (0.5 + f64::from(rounds_left)).sqrt();
        let standing = PerSeat::<f64>::from_fn(seen.len() as u8, |seat: Seat| {
            f64::from(any.scores[seat]) - 0.6 * burden[seat]
        });
        softmax(&standing, scale_of(deviation))
    }
}
