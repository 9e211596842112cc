//! What is kept of a game that has ended.

use game::SeatSet;
use protocol::Refusal;
use store::{Replay, SeatResult, Write};

use super::TableActor;
use crate::journal::Fact;
use crate::live_game::TriedAction;
use crate::table::replay::{Ending, Sealed};
use crate::table::state::SeatOccupant;

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
    ) -> Result<Option<Write>, Refusal> {
        let Some(game) = self.state.game.as_ref() else { return Ok(None) };
        let abandoned = self.abandoned(facts);
        let ended = attempt.as_ref().and_then(|attempt| {
            Some((attempt.tried.status.outcome()?.winners, attempt.tried.scores.as_slice().to_vec()))
        });
        let (winners, scores) = match ended {
            Some(ended) => ended,
            None if abandoned => (SeatSet::EMPTY, game.scores().as_slice().to_vec()),
            None => return Ok(None),
        };
        let ending = Ending { winners, scores: &scores, abandoned, at, last: facts };
        let Sealed { body, seal } =
            self.state.replay_body(&ending).map_err(|why| self.state.cannot_write(&why.to_string()))?;
        if let Some(attempt) = attempt {
            attempt.seal = Some(seal);
        }
        let id = self.state.replay_id().to_string();
        // A game that was abandoned counts for nobody.
        let seats = if abandoned { &[] } else { &self.state.seats[..] };
        let results = seats.iter().zip(self.state.names()).zip(game::Seat::all(scores.len() as u8)).map(
            |((seat, name), number)| SeatResult {
                person: match &seat.who {
                    SeatOccupant::Person { id, legacy: false, .. } => Some(id.0),
                    _ => None,
                },
                name,
                seat: number.number(),
                won: winners.contains(number),
                score: i64::from(scores.get(number.index()).copied().unwrap_or_default()),
            },
        );
        Ok(Some(Write::PutReplay(Replay {
            id,
            game: self.state.config.game.name().to_owned(),
            ended: at,
            public: !self.state.config.is_private(),
            body,
            results: results.collect(),
        })))
    }
}
