//! The boards. A board receives the view of its seat and the keys, and returns the chosen action; it knows neither tables
//! nor people. A game that has no board is played on the generic one.

mod cards;
mod chicago;
mod generic;
mod golf;
mod gomoku;
mod menu;
mod onecard;
pub(crate) mod paint;
mod sorry;

use game::options::RawOptions;
use game::{Game, SeenOf};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use serde_json::Value;

use super::choice::Choice;
use super::keys::Key;
use super::look::Look;

/// What a key did.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Reaction {
    /// The board has no use for it.
    Ignored,
    /// The cursor or a mark moved.
    Moved,
    /// This is to be played.
    Act(Value),
    /// Nothing is played, and this is why.
    Tell(String),
}

/// What a board is drawn with.
pub(crate) struct Scene<'a> {
    pub(crate) look: Look,
    /// What the seats are called, in order.
    pub(crate) names: &'a [String],
}

impl Scene<'_> {
    /// What a seat is called.
    pub(crate) fn name(&self, seat: game::Seat) -> &str {
        self.names.get(seat.index()).map_or("?", String::as_str)
    }
}

/// A board of one table.
pub(crate) trait Board: Send {
    /// Takes what the seat sees now.
    ///
    /// # Errors
    /// If this board cannot read it: the server is of another version.
    fn see(&mut self, seen: &Value) -> Result<(), String>;

    /// Takes the options of the table, before anything is seen.
    fn options(&mut self, _options: &RawOptions) {}

    /// What can be done now.
    fn choices(&self) -> &[Choice];

    /// What to do now, or what is waited for, in one sentence.
    fn hint(&self, names: &[String]) -> String;

    /// The table in sentences, for those who do not look at a drawing.
    fn describe(&self, names: &[String]) -> Vec<String>;

    /// What has to be known at one's turn, in sentences; all of it by default.
    fn at_turn(&self, names: &[String]) -> Vec<String> {
        self.describe(names)
    }

    /// What is not legal now, and why, in sentences.
    fn why_not(&self) -> Vec<String> {
        Vec::new()
    }

    /// Draws it; returns the place of the focus.
    fn draw(&mut self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) -> Option<Position>;

    /// Puts the cursor where the next Enter would do this, as far as the board has such a place.
    fn point_at(&mut self, action: &Value);

    /// A key that is not text.
    fn key(&mut self, key: &Key) -> Reaction;

    /// An action that was typed but is not legal now: it is sent all the same, and the server says why not.
    fn read(&self, text: &str) -> Option<Value>;

    /// The keys, for the last line of the screen.
    fn keys(&self) -> &'static str;
}

/// The board of a game.
pub(crate) fn open(game: &str) -> Box<dyn Board> {
    match game {
        "chicago" => Box::new(chicago::ChicagoBoard::default()),
        "golf" => Box::new(golf::GolfBoard::default()),
        "gomoku" => Box::new(gomoku::GomokuBoard::default()),
        "onecard" => Box::new(onecard::OneCardBoard::default()),
        "sorry" => Box::new(sorry::SorryBoard::default()),
        other => Box::new(generic::GenericBoard::new(other)),
    }
}

/// The generic board, for a table that the game's own board could not read.
pub(crate) fn open_generic(game: &str) -> Box<dyn Board> {
    Box::new(generic::GenericBoard::new(game))
}

/// Reads what a seat sees; where the legal actions follow from the view, they are completed.
fn read_seen<G: Game>(seen: &Value) -> Result<SeenOf<G>, String> {
    let mut seen = seen.clone();
    if seen["legal"] == "implied" {
        let view: G::View =
            serde_json::from_value(seen["view"].clone()).map_err(|error| error.to_string())?;
        let mut legal = Vec::new();
        G::implied_actions(&view, &mut legal);
        seen["legal"] = serde_json::to_value(legal).map_err(|error| error.to_string())?;
    }
    serde_json::from_value(seen).map_err(|error| error.to_string())
}

/// An action as JSON. Actions are plain data: writing them cannot fail.
fn json(action: impl serde::Serialize) -> Value {
    serde_json::to_value(action).unwrap_or_default()
}

/// Who is waited for, or who has won.
fn waiting(
    you: Option<game::Seat>,
    to_act: game::SeatSet,
    outcome: Option<game::Outcome>,
    names: &[String],
) -> String {
    let voice = game::Voice::new(names.to_vec());
    let voice = match you {
        Some(seat) => voice.to(seat),
        None => voice,
    };
    match outcome {
        Some(outcome) if outcome.winners.is_empty() => "The game is over: a draw.".to_owned(),
        Some(outcome) => {
            let winners = outcome.winners;
            let verb = if winners.len() == 1 && !winners.first().is_some_and(|seat| voice.is_you(seat)) {
                "wins"
            } else {
                "win"
            };
            format!("{} {verb} the game.", voice.list(winners.iter()))
        }
        None => {
            let others: Vec<_> = to_act.iter().map(|seat| voice.inner_name(seat)).collect();
            format!("Waiting for {}.", others.join(", "))
        }
    }
}
