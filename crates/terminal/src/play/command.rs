//! What can be typed besides moves: the same words on the full screen and in plain mode.

use game::Seat;
use game::options::RawOptions;
use protocol::{
    AddBot, ChatRoom, ClientMsg, Clock, InviteCode, Join, Leave, NewTable, OnLeave, Open, Pause, Rematch,
    RemoveBot, Rename, Resign, Say, Start, TableId, TableStage, Undo, Watch, Watchers,
};

use super::catalogue::Catalogue;
use super::table::TableState;

/// A command.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Command {
    Help,
    Quit,
    /// Shows the tables of the lobby.
    List,
    /// Back to the lobby; the seat is kept.
    Lobby,
    /// Opens a table: a game and its settings.
    Open(String),
    /// Opens a table with bots on all other seats.
    Play(String),
    Join(String),
    Watch(String),
    /// Goes on at another of one's tables.
    Go(String),
    Leave,
    Start,
    Rematch,
    /// Takes back one's last decision, alone against bots.
    Undo,
    /// Pauses a game alone against bots, or goes on with it.
    Pause,
    /// Ends a game alone against bots.
    Resign,
    AddBot(String),
    RemoveBot(String),
    Invite,
    /// Asks for the best choice, and what the others are worth.
    Hint,
    /// Shows a finished game step by step: the last one of this table, or one by its id.
    Replay(String),
    /// Shows what each decision of a finished game cost: of the last one here, or of one by its id.
    Review(String),
    /// Makes a link that signs in another device.
    Device,
    /// Lists the person's finished games, or older ones than were listed.
    Games(String),
    /// Shows the settings, or changes one.
    Set(String),
    Say(String),
    Name(String),
    /// Describes the board.
    Board,
    /// Lists the legal moves.
    Moves,
}

/// All commands: their word, what follows it, and what they do. The help shows this list.
pub(crate) const COMMANDS: &[(&str, &str, &str)] = &[
    ("say", "TEXT", "talk to everybody here"),
    ("moves", "", "what you can do now"),
    ("hint", "", "the best choice, why, and what others are worth"),
    ("board", "", "describe the table in sentences"),
    ("rematch", "", "another game with the same people"),
    ("undo", "", "take back your last decision, alone against bots"),
    ("pause", "", "pause a game alone against bots, or go on with it"),
    ("resign", "", "end a game alone against bots; it counts for nobody"),
    ("bot", "LEVEL", "seat a bot, as the host"),
    ("remove", "SEAT", "remove a bot, as the host"),
    ("start", "", "start a game that does not start by itself"),
    ("invite", "", "the link that brings others to this table"),
    ("replay", "ID", "a finished game step by step; without an id the last one here"),
    ("review", "ID", "what each decision of a finished game cost"),
    ("games", "older", "your finished games; older ones than were listed"),
    ("device", "", "a link that signs in another device as you"),
    ("set", "NAME on|off", "your settings, such as set bell on"),
    ("leave", "", "give up your seat, or stop watching"),
    ("lobby", "", "back to the lobby; your seat is kept"),
    ("list", "", "the open tables"),
    ("join", "TABLE", "sit down at a table: its number or its id"),
    ("watch", "TABLE", "watch a table"),
    ("go", "TABLE", "go to another of your tables"),
    ("play", "GAME", "play at once, against bots"),
    ("open", "GAME NAME=VALUE …", "open a table"),
    ("name", "NAME", "change your name"),
    ("help", "", "this list"),
    ("quit", "", "end the program; your seats are kept for a while"),
];

/// Reads a command, with or without the slash before it. A word can be shortened as long as it is clear.
pub(crate) fn parse(text: &str) -> Result<Command, String> {
    let text = text.trim();
    let text = text.strip_prefix('/').unwrap_or(text);
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim().to_owned();
    let word = word.to_lowercase();
    let fitting: Vec<_> =
        COMMANDS.iter().map(|(name, ..)| *name).filter(|name| name.starts_with(&word)).collect();
    let exact = fitting.iter().find(|name| **name == word);
    let name = match (&*fitting, exact) {
        _ if word == "?" => "help",
        _ if matches!(&*word, "exit" | "q") => "quit",
        (_, Some(exact)) => exact,
        ([only], None) => only,
        ([], None) => return Err(format!("There is no command {word:?}. Type help for the list.")),
        (several, None) => return Err(format!("{word:?} could be {}.", several.join(", "))),
    };
    Ok(match name {
        "say" => Command::Say(rest),
        "moves" => Command::Moves,
        "board" => Command::Board,
        "hint" => Command::Hint,
        "review" => Command::Review(rest),
        "device" => Command::Device,
        "rematch" => Command::Rematch,
        "undo" => Command::Undo,
        "pause" => Command::Pause,
        "resign" => Command::Resign,
        "bot" => Command::AddBot(rest),
        "remove" => Command::RemoveBot(rest),
        "start" => Command::Start,
        "invite" => Command::Invite,
        "replay" => Command::Replay(rest),
        "games" => Command::Games(rest),
        "set" => Command::Set(rest),
        "leave" => Command::Leave,
        "lobby" => Command::Lobby,
        "list" => Command::List,
        "join" => Command::Join(rest),
        "watch" => Command::Watch(rest),
        "go" => Command::Go(rest),
        "play" => Command::Play(rest),
        "open" => Command::Open(rest),
        "name" => Command::Name(rest),
        "quit" => Command::Quit,
        _ => Command::Help,
    })
}

