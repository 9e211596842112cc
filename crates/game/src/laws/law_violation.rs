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
    /// What a viewer must not know changes neither the view nor what is sent.
    NonInterference,
    /// Actions, events and views survive JSON.
    SurvivesJson,
    /// What goes over the wire is what serde makes of it, whichever writer is used.
    WrittenAlike,
    /// The fields of an action stand in alphabetical order: a replay is sealed as it is written.
    FieldsInOrder,
    /// Where the list of what a seat can do is implied by the view, it is the list of the rules.
    ImpliedListIsLegal,
    /// Where views are not private ([`PRIVATE_VIEWS`](crate::Game::PRIVATE_VIEWS)), seats and watchers see the same.
    SharedViewsAreAlike,
    /// What a message carries is short: at most [`MAX_LISTED`](super::MAX_LISTED) actions and
    /// [`MAX_SEEN_BYTES`](super::MAX_SEEN_BYTES) of JSON.
    MessagesAreShort,
    /// The number of the turn never falls, and rises when somebody is to act who was not.
    TurnsAreNumbered,
    /// What is chosen under [`Sealed`](crate::Status::Sealed) is seen by nobody else, before all have chosen.
    SealedChoicesAreHidden,
    /// In a duplicate deal a seat draws the same cards from its pile whatever anybody does.
    SameLuckForAll,
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
