//! A finished record, whichever game it is of.

use serde_json::value::RawValue;

use super::live::{events, raw, write_seen};
use super::{FaceEvent, Words};
use crate::json::NotJson;
use crate::options::RawOptions;
use crate::{
    FigureNotes, Game, Options, PerSeat, Played, Replay, Seat, Seed, Status, Step, Tell, Unveiled, Viewer,
    Voice,
};

/// A record that was played through and found right, whichever game it is of.
pub trait FaceReplay: Send {
    /// The version of the rules.
    fn rules(&self) -> u16;
    /// The table's options, complete.
    fn options(&self) -> RawOptions;
    /// How many played.
    fn seats(&self) -> u8;
    /// All randomness of the game.
    fn seed(&self) -> Seed;
    /// How many actions it has.
    fn actions(&self) -> usize;
    /// The proof that everything may be shown, if the record runs to the end of the game.
    fn unveiled(&self) -> Option<Unveiled>;
    /// The figures of each seat; none if the record stops before the end of the game.
    fn figures(&self) -> FigureNotes;
    /// The deal and then every action.
    fn steps(&self) -> Box<dyn Iterator<Item = Box<dyn FaceStep>> + '_>;
}

/// One step of a replay.
pub trait FaceStep {
    /// Its number: 0 is the deal, n the nth action.
    fn number(&self) -> usize;
    /// Who acted; `None` at the deal.
    fn seat(&self) -> Option<Seat>;
    /// The action as JSON.
    fn action(&self) -> Option<Box<RawValue>>;
    /// The action in words.
    fn action_text(&self) -> Option<String>;
    /// What happened.
    fn events(&self, viewer: Viewer, voice: &Voice) -> Vec<FaceEvent>;
    /// Who is to act, or how it ended.
    fn status(&self) -> Status;
    /// Points so far.
    fn scores(&self) -> PerSeat<i32>;
    /// The table as plain text.
    fn text(&self, viewer: Viewer) -> String;
    /// Adds what a viewer sees.
    ///
    /// # Errors
    /// If it has a shape that JSON has not.
    fn write_seen(&self, viewer: Viewer, out: &mut Vec<u8>) -> Result<(), NotJson>;
}

/// A step of a game whose type is known, with the game's own words. `sheet` has the scores after each round that has ended.
pub fn text_step<G: Tell>(step: Step<G>, sheet: Vec<PerSeat<i32>>) -> Box<dyn FaceStep> {
    Box::new(TypedStep { step, sheet, words: Words::with_text() })
}

pub(super) struct TypedReplay<G: Game> {
    pub(super) replay: Replay<G>,
    pub(super) words: Words<G>,
}

struct TypedStep<G: Game> {
    step: Step<G>,
    sheet: Vec<PerSeat<i32>>,
    words: Words<G>,
}

impl<G: Game> FaceReplay for TypedReplay<G> {
    fn rules(&self) -> u16 {
        self.replay.rules()
    }

    fn options(&self) -> RawOptions {
        self.replay.options().settings()
    }

    fn seats(&self) -> u8 {
        self.replay.seats()
    }

    fn seed(&self) -> Seed {
        self.replay.seed()
    }

    fn actions(&self) -> usize {
        self.replay.actions().len()
    }

    fn unveiled(&self) -> Option<Unveiled> {
        self.replay.unveiled()
    }

    fn figures(&self) -> FigureNotes {
        FigureNotes::of(&self.replay, self.words.note_figures)
    }

    fn steps(&self) -> Box<dyn Iterator<Item = Box<dyn FaceStep>> + '_> {
        let (words, mut sheet, mut round) = (self.words, Vec::new(), 1);
        Box::new(self.replay.steps().map(move |step| {
            if step.position.round() > round || step.position.status().is_over() {
                sheet.push(step.position.scores());
            }
            round = step.position.round();
            Box::new(TypedStep { step, sheet: sheet.clone(), words }) as Box<dyn FaceStep>
        }))
    }
}

impl<G: Game> FaceStep for TypedStep<G> {
    fn number(&self) -> usize {
        self.step.number
    }

    fn seat(&self) -> Option<Seat> {
        self.step.played.map(|played| played.seat)
    }

    fn action(&self) -> Option<Box<RawValue>> {
        self.step.played.as_ref().map(|Played { action, .. }| raw(action))
    }

    fn action_text(&self) -> Option<String> {
        self.step.played.as_ref().map(|Played { action, .. }| action.to_string())
    }

    fn events(&self, viewer: Viewer, voice: &Voice) -> Vec<FaceEvent> {
        events(self.words, &self.step.emitted, viewer, voice)
    }

    fn status(&self) -> Status {
        self.step.position.status()
    }

    fn scores(&self) -> PerSeat<i32> {
        self.step.position.scores()
    }

    fn text(&self, viewer: Viewer) -> String {
        (self.words.text)(&self.step.position.seen(viewer))
    }

    fn write_seen(&self, viewer: Viewer, out: &mut Vec<u8>) -> Result<(), NotJson> {
        write_seen(&self.step.position, viewer, &self.sheet, out)
    }
}