/// A command completed as far as it is certain, without its slash, and what could follow if it is not.
pub(crate) fn complete(begun: &str, catalogue: &Catalogue) -> (String, Vec<String>) {
    let fitting = |words: Vec<&str>, begun: &str| -> Vec<String> {
        words.into_iter().filter(|word| word.starts_with(begun)).map(str::to_owned).collect()
    };
    let (before, words) = match begun.split_once(' ') {
        None => (String::new(), fitting(COMMANDS.iter().map(|(name, ..)| *name).collect(), begun)),
        Some((name @ ("play" | "open"), rest)) => {
            let mut parts = rest.rsplitn(2, ' ');
            let last = parts.next().unwrap_or_default();
            match parts.next() {
                None => {
                    let games = catalogue.games.iter().map(|game| game.name.as_str());
                    (format!("{name} "), fitting(games.collect(), last))
                }
                Some(before) => {
                    let game = before.split(' ').next().and_then(|game| catalogue.game(game));
                    let own =
                        game.map_or(&[][..], |game| &game.options).iter().map(|option| option.name.as_str());
                    let words: Vec<String> =
                        TABLE_WORDS.iter().copied().chain(own).map(|word| format!("{word}=")).collect();
                    let words = fitting(words.iter().map(String::as_str).collect(), last);
                    (format!("{name} {before} "), words)
                }
            }
        }
        Some(("bot", rest)) => {
            ("bot ".to_owned(), fitting(catalogue.levels.iter().map(String::as_str).collect(), rest))
        }
        Some(("set", rest)) => (
            "set ".to_owned(),
            fitting(super::settings::SETTINGS.iter().map(|(name, _)| *name).collect(), rest),
        ),
        Some(_) => return (begun.to_owned(), Vec::new()),
    };
    match &*words {
        [] => (begun.to_owned(), Vec::new()),
        [only] if only.ends_with('=') => (format!("{before}{only}"), Vec::new()),
        [only] => (format!("{before}{only} "), Vec::new()),
        _ => (begun.to_owned(), words),
    }
}

/// The settings of a table that `open` and `play` take beside the options of the game.
const TABLE_WORDS: &[&str] = &[
    "seats",
    "clock",
    "private",
    "watchers",
    "on_leave",
    "grace_seconds",
    "bots",
    "substitute_level",
    "bot_delay_ms",
    "hints",
    "rated",
    "same_address",
];

/// Reads the words after `open`: a game, then NAME=VALUE for the table or for the game.
pub(crate) fn new_table(text: &str, catalogue: &Catalogue) -> Result<NewTable, String> {
    let mut words = text.split_whitespace();
    let names = || catalogue.games.iter().map(|game| game.name.as_str()).collect::<Vec<_>>().join(", ");
    let Some(game) = words.next() else { return Err(format!("Which game? {}.", names())) };
    let Some(game) = catalogue.game(&game.to_lowercase()) else {
        return Err(format!("There is no game {game:?}. The games are {}.", names()));
    };
    let mut table = empty_table(&game.name);
    let mut options = Vec::new();
    for word in words {
        let (name, value) = word.split_once('=').unwrap_or((word, "on"));
        let wrong = || format!("{name} needs a number, not {value:?}.");
        let number = || value.parse::<u32>().map_err(|_| wrong());
        match name {
            "seats" => table.seats = Some(number()?.try_into().map_err(|_| wrong())?),
            "clock" if value == "off" => table.clock = Clock::Off,
            "clock" => table.clock = Clock::Seconds(number()?),
            "private" => table.private = switch(name, value)?,
            "watchers" => table.watch_policy = watchers(value)?,
            "on_leave" if value == "end" => table.on_leave = OnLeave::End,
            "on_leave" if value == "bot" => table.on_leave = OnLeave::Bot,
            "on_leave" => return Err(format!("on_leave is bot or end, not {value:?}.")),
            "hints" if value == "auto" => table.hints = None,
            "hints" => table.hints = Some(switch(name, value)?),
            "rated" => table.rated = switch(name, value)?,
            "same_address" => table.same_address = switch(name, value)?,
            "grace_seconds" => table.grace_seconds = Some(number()?),
            "substitute_level" => table.substitute_level = Some(value.to_owned()),
            "bot_delay_ms" => table.bot_delay_ms = Some(number()?.try_into().map_err(|_| wrong())?),
            "bots" => {
                table.bots = value.split(',').filter(|level| !level.is_empty()).map(str::to_owned).collect();
            }
            _ => options.push(word.to_owned()),
        }
    }
    table.options = RawOptions::parse(&options.join(",")).map_err(|error| error.to_string())?;
    Ok(table)
}

