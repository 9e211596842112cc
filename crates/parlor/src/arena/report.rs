//! What a tournament came to: a table, JSON, a chart.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::Context;
use bots::Searchable;
use serde::Serialize;

use super::chart;
use super::journal::Plan;
use super::rating::{Meeting, interval, ratings};
use super::tournament::{GameLine, MatchUp};
use crate::engine::FailureKind;
use crate::entrant::BotName;
use crate::output;
use crate::sim::think_time::{ThinkTime, ThoughtFor};

/// Everything that is printed.
#[derive(Serialize)]
pub(super) struct Result {
    #[serde(skip)]
    title: &'static str,
    #[serde(skip)]
    low_score_wins: bool,
    #[serde(flatten)]
    plan: Plan,
    ratings: Vec<Rated>,
    match_ups: Vec<Met>,
}

/// A bot and how strong it is.
#[derive(Serialize)]
pub(super) struct Rated {
    pub(super) bot: String,
    pub(super) rating: f64,
    /// Half the width of the 95 % interval.
    pub(super) error: f64,
    pub(super) games: u64,
    /// How long it thinks about a decision, if that was measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) thinks: Option<ThoughtFor>,
}

/// How one bot did against the others at its tables.
#[derive(Serialize)]
struct Met {
    bot: String,
    against: String,
    games: u64,
    /// The expected share of the win: a win shared by k counts 1/k, a draw of all nothing.
    win_rate: f64,
    win_low: f64,
    win_high: f64,
    draw_rate: f64,
    loss_rate: f64,
    loss_high: f64,
    mean_score: f64,
    mean_score_error: f64,
    /// The mean of each of the others.
    others_score: f64,
    mean_actions: f64,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    notes: BTreeMap<String, u64>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    others_notes: BTreeMap<String, u64>,
    /// Games that a program lost by ending, and by answering too late.
    crashes: u64,
    timeouts: u64,
    /// Games that do not count, because a program did not keep to the protocol.
    void: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_failure: Option<String>,
}

impl Result {
    pub(super) fn new<G: Searchable>(
        plan: &Plan,
        bots: &[BotName],
        ups: &[MatchUp],
        lines: &[GameLine],
    ) -> Self {
        let of = |up: usize| lines.iter().filter(move |line| line.match_up == up);
        let counted = |up: usize| of(up).filter(|line| !line.is_void());
        let meetings: Vec<Meeting> =
            ups.iter().enumerate().map(|(index, up)| meeting(*up, plan.players, counted(index))).collect();
        let rated = ratings(bots.len(), &meetings);
        let games = |bot: usize| {
            let of_bot = |line: &&GameLine| {
                let up = ups[line.match_up];
                up.one == bot || up.rest == bot
            };
            lines.iter().filter(of_bot).count() as u64
        };
        let mut ratings: Vec<Rated> = bots
            .iter()
            .zip(rated)
            .enumerate()
            .map(|(index, (bot, rating))| Rated {
                bot: bot.to_string(),
                rating: rating.elo,
                error: rating.error,
                games: games(index),
                thinks: thought(index, ups, lines),
            })
            .collect();
        ratings.sort_by(|one, other| other.rating.total_cmp(&one.rating));
        let met = |(index, up): (usize, &MatchUp)| {
            Met::new(bots, *up, plan.players, &of(index).collect::<Vec<_>>())
        };
        Self {
            title: G::TITLE,
            low_score_wins: G::LOW_SCORE_WINS,
            plan: plan.clone(),
            ratings,
            match_ups: ups.iter().enumerate().map(met).collect(),
        }
    }

    /// Puts arena.json and chart.svg into the folder, each whole or as it was.
    pub(super) fn write_files(&self, folder: &Path) -> anyhow::Result<()> {
        let mut json = serde_json::to_string_pretty(self)?;
        json.push('\n');
        let heading = format!("{}: {} at the table, seed {}", self.title, self.plan.players, self.plan.seed);
        for (name, text) in [("arena.json", json), ("chart.svg", chart::draw(&heading, &self.ratings))] {
            let (place, partial) = (folder.join(name), folder.join(format!(".{name}.partial")));
            let failure = || format!("cannot write {}", place.display());
            fs::write(&partial, text).with_context(failure)?;
            fs::rename(&partial, &place).with_context(failure)?;
        }
        Ok(())
    }

    pub(super) fn print(&self, json: bool) -> anyhow::Result<()> {
        let mut out = output::stdout();
        if json {
            output::json_line(&mut out, self)?;
        } else {
            self.write_text(&mut out)?;
        }
        out.flush()?;
        Ok(())
    }

    fn write_text(&self, out: &mut impl Write) -> anyhow::Result<()> {
        writeln!(out, "{}: {} at the table, seed {}", self.title, self.plan.players, self.plan.seed)?;
        writeln!(out, "  {:<16}{:>8}{:>10}{:>10}", "bot", "rating", "", "games")?;
        for Rated { bot, rating, error, games, .. } in &self.ratings {
            writeln!(out, "  {bot:<16}{rating:>+8.0} ±{error:>7.0} {games:>10}")?;
        }
        let timed: Vec<_> =
            self.ratings.iter().filter_map(|rated| Some((&rated.bot, rated.thinks?))).collect();
        if !timed.is_empty() {
            writeln!(
                out,
                "  {:<16}{:>10}{:>11}{:>11}{:>11}   of processor time",
                "thinks", "decisions", "mean ms", "99 % ms", "most ms"
            )?;
            for (bot, ThoughtFor { decisions, mean_ms, p99_ms, max_ms }) in timed {
                writeln!(out, "  {bot:<16}{decisions:>10}{mean_ms:>11.2}{p99_ms:>11.1}{max_ms:>11.1}")?;
            }
        }
        let goal = if self.low_score_wins { " (low wins)" } else { "" };
        writeln!(
            out,
            "  {:<30}{:>7}{:>20}{:>9}{:>19}   mean score{goal}",
            "match", "games", "wins", "draws", "losses (at most)"
        )?;
        for met in &self.match_ups {
            met.write_text(out)?;
        }
        Ok(())
    }
}

