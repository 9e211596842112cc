//! The bytes of the lobby.

/// In which order the four bytes of an id come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ByteOrder {
    /// The lowest first.
    #[default]
    Little,
    /// The highest first.
    Big,
}

impl ByteOrder {
    /// An id as bytes.
    #[must_use]
    pub const fn bytes(self, id: u32) -> [u8; 4] {
        match self {
            Self::Little => id.to_le_bytes(),
            Self::Big => id.to_be_bytes(),
        }
    }

    /// Bytes as an id.
    #[must_use]
    pub const fn id(self, bytes: [u8; 4]) -> u32 {
        match self {
            Self::Little => u32::from_le_bytes(bytes),
            Self::Big => u32::from_be_bytes(bytes),
        }
    }
}

const NEW_GAME: u8 = 1;
const JOIN_GAME: u8 = 2;
pub(super) const LEAVE_GAME: u8 = 3;
const LIST_OF_GAMES: u8 = 4;
const GAME_START: u8 = 5;
const GAME_UPDATE: u8 = 6;
const REMOVE_GAME: u8 = 7;

/// What a client asks for in the lobby.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FromClient {
    /// A game for this number of players.
    NewGame {
        /// The number of players.
        players: u8,
    },
    /// To join a game.
    JoinGame {
        /// Which one.
        id: u32,
    },
    /// To leave the game that has not started yet.
    LeaveGame,
    /// All games.
    ListOfGames,
}

/// What the bytes so far are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parsed {
    /// A whole message of the given number of bytes.
    Whole(FromClient, usize),
    /// The beginning of one.
    Part,
    /// No client says this.
    Unknown,
}

impl FromClient {
    /// Whether a message of a client can begin with this byte.
    #[must_use]
    pub const fn begins_with(byte: u8) -> bool {
        matches!(byte, NEW_GAME..=LIST_OF_GAMES)
    }

    /// Reads the first message of these bytes.
    #[must_use]
    pub fn parse(bytes: &[u8], order: ByteOrder) -> Parsed {
        match *bytes {
            [NEW_GAME, players, ..] => Parsed::Whole(Self::NewGame { players }, 2),
            [JOIN_GAME, a, b, c, d, ..] => Parsed::Whole(Self::JoinGame { id: order.id([a, b, c, d]) }, 5),
            [] | [NEW_GAME] | [JOIN_GAME, ..] => Parsed::Part,
            [LEAVE_GAME, ..] => Parsed::Whole(Self::LeaveGame, 1),
            [LIST_OF_GAMES, ..] => Parsed::Whole(Self::ListOfGames, 1),
            _ => Parsed::Unknown,
        }
    }
}

/// What the server says in the lobby.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ToClient<'a> {
    /// The game that was opened; 0 if it was refused.
    NewGame(u32),
    /// Whether one is in the game.
    JoinGame(bool),
    /// One has left.
    LeaveGame,
    /// The games follow.
    ListOfGames,
    /// The game starts.
    GameStart,
    /// A game that waits.
    GameUpdate {
        /// The game's id.
        id: u32,
        /// For how many.
        players: u8,
        /// Who is in it.
        names: &'a [String],
    },
    /// A game that waits no more.
    RemoveGame(u32),
}

impl ToClient<'_> {
    /// Writes it.
    pub fn write(self, order: ByteOrder, out: &mut Vec<u8>) {
        let coded = |code: u8, id: u32, out: &mut Vec<u8>| {
            out.push(code);
            out.extend(order.bytes(id));
        };
        match self {
            Self::NewGame(id) => coded(NEW_GAME, id, out),
            Self::JoinGame(joined) => out.extend([JOIN_GAME, u8::from(joined)]),
            Self::LeaveGame => out.push(LEAVE_GAME),
            Self::ListOfGames => out.push(LIST_OF_GAMES),
            Self::GameStart => out.push(GAME_START),
            Self::GameUpdate { id, players, names } => {
                coded(GAME_UPDATE, id, out);
                out.extend([players, names.len() as u8]);
                names.iter().for_each(|name| write_name(name, out));
            }
            Self::RemoveGame(id) => coded(REMOVE_GAME, id, out),
        }
    }
}

/// A length byte and the name. Old clients know ASCII only, so whatever else a name has is shown as a question mark.
pub(super) fn write_name(name: &str, out: &mut Vec<u8>) {
    let ascii = |character: char| match character {
        ' '..='~' => character as u8,
        _ => b'?',
    };
    let bytes: Vec<u8> = name.chars().map(ascii).take(255).collect();
    out.push(bytes.len() as u8);
    out.extend(bytes);
}
