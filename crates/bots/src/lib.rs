//! Players that are programs.
//!
//! A bot receives what its seat sees ([`game::Seen`]), as a person does, and returns an action: it cannot cheat, because it
//! never receives a position. The random generator and the budget for thinking are passed in.
//!
//! [`Level`] names the bots that people meet. Those that think weigh every legal action ([`Searchable::evaluate`]): by a
//! search over worlds that the seat thinks possible, made for the game where that is stronger, or by the tree
//! search that serves any game. [`hint`]s and [`review`]s of finished games use the same evaluation.

// First: `with_bots!` can be used in the modules after it.
#[macro_use]
mod choose;

mod advice;
mod game_review;
mod heuristics;
mod hinted;
mod level;
mod luck;
mod meter;
mod pool;
mod random;
mod ratings;
mod search;
mod why;

pub use advice::{Hint, HintChoice, Review, Reviewed, hint, hint_for, review};
pub use choose::choose;
pub use game_review::{
    GameReview, REVIEWER, ReviewError, ReviewedChance, ReviewedDecision, SeatReview, grade_of, review_game,
    reviewed,
};
pub use heuristics::{Block, Heuristic, HeuristicBot};
pub use hinted::{HintedChoices, ValuedChoice, hinted};
pub use level::{Level, UnknownLevel};
pub use luck::{ChanceEvent, LuckMethod, Outlook, luck};
pub use pool::Pool;
pub use random::Random;
pub use ratings::{Meeting, Rating, meetings, offered_levels, ratings};
pub use search::{
    Beginner, Casual, Effort, EvaluatedAction, Evaluation, GomokuEngine, GomokuThought, Searchable, Searcher,
    tree_search,
};
pub use why::Why;

use game::{FastRng, Game, Seat, SeenOf};

/// The version of the server's bots. It rises with every change that makes a level play differently, and the ratings of
/// the version before stay what they were: rated games name the version they were played against.
pub const VERSION: u16 = 2;

/// How much a bot may think about one decision.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// At most this many simulated games, even if the bot's level would like more. Bots without a search do not ask.
    pub simulations: u32,
    /// Asked several times a millisecond, whatever the table: whether to stop and answer with the best found so far.
    pub stop: &'a dyn Fn() -> bool,
}

impl Budget<'_> {
    /// As much as the bot's level likes: the same dice give the same answer, however fast the machine is.
    #[must_use]
    pub fn usual() -> Self {
        Self::simulations(u32::MAX)
    }

    /// At most this many simulations, without another limit.
    #[must_use]
    pub fn simulations(simulations: u32) -> Self {
        Self { simulations, stop: &|| false }
    }

    /// Whether to answer now.
    #[must_use]
    pub fn is_over(&self) -> bool {
        (self.stop)()
    }
}

/// What a bot knows when it has to decide.
#[derive(Debug)]
pub struct BotInput<'a, G: Game> {
    /// The version of the rules.
    pub rules: u16,
    /// The table's settings.
    pub options: &'a G::Options,
    /// Where the bot sits.
    pub seat: Seat,
    /// What that seat sees; it is to act.
    pub view: &'a SeenOf<G>,
}

// Derived, these would ask the game to be `Copy`; a question only refers to it.
impl<G: Game> Clone for BotInput<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for BotInput<'_, G> {}

/// A player that is a program.
pub trait Bot<G: Game>: Send {
    /// One of the actions that the view lists.
    fn choose(&mut self, input: BotInput<'_, G>, dice: &mut FastRng, budget: Budget<'_>) -> G::Action;
}
