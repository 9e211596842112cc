//! What is kept of a game that has ended.

use game::{Seat, SeatSet};
use games::{DayEnding, DayTable};
use protocol::Refusal;
use store::{Replay, SeatResult, Write};

use super::TableActor;
use crate::day;
use crate::journal::Fact;
use crate::live_game::TriedAction;
use crate::table::replay::{Ending, Sealed};
use crate::tournament;
use crate::tournament::standings::TableResult;

impl TableActor {
    /// The replay, if these facts end a game: it is stored with the last action or not at all. Its seal goes with the
    /// attempt.
    ///
    /// # Errors
    /// If it cannot be written: then the game must not end.
    pub(super) fn replay_of(
        &self,
        facts: &[Fact],
        attempt: Option<&mut TriedAction>,
        at: i64,
    ) -> Result<Vec<Write>, Refusal> {
        let Some(game) = self.state.game.as_ref() else { return Ok(Vec::new()) };
        let abandoned = self.abandoned(facts);
        let ended = attempt.as_ref().and_then(|attempt| {
            Some((attempt.tried.status.outcome()?.winners, attempt.tried.scores.as_slice().to_vec()))
        });
        let (winners, scores) = match ended {
            Some(ended) => ended,
            None if abandoned => (SeatSet::EMPTY, game.scores().as_slice().to_vec()),
            None => return Ok(Vec::new()),
        };
        let ending = Ending { winners, scores: &scores, abandoned, at, last: facts };
        let Sealed { body, seal } =
            self.state.replay_body(&ending).map_err(|why| self.state.cannot_write(&why.to_string()))?;
        if let Some(attempt) = attempt {
            attempt.seal = Some(seal);
        }
        let id = self.state.replay_id().to_string();
        // A game that was abandoned, or in which something was taken back, counts for nobody. The deal of a day is counted
        // with that day.
        let is_of_day = self.state.config.day.is_some();
        let seats =
            if abandoned || self.state.undo_count > 0 || is_of_day { &[] } else { &self.state.seats[..] };
        let results = seats.iter().zip(self.state.names()).zip(game::Seat::all(scores.len() as u8)).map(
            |((seat, name), number)| SeatResult {
                name,
                seat: number.number(),
                won: winners.contains(number),
                score: i64::from(scores.get(number.index()).copied().unwrap_or_default()),
                ..seat.result(facts.iter().any(|fact| matches!(fact, Fact::Back { seat } if *seat == number)))
            },
        );
        let people = self.state.people().into_iter().map(|(seat, person)| (seat.number(), person.0));
        let without_results =
            seats.is_empty().then(|| Write::NoteAppearances { replay: id.clone(), people: people.collect() });
        let replay = Write::PutReplay(Replay {
            id,
            game: self.state.config.game.name().to_owned(),
            ended: at,
            public: !self.state.config.is_private(),
            rated: !abandoned && self.state.is_rated_game(),
            body,
            results: results.collect(),
        });
        Ok(std::iter::once(replay).chain(without_results).collect())
    }

    /// What is noted of the deal of a day, if these facts end it: stored with the last action or not at all.
    ///
    /// # Errors
    /// If it cannot be written: then the game must not end.
    pub(super) fn day_writes(
        &self,
        facts: &[Fact],
        attempt: Option<&TriedAction>,
        at: i64,
    ) -> Result<Vec<Write>, Refusal> {
        let state = &self.state;
        let (Some(day), Some(game)) = (&state.config.day, &state.game) else { return Ok(Vec::new()) };
        let abandoned = self.abandoned(facts);
        let outcome = attempt.and_then(|attempt| attempt.tried.status.outcome());
        let Some((seat, person)) = state.people().into_iter().next() else { return Ok(Vec::new()) };
        let ending = match (outcome, attempt) {
            (Some(outcome), Some(attempt)) => {
                let by_person = |fact: &Fact| matches!(fact, Fact::Acted { seat: of, .. } if *of == seat);
                let last = facts.iter().filter(|fact| by_person(fact)).count() as u32;
                let scores = attempt.tried.scores.as_slice();
                Some(DayEnding { seat, outcome, scores, decisions: game.decisions(seat) + last })
            }
            _ if abandoned => None,
            _ => return Ok(Vec::new()),
        };
        let entry = day::Try {
            game: state.config.game.name().to_owned(),
            name: state.voice().name(seat),
            table: state.id,
            finished: Some(day::Finish {
                at,
                result: ending.as_ref().map(|ending| day::result(state.config.game, ending)),
                replay: state.replay_id(),
            }),
            matchpoints: None,
        };
        day::finish_writes(day.date, person, &entry, state.opened)
            .map_err(|why| state.cannot_write(&why.to_string()))
    }

    /// How a game of a tournament ended, if these facts end it: stored with the last action or not at all.
    ///
    /// # Errors
    /// If it cannot be written: then the game must not end.
    pub(super) fn tournament_write(
        &self,
        facts: &[Fact],
        attempt: Option<&TriedAction>,
        at: i64,
    ) -> Result<Option<Write>, Refusal> {
        let state = &self.state;
        let (Some(played), Some(game)) = (&state.config.tournament, &state.game) else { return Ok(None) };
        let outcome = attempt.and_then(|attempt| Some((attempt.tried.status.outcome()?, attempt)));
        let stopped = outcome.is_none();
        if stopped && !self.abandoned(facts) {
            return Ok(None);
        }
        let scores = match outcome {
            Some((_, attempt)) => attempt.tried.scores.as_slice().to_vec(),
            None => game.scores().as_slice().to_vec(),
        };
        let is_back =
            |seat: Seat| facts.iter().any(|fact| matches!(fact, Fact::Back { seat: back } if *back == seat));
        let goes = |seat: Seat| {
            facts.iter().any(|fact| matches!(fact, Fact::Away { seat: gone, .. } if *gone == seat))
        };
        let mut away = SeatSet::EMPTY;
        for (seat, person) in state.persons() {
            if person.away.is_some() && !is_back(seat) || goes(seat) {
                away.insert(seat);
            }
        }
        let mut values = Vec::new();
        if let Some((outcome, _)) = outcome {
            let compared = DayTable::of(state.config.game);
            for seat in Seat::all(state.config.seats) {
                let acts = |fact: &&Fact| matches!(fact, Fact::Acted { seat: by, .. } if *by == seat);
                let decisions = game.decisions(seat) + facts.iter().filter(acts).count() as u32;
                let ending = DayEnding { seat, outcome, scores: &scores, decisions };
                values.push(compared.result(state.config.game, &ending));
            }
        }
        let winners = outcome.map_or(SeatSet::EMPTY, |(outcome, _)| outcome.winners);
        let replay = state.replay_id();
        let result = TableResult { winners, scores, away, stopped, values, at, replay };
        let write = tournament::result_write(played.id, played.round, played.table, &result);
        write.map(Some).map_err(|why| state.cannot_write(&why.to_string()))
    }
}
