//! Who meets whom, and one game of it.

use std::collections::BTreeMap;

use anyhow::Result;
use bots::Searchable;
use game::{Audience, EventSink, Seat};
use serde::{Deserialize, Serialize};

use crate::engine::FailureKind;
use crate::entrant::BotName;
use crate::sim::play::{Players, rotation};
use crate::sim::think_time::ThinkTime;
use crate::table::Table;

/// One bot against one or more of another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MatchUp {
    /// Who sits there once, by place in the list of bots.
    pub(super) one: usize,
    /// Who has all other seats.
    pub(super) rest: usize,
}

/// Everybody meets everybody: once with two seats, both ways round with more.
pub(super) fn match_ups(bots: &[BotName], seats: u8) -> Vec<MatchUp> {
    let pairs = (0..bots.len()).flat_map(|one| (0..bots.len()).map(move |rest| MatchUp { one, rest }));
    pairs.filter(|up| if seats == 2 { up.one < up.rest } else { up.one != up.rest }).collect()
}

impl MatchUp {
    /// Who has which place at the table; places move on by a seat from game to game.
    pub(super) fn places(self, bots: &[BotName], seats: u8) -> Vec<BotName> {
        let others = std::iter::repeat_n(&bots[self.rest], usize::from(seats) - 1);
        std::iter::once(&bots[self.one]).chain(others).cloned().collect()
    }

    /// Which bot has this place.
    pub(super) const fn bot_at(self, place: usize) -> usize {
        if place == 0 { self.one } else { self.rest }
    }
}

/// One finished game, as it is kept. Players are named by their place at the table, not by the seat of this game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct GameLine {
    #[serde(rename = "m")]
    pub(super) match_up: usize,
    #[serde(rename = "g")]
    pub(super) game: u64,
    /// Who won; nobody in a draw.
    #[serde(rename = "w")]
    pub(super) winners: Vec<usize>,
    /// Everybody's points.
    #[serde(rename = "s")]
    pub(super) scores: Vec<i32>,
    #[serde(rename = "a")]
    pub(super) actions: u64,
    /// The program that failed, and how.
    #[serde(rename = "f", default, skip_serializing_if = "Option::is_none")]
    pub(super) forfeit: Option<(usize, String)>,
    /// In which way it failed.
    #[serde(rename = "k", default, skip_serializing_if = "Option::is_none")]
    pub(super) failure: Option<FailureKind>,
    /// What else is worth counting, for each place.
    #[serde(rename = "n", default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) notes: BTreeMap<String, Vec<u32>>,
    /// How long each place thought, if that was measured.
    #[serde(rename = "t", default, skip_serializing_if = "Option::is_none")]
    pub(super) times: Option<Vec<ThinkTime>>,
}

impl GameLine {
    /// Whether the game says nothing about strength: a program did not keep to the protocol.
    pub(super) fn is_void(&self) -> bool {
        self.failure == Some(FailureKind::Protocol)
    }

    /// Whether this tournament asks for it.
    pub(super) fn is_of(&self, ups: &[MatchUp], games: u64) -> bool {
        self.match_up < ups.len() && self.game < games
    }
}

/// Counts what the game says is worth counting.
struct Notes<G: Searchable> {
    seats: usize,
    turned: usize,
    counts: BTreeMap<String, Vec<u32>>,
    of: std::marker::PhantomData<G>,
}

impl<G: Searchable> EventSink<G::Event> for Notes<G> {
    fn emit(&mut self, _: Audience, event: impl FnOnce() -> G::Event) {
        if !G::NOTES {
            return;
        }
        if let Some((seat, what)) = G::note(&event()) {
            let seats = self.seats;
            let counts = self.counts.entry(what.to_owned()).or_insert_with(|| vec![0; seats]);
            counts[(seat.index() + self.turned) % seats] += 1;
        }
    }
}

pub(super) fn play<G: Searchable>(
    table: &Table<G>,
    players: &mut Players<G>,
    match_up: usize,
    game: u64,
) -> Result<GameLine> {
    let (seats, turned) = (usize::from(table.seats), rotation(game, table.seats));
    let mut notes = Notes::<G> { seats, turned, counts: BTreeMap::new(), of: std::marker::PhantomData };
    let played = players.play(table, game, false, &mut notes)?;
    let place = |seat: Seat| (seat.index() + turned) % seats;
    let mut winners: Vec<_> = played.winners().iter().map(place).collect();
    winners.sort_unstable();
    let mut scores = vec![0; seats];
    for (seat, score) in played.position.scores().iter() {
        scores[place(seat)] = *score;
    }
    let failure = played.forfeit.as_ref().map(|(_, failure)| failure.kind);
    let forfeit = played.forfeit.map(|(seat, failure)| (place(seat), failure.to_string()));
    Ok(GameLine {
        match_up,
        game,
        winners,
        scores,
        actions: played.actions,
        forfeit,
        failure,
        notes: notes.counts,
        times: played.times,
    })
}
