//! `parlor ratings`: the ratings of a server, computed from its rated games by the code that the server uses.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Read, Write};

use anyhow::{Context, Result, bail};
use clap::Args;
use games::Kind;
use ratings::{Board, BoardKey, Player, RatedGame, Rating, TableClass, fit_boards};
use serde::{Deserialize, Serialize};

use crate::http_client::ServerUrl;
use crate::output;

pub(crate) const EXAMPLES: &str = "\
Examples:
  parlor ratings http://127.0.0.1:8080                ask a server for all its rated games
  curl -s http://127.0.0.1:8080/api/results >r.json   or keep them (pages one after another)
  parlor ratings r.json --game golf --class 3-4       and compute the ratings without it
  parlor ratings r.json --json                        the same numbers as the server's, as JSON

docs/ratings.md says how they are computed.";

#[derive(Args, Debug)]
pub(crate) struct RatingsArgs {
    /// File with pages of /api/results, - for standard input, or the URL of a server
    #[arg(value_name = "FILE|URL")]
    source: String,
    /// Only this game
    #[arg(long, value_name = "GAME")]
    game: Option<Kind>,
    /// Only tables of this class: 2, 3-4 or 5-10
    #[arg(long, value_name = "SEATS")]
    class: Option<TableClass>,
    /// Weigh games as of this moment, in milliseconds since 1970 [default: that of the results]
    #[arg(long, value_name = "MS", allow_negative_numbers = true)]
    at: Option<i64>,
    /// Print one line of JSON for each player and board
    #[arg(long)]
    json: bool,
}

/// A page of `GET /api/results`.
#[derive(Deserialize)]
struct Page {
    as_of: i64,
    games: Vec<RatedGame>,
    next: Option<u64>,
}

/// One rating as a line of JSON.
#[derive(Serialize)]
struct RatingLine<'a> {
    game: &'a str,
    class: TableClass,
    #[serde(skip_serializing_if = "Option::is_none")]
    person: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bot: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bot_version: Option<u16>,
    rating: f64,
    interval: f64,
    provisional: bool,
    games: u32,
}

pub(crate) fn run(args: &RatingsArgs) -> Result<()> {
    let (games, as_of) = read(&args.source)?;
    // Names change: the one that somebody had last is theirs.
    let mut names: BTreeMap<u64, (u64, String)> = BTreeMap::new();
    for game in &games {
        for seat in &game.seats {
            if let (Some(person), Some(name)) = (seat.person, &seat.name)
                && names.get(&person).is_none_or(|(known, _)| *known <= game.number)
            {
                names.insert(person, (game.number, name.clone()));
            }
        }
    }
    let boards = fit_boards(&games, args.at.unwrap_or(as_of));
    let mut out = output::stdout();
    let mut is_first = true;
    for (key, board) in &boards {
        let is_other = args.game.is_some_and(|game| game.name() != key.game)
            || args.class.is_some_and(|class| class != key.class);
        if is_other {
            continue;
        }
        if args.json {
            for (player, rating) in by_rating(board) {
                writeln!(out, "{}", serde_json::to_string(&line(key, player, rating, &names))?)?;
            }
        } else {
            if !is_first {
                writeln!(out)?;
            }
            is_first = false;
            print(&mut out, key, board, &names)?;
        }
    }
    if is_first && !args.json {
        writeln!(out, "No rated game.")?;
    }
    Ok(out.flush()?)
}

fn read(source: &str) -> Result<(Vec<RatedGame>, i64)> {
    if source.starts_with("http://") || source.starts_with("https://") {
        let server: ServerUrl = source.parse().map_err(anyhow::Error::msg)?;
        return ask(&server);
    }
    let mut text = String::new();
    if source == "-" {
        std::io::stdin().read_to_string(&mut text).context("standard input")?;
    } else {
        text = fs::read_to_string(source).with_context(|| source.to_owned())?;
    }
    let (mut games, mut as_of) = (Vec::new(), None);
    for page in serde_json::Deserializer::from_str(&text).into_iter::<Page>() {
        let page = page.with_context(|| format!("{source} does not hold pages of /api/results"))?;
        games.extend(page.games);
        as_of = as_of.max(Some(page.as_of));
    }
    let Some(as_of) = as_of else { bail!("{source} is empty.") };
    Ok((games, as_of))
}

fn ask(server: &ServerUrl) -> Result<(Vec<RatedGame>, i64)> {
    let mut games = Vec::new();
    let mut after = 0;
    loop {
        let answer = server.request("GET", &format!("/api/results?after={after}"), None, None)?;
        let page: Page = serde_json::from_str(&answer.accepted()?)
            .with_context(|| format!("{server} did not answer with rated games"))?;
        games.extend(page.games);
        match page.next {
            Some(next) => after = next,
            None => return Ok((games, page.as_of)),
        }
    }
}

/// The strongest first.
fn by_rating(board: &Board) -> Vec<(&Player, Rating)> {
    let known = board.players.iter().filter(|(player, _)| !matches!(player, Player::Deleted { .. }));
    let mut players: Vec<_> = known.map(|(player, rating)| (player, *rating)).collect();
    players.sort_by(|(_, one), (_, other)| other.points.total_cmp(&one.points));
    players
}

fn line<'a>(
    key: &'a BoardKey,
    player: &'a Player,
    rating: Rating,
    names: &'a BTreeMap<u64, (u64, String)>,
) -> RatingLine<'a> {
    let (person, bot, bot_version) = match player {
        Player::Person(person) => (Some(*person), None, None),
        Player::Bot { level, version } => (None, Some(level.as_str()), Some(*version)),
        Player::Deleted { .. } => (None, None, None),
    };
    let name = person.and_then(|person| names.get(&person)).map(|(_, name)| name.as_str());
    let tenth = |points: f64| (10.0 * points).round() / 10.0;
    RatingLine {
        game: &key.game,
        class: key.class,
        person,
        name,
        bot,
        bot_version,
        rating: tenth(rating.points),
        interval: tenth(rating.interval),
        provisional: rating.is_provisional(),
        games: rating.games,
    }
}

fn print(
    out: &mut impl Write,
    key: &BoardKey,
    board: &Board,
    names: &BTreeMap<u64, (u64, String)>,
) -> Result<()> {
    let BoardKey { game, class } = key;
    let counted =
        if board.games == 1 { "1 rated game".to_owned() } else { format!("{} rated games", board.games) };
    writeln!(out, "{game}, {class} seats: {counted}")?;
    for (player, rating) in by_rating(board) {
        let name = match player {
            Player::Person(person) => {
                names.get(person).map_or_else(|| format!("person {person}"), |(_, name)| name.clone())
            }
            Player::Bot { level, version } => format!("bot {level} (version {version})"),
            Player::Deleted { .. } => continue,
        };
        let mark = if rating.is_provisional() { "?" } else { " " };
        let interval =
            if rating.interval > 0.0 { format!("± {:.0}", rating.interval) } else { "fixed".to_owned() };
        writeln!(out, "{:>6.0}{mark} {interval:<7} {:>6} games  {name}", rating.points, rating.games)?;
    }
    Ok(())
}
