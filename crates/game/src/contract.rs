//! The contract itself.

use std::fmt;
use std::ops::RangeInclusive;

use rand_core::Rng;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::json::{self, NotJson};
use crate::{
    Chance, EventSink, IllegalAction, OptionSpec, Options, Outcome, PerSeat, Refusal, Seat, Status, Viewer,
    Voice,
};

/// One position of a table game.
///
/// Positions are never serialised; views are. A secret must be added to a view to leak, not forgotten.
/// [`laws`](crate::laws) says what an implementation promises, and checks it.
pub trait Game: Clone + Eq + fmt::Debug + Send + Sync + 'static {
    /// The name in records, on the command line and on the wire: `onecard`.
    const NAME: &'static str;
    /// The name for people: "One Card".
    const TITLE: &'static str;
    /// One line that tells what kind of game it is.
    const SUMMARY: &'static str;
    /// Stored with every record; bumped when an old record would replay differently.
    const RULES: u16;
    /// How many can play.
    const SEATS: RangeInclusive<u8>;
    /// How many play when nobody says otherwise.
    const DEFAULT_SEATS: u8;
    /// Whether the lowest score is the best, as in golf.
    const LOW_SCORE_WINS: bool = false;
    /// Whether anybody ever knows less than everything.
    const SECRETS: bool;

    /// What can be set for a table.
    type Options: Options;
    /// What a seat can do.
    type Action: Copy + Eq + fmt::Debug + fmt::Display + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// What can happen.
    type Event: Clone + Eq + fmt::Debug + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// What a viewer knows: all that is needed to decide and to be shown. `Display` draws it as plain text.
    type View: Clone + Eq + fmt::Debug + fmt::Display + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// Why an action can be refused.
    type Refusal: Refusal;

    /// Whether a table with these settings and so many seats can be dealt. Games with narrower limits than
    /// [`SEATS`](Self::SEATS) add theirs after calling [`DealError::unless_seats_fit`].
    ///
    /// # Errors
    /// A sentence that says what would be possible.
    fn admits(options: &Self::Options, seats: u8) -> Result<(), DealError> {
        let _ = options;
        DealError::unless_seats_fit(seats, Self::SEATS)
    }

    /// The first position. Only for what [`admits`](Self::admits) allows; callers use [`start`](Self::start).
    fn deal(
        options: &Self::Options,
        seats: u8,
        chance: Chance,
        listener: &mut impl EventSink<Self::Event>,
    ) -> Self;

    /// Who is to act, or how it ended.
    fn status(&self) -> Status;

    /// How many seats the table has.
    fn seats(&self) -> u8;

    /// Adds what the seat can do now, each action once, in a fixed order; nothing if it is not to act.
    fn legal_actions(&self, seat: Seat, out: &mut Vec<Self::Action>);

    /// Whether the rules allow the action to a seat that is to act. Callers use [`check`](Self::check).
    ///
    /// # Errors
    /// The rule that forbids it.
    fn check_rule(&self, seat: Seat, action: Self::Action) -> Result<(), Self::Refusal>;

    /// Plays a legal action and tells what happened. Callers use [`play`](Self::play); given an action that
    /// [`check`](Self::check) refuses, the position is unspecified (but nothing panics).
    fn apply(&mut self, seat: Seat, action: Self::Action, listener: &mut impl EventSink<Self::Event>);

    /// What is done for a seat whose time has run out. Only for seats to act; always legal, never random.
    fn default_action(&self, seat: Seat) -> Self::Action;

    /// Points so far.
    fn scores(&self) -> PerSeat<i32>;

    /// What the viewer knows, built up from nothing.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// Adds the viewer's [`view`](Self::view) as JSON, the same that serde makes of it. It goes to everybody after every
    /// move: a game with long views may know a shorter way than to build one up and take it apart again.
    ///
    /// # Errors
    /// If views have a shape that JSON has not.
    fn write_view(&self, viewer: Viewer, out: &mut Vec<u8>) -> Result<(), NotJson> {
        json::write(out, &self.view(viewer))
    }

    /// What the seat that the view was made for can do, as [`legal_actions`](Self::legal_actions) lists it.
    fn legal_in(view: &Self::View) -> &[Self::Action];

    /// A position as it could be, given what the seat knows: its view of the result is this very view.
    /// What the seat does not know is drawn from `rng`, each possibility about as likely as it is in play.
    fn imagine(options: &Self::Options, seat: Seat, view: &Self::View, rng: &mut impl Rng) -> Self;

    /// What happened, as one sentence for people.
    fn sentence(event: &Self::Event, voice: &Voice) -> String;

    /// The settings of the next game of the same people: where a rule hands something on from game to game.
    #[must_use]
    fn rematch_options(options: &Self::Options, seats: u8) -> Self::Options {
        let _ = seats;
        *options
    }

    /// How many seconds a table of people should rest before the next decision, so that a result can be seen.
    fn pause_seconds(&self) -> u32 {
        0
    }

    /// Whether whoever acted last is in the middle of a turn, so that a clock that began it has to finish it.
    fn turn_goes_on(&self) -> bool {
        false
    }

    /// Deals a table.
    ///
    /// # Errors
    /// If [`admits`](Self::admits) refuses.
    fn start(
        options: &Self::Options,
        seats: u8,
        chance: Chance,
        listener: &mut impl EventSink<Self::Event>,
    ) -> Result<Self, DealError> {
        Self::admits(options, seats)?;
        Ok(Self::deal(options, seats, chance, listener))
    }

    /// Whether the seat may do this now.
    ///
    /// # Errors
    /// A typed reason that teaches.
    #[inline]
    fn check(&self, seat: Seat, action: Self::Action) -> Result<(), IllegalAction<Self::Refusal>> {
        if seat.number() >= self.seats() {
            return Err(IllegalAction::NoSuchSeat);
        }
        match self.status() {
            Status::Over(Outcome { .. }) => Err(IllegalAction::GameIsOver),
            Status::ToAct(seats) if !seats.contains(seat) => Err(IllegalAction::NotYourTurn(seats)),
            Status::ToAct(_) => self.check_rule(seat, action).map_err(IllegalAction::Rule),
        }
    }

    /// Checks the action and plays it.
    ///
    /// # Errors
    /// As [`check`](Self::check); the position is untouched then.
    #[inline]
    fn play(
        &mut self,
        seat: Seat,
        action: Self::Action,
        listener: &mut impl EventSink<Self::Event>,
    ) -> Result<(), IllegalAction<Self::Refusal>> {
        self.check(seat, action)?;
        self.apply(seat, action, listener);
        Ok(())
    }

    /// What there is to know about the game before sitting down.
    #[must_use]
    fn spec() -> GameSpec {
        GameSpec {
            name: Self::NAME,
            title: Self::TITLE,
            summary: Self::SUMMARY,
            rules: Self::RULES,
            min_seats: *Self::SEATS.start(),
            max_seats: *Self::SEATS.end(),
            default_seats: Self::DEFAULT_SEATS,
            low_score_wins: Self::LOW_SCORE_WINS,
            options: Self::Options::specs(),
        }
    }
}

