//! The list of games. A new game is one line here.

use std::fmt;
use std::str::FromStr;

use game::face::{Face, FaceOf};
use game::{Game, GameSpec};

macro_rules! kinds {
    ($($Kind:ident => $Type:path, $words:ident;)*) => {
        /// Which game it is.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Kind { $(#[doc = concat!("[`", stringify!($Type), "`]")] $Kind,)* }

        impl Kind {
            /// All games, in the order people see them.
            pub const ALL: &[Self] = &[$(Self::$Kind),*];

            /// Its name in records, on the command line and in messages.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$Kind => <$Type as Game>::NAME,)* }
            }

            /// What there is to know before sitting down.
            #[must_use]
            pub fn spec(self) -> GameSpec {
                self.face().spec()
            }

            /// The game without its type.
            #[must_use]
            pub fn face(self) -> &'static dyn Face {
                match self {
                    $(Self::$Kind => {
                        static FACE: FaceOf<$Type> = FaceOf::$words();
                        &FACE
                    })*
                }
            }
        }

        /// Runs the code for the game that a [`Kind`] names: inside, `$G` is its type.
        ///
        /// ```
        /// use game::Game;
        /// let most = games::with_game!(games::Kind::ALL[0], G => *G::SEATS.end());
        /// assert!(most >= 2);
        /// ```
        #[macro_export]
        macro_rules! with_game {
            ($kind:expr, $G:ident => $body:expr) => {
                match $kind { $($crate::Kind::$Kind => { type $G = $crate::reach::$Kind; $body })* }
            };
        }

        /// The type of each kind, for [`with_game!`](crate::with_game!).
        #[doc(hidden)]
        pub mod reach { $(pub use $Type as $Kind;)* }
    };
}

// `with_figures`: the game implements `game::Tell` and `game::Figures`; `with_text`: only `game::Tell`; `plain`: neither
// yet, and it is shown as JSON.
kinds! {
    Chicago => crate::chicago::Chicago, with_figures;
    Gomoku => crate::gomoku::Gomoku, with_figures;
    Golf => crate::golf::Golf, with_figures;
    Sorry => crate::sorry::Sorry, with_figures;
    OneCard => crate::onecard::OneCard, with_figures;
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// There is no game of this name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownGame(pub String);

impl fmt::Display for UnknownGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known: Vec<_> = Kind::ALL.iter().map(|kind| kind.name()).collect();
        write!(f, "There is no game {:?}. The games are {}.", self.0, known.join(", "))
    }
}

impl std::error::Error for UnknownGame {}

impl FromStr for Kind {
    type Err = UnknownGame;

    fn from_str(name: &str) -> Result<Self, UnknownGame> {
        let found = Self::ALL.iter().find(|kind| kind.name() == name);
        found.copied().ok_or_else(|| UnknownGame(name.to_owned()))
    }
}
