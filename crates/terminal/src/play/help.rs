//! The keys, as the help shows them. A test presses each of them.

use protocol::TableStage;

use super::table::TableState;

/// Where keys mean something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    Lobby,
    Waiting,
    Playing,
    Watching,
    Finished,
    /// While playing, where the table allows hints.
    Hints,
    NewTable,
    Games,
    Settings,
    Replay,
    EveryTable,
}

impl Place {
    pub(crate) fn of(table: &TableState) -> Self {
        match (table.info.stage, table.you) {
            (_, None) => Self::Watching,
            (TableStage::Waiting, _) => Self::Waiting,
            (TableStage::Running, _) => Self::Playing,
            (TableStage::Finished, _) => Self::Finished,
        }
    }
}

/// A key and what it does.
pub(crate) type KeyHelp = (&'static str, &'static str);

const LOBBY: &[KeyHelp] = &[
    ("↑ ↓ Home End", "choose a table"),
    ("Enter", "sit down there, or watch if it is full"),
    ("w", "watch the table"),
    ("n", "a new table, with all its settings"),
    ("1-9", "play that game at once, against bots"),
    ("p", "the same with settings: p, then golf seats=3 bots=hard"),
    ("f", "show only tables that contain a word"),
    ("g", "your finished games, step by step"),
    ("d", "a link that signs in another device as you"),
    ("o F2", "settings"),
    ("t", "talk to everybody in the lobby"),
    ("Tab", "to the first table of the list"),
    ("/", "a command"),
    ("Ctrl-L", "draw everything again"),
    ("q Ctrl-C", "quit; your seats are kept for a while"),
];
const WAITING: &[KeyHelp] = &[
    ("b", "add a bot, as the host"),
    ("x", "remove the last bot"),
    ("s Enter", "start, if the game does not start by itself"),
    ("i", "the invitation: a link and a QR code"),
    ("t", "talk"),
    ("l", "leave"),
];
const WATCHING: &[KeyHelp] =
    &[("j", "sit down"), ("i", "the invitation"), ("t", "talk to those who watch"), ("l", "stop watching")];
const FINISHED: &[KeyHelp] = &[
    ("r", "another game with the same people"),
    ("v", "the game again, step by step"),
    ("i", "the invitation"),
    ("t", "talk"),
    ("l", "leave"),
];
const HINTS: &[KeyHelp] = &[("! F3", "a hint: the best choice, why, and the others")];
const NEW_TABLE: &[KeyHelp] = &[
    ("↑ ↓ Home End", "choose a setting"),
    ("← → Space", "change it"),
    ("PgUp PgDn", "ten steps up or down, where it is a number"),
    ("Enter", "open the table"),
    ("Esc", "back; no table is opened"),
];
const GAMES: &[KeyHelp] = &[
    ("↑ ↓ PgUp PgDn", "choose a game"),
    ("Home End", "the newest, the oldest of the list"),
    ("Enter", "show it step by step"),
    ("Esc q", "back"),
];
const SETTINGS: &[KeyHelp] = &[
    ("↑ ↓", "choose a setting"),
    ("Space Enter", "switch it on or off; it is remembered"),
    ("Esc q", "back"),
];
const REPLAY: &[KeyHelp] = &[
    ("← → ↑ ↓", "one step"),
    ("PgUp PgDn", "ten steps"),
    ("Home End", "to the deal, to the end"),
    ("Space", "run by itself, or stop"),
    ("v", "as another seat saw it"),
    ("r", "the review: what each decision cost"),
    ("n p", "the next or the previous costly decision"),
    ("Tab", "the log instead of the review, and back"),
    ("Esc q", "back"),
];
const EVERY_TABLE: &[KeyHelp] = &[
    ("Esc", "back to the lobby; your seat is kept"),
    ("Tab", "to your next table, first where it is your turn"),
    ("' Ctrl-T", "talk"),
    ("/", "a command"),
    ("Ctrl-P Ctrl-N", "scroll the log back and forth"),
    ("F2", "settings"),
    ("? F1", "this help"),
];
const GOMOKU: &[KeyHelp] = &[
    ("arrows", "move the cursor; Home, End and PgUp, PgDn in leaps"),
    ("Enter Space", "put a pebble there"),
    ("h8 Enter", "the same, typed"),
];
const ONECARD: &[KeyHelp] = &[
    ("← → 1-9", "pick a card"),
    ("Enter", "play it"),
    ("Space", "lay it and go on with the same rank"),
    ("0", "draw, or keep the card you drew"),
];
const GOLF: &[KeyHelp] = &[
    ("arrows 1-6", "pick one of your cards"),
    ("← →", "choose the pile to take from"),
    ("Space", "mark a card to turn, at the beginning of a round"),
    ("Enter", "do it"),
    ("0", "throw the drawn card away"),
];
const CHICAGO: &[KeyHelp] = &[
    ("← → 1-5", "pick a card"),
    ("Space 1-5", "mark a card to change"),
    ("Enter", "change the marked cards, or play the picked one"),
    ("↑ ↓", "choose an answer"),
];
const SORRY: &[KeyHelp] =
    &[("↑ ↓ 1-9", "choose a move; the square it leads to is marked"), ("Enter Space", "do it")];
const ANY_GAME: &[KeyHelp] =
    &[("↑ ↓", "choose from the list"), ("Enter", "do it"), ("PgUp PgDn", "scroll the text")];

/// The keys of a place; those of a board while a game runs.
pub(crate) fn keys(place: Place, game: &str) -> impl Iterator<Item = KeyHelp> {
    let keys = match (place, game) {
        (Place::Lobby, _) => LOBBY,
        (Place::Waiting, _) => WAITING,
        (Place::Watching, _) => WATCHING,
        (Place::Finished, _) => FINISHED,
        (Place::Hints, _) => HINTS,
        (Place::NewTable, _) => NEW_TABLE,
        (Place::Games, _) => GAMES,
        (Place::Settings, _) => SETTINGS,
        (Place::Replay, _) => REPLAY,
        (Place::EveryTable, _) => EVERY_TABLE,
        (Place::Playing, "gomoku") => GOMOKU,
        (Place::Playing, "onecard") => ONECARD,
        (Place::Playing, "golf") => GOLF,
        (Place::Playing, "chicago") => CHICAGO,
        (Place::Playing, "sorry") => SORRY,
        (Place::Playing, _) => ANY_GAME,
    };
    keys.iter().copied()
}

/// A line of the help: two columns.
pub(crate) fn line((left, right): (&str, &str)) -> String {
    format!("  {left:<20} {right}")
}