fn switch(name: &str, value: &str) -> Result<bool, String> {
    match value {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(format!("{name} is on or off, not {value:?}.")),
    }
}

/// Who may watch: everybody at once (`on`), everybody a number of actions late, or nobody (`off`).
pub(crate) fn watchers(value: &str) -> Result<Watchers, String> {
    match value {
        "off" => Ok(Watchers::None),
        "on" => Ok(Watchers::Open),
        late => late
            .parse()
            .map(Watchers::Delayed)
            .map_err(|_| format!("watchers is on, off or a number of actions, not {late:?}.")),
    }
}

/// A table with nothing set.
pub(crate) fn empty_table(game: &str) -> NewTable {
    NewTable {
        game: game.to_owned(),
        seats: None,
        options: RawOptions::default(),
        clock: Clock::default(),
        private: false,
        watch_policy: Watchers::default(),
        on_leave: OnLeave::default(),
        grace_seconds: None,
        bots: Vec::new(),
        substitute_level: None,
        bot_delay_ms: None,
        hints: None,
        rated: false,
        same_address: false,
    }
}

/// A table with bots on all other seats.
pub(crate) fn against_bots(text: &str, catalogue: &Catalogue) -> Result<NewTable, String> {
    let mut table = new_table(text, catalogue)?;
    let usual = catalogue.game(&table.game).map_or(2, |game| game.default_seats);
    let others = usize::from(table.seats.unwrap_or(usual)).saturating_sub(1);
    let level = table.bots.first().cloned().unwrap_or_else(|| catalogue.usual_level());
    table.bots.resize(others, level);
    // Nobody waits for a person who plays alone, unless it is wanted, or the game is rated.
    let has_clock = text.split_whitespace().any(|word| word.starts_with("clock="));
    if !table.rated && !has_clock {
        table.clock = Clock::Off;
    }
    Ok(table)
}

/// A table for several people at one keyboard, with bots on the seats that are left.
pub(crate) fn for_people(text: &str, people: usize, catalogue: &Catalogue) -> Result<NewTable, String> {
    let mut table = against_bots(text, catalogue)?;
    let usual = catalogue.game(&table.game).map_or(2, |game| game.min_seats);
    let seats = table.seats.unwrap_or(usual).max(people as u8);
    let level = table.bots.first().cloned().unwrap_or_else(|| catalogue.usual_level());
    table.seats = Some(seats);
    table.bots.resize(usize::from(seats) - people, level);
    Ok(table)
}

pub(crate) fn open(config: NewTable) -> ClientMsg {
    ClientMsg::Open(Open { config, nonce: None, reference: None })
}

pub(crate) fn join(table: TableId, invite_code: Option<InviteCode>) -> ClientMsg {
    ClientMsg::Join(Join { table, seat: None, invite_code, nonce: None, reference: None })
}

pub(crate) fn watch(table: TableId, invite_code: Option<InviteCode>) -> ClientMsg {
    ClientMsg::Watch(Watch { table, invite_code, reference: None })
}

pub(crate) fn leave(table: TableId) -> ClientMsg {
    ClientMsg::Leave(Leave { table, reference: None })
}

pub(crate) fn start(table: TableId) -> ClientMsg {
    ClientMsg::Start(Start { table, reference: None })
}

pub(crate) fn rematch(table: TableId) -> ClientMsg {
    ClientMsg::Rematch(Rematch { table, nonce: None, bots_for_absent: None, reference: None })
}

pub(crate) fn undo(table: &TableState) -> ClientMsg {
    let TableState { game_number, nth, .. } = *table;
    ClientMsg::Undo(Undo { table: table.info.table, game_number, nth, reference: None })
}

/// Pauses the game, or goes on with it if it is paused.
pub(crate) fn pause(table: &TableState) -> ClientMsg {
    ClientMsg::Pause(Pause { table: table.info.table, on: !table.info.paused, reference: None })
}

pub(crate) fn resign(table: TableId) -> ClientMsg {
    ClientMsg::Resign(Resign { table, reference: None })
}

pub(crate) fn rename(name: String) -> ClientMsg {
    ClientMsg::Rename(Rename { name, invitation: None, reference: None })
}