impl Met {
    fn new(bots: &[BotName], up: MatchUp, players: u8, all: &[&GameLine]) -> Self {
        let failed = |kind| all.iter().filter(|line| line.failure == Some(kind)).count() as u64;
        let lines: Vec<&GameLine> = all.iter().filter(|line| !line.is_void()).copied().collect();
        let games = lines.len() as f64;
        let mean = |values: &dyn Fn(&GameLine) -> f64| {
            if games == 0.0 { 0.0 } else { lines.iter().map(|line| values(line)).sum::<f64>() / games }
        };
        let others = usize::from(players) - 1;
        let win_rate = mean(&|line| won(line, 0));
        let draw_rate = mean(&|line| f64::from(u8::from(line.winners.is_empty())));
        let loss_rate =
            mean(&|line| f64::from(u8::from(!line.winners.is_empty() && !line.winners.contains(&0))));
        let (win_low, win_high) = interval(win_rate, games);
        let mean_score = mean(&|line| f64::from(line.scores[0]));
        let square = mean(&|line| (f64::from(line.scores[0]) - mean_score).powi(2));
        let (mut notes, mut others_notes) = (BTreeMap::new(), BTreeMap::new());
        for (what, counts) in lines.iter().flat_map(|line| &line.notes) {
            for (place, count) in counts.iter().enumerate() {
                let notes = if place == 0 { &mut notes } else { &mut others_notes };
                *notes.entry(what.clone()).or_insert(0) += u64::from(*count);
            }
        }
        let against = bots[up.rest].to_string();
        Self {
            bot: bots[up.one].to_string(),
            against: if others == 1 { against } else { format!("{others} × {against}") },
            games: lines.len() as u64,
            win_rate,
            win_low,
            win_high,
            draw_rate,
            loss_rate,
            loss_high: interval(loss_rate, games).1,
            mean_score,
            mean_score_error: if games == 0.0 { 0.0 } else { 1.96 * (square / games).sqrt() },
            others_score: mean(&|line| {
                line.scores[1..].iter().copied().map(f64::from).sum::<f64>() / others as f64
            }),
            mean_actions: mean(&|line| line.actions as f64),
            notes,
            others_notes,
            crashes: failed(FailureKind::Crash),
            timeouts: failed(FailureKind::Timeout),
            void: failed(FailureKind::Protocol),
            first_failure: all.iter().find_map(|line| line.forfeit.clone().map(|(_, why)| why)),
        }
    }

    fn write_text(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let percent = |share: f64| 100.0 * share;
        let name = format!("{} against {}", self.bot, self.against);
        writeln!(
            out,
            "  {name:<30}{:>7}{:>7.2} % ({:>5.2}–{:>5.2}){:>6.1} %{:>8.2} % ({:>5.2}){:>3}{:.2} ± {:.2} to {:.2}",
            self.games,
            percent(self.win_rate),
            percent(self.win_low),
            percent(self.win_high),
            percent(self.draw_rate),
            percent(self.loss_rate),
            percent(self.loss_high),
            "",
            self.mean_score,
            self.mean_score_error,
            self.others_score,
        )?;
        for (who, notes) in [(&self.bot, &self.notes), (&self.against, &self.others_notes)] {
            let noted: Vec<_> = notes.iter().map(|(what, count)| format!("{what} {count}")).collect();
            if !noted.is_empty() {
                writeln!(out, "    {who}: {}", noted.join(", "))?;
            }
        }
        if let Some(why) = &self.first_failure {
            let (crashes, timeouts, void) = (self.crashes, self.timeouts, self.void);
            writeln!(
                out,
                "    {crashes} lost by a crash, {timeouts} by a timeout, {void} void by protocol, for example: {why}"
            )?;
        }
        Ok(())
    }
}

/// How long a bot has thought, over all games in which that was measured.
fn thought(bot: usize, ups: &[MatchUp], lines: &[GameLine]) -> Option<ThoughtFor> {
    let mut all = ThinkTime::default();
    for line in lines {
        let places = line.times.iter().flatten().enumerate();
        places
            .filter(|(place, _)| ups[line.match_up].bot_at(*place) == bot)
            .for_each(|(_, time)| all.merge(time));
    }
    all.summary()
}

/// The part of the win that this place got.
fn won(line: &GameLine, place: usize) -> f64 {
    if line.winners.contains(&place) { 1.0 / line.winners.len() as f64 } else { 0.0 }
}

fn meeting<'a>(up: MatchUp, players: u8, lines: impl Iterator<Item = &'a GameLine>) -> Meeting {
    let others = f64::from(players - 1);
    let (mut one, mut games) = (0.0, 0.0);
    for line in lines {
        games += 1.0;
        one += if line.winners.is_empty() { 1.0 / f64::from(players) } else { won(line, 0) };
    }
    debug_assert!(up.bot_at(0) == up.one && up.bot_at(1) == up.rest);
    Meeting { seats: vec![(up.one, 1.0), (up.rest, others)], wins: vec![one, games - one], games }
}
