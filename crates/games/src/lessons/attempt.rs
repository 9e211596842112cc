//! What somebody does in a lesson, judged by the rules and by what the lesson accepts.

use game::face::{ActionError, ChosenBy, FaceEvent, LiveGame};
use game::{Seat, Viewer};

use super::{Lesson, LessonError, LessonText};

/// What the person who learns sees after an action, or at the beginning.
#[derive(Clone, Debug)]
pub struct LessonFrame {
    /// Who acted; nobody at the beginning.
    pub seat: Option<Seat>,
    /// What happened.
    pub events: Vec<FaceEvent>,
    /// What the seat sees then: the JSON of [`game::Seen`].
    pub seen: String,
}

/// What became of an action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict<'a> {
    /// The rules forbid it, as at any table: nothing has happened.
    Refused {
        /// The stable code; `None` if it is not an action of the game.
        code: Option<&'static str>,
        /// The rule, as a sentence.
        sentence: String,
    },
    /// It is legal, and not what the lesson asks for.
    Wrong(&'a LessonText),
    /// It is right, and another decision follows.
    Right(&'a LessonText),
    /// It is right, and the lesson is over.
    Solved(&'a LessonText),
}

/// An action that was judged.
#[derive(Clone, Debug)]
pub struct LessonAttempt<'a> {
    /// What became of it.
    pub verdict: Verdict<'a>,
    /// What happened then, step by step; nothing if it was refused.
    pub frames: Vec<LessonFrame>,
}

/// More actions were sent than the lesson has decisions, or none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NothingToDecide;

impl Lesson {
    /// What the person who learns sees at the beginning.
    ///
    /// # Errors
    /// If the game has no such position.
    pub fn first_frame(&self) -> Result<LessonFrame, LessonError> {
        self.frame(self.begin()?.as_ref(), None)
    }

    /// Judges the last of the actions that the person who learns has made so far. Those before it must have been right: the
    /// first one that is not is judged instead.
    ///
    /// # Errors
    /// If there is no action, or no decision for one.
    pub fn judge(
        &self,
        actions: &[impl AsRef<str>],
    ) -> Result<Result<LessonAttempt<'_>, NothingToDecide>, LessonError> {
        let mut game = self.begin()?;
        for (index, action) in actions.iter().enumerate() {
            let Some(decision) = self.decisions.get(index) else { return Ok(Err(NothingToDecide)) };
            let tried = match game.attempt(self.seat, action.as_ref()) {
                Ok(tried) => tried,
                Err(error) => return Ok(Ok(refused(error))),
            };
            let written = tried.action.get().to_owned();
            game.accept(tried, ChosenBy::Person);
            let mut frames = vec![self.frame(game.as_ref(), Some(self.seat))?];
            let is_right = decision.right.actions.contains(&written);
            let wrong = decision.wrong.iter().find(|answer| answer.actions.contains(&written));
            let answer = if is_right { Some(&decision.right) } else { wrong };
            for reply in answer.map_or(&[][..], |answer| &answer.then) {
                reply.play(game.as_mut()).map_err(|problem| LessonError::new(&self.id, problem))?;
                frames.push(self.frame(game.as_ref(), Some(reply.seat))?);
            }
            let text = answer.map_or(&decision.otherwise, |answer| &answer.text);
            let verdict = match (is_right, index + 1 == self.decisions.len()) {
                (false, _) => Verdict::Wrong(text),
                (true, true) => Verdict::Solved(text),
                (true, false) => Verdict::Right(text),
            };
            if !is_right || index + 1 == actions.len() {
                return Ok(Ok(LessonAttempt { verdict, frames }));
            }
        }
        Ok(Err(NothingToDecide))
    }

    fn frame(&self, game: &dyn LiveGame, seat: Option<Seat>) -> Result<LessonFrame, LessonError> {
        let viewer = Viewer::Seat(self.seat);
        let unwritten = |why: String| LessonError::new(&self.id, why);
        let mut seen = Vec::new();
        game.write_seen(viewer, &mut seen).map_err(|error| unwritten(error.to_string()))?;
        let seen = String::from_utf8(seen).map_err(|error| unwritten(error.to_string()))?;
        Ok(LessonFrame { seat, events: game.last_events(viewer, &self.voice()), seen })
    }
}

fn refused<'a>(error: ActionError) -> LessonAttempt<'a> {
    let verdict = match error {
        ActionError::Illegal { code, sentence } => Verdict::Refused { code: Some(code), sentence },
        ActionError::Unreadable(why) => {
            Verdict::Refused { code: None, sentence: format!("That is not an action of this game: {why}.") }
        }
    };
    LessonAttempt { verdict, frames: Vec::new() }
}