/// Talks where one is: at the table, among its watchers, or in the lobby.
pub(crate) fn say(table: Option<&TableState>, text: String) -> ClientMsg {
    let room = match table {
        None => ChatRoom::Lobby,
        Some(table) if table.you.is_some() || table.info.stage != TableStage::Running => {
            ChatRoom::Table(table.info.table)
        }
        Some(table) => ChatRoom::Watchers(table.info.table),
    };
    ClientMsg::Say(Say { room, text, reference: None })
}

pub(crate) fn add_bot(table: TableId, level: &str, catalogue: &Catalogue) -> ClientMsg {
    let level = if level.is_empty() { catalogue.usual_level() } else { level.to_lowercase() };
    ClientMsg::AddBot(AddBot { table, level, seat: None, reference: None })
}

/// Removes a bot: the one on this seat, counted from 1, or the last one.
pub(crate) fn remove_bot(table: &TableState, seat: &str) -> Result<ClientMsg, String> {
    let is_bot = |index: &usize| {
        table
            .info
            .seats
            .get(*index)
            .is_some_and(|seat| matches!(seat.occupant, protocol::Occupant::Bot { .. }))
    };
    let index = if seat.is_empty() {
        (0..table.info.seats.len()).rev().find(is_bot)
    } else {
        seat.parse::<usize>().ok().and_then(|number| number.checked_sub(1)).filter(is_bot)
    };
    let seat = index.and_then(|index| Seat::new(index as u8)).ok_or("There is no bot on that seat.")?;
    Ok(ClientMsg::RemoveBot(RemoveBot { table: table.info.table, seat, reference: None }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn catalogue() -> Catalogue {
        serde_json::from_str(
            r#"{"games":[{"name":"gomoku","title":"Gomoku","summary":"","min_seats":2,"max_seats":3,
            "default_seats":2,"options":[]}],"levels":["easy","medium"]}"#,
        )
        .unwrap()
    }

    #[test]
    fn commands_can_be_shortened_as_long_as_they_are_clear() {
        assert_eq!(parse("/say  hello there"), Ok(Command::Say("hello there".to_owned())));
        assert_eq!(parse("rem 2"), Err("\"rem\" could be rematch, remove.".to_owned()));
        assert_eq!(parse("REMATCH"), Ok(Command::Rematch));
        assert_eq!(parse("?"), Ok(Command::Help));
        assert!(parse("dance").is_err());
        for (name, ..) in COMMANDS {
            assert!(parse(name).is_ok(), "{name}");
        }
    }

    #[test]
    fn commands_games_and_settings_are_completed() {
        let complete = |text: &str| complete(text, &catalogue());
        assert_eq!(complete("rema"), ("rematch ".to_owned(), vec![]));
        assert_eq!(
            complete("re"),
            (
                "re".to_owned(),
                ["rematch", "resign", "remove", "replay", "review"].map(str::to_owned).to_vec()
            )
        );
        assert_eq!(complete("play go"), ("play gomoku ".to_owned(), vec![]));
        assert_eq!(complete("open gomoku cl"), ("open gomoku clock=".to_owned(), vec![]));
        assert_eq!(complete("bot me"), ("bot medium ".to_owned(), vec![]));
        assert_eq!(complete("set ca"), ("set calm ".to_owned(), vec![]));
        assert_eq!(complete("say hej"), ("say hej".to_owned(), vec![]));
        for word in TABLE_WORDS {
            let is_own = |value: &str| {
                let table = new_table(&format!("gomoku {word}={value}"), &catalogue());
                table.is_ok_and(|table| table.options.0.is_empty())
            };
            assert!(
                ["2", "off", "bot"].into_iter().any(is_own),
                "{word} is not taken for an option of the game"
            );
        }
    }

    #[test]
    fn a_table_is_opened_with_the_words_of_its_settings() {
        let table =
            new_table("gomoku seats=3 clock=off private bots=easy,medium size=19", &catalogue()).unwrap();
        assert_eq!((table.seats, table.clock, table.private), (Some(3), Clock::Off, true));
        assert_eq!(table.bots, ["easy", "medium"]);
        assert_eq!(serde_json::to_string(&table.options).unwrap(), r#"{"size":19}"#);
        assert!(new_table("chess", &catalogue()).is_err());
        for wrong in ["seats=x", "seats=300", "bot_delay_ms=70000", "private=yes", "hints=2", "on_leave=no"] {
            let told = new_table(&format!("gomoku {wrong}"), &catalogue()).unwrap_err();
            assert!(told.starts_with(wrong.split('=').next().unwrap()), "{wrong}: {told}");
        }
        let alone = against_bots("gomoku", &catalogue()).unwrap();
        assert_eq!((&alone.bots[..], alone.clock), (&["medium".to_owned()][..], Clock::Off));
        let timed = against_bots("gomoku clock=60", &catalogue()).unwrap();
        assert_eq!(timed.clock, Clock::Seconds(60), "a clock that is asked for is not taken away");
    }
}
