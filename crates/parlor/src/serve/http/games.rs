//! `GET /api/games`: what can be played.

use axum::Json;
use bots::Level;
use game::GameSpec;
use game::options::OptionRange;
use games::Kind;
use serde::Serialize;
use utoipa::ToSchema;

/// What can be played, and against whom.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Games {
    /// The games, in the order people see them.
    games: Vec<GameInfo>,
    /// The levels of bots, from the weakest.
    levels: Vec<&'static str>,
}

/// What there is to know about a game before sitting down.
#[derive(Debug, Serialize, ToSchema)]
struct GameInfo {
    /// Its name in requests.
    name: &'static str,
    /// Its name for people.
    title: &'static str,
    /// What it is about, in a sentence.
    summary: &'static str,
    /// The version of its rules.
    rules: u16,
    /// The smallest table.
    least_seats: u8,
    /// The largest table.
    most_seats: u8,
    /// The usual table.
    usual_seats: u8,
    /// Whether the lowest score wins.
    low_score_wins: bool,
    /// What can be set.
    options: Vec<OptionInfo>,
}

/// One setting of a game.
#[derive(Debug, Serialize, ToSchema)]
struct OptionInfo {
    /// Its name.
    name: &'static str,
    /// What it is when nobody says otherwise.
    default: String,
    /// What it may be.
    range: Range,
    /// What it does.
    meaning: &'static str,
}

/// What a setting may be.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum Range {
    /// `on` or `off`.
    Switch,
    /// One of these words.
    Choice(Vec<&'static str>),
    /// A whole number.
    Number {
        /// The least.
        min: u32,
        /// The most.
        max: u32,
    },
}

impl From<GameSpec> for GameInfo {
    fn from(book: GameSpec) -> Self {
        let options = book.options.into_iter().map(|option| OptionInfo {
            name: option.name,
            default: option.default,
            range: match option.range {
                OptionRange::Switch => Range::Switch,
                OptionRange::Choice(words) => Range::Choice(words),
                OptionRange::Number { min, max } => Range::Number { min, max },
            },
            meaning: option.meaning,
        });
        Self {
            options: options.collect(),
            name: book.name,
            title: book.title,
            summary: book.summary,
            rules: book.rules,
            least_seats: book.min_seats,
            most_seats: book.max_seats,
            usual_seats: book.default_seats,
            low_score_wins: book.low_score_wins,
        }
    }
}

/// What can be played, and against whom
#[utoipa::path(get, path = "/api/games", responses((status = OK, description = "What can be played", body = Games)))]
pub(super) async fn games() -> Json<Games> {
    Json(Games {
        games: Kind::ALL.iter().map(|kind| kind.spec().into()).collect(),
        levels: Level::ALL.iter().map(|level| level.name()).collect(),
    })
}
