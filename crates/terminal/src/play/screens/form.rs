//! A new table: its game and all its settings, one a line.

use game::options::RawOptions;
use protocol::{Clock, NewTable, OnLeave};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::play::boards::paint::{columns, put, wrap};
use crate::play::catalogue::{Catalogue, GameInfo, Range};
use crate::play::command::{empty_table, watchers};
use crate::play::keys::Key;
use crate::play::look::{BOLD, CURSOR, QUIET};

/// One line of the form.
#[derive(Clone, Debug)]
struct Field {
    name: String,
    value: String,
    range: Range,
    about: String,
}

/// The form for a new table.
#[derive(Clone, Debug)]
pub(crate) struct Form {
    game: usize,
    /// The settings of the table, then those of the game.
    fields: Vec<Field>,
    /// 0 is the game, then the fields.
    cursor: usize,
}

/// What a key in the form asks for.
pub(crate) enum FormDone {
    No,
    Cancel,
    Open(Box<NewTable>),
}

const TABLE_FIELDS: usize = 13;

fn fields(game: &GameInfo, catalogue: &Catalogue) -> Vec<Field> {
    let field = |name: &str, value: &str, range: Range, about: &str| Field {
        name: name.to_owned(),
        value: value.to_owned(),
        range,
        about: about.to_owned(),
    };
    let words = |words: &[&str]| Range::Choice(words.iter().map(|word| (*word).to_owned()).collect());
    let seats = Range::Number { min: game.min_seats.into(), max: game.max_seats.into() };
    let max_bots = Range::Number { min: 0, max: u32::from(game.max_seats) - 1 };
    let clocks = words(&[
        "off", "5", "10", "20", "30", "60", "120", "300", "3600", "86400", "172800", "259200", "604800",
        "1209600",
    ]);
    let usual = catalogue.usual_level();
    let mut fields = vec![
        field("seats", &game.default_seats.to_string(), seats, "How many play"),
        field("bots", "0", max_bots, "How many of them are bots"),
        field("level", &usual, Range::Choice(catalogue.levels.clone()), "How well the bots play"),
        field("clock", "20", clocks, "Seconds for each decision"),
        field("private", "off", Range::Switch, "Whether one needs the invitation link"),
        field(
            "watchers",
            "on",
            words(&["on", "off", "1", "2", "5", "10", "20", "50"]),
            "Whether others may watch; a number is how many actions late",
        ),
        field(
            "on_leave",
            "bot",
            words(&["bot", "end"]),
            "When somebody leaves: a bot plays on, or the game ends",
        ),
        field(
            "grace",
            "30",
            words(&["0", "10", "30", "60", "120", "300", "900", "3600"]),
            "Seconds after a lost connection until that happens",
        ),
        field(
            "substitute",
            if catalogue.levels.iter().any(|level| level == "casual") { "casual" } else { &usual },
            Range::Choice(catalogue.levels.clone()),
            "How well a bot plays that takes over a seat",
        ),
        field(
            "bot_pause",
            "700",
            words(&["0", "300", "700", "1000", "1500", "2000", "3000", "5000"]),
            "Milliseconds that bots pause before they play",
        ),
        field(
            "hints",
            "auto",
            words(&["auto", "on", "off"]),
            "Whether players may ask for hints; auto: only one who plays alone against bots",
        ),
        field("rated", "off", Range::Switch, "Whether games count for ratings; such a table needs a clock"),
        field(
            "same_address",
            "off",
            Range::Switch,
            "Whether games are rated although players share an address, because they sit together",
        ),
    ];
    fields.extend(game.options.iter().map(|option| Field {
        name: option.name.clone(),
        value: option.default.clone(),
        range: option.range.clone(),
        about: option.description.clone(),
    }));
    fields
}

impl Form {
    /// A form for the first game; `None` if the server has none.
    pub(crate) fn new(catalogue: &Catalogue) -> Option<Self> {
        let game = catalogue.games.first()?;
        Some(Self { game: 0, fields: fields(game, catalogue), cursor: 0 })
    }

    pub(crate) fn key(&mut self, key: &Key, catalogue: &Catalogue) -> FormDone {
        match key {
            Key::Esc => return FormDone::Cancel,
            Key::Up | Key::BackTab => self.cursor = self.cursor.saturating_sub(1),
            Key::Down | Key::Tab => self.cursor = (self.cursor + 1).min(self.fields.len()),
            Key::Home => self.cursor = 0,
            Key::End => self.cursor = self.fields.len(),
            Key::Left => self.change(-1, catalogue),
            Key::Right | Key::Char(' ') => self.change(1, catalogue),
            Key::PageUp => self.change(10, catalogue),
            Key::PageDown => self.change(-10, catalogue),
            Key::Enter => return FormDone::Open(Box::new(self.table(catalogue))),
            _ => {}
        }
        FormDone::No
    }

