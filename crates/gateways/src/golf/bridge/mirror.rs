//! The table of the server, followed from its record.

use game::options::RawOptions;
use game::{Chance, DiscardEvents, Game, Options, Played, Seat, Seed};
use games::golf::{Action, DealtDeck, Golf};
use serde::Deserialize;

/// A game as the server writes it down.
#[derive(Deserialize)]
struct Written {
    options: RawOptions,
    seats: u8,
    seed: Seed,
    actions: Vec<Played<Action>>,
}

/// The same game, played along.
pub(super) struct Mirror {
    golf: Golf,
    /// What was played at the table so far.
    pub(super) actions: Vec<Played<Action>>,
    decks: Vec<DealtDeck>,
}

impl Mirror {
    /// Follows a game from its record.
    pub(super) fn of(record: &serde_json::Value) -> Option<Self> {
        let written = Written::deserialize(record).ok()?;
        let options = <Golf as Game>::Options::from_settings(&written.options).ok()?;
        let golf =
            Golf::start(&options, written.seats, Chance::new(written.seed), &mut DiscardEvents).ok()?;
        let mut mirror = Self { decks: golf.deck_to_deal().into_iter().collect(), golf, actions: Vec::new() };
        mirror.follow(&written.actions).then_some(mirror)
    }

    /// Plays on what is new in the record; whether it fits.
    pub(super) fn catch_up(&mut self, record: &serde_json::Value) -> bool {
        let Ok(written) = Written::deserialize(record) else { return false };
        let known = self.actions.len();
        written.actions.get(..known).is_some_and(|before| before == self.actions)
            && self.follow(&written.actions[known..])
    }

    fn follow(&mut self, actions: &[Played<Action>]) -> bool {
        for &Played { seat, action } in actions {
            if self.golf.play(seat, action, &mut DiscardEvents).is_err() {
                return false;
            }
            self.actions.push(Played { seat, action });
            self.decks.extend(self.golf.deck_to_deal());
        }
        true
    }

    /// Whether this seat has to decide.
    pub(super) fn waits_for(&self, seat: Seat) -> bool {
        self.golf.status().to_act().contains(seat)
    }

    /// Whether it was played to its end.
    pub(super) fn is_over(&self) -> bool {
        self.golf.status().to_act().is_empty()
    }

    /// The deck of a round, once the table has come to it.
    pub(super) fn deck(&self, round: u8) -> Option<&DealtDeck> {
        self.decks.get(usize::from(round).checked_sub(1)?)
    }
}
