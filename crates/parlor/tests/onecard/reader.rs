//! Reads a log and plays it again card by card.
//!
//! Written from the description of the log and the rules alone: it shares nothing with the program but the words.

mod hand;
mod round;
mod stock;

use hand::{Card, list};
use round::Round;

/// By which rules a log was played.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rules {
    pub(crate) may_draw: bool,
    pub(crate) play_drawn: bool,
    pub(crate) suit_or_rank: bool,
    pub(crate) queen_skips_2: bool,
    pub(crate) multi: bool,
}

/// What was met on the way, so that a test can see that it has met everything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Met {
    pub(crate) rounds: usize,
    pub(crate) turns: usize,
    pub(crate) plays: usize,
    pub(crate) plays_of_several: usize,
    pub(crate) plays_of_drawn: usize,
    pub(crate) draws: usize,
    pub(crate) draws_by_choice: usize,
    pub(crate) short_draws: usize,
    pub(crate) attacks_drawn: usize,
    pub(crate) largest_attack: usize,
    pub(crate) sevens: usize,
    pub(crate) redirections: usize,
    pub(crate) reshuffles: usize,
    pub(crate) reshuffles_under_attack: usize,
    pub(crate) nobody_wins: usize,
    pub(crate) shared_wins: usize,
}

impl Met {
    pub(crate) fn add(&mut self, other: &Self) {
        self.rounds += other.rounds;
        self.turns += other.turns;
        self.plays += other.plays;
        self.plays_of_several += other.plays_of_several;
        self.plays_of_drawn += other.plays_of_drawn;
        self.draws += other.draws;
        self.draws_by_choice += other.draws_by_choice;
        self.short_draws += other.short_draws;
        self.attacks_drawn += other.attacks_drawn;
        self.largest_attack = self.largest_attack.max(other.largest_attack);
        self.sevens += other.sevens;
        self.redirections += other.redirections;
        self.reshuffles += other.reshuffles;
        self.reshuffles_under_attack += other.reshuffles_under_attack;
        self.nobody_wins += other.nobody_wins;
        self.shared_wins += other.shared_wins;
    }
}

/// Why reading stopped.
enum Stop {
    /// The log ends here.
    End,
    Wrong(String),
}

impl std::fmt::Display for Stop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::End => f.write_str("the log ends here"),
            Self::Wrong(why) => f.write_str(why),
        }
    }
}

type Read<T> = Result<T, Stop>;

fn wrong<T>(why: impl Into<String>) -> Read<T> {
    Err(Stop::Wrong(why.into()))
}

/// The lines of a log, and where one is.
struct Lines<'a> {
    lines: Vec<&'a str>,
    at: usize,
}

impl<'a> Lines<'a> {
    fn peek(&self) -> Option<&'a str> {
        self.lines.get(self.at).copied()
    }

    fn next(&mut self) -> Read<&'a str> {
        let line = self.peek().ok_or(Stop::End)?;
        self.at += 1;
        Ok(line)
    }

    fn expect(&mut self, expected: &str) -> Read<()> {
        let line = self.next()?;
        if line == expected { Ok(()) } else { wrong(format!("expected {expected:?}")) }
    }

    /// What stands after this in the next line.
    fn after(&mut self, label: &str) -> Read<&'a str> {
        let line = self.next()?;
        line.strip_prefix(label).ok_or_else(|| Stop::Wrong(format!("expected {label:?}")))
    }

    fn number(&mut self, label: &str) -> Read<usize> {
        let text = self.after(label)?;
        let number: usize = text.parse().map_err(|_| Stop::Wrong(format!("no number: {text:?}")))?;
        if number.to_string() == text { Ok(number) } else { wrong("no plain number") }
    }

    fn cards(&mut self, label: &str) -> Read<Vec<Card>> {
        list(self.after(label)?).map_err(Stop::Wrong)
    }
}

/// Checks a log of a whole game.
#[track_caller]
pub(crate) fn check(log: &str, rules: &Rules) -> Met {
    let (met, stop, at) = read(log, rules);
    if let Some(stop) = stop {
        panic!("line {at}: {stop}\n{}", around(log, at));
    }
    met
}

/// Checks the log of a game that was not played to its end.
#[track_caller]
pub(crate) fn check_beginning(log: &str, rules: &Rules) -> Met {
    let (met, stop, at) = read(log, rules);
    match stop {
        Some(Stop::End) => met,
        Some(wrong) => panic!("line {at}: {wrong}\n{}", around(log, at)),
        None => panic!("the game was played to its end"),
    }
}

/// Whether a log of a whole game is right to the letter.
pub(crate) fn is_right(log: &str, rules: &Rules) -> bool {
    read(log, rules).1.is_none()
}

fn around(log: &str, at: usize) -> String {
    let lines: Vec<_> =
        log.lines().skip(at.saturating_sub(12)).take(14).map(|line| &line[..line.len().min(150)]).collect();
    lines.join("\n")
}

/// The form of every log, whatever happens in it.
fn form(log: &str) -> Result<(), &'static str> {
    if !log.is_ascii() {
        return Err("the log is not ASCII");
    }
    if !log.ends_with('\n') {
        return Err("the last line has no end");
    }
    if log.contains("\n\n") || log.contains('\r') {
        return Err("there are blank lines or carriage returns");
    }
    if log.lines().any(|line| line.trim() != line) {
        return Err("there are blanks around a line");
    }
    Ok(())
}

/// What was met, why reading stopped, and in which line.
fn read(log: &str, rules: &Rules) -> (Met, Option<Stop>, usize) {
    let mut met = Met::default();
    if let Err(why) = form(log) {
        return (met, Some(Stop::Wrong(why.to_owned())), 0);
    }
    let mut lines = Lines { lines: log.lines().collect(), at: 0 };
    let stop = read_game(&mut lines, rules, &mut met).err();
    (met, stop, lines.at)
}

fn read_game(lines: &mut Lines<'_>, rules: &Rules, met: &mut Met) -> Read<()> {
    for line in [
        "########################",
        "#                      #",
        "# Welcome to One Card! #",
        "#                      #",
        "########################",
        "---- Initial setup ----",
    ] {
        lines.expect(line)?;
    }
    let rounds = lines.number("Number of rounds: ")?;
    let decks = lines.number("Number of decks: ")?;
    let players = lines.number("Number of players: ")?;
    let mut totals = vec![0i64; players];
    let mut starter = None;
    for number in 1..=rounds {
        let mut round = Round::deal(lines, rules, decks, players, starter)?;
        let winner = round.play(lines, met)?;
        let left = round.cards_left();
        lines.expect("---- Stats ----")?;
        lines.expect(&format!("Round {number} result:"))?;
        for (player, total) in totals.iter_mut().enumerate() {
            let score = -(left[player] as i64);
            *total += score;
            lines.expect(&format!("Player {}: {score}, total: {total}", player + 1))?;
        }
        lines.expect(&format!("Round {number} ends."))?;
        met.rounds += 1;
        let fewest = *left.iter().min().unwrap_or(&0);
        starter = winner.or_else(|| left.iter().position(|count| *count == fewest));
    }
    let best = *totals.iter().max().unwrap_or(&0);
    let winners: Vec<_> = (0..players).filter(|player| totals[*player] == best).collect();
    for winner in &winners {
        lines.expect(&format!("Player {} wins the game!", winner + 1))?;
    }
    met.shared_wins += usize::from(winners.len() > 1);
    match lines.peek() {
        None => Ok(()),
        Some(more) => wrong(format!("nothing should follow, but there is {more:?}")),
    }
}
