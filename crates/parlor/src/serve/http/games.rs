//! `GET /api/games`: the games and the bot levels.

use axum::Json;
use bots::Level;
use game::GameSpec;
use game::options::OptionRange;
use games::Kind;
use serde::Serialize;
use utoipa::ToSchema;

/// The games and the bot levels.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Games {
    /// The games, in display order.
    games: Vec<GameInfo>,
    /// All bot levels, weakest first; those that a game offers are listed with it.
    levels: Vec<&'static str>,
}

/// A level that a game offers.
#[derive(Debug, Serialize, ToSchema)]
struct LevelInfo {
    /// Name in requests, such as `hard`.
    name: &'static str,
    /// Strength for two players as measured between the levels: 400 points are odds of ten to one, `medium` has 1000. `null` if
    /// it was not measured.
    rating: Option<i32>,
}

/// Description of a game.
#[derive(Debug, Serialize, ToSchema)]
struct GameInfo {
    /// Name in requests, such as `gomoku`.
    name: &'static str,
    /// Name for display.
    title: &'static str,
    /// The game in one sentence.
    summary: &'static str,
    /// Version of the rules.
    rules_version: u16,
    /// Minimum number of seats.
    min_seats: u8,
    /// Maximum number of seats.
    max_seats: u8,
    /// Default number of seats.
    default_seats: u8,
    /// Whether the lowest score wins.
    low_score_wins: bool,
    /// The options of the game.
    options: Vec<OptionInfo>,
    /// How many lessons it has (`/api/lessons`).
    lessons: usize,
    /// The bot levels that differ in this game, weakest first. Requests may name any level.
    levels: Vec<LevelInfo>,
}

/// One option of a game.
#[derive(Debug, Serialize, ToSchema)]
struct OptionInfo {
    /// Name in requests.
    name: &'static str,
    /// Default value.
    default: String,
    /// Allowed values.
    range: Range,
    /// Effect of the option.
    description: &'static str,
}

/// Allowed values of an option.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum Range {
    /// `on` or `off`.
    Switch,
    /// One of these values.
    Choice(Vec<&'static str>),
    /// An integer in this range.
    Number {
        /// Minimum.
        min: u32,
        /// Maximum.
        max: u32,
    },
}

fn offered(kind: Kind) -> Vec<LevelInfo> {
    let ratings = bots::ratings(kind);
    let rating = |level: Level| ratings.iter().find(|rating| rating.level == level);
    let info = |level: Level| LevelInfo {
        name: level.name(),
        rating: rating(level).map(|rating| rating.points.round() as i32),
    };
    bots::offered_levels(kind).into_iter().map(info).collect()
}

impl GameInfo {
    fn new(kind: Kind) -> Self {
        let (book, lessons): (GameSpec, usize) = (kind.spec(), lesson_count(kind));
        let options = book.options.into_iter().map(|option| OptionInfo {
            name: option.name,
            default: option.default,
            range: match option.range {
                OptionRange::Switch => Range::Switch,
                OptionRange::Choice(words) => Range::Choice(words),
                OptionRange::Number { min, max } => Range::Number { min, max },
            },
            description: option.description,
        });
        Self {
            options: options.collect(),
            lessons,
            levels: offered(kind),
            name: book.name,
            title: book.title,
            summary: book.summary,
            rules_version: book.rules_version,
            min_seats: book.min_seats,
            max_seats: book.max_seats,
            default_seats: book.default_seats,
            low_score_wins: book.low_score_wins,
        }
    }
}

/// A file that cannot be read is reported where its lessons are asked for.
fn lesson_count(kind: Kind) -> usize {
    games::lessons::lessons(kind).map_or(0, <[_]>::len)
}

/// List the games and the bot levels
#[utoipa::path(get, path = "/api/games", responses((status = OK, description = "The games and the bot levels", body = Games)))]
pub(super) async fn games() -> Json<Games> {
    Json(Games {
        games: Kind::ALL.iter().map(|kind| GameInfo::new(*kind)).collect(),
        levels: Level::ALL.iter().map(|level| level.name()).collect(),
    })
}
