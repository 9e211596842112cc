//! Refusals that teach.

use std::fmt;

use crate::SeatSet;

/// A game's own reasons to refuse an action: a closed enum whose sentences name the rule.
pub trait Refusal: fmt::Display + fmt::Debug + Clone + Eq + Send + Sync + 'static {
    /// All codes, for schemas; none if they are not listed.
    const CODES: &'static [&'static str] = &[];

    /// A word that never changes, for programs: `must_follow_suit`.
    fn code(&self) -> &'static str;
}

/// Implements [`Refusal`]: a code for each pattern, and the list of all codes.
#[macro_export]
macro_rules! refusal_codes {
    ($Refusal:ty { $($refusal:pat => $code:literal,)* }) => {
        impl $crate::Refusal for $Refusal {
            const CODES: &'static [&'static str] = &[$($code),*];

            fn code(&self) -> &'static str {
                match self { $($refusal => $code,)* }
            }
        }
    };
}

/// Why an action was refused. The position is untouched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum IllegalAction<R> {
    /// The game has ended.
    GameIsOver,
    /// There is no such seat at this table.
    NoSuchSeat,
    /// Others are to act.
    NotYourTurn(SeatSet),
    /// A rule of the game forbids it.
    Rule(R),
}

impl<R: Refusal> IllegalAction<R> {
    /// A word that never changes, for programs.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::GameIsOver => "game_is_over",
            Self::NoSuchSeat => "no_such_seat",
            Self::NotYourTurn(_) => "not_your_turn",
            Self::Rule(refusal) => refusal.code(),
        }
    }
}

impl<R: fmt::Display> fmt::Display for IllegalAction<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameIsOver => f.write_str("The game is over."),
            Self::NoSuchSeat => f.write_str("There is no such seat at this table."),
            Self::NotYourTurn(to_act) => {
                f.write_str("It is not your turn: waiting for seat")?;
                if to_act.len() > 1 {
                    f.write_str("s")?;
                }
                for (index, seat) in to_act.iter().enumerate() {
                    write!(f, "{}{seat}", if index == 0 { " " } else { ", " })?;
                }
                f.write_str(".")
            }
            Self::Rule(refusal) => refusal.fmt(f),
        }
    }
}

impl<R: fmt::Display + fmt::Debug> std::error::Error for IllegalAction<R> {}
