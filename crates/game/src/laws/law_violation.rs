//! Which law was broken, and where.

use std::fmt;

/// The promises of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Law {
    /// Legal actions are listed exactly for the seats to act, each once.
    LegalForSeatsToAct,
    /// `check` allows what is listed and refuses everything else.
    CheckAgreesWithList,
    /// The default action is legal.
    DefaultIsLegal,
    /// A refused action changes nothing, and says why.
    RefusalChangesNothing,
    /// Choices made at the same time give the same position in any order of arrival.
    ArrivalOrderIsNothing,
    /// A record replays to the same position.
    ReplayIsTheSame,
    /// A world imagined from a view gives that view again, and can be played on.
    ImaginedViewIsTheSame,
    /// Worlds imagined from one view differ.
    ImaginedWorldsDiffer,
    /// What a viewer must not know changes neither the view nor what is told.
    NonInterference,
    /// Actions, events and views survive JSON.
    SurvivesJson,
    /// What goes over the wire is what serde makes of it, whoever writes it.
    WrittenAlike,
    /// The fields of an action stand in alphabetical order: a replay is sealed as it is written.
    FieldsInOrder,
    /// A view lists what its seat can do, and nothing for watchers.
    ViewListsLegal,
    /// Every game ends, also one of default actions only.
    Ends,
    /// Scores, winners and seats fit together.
    ScoresFit,
}

/// A broken law with all that is needed to see it again.
#[derive(Clone, Debug)]
pub struct LawViolation {
    /// Which one.
    pub law: Law,
    /// After how many actions.
    pub step: usize,
    /// What was seen.
    pub what: String,
    /// The game so far, as one line that `parlor replay` reads.
    pub record: String,
}

impl fmt::Display for LawViolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the law {:?} is broken after step {}: {}\nrecord: {}",
            self.law, self.step, self.what, self.record
        )
    }
}

impl std::error::Error for LawViolation {}

/// A law that a single check found broken, and what was seen.
pub(super) type Found = (Law, String);

/// What a single check finds.
pub(super) type Finding = Result<(), Found>;

/// Finds a law broken unless the condition holds.
pub(super) fn demand(holds: bool, law: Law, what: impl FnOnce() -> String) -> Finding {
    if holds { Ok(()) } else { Err((law, what())) }
}
