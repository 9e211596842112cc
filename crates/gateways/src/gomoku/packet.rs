//! The messages, one a line, fields with commas between them.

use std::fmt;

/// What a client says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FromClient {
    /// It knows more than the old messages.
    HelloExtended,
    /// Start the game. Whatever number follows is ignored: the connection says who it is.
    StartGame,
    /// Put a pebble there.
    PlaceChess {
        /// The column. Numbers beyond any board stay beyond it.
        x: i8,
        /// The row.
        y: i8,
        /// The number it says it has; `None` if no player can have it.
        id: Option<u8>,
    },
    /// Start a new game.
    RestartGame,
}

impl FromClient {
    /// Parses a line; `None` if it is not a valid message.
    #[must_use]
    pub fn parse(line: &str) -> Option<Self> {
        let (kind, rest) = line.split_once(',').map_or((line, None), |(kind, rest)| (kind, Some(rest)));
        match (kind, rest) {
            ("Hello", Some("extended")) => Some(Self::HelloExtended),
            ("StartGame", _) => Some(Self::StartGame),
            ("RestartGame", None) => Some(Self::RestartGame),
            ("PlaceChess", Some(rest)) => {
                let fields: Vec<_> = rest.splitn(4, ',').collect();
                let [x, y, id] = fields.as_slice() else { return None };
                let id = whole(id)?;
                Some(Self::PlaceChess {
                    x: clamped(whole(x)?),
                    y: clamped(whole(y)?),
                    id: u8::try_from(id).ok(),
                })
            }
            _ => None,
        }
    }
}

/// A whole number in its canonical form. One that is too large for the type becomes the largest.
fn whole(text: &str) -> Option<i64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let canonical = plain && (text == "0" || !digits.starts_with('0'));
    let huge = if text.starts_with('-') { i64::MIN } else { i64::MAX };
    canonical.then(|| text.parse().unwrap_or(huge))
}

fn clamped(number: i64) -> i8 {
    number.clamp(i64::from(i8::MIN), i64::from(i8::MAX)) as i8
}

/// What the server says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ToClient {
    /// Your number.
    AssignPlayerId(u8),
    /// Fewer than three sit here.
    InsufficientConnections,
    /// The game starts.
    EnterGame,
    /// A pebble was put there.
    PlaceChess {
        /// The column.
        x: i8,
        /// The row.
        y: i8,
        /// By this player.
        id: u8,
    },
    /// The board is empty again, and player 1 begins.
    RestartGame,
    /// Who has won; 0 is a draw. For extended clients.
    GameOver(u8),
    /// Why something was refused. For extended clients.
    Error(ErrorReason),
    /// Somebody is gone. For extended clients.
    PlayerLeft(u8),
    /// Somebody is back. For extended clients.
    PlayerBack(u8),
}

impl ToClient {
    /// Whether a plain client knows it. At anything else it would stop listening.
    #[must_use]
    pub const fn is_plain(self) -> bool {
        !matches!(self, Self::GameOver(_) | Self::Error(_) | Self::PlayerLeft(_) | Self::PlayerBack(_))
    }
}

impl fmt::Display for ToClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AssignPlayerId(id) => write!(f, "AssignPlayerID,{id}"),
            Self::InsufficientConnections => f.write_str("InsufficientConnections"),
            Self::EnterGame => f.write_str("EnterGame"),
            Self::PlaceChess { x, y, id } => write!(f, "PlaceChess,{x},{y},{id}"),
            Self::RestartGame => f.write_str("RestartGame"),
            Self::GameOver(id) => write!(f, "GameOver,{id}"),
            Self::Error(reason) => write!(f, "Error,{reason}"),
            Self::PlayerLeft(id) => write!(f, "PlayerLeft,{id}"),
            Self::PlayerBack(id) => write!(f, "PlayerBack,{id}"),
        }
    }
}

/// Why something was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorReason {
    /// It is another player's turn.
    Turn,
    /// A pebble lies there.
    Occupied,
    /// There is no such crossing.
    Range,
    /// No game is running.
    Over,
    /// That is another player's number.
    Id,
    /// Fewer than three sit here.
    Players,
    /// The server cannot do it now.
    Full,
    /// The line could not be read.
    Syntax,
    /// A game is running.
    Running,
    /// Only player 1 may restart.
    First,
}

impl ErrorReason {
    /// The word for a refusal of the server.
    #[must_use]
    pub fn of(code: &str) -> Self {
        match code {
            "not_your_turn" | "stale" | "other_game" | "too_early" => Self::Turn,
            "occupied" => Self::Occupied,
            "off_board" => Self::Range,
            "not_started" | "game_is_over" => Self::Over,
            "cannot_start" => Self::Players,
            "already_started" => Self::Running,
            "first_player_only" => Self::First,
            // Busy, or the disk is full: nothing that the client could do better.
            _ => Self::Full,
        }
    }
}

impl fmt::Display for ErrorReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Turn => "turn",
            Self::Occupied => "occupied",
            Self::Range => "range",
            Self::Over => "over",
            Self::Id => "id",
            Self::Players => "players",
            Self::Full => "full",
            Self::Syntax => "syntax",
            Self::Running => "running",
            Self::First => "first",
        })
    }
}
