//! What `parlor sim` prints.

use std::io::Write;
use std::time::Duration;

use anyhow::Result;
use game::{Game, Options};
use serde::Serialize;

use super::into::StoredGames;
use super::tally::{Count, Tally};
use crate::cli::SimArgs;
use crate::entrant::BotName;
use crate::output;
use crate::table::Table;

#[derive(Serialize)]
struct Report<'a> {
    game: &'static str,
    rules: u16,
    options: game::options::RawOptions,
    players: u8,
    seed: u64,
    games: u64,
    draws: u64,
    shared_wins: u64,
    actions: u64,
    shortest: u64,
    mean_length: f64,
    longest: u64,
    seconds: f64,
    games_per_second: f64,
    actions_per_second: f64,
    bots: Vec<Row>,
    seats: Vec<Row>,
    #[serde(skip_serializing_if = "is_none")]
    forfeits: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_forfeit: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stored: Option<StoredGames>,
}

#[derive(Serialize)]
struct Row {
    #[serde(skip_serializing_if = "Option::is_none")]
    bot: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<usize>,
    wins: u64,
    /// Wins a game, a win shared by k counted as 1/k.
    win_rate: f64,
    /// Half the width of the 95 % interval of the win rate.
    win_rate_error: f64,
    mean_score: f64,
    score_deviation: f64,
}

impl Row {
    fn new(count: &Count, games: u64) -> Self {
        let win_rate = count.win_rate(games);
        Self {
            bot: None,
            seat: None,
            wins: count.wins,
            win_rate,
            win_rate_error: 1.96 * (win_rate * (1.0 - win_rate) / games as f64).max(0.0).sqrt(),
            mean_score: count.mean_score(games),
            score_deviation: count.score_deviation(games),
        }
    }

    fn bot(bot: &BotName, count: &Count, games: u64) -> Self {
        Self { bot: Some(bot.to_string()), ..Self::new(count, games) }
    }

    fn seat(seat: usize, count: &Count, games: u64) -> Self {
        Self { seat: Some(seat), ..Self::new(count, games) }
    }
}

fn is_none(count: &u64) -> bool {
    *count == 0
}

pub(crate) fn print<G: Game>(
    args: &SimArgs,
    table: &Table<G>,
    tally: &Tally,
    (took, stored): (Duration, Option<StoredGames>),
) -> Result<()> {
    let seconds = took.as_secs_f64().max(1e-9);
    let bots = table.bots.iter().zip(&tally.entrants);
    let seats = tally.seats.iter().enumerate();
    let report = Report {
        game: G::NAME,
        rules: *G::RULES.end(),
        options: table.options.settings(),
        players: table.seats,
        seed: table.seed,
        games: tally.games,
        draws: tally.draws,
        shared_wins: tally.shared,
        actions: tally.actions,
        shortest: tally.shortest,
        mean_length: tally.actions as f64 / tally.games as f64,
        longest: tally.longest,
        seconds,
        games_per_second: tally.games as f64 / seconds,
        actions_per_second: tally.actions as f64 / seconds,
        bots: bots.map(|(bot, count)| Row::bot(bot, count, tally.games)).collect(),
        forfeits: tally.forfeits,
        first_forfeit: tally.first_forfeit.as_deref(),
        seats: seats.map(|(seat, count)| Row::seat(seat, count, tally.games)).collect(),
        stored,
    };
    let mut out = output::stdout();
    if args.json {
        output::json_line(&mut out, &report)?;
    } else {
        write_text::<G>(&mut out, &report)?;
    }
    out.flush()?;
    Ok(())
}

fn write_text<G: Game>(out: &mut impl Write, report: &Report<'_>) -> Result<()> {
    writeln!(
        out,
        "{}: {} games of {} players, seed {}",
        G::TITLE,
        report.games,
        report.players,
        report.seed
    )?;
    let goal = if G::LOW_SCORE_WINS { " (low wins)" } else { "" };
    writeln!(out, "  {:<12}{:>10}{:>16}   mean score{goal}", "bot", "wins", "rate")?;
    for row in &report.bots {
        write_row(out, row.bot.as_deref().unwrap_or_default(), row)?;
    }
    writeln!(out, "  seat")?;
    for row in &report.seats {
        write_row(out, &row.seat.unwrap_or_default().to_string(), row)?;
    }
    writeln!(out, "  draws {}, shared wins {}", report.draws, report.shared_wins)?;
    if let Some(why) = report.first_forfeit {
        writeln!(out, "  {} ended by a failing program, for example: {why}", report.forfeits)?;
    }
    writeln!(
        out,
        "  actions a game: {} to {}, {:.1} in the mean",
        report.shortest, report.longest, report.mean_length
    )?;
    if let Some(StoredGames { place, games, first, last }) = &report.stored {
        writeln!(out, "  stored {games} games in {place}: {first} to {last}")?;
    }
    writeln!(
        out,
        "  {:.0} games/s, {:.0} actions/s, {:.2} s",
        report.games_per_second, report.actions_per_second, report.seconds
    )?;
    Ok(())
}

fn write_row(out: &mut impl Write, name: &str, row: &Row) -> Result<()> {
    let (rate, error) = (100.0 * row.win_rate, 100.0 * row.win_rate_error);
    writeln!(
        out,
        "  {name:<12}{:>10}{:>8.2} ±{error:>5.2} %   {:.2} ± {:.2}",
        row.wins, rate, row.mean_score, row.score_deviation
    )?;
    Ok(())
}
