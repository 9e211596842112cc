//! The whole review of a finished game whose type is hidden: decisions, luck, and the sums of both.

#[cfg(test)]
pub(crate) mod tests;

use game::{FastRng, RecordError, RecordHead, Replay, Seat, Status, dice};
use games::{Kind, UnknownGame};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::luck::{LuckMethod, Outlook, luck};
use crate::{Budget, Effort, Searchable, review};

/// Changes when the same game would be judged differently: stored reviews name it.
pub const REVIEWER: u32 = 3;

/// What a review found. It holds no names, and is the same for everybody who asks.
#[derive(Debug, Serialize)]
pub struct GameReview {
    /// The version of the reviewer.
    pub reviewer: u32,
    /// How hard it thought.
    pub effort: &'static str,
    /// The number of the last step.
    pub steps: usize,
    /// How luck was found: `none`, `exact` or `estimated`.
    pub luck_method: &'static str,
    /// The sums, by seat.
    pub seats: Vec<SeatReview>,
    /// Decisions with more than one choice, in order.
    pub decisions: Vec<ReviewedDecision>,
    /// Steps at which chance fell, in order.
    pub chances: Vec<ReviewedChance>,
}

/// The sums of one seat.
#[derive(Debug, Serialize)]
pub struct SeatReview {
    /// Decisions with more than one choice that the reviewer could value.
    pub decisions: u32,
    /// What they cost together, in shares of the win.
    pub cost: f64,
    /// What a decision cost on average.
    pub mean_cost: f64,
    /// The share of the win that the seat got.
    pub result: f64,
    /// The sum of its luck, in shares of the win.
    pub luck: f64,
    /// Half the width of the 95 % interval of the sum that comes from sampling.
    pub luck_error: f64,
    /// The result minus the luck: an estimate of what the play alone was worth.
    pub adjusted: f64,
}

/// One decision.
#[derive(Debug, Serialize)]
pub struct ReviewedDecision {
    /// The step of the record: the nth action.
    pub step: usize,
    /// Who decided.
    pub seat: Seat,
    /// What was done.
    pub played: Box<RawValue>,
    /// The best that was found, from what the seat knew then.
    pub best: Box<RawValue>,
    /// Both in words.
    pub played_text: String,
    /// See [`played_text`](Self::played_text).
    pub best_text: String,
    /// The seat's chance after what was done; `null` if it was not looked at.
    pub played_value: Option<f64>,
    /// The seat's chance after the best choice.
    pub best_value: Option<f64>,
    /// What it cost; `null` if it was not looked at.
    pub cost: Option<f64>,
    /// How many choices there were.
    pub choices: usize,
    /// 0 = good, 1 = inaccurate, 2 = a mistake, 3 = a blunder.
    pub grade: u8,
}

/// One step at which chance fell.
#[derive(Debug, Serialize)]
pub struct ReviewedChance {
    /// The step of the record; 0 is the deal.
    pub step: usize,
    /// What it brought each seat, in shares of the win.
    pub luck: Vec<f64>,
}

/// Why a game cannot be reviewed.
#[derive(Debug)]
pub enum ReviewError {
    /// It is not a record of a game that this program plays.
    Record(RecordError),
    /// No game has that name.
    Game(UnknownGame),
    /// It was not played to its end.
    NotOver,
    /// The game has no bots that think.
    NoBots(Kind),
}

impl std::fmt::Display for ReviewError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Record(error) => error.fmt(f),
            Self::Game(error) => error.fmt(f),
            Self::NotOver => {
                f.write_str("The game was not played to its end, and only finished games are reviewed.")
            }
            Self::NoBots(kind) => write!(f, "No bots play {kind} yet that could judge it."),
        }
    }
}

impl std::error::Error for ReviewError {}

/// Costs from which a decision is inaccurate, a mistake, a blunder, in shares of the win at a table of two. The more
/// seats, the smaller everybody's share: thresholds shrink with it.
const GRADES: [f64; 3] = [0.05, 0.10, 0.15];

/// The grade of a decision that cost this share of the win.
#[must_use]
pub fn grade_of(cost: f64, seats: u8) -> u8 {
    let scaled = cost * f64::from(seats) / 2.0;
    GRADES.iter().filter(|least| scaled >= **least).count() as u8
}

/// Reviews the game of a record. `None` if the budget said stop before the end.
///
/// The same record, effort and seed give the same review on every machine. `progress` is called with the part that is done,
/// from 0 to 1.
///
/// # Errors
/// If the record cannot be read, the game is not over, or nobody can judge it.
pub fn review_game(
    record: &str,
    effort: Effort,
    seed: u64,
    budget: Budget<'_>,
    progress: &mut dyn FnMut(f64),
) -> Result<Option<GameReview>, ReviewError> {
    let head = RecordHead::parse(record).map_err(ReviewError::Record)?;
    let kind: Kind = head.game.parse().map_err(ReviewError::Game)?;
    with_bots!(kind, G => {
        let replay = Replay::<G>::read(record).map_err(ReviewError::Record)?;
        reviewed(&replay, None, effort, seed, budget, progress)
    }, _ => Err(ReviewError::NoBots(kind)))
}