/// What there is to know about a game before sitting down.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GameSpec {
    /// [`Game::NAME`].
    pub name: &'static str,
    /// [`Game::TITLE`].
    pub title: &'static str,
    /// [`Game::SUMMARY`].
    pub summary: &'static str,
    /// [`Game::RULES`].
    pub rules: u16,
    /// The smallest table.
    #[serde(rename = "least_seats")]
    pub min_seats: u8,
    /// The largest table.
    #[serde(rename = "most_seats")]
    pub max_seats: u8,
    /// [`Game::DEFAULT_SEATS`].
    #[serde(rename = "usual_seats")]
    pub default_seats: u8,
    /// [`Game::LOW_SCORE_WINS`].
    pub low_score_wins: bool,
    /// What can be set.
    pub options: Vec<OptionSpec>,
}

/// Why a table cannot be dealt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DealError {
    /// The game is not for so many.
    Seats {
        /// How many were asked for.
        wanted: u8,
        /// The fewest that can play.
        least: u8,
        /// The most that can play.
        most: u8,
    },
    /// These settings do not go together, or not with so many players; the sentence says why.
    Options(String),
}

impl DealError {
    /// The check of the number of seats that every game shares.
    ///
    /// # Errors
    /// If the number is outside the range.
    pub fn unless_seats_fit(wanted: u8, range: RangeInclusive<u8>) -> Result<(), Self> {
        let (least, most) = range.into_inner();
        if (least..=most).contains(&wanted) { Ok(()) } else { Err(Self::Seats { wanted, least, most }) }
    }
}

impl fmt::Display for DealError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seats { wanted, least, most } => {
                write!(f, "{wanted} cannot play this: it is for {least} to {most} players.")
            }
            Self::Options(sentence) => f.write_str(sentence),
        }
    }
}

impl std::error::Error for DealError {}
