//! Games between peers, written down and played through again.

use std::fmt;

use game::face::{FaceReplay, FaceStep, text_step};
use game::options::RawOptions;
use game::{
    DealError, DiscardEvents, EventLog, FigureNotes, Figures, Game, IllegalAction, Played, Record, Seat,
    Seed, Step, Unveiled,
};
use games::golf::{Action, Golf};
use serde::Deserialize;

use super::peer_deals::PeerOptions;
use super::peer_game::PeerGame;

/// What a record of such a game calls it.
pub const PEER_GAME: &str = "golf_peers";
/// The rules by which it was played.
const RULES: u16 = 1;

/// What a record says before anything else.
#[derive(Deserialize)]
struct Head {
    game: String,
    rules: u16,
}

/// A game as it is written down.
#[must_use]
pub(super) fn record(options: &PeerOptions, seats: u8, actions: Vec<Played<Action>>) -> Record<Action> {
    Record {
        duplicate: false,
        game: PEER_GAME.to_owned(),
        rules: RULES,
        options: options.settings(),
        seats,
        seed: Seed::from_bytes([0; 32]),
        actions,
    }
}

/// A record that was played through and found right.
#[derive(Clone, Debug)]
pub struct PeerReplay {
    options: PeerOptions,
    seats: u8,
    actions: Vec<Played<Action>>,
    unveiled: Option<Unveiled>,
}

impl PeerReplay {
    /// Reads a line and plays the record through.
    ///
    /// # Errors
    /// The first thing that is wrong, with the step.
    pub fn read(line: &str) -> Result<Self, PeerRecordError> {
        let bad = |error: serde_json::Error| PeerRecordError::Json(error.to_string());
        // First, because other rules may have other actions.
        let head: Head = serde_json::from_str(line).map_err(bad)?;
        if head.game != PEER_GAME {
            return Err(PeerRecordError::OtherGame(head.game));
        }
        if head.rules != RULES {
            return Err(PeerRecordError::OtherRules(head.rules));
        }
        let record: Record<Action> = serde_json::from_str(line).map_err(bad)?;
        let options = PeerOptions::from_settings(&record.options)?;
        let mut game =
            PeerGame::start(&options, record.seats, &mut DiscardEvents).map_err(PeerRecordError::Deal)?;
        for (index, &Played { seat, action }) in record.actions.iter().enumerate() {
            game.play(seat, action, &mut DiscardEvents).map_err(|illegal: IllegalAction<_>| {
                PeerRecordError::Illegal {
                    step: index + 1,
                    seat,
                    action: action.to_string(),
                    sentence: illegal.to_string(),
                }
            })?;
        }
        let unveiled = Unveiled::after(game.golf());
        Ok(Self { options, seats: record.seats, actions: record.actions, unveiled })
    }

    /// The proof that everything may be shown, if the record runs to the end of the game.
    #[must_use]
    pub const fn unveiled(&self) -> Option<Unveiled> {
        self.unveiled
    }

    /// How many played.
    #[must_use]
    pub const fn seats(&self) -> u8 {
        self.seats
    }

    /// What was done, in order.
    #[must_use]
    pub fn actions(&self) -> &[Played<Action>] {
        &self.actions
    }

    /// The deal and then every action, each with what happened and the position afterwards.
    pub fn steps(&self) -> impl Iterator<Item = Step<Golf>> {
        let mut emitted = EventLog::new();
        // It was played through when it was read, so neither the deal nor an action can be refused.
        let mut game = PeerGame::start(&self.options, self.seats, &mut emitted).ok();
        let deal = game.as_ref().map(|game| Step {
            number: 0,
            played: None,
            emitted,
            position: game.golf().clone(),
        });
        let played = self.actions.iter().enumerate().map_while(move |(index, &played)| {
            let game = game.as_mut()?;
            let mut emitted = EventLog::new();
            game.play(played.seat, played.action, &mut emitted).ok()?;
            Some(Step { number: index + 1, played: Some(played), emitted, position: game.golf().clone() })
        });
        deal.into_iter().chain(played)
    }
}

impl FaceReplay for PeerReplay {
    fn rules(&self) -> u16 {
        RULES
    }

    fn options(&self) -> RawOptions {
        self.options.settings()
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    fn seed(&self) -> Seed {
        // The cards are in the options: peers share no seed.
        Seed::from_bytes([0; 32])
    }

    fn actions(&self) -> usize {
        self.actions.len()
    }

    fn unveiled(&self) -> Option<Unveiled> {
        self.unveiled
    }

    fn figures(&self) -> FigureNotes {
        let mut notes = FigureNotes::default();
        if self.unveiled.is_some() {
            self.steps().for_each(|step| Golf::note_figures(&step, &mut notes));
        }
        notes
    }

    fn steps(&self) -> Box<dyn Iterator<Item = Box<dyn FaceStep>> + '_> {
        let (mut sheet, mut round) = (Vec::new(), 1);
        Box::new(self.steps().map(move |step| {
            if step.position.round() > round || step.position.status().is_over() {
                sheet.push(step.position.scores());
            }
            round = step.position.round();
            text_step(step, sheet.clone())
        }))
    }
}

/// Why a record of a game between peers cannot be played through again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PeerRecordError {
    /// It is not JSON of the right form.
    Json(String),
    /// It is of another game.
    OtherGame(String),
    /// It was played by rules this program does not know.
    OtherRules(u16),
    /// There is no such setting.
    UnknownOption(String),
    /// A setting is out of its range.
    Option {
        /// The name of the setting.
        name: String,
        /// What it may be.
        wanted: &'static str,
    },
    /// It cannot be dealt.
    Deal(DealError),
    /// A step breaks a rule.
    Illegal {
        /// Which step, from 1.
        step: usize,
        /// Who did it.
        seat: Seat,
        /// What was done.
        action: String,
        /// The rule.
        sentence: String,
    },
}

impl fmt::Display for PeerRecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(error) => write!(f, "This is not a record: {error}."),
            Self::OtherGame(found) => write!(f, "This is a record of {found:?}, not of {PEER_GAME:?}."),
            Self::OtherRules(found) => write!(
                f,
                "This record was played by rules {found} of {PEER_GAME}; this program knows rules {RULES}."
            ),
            Self::UnknownOption(name) => {
                write!(f, "There is no option {name:?}: it is steal, deck_1 … deck_9 or cut_1 … cut_9.")
            }
            Self::Option { name, wanted } => write!(f, "{name} must be {wanted}."),
            Self::Deal(bad) => bad.fmt(f),
            Self::Illegal { step, seat, action, sentence } => {
                write!(f, "Step {step} is against the rules: seat {seat}, {action}. {sentence}")
            }
        }
    }
}

impl std::error::Error for PeerRecordError {}

#[cfg(test)]
mod tests;
