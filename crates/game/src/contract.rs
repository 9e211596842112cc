//! The contract itself: the rules of a game, and nothing else.

use std::fmt;
use std::ops::RangeInclusive;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use crate::{
    Chance, EventSink, IllegalAction, OptionSpec, Options, Outcome, PerSeat, Refusal, Seat, Seen, Status,
    Viewer,
};

/// One position of a table game: its rules.
///
/// This is all that a server, a record or a replay needs. What else a game can have is separate: words
/// ([`Tell`](crate::Tell)) and worlds for bots to search ([`Imagine`](crate::Imagine)).
///
/// Positions are never serialised; views are. A secret must be added to a view to leak, not forgotten.
/// [`laws`](crate::laws) says what an implementation promises, and checks it.
pub trait Game: Clone + Eq + fmt::Debug + Send + Sync + 'static {
    /// The name in records, on the command line and in messages: `onecard`.
    const NAME: &'static str;
    /// The name for people: "One Card".
    const TITLE: &'static str = Self::NAME;
    /// One line that says what kind of game it is.
    const SUMMARY: &'static str = "";
    /// The versions of the rules that can be played, from the oldest to the newest. A new game is dealt by the newest; a
    /// record and a running table go on by the version they name. Add a version when an old record would replay
    /// differently.
    const RULES: RangeInclusive<u16> = 1..=1;
    /// How many can play.
    const SEATS: RangeInclusive<u8>;
    /// How many play unless a table asks for another number.
    const DEFAULT_SEATS: u8 = *Self::SEATS.start();
    /// Whether the lowest score is the best, as in golf.
    const LOW_SCORE_WINS: bool = false;
    /// Whether anything is ever hidden from a player.
    const SECRETS: bool = true;
    /// Whether one seat sees other things than another, such as its own cards. Where none does, what an action changed is
    /// written once for everybody.
    const PRIVATE_VIEWS: bool = Self::SECRETS;
    /// Whether what a seat to act can do follows from the view: see [`implied_actions`](Self::implied_actions).
    const LEGAL_IS_IMPLIED: bool = false;

    /// What can be set for a table.
    type Options: Options;
    /// What a seat can do.
    type Action: Copy + Eq + fmt::Debug + fmt::Display + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// What can happen.
    type Event: Clone + Eq + fmt::Debug + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// What a viewer knows that is particular to this game. What all games show alike is in [`Seen`].
    type View: Clone + Eq + fmt::Debug + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// Why an action can be refused.
    type Refusal: Refusal;

    /// Whether a table with these options and this number of seats can be dealt. Games with narrower limits than
    /// [`SEATS`](Self::SEATS) add theirs after calling [`DealError::unless_seats_fit`]. Records and running tables are held
    /// to this for ever, so it only ever becomes wider; limits for new tables are [`may_open`](Self::may_open).
    ///
    /// # Errors
    /// A sentence that says what would be possible.
    fn admits(options: &Self::Options, seats: u8) -> Result<(), DealError> {
        let _ = options;
        DealError::unless_seats_fit(seats, Self::SEATS)
    }

    /// Whether a new table may be opened with these options: where a game that can be dealt could not be played in any
    /// reasonable time. Never asked of a record, a replay or a running table.
    ///
    /// # Errors
    /// A sentence that says what would be possible.
    fn may_open(options: &Self::Options, seats: u8) -> Result<(), DealError> {
        Self::admits(options, seats)
    }

    /// The first position, by a version of the rules in [`RULES`](Self::RULES). Only for what [`admits`](Self::admits)
    /// allows; callers use [`start`](Self::start).
    fn deal(
        rules: u16,
        options: &Self::Options,
        seats: u8,
        chance: Chance,
        listener: &mut impl EventSink<Self::Event>,
    ) -> Self;

    /// Who is to act, or how it ended.
    fn status(&self) -> Status;

    /// How many seats the table has.
    fn seats(&self) -> u8;

    /// The number of the turn. It never falls; a seat has one clock for all decisions that it makes under one number.
    fn turn(&self) -> u32;

    /// The number of the round, from 1, for games that count by rounds.
    fn round(&self) -> u32 {
        1
    }

    /// Adds the seat's legal actions, each once, in a fixed order; none if it is not the seat's turn.
    fn legal_actions(&self, seat: Seat, out: &mut Vec<Self::Action>);

    /// Whether the rules allow the action to a seat that is to act. Callers use [`check`](Self::check).
    ///
    /// # Errors
    /// The rule that forbids it.
    fn check_rule(&self, seat: Seat, action: Self::Action) -> Result<(), Self::Refusal>;

    /// Plays a legal action and emits what happened. Callers use [`play`](Self::play); given an action that
    /// [`check`](Self::check) refuses, the position is unspecified (but nothing panics).
    fn apply(&mut self, seat: Seat, action: Self::Action, listener: &mut impl EventSink<Self::Event>);

    /// What is done for a seat whose time has run out. Only for seats to act; always legal, never random.
    fn default_action(&self, seat: Seat) -> Self::Action;

    /// Points so far.
    fn scores(&self) -> PerSeat<i32>;

    /// What the viewer knows that is particular to this game, built from nothing.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// Adds what a seat to act can do, where that follows from the view by a simple rule
    /// ([`LEGAL_IS_IMPLIED`](Self::LEGAL_IS_IMPLIED)). Such a list is not written into messages: clients derive it in the
    /// same way. For games whose lists are long by nature.
    fn implied_actions(view: &Self::View, out: &mut Vec<Self::Action>) {
        let _ = (view, out);
    }

    /// Adds the actions that a stored action stands for. They differ only where an older program wrote as one action what
    /// are several now.
    ///
    /// # Errors
    /// If it is not an action of this game.
    fn read_stored_action(
        &self,
        seat: Seat,
        stored: &RawValue,
        out: &mut Vec<Self::Action>,
    ) -> Result<(), serde_json::Error> {
        let _ = seat;
        out.push(serde_json::from_str(stored.get())?);
        Ok(())
    }

    /// The options of the next game of the same people: where a rule hands something on from game to game.
    #[must_use]
    fn rematch_options(options: &Self::Options, seats: u8) -> Self::Options {
        let _ = seats;
        *options
    }

    /// Deals a table by the newest rules.
    ///
    /// # Errors
    /// If [`admits`](Self::admits) refuses.
    fn start(
        options: &Self::Options,
        seats: u8,
        chance: Chance,
        listener: &mut impl EventSink<Self::Event>,
    ) -> Result<Self, DealError> {
        Self::start_by(*Self::RULES.end(), options, seats, chance, listener)
    }

    /// Deals a table by these rules.
    ///
    /// # Errors
    /// If this version of the rules cannot be played, or [`admits`](Self::admits) refuses.
    fn start_by(
        rules: u16,
        options: &Self::Options,
        seats: u8,
        chance: Chance,
        listener: &mut impl EventSink<Self::Event>,
    ) -> Result<Self, DealError> {
        if !Self::RULES.contains(&rules) {
            return Err(DealError::Rules {
                wanted: rules,
                oldest: *Self::RULES.start(),
                newest: *Self::RULES.end(),
            });
        }
        Self::admits(options, seats)?;
        Ok(Self::deal(rules, options, seats, chance, listener))
    }

    /// All that the viewer sees: the frame that is alike for all games, and the view in it.
    fn seen(&self, viewer: Viewer) -> Seen<Self::View, Self::Action> {
        let you = viewer.seat().filter(|seat| seat.number() < self.seats());
        let mut legal = Vec::new();
        if let Some(seat) = you {
            self.legal_actions(seat, &mut legal);
        }
        let status = self.status();
        Seen {
            you,
            seats: self.seats(),
            turn: self.turn(),
            to_act: status.to_act(),
            scores: self.scores(),
            outcome: status.outcome(),
            legal,
            view: self.view(viewer),
        }
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
            Status::ToAct(seats) | Status::Sealed(seats) if !seats.contains(seat) => {
                Err(IllegalAction::NotYourTurn(seats))
            }
            Status::ToAct(_) | Status::Sealed(_) => {
                self.check_rule(seat, action).map_err(IllegalAction::Rule)
            }
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
            rules_version: *Self::RULES.end(),
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
    /// The newest of [`Game::RULES`].
    pub rules_version: u16,
    /// The smallest table.
    pub min_seats: u8,
    /// The largest table.
    pub max_seats: u8,
    /// [`Game::DEFAULT_SEATS`].
    pub default_seats: u8,
    /// [`Game::LOW_SCORE_WINS`].
    pub low_score_wins: bool,
    /// What can be set.
    pub options: Vec<OptionSpec>,
}

/// Why a table cannot be dealt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DealError {
    /// The game does not support this number of players.
    Seats {
        /// How many were asked for.
        wanted: u8,
        /// The fewest that can play.
        least: u8,
        /// The most that can play.
        most: u8,
    },
    /// This version of the rules cannot be played any more, or not yet.
    Rules {
        /// The version that was asked for.
        wanted: u16,
        /// The oldest that can be played.
        oldest: u16,
        /// The newest.
        newest: u16,
    },
    /// These options do not go together, or not with this number of players; the sentence says why.
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
            Self::Rules { wanted, oldest, newest } => {
                write!(
                    f,
                    "Version {wanted} of the rules cannot be played: this program knows {oldest} to {newest}."
                )
            }
            Self::Options(sentence) => f.write_str(sentence),
        }
    }
}

impl std::error::Error for DealError {}