/// [`review_game`] of a game whose type is known; `of` says whose decisions are looked at, everybody's if nobody is named.
///
/// # Errors
/// If the game is not over.
pub fn reviewed<G: Searchable + Outlook>(
    replay: &Replay<G>,
    of: Option<Seat>,
    effort: Effort,
    seed: u64,
    budget: Budget<'_>,
    progress: &mut dyn FnMut(f64),
) -> Result<Option<GameReview>, ReviewError> {
    let seats = replay.seats();
    let results = results(replay)?;
    let steps = replay.actions().len();
    let part = |step: usize| step as f64 / steps.max(1) as f64;
    let mut sums: Vec<SeatReview> = results.into_iter().map(SeatReview::of).collect();
    let mut dice: FastRng = dice(seed);
    let mut decisions = Vec::new();
    for decision in review(replay, of, effort, &mut dice, budget) {
        progress(0.8 * part(decision.step));
        let cost = decision.loss();
        if let (Some(cost), Some(sum)) = (cost, sums.get_mut(decision.seat.index())) {
            sum.decisions += 1;
            sum.cost += cost;
        }
        decisions.push(ReviewedDecision {
            step: decision.step,
            seat: decision.seat,
            played: json(&decision.played),
            best: json(&decision.best),
            played_text: decision.played.to_string(),
            best_text: decision.best.to_string(),
            played_value: decision.played_value.map(rounded),
            best_value: decision.best_value.map(rounded),
            cost: cost.map(rounded),
            choices: decision.choices,
            grade: cost.map_or(0, |cost| grade_of(cost, seats)),
        });
    }
    let mut dice: FastRng = game::dice(seed.wrapping_add(1));
    let mut chances = Vec::new();
    let mut variance = vec![0.0; usize::from(seats)];
    for event in luck(replay, &mut dice, budget) {
        progress(0.8 + 0.2 * part(event.step));
        for seat in Seat::all(seats) {
            sums[seat.index()].luck += event.luck[seat];
            variance[seat.index()] += event.error[seat] * event.error[seat];
        }
        chances.push(ReviewedChance {
            step: event.step,
            luck: event.luck.as_slice().iter().copied().map(rounded).collect(),
        });
    }
    if budget.is_over() {
        return Ok(None);
    }
    for (sum, variance) in sums.iter_mut().zip(variance) {
        sum.finish(variance);
    }
    let luck_method = G::luck_method(replay.options(), seats);
    progress(1.0);
    Ok(Some(GameReview {
        reviewer: REVIEWER,
        effort: effort_name(effort),
        steps,
        luck_method: luck_method.name(),
        seats: sums,
        decisions,
        chances: if luck_method == LuckMethod::None { Vec::new() } else { chances },
    }))
}

impl SeatReview {
    const fn of(result: f64) -> Self {
        Self { decisions: 0, cost: 0.0, mean_cost: 0.0, result, luck: 0.0, luck_error: 0.0, adjusted: 0.0 }
    }

    fn finish(&mut self, variance: f64) {
        self.mean_cost = rounded(self.cost / f64::from(self.decisions.max(1)));
        self.cost = rounded(self.cost);
        self.adjusted = rounded(self.result - self.luck);
        self.luck = rounded(self.luck);
        self.luck_error = rounded(1.96 * variance.sqrt());
        self.result = rounded(self.result);
    }
}

/// Each seat's share of the win.
fn results<G: Searchable>(replay: &Replay<G>) -> Result<Vec<f64>, ReviewError> {
    let last = replay.steps().last().map(|step| step.position);
    let Some((position, Status::Over(outcome))) = last.map(|position| {
        let status = position.status();
        (position, status)
    }) else {
        return Err(ReviewError::NotOver);
    };
    Ok(crate::search::shares(&position, outcome.winners).as_slice().to_vec())
}

/// Six digits: more would be noise, and make the same review differ between machines.
fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

fn json(action: &impl Serialize) -> Box<RawValue> {
    // Actions are plain data; the laws of games hold them to that.
    serde_json::value::to_raw_value(action).unwrap_or_else(|_| RawValue::NULL.to_owned())
}

const fn effort_name(effort: Effort) -> &'static str {
    match effort {
        Effort::Medium => "medium",
        Effort::Hard => "hard",
        Effort::Expert => "expert",
        Effort::Endless => "endless",
    }
}