    fn change(&mut self, steps: i32, catalogue: &Catalogue) {
        let Some(index) = self.cursor.checked_sub(1) else {
            let count = catalogue.games.len() as i32;
            self.game = (self.game as i32 + steps.signum()).rem_euclid(count.max(1)) as usize;
            if let Some(game) = catalogue.games.get(self.game) {
                self.fields = fields(game, catalogue);
            }
            return;
        };
        if let Some(field) = self.fields.get_mut(index) {
            field.value = field.range.moved(&field.value, steps);
        }
    }

    fn value(&self, name: &str) -> &str {
        self.fields
            .iter()
            .take(TABLE_FIELDS)
            .find(|field| field.name == name)
            .map_or("", |field| &field.value)
    }

    fn table(&self, catalogue: &Catalogue) -> NewTable {
        let game = catalogue.games.get(self.game).map_or("", |game| &game.name);
        let options = self.fields.iter().skip(TABLE_FIELDS);
        let options = options.map(|field| (field.name.clone(), field.value.clone())).collect();
        let bots = self.value("bots").parse().unwrap_or(0);
        NewTable {
            seats: self.value("seats").parse().ok(),
            options: RawOptions(options),
            clock: self.value("clock").parse().map_or(Clock::Off, Clock::Seconds),
            private: self.value("private") == "on",
            // The form offers nothing else.
            watch_policy: watchers(self.value("watchers")).unwrap_or_default(),
            on_leave: if self.value("on_leave") == "end" { OnLeave::End } else { OnLeave::Bot },
            bots: vec![self.value("level").to_owned(); bots],
            grace_seconds: self.value("grace").parse().ok(),
            substitute_level: Some(self.value("substitute").to_owned()),
            bot_delay_ms: self.value("bot_pause").parse().ok(),
            hints: match self.value("hints") {
                "auto" => None,
                value => Some(value == "on"),
            },
            rated: self.value("rated") == "on",
            same_address: self.value("same_address") == "on",
            ..empty_table(game)
        }
    }
}

pub(crate) fn draw(
    form: &Form,
    catalogue: &Catalogue,
    message: Option<&str>,
    area: Rect,
    buffer: &mut Buffer,
) -> Option<Position> {
    let game = catalogue.games.get(form.game)?;
    put(buffer, area, (1, 0), "New table", BOLD);
    let rows = usize::from(area.height.saturating_sub(8)).max(1);
    let widest = form.fields.iter().map(|field| columns(&field.name)).max().unwrap_or(0);
    let lines = std::iter::once(("game", game.title.as_str()))
        .chain(form.fields.iter().map(|field| (field.name.as_str(), field.value.as_str())));
    let first = (form.cursor + 1).saturating_sub(rows);
    let mut focus = None;
    for (row, (index, (name, value))) in lines.enumerate().skip(first).take(rows).enumerate() {
        let row = row as u16 + 2;
        let here = index == form.cursor;
        let name = name.replace('_', " ");
        put(buffer, area, (1, row), &name, if here { BOLD } else { QUIET });
        let text = if here { format!("‹ {value} ›") } else { format!("  {value}") };
        let column = widest as u16 + 3;
        put(buffer, area, (column, row), &text, if here { CURSOR } else { Default::default() });
        if here {
            focus = Some(Position::new(area.x + column + 2, area.y + row));
        }
    }
    let hidden = (form.fields.len() + 1).saturating_sub(first + rows);
    if hidden > 0 {
        let text = format!("↓ {hidden} more");
        put(
            buffer,
            area,
            (area.width.saturating_sub(columns(&text) as u16 + 1), rows as u16 + 1),
            &text,
            QUIET,
        );
    }
    let about = match form.cursor.checked_sub(1).and_then(|index| form.fields.get(index)) {
        Some(field) => format!("{}.", field.about),
        None => game.summary.clone(),
    };
    let top = area.height.saturating_sub(5);
    for (row, line) in wrap(&about, usize::from(area.width.saturating_sub(2))).iter().take(3).enumerate() {
        put(buffer, area, (1, top + row as u16), line, Default::default());
    }
    if let Some(message) = message {
        put(buffer, area, (1, area.height.saturating_sub(2)), message, BOLD);
    }
    put(
        buffer,
        area,
        (1, area.height.saturating_sub(1)),
        "↑↓ choose · ←→ change · Enter opens the table · Esc back",
        QUIET,
    );
    focus
}
