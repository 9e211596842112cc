//! The review of a finished game: what each decision cost, how lucky everybody was, and all of that in sentences.

use serde::Deserialize;
use serde_json::Value;

use super::hint::percent;

/// The address of the review of a replay; `known` asks for an answer when more than that is done.
pub(crate) fn path(replay: &str, known: Option<u8>) -> String {
    let known = known.map(|known| format!("?known={known}")).unwrap_or_default();
    format!("/api/replays/{replay}/review{known}")
}

/// How far a review is, as this client knows.
#[derive(Debug)]
pub(crate) enum ReviewState {
    /// The server is asked whether there is one.
    Loading,
    NotAsked,
    /// It is being computed: how much of it is done, in per cent.
    Running(u8),
    Done(Box<GameReview>),
    /// There is none, and why.
    Problem(String),
}

impl ReviewState {
    /// Reads an answer of the server.
    pub(crate) fn read(body: Result<String, String>) -> Self {
        let answer = body.and_then(|body| {
            serde_json::from_str::<Answer>(&body)
                .map_err(|error| format!("The server sent something unreadable: {error}"))
        });
        match answer {
            Err(why) => Self::Problem(why),
            Ok(Answer { state: Stage::None, .. }) => Self::NotAsked,
            Ok(Answer { state: Stage::Running, percent, .. }) => Self::Running(percent.min(100)),
            Ok(Answer { review: Some(Judged::Review(review)), .. }) => Self::Done(review),
            Ok(Answer { review: Some(Judged::Problem { problem }), .. }) => Self::Problem(problem),
            Ok(Answer { review: None, .. }) => {
                Self::Problem("The server sent a review without its text.".to_owned())
            }
        }
    }

    pub(crate) fn done(&self) -> Option<&GameReview> {
        match self {
            Self::Done(review) => Some(review),
            _ => None,
        }
    }

    /// How it stands, in one sentence; nothing once it is there.
    pub(crate) fn progress(&self) -> Option<String> {
        match self {
            Self::Running(0) => Some("Waiting for the bots to have time…".to_owned()),
            Self::Running(percent) => Some(format!("Looking at every decision again: {percent} %")),
            Self::Problem(why) => Some(format!("This game cannot be reviewed. {why}")),
            Self::Loading | Self::NotAsked | Self::Done(_) => None,
        }
    }
}

#[derive(Deserialize)]
struct Answer {
    state: Stage,
    percent: u8,
    review: Option<Judged>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Stage {
    None,
    Running,
    Done,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Judged {
    Problem { problem: String },
    Review(Box<GameReview>),
}

/// How the luck was computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum LuckMethod {
    None,
    Exact,
    Estimated,
}

/// What a review found.
#[derive(Debug, Deserialize)]
pub(crate) struct GameReview {
    /// The number of the last step.
    pub(crate) steps: usize,
    pub(crate) luck_method: LuckMethod,
    pub(crate) seats: Vec<SeatReview>,
    pub(crate) decisions: Vec<ReviewedDecision>,
}

/// The sums of one seat, in shares of the win.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct SeatReview {
    pub(crate) decisions: u32,
    pub(crate) mean_cost: f64,
    pub(crate) result: f64,
    pub(crate) luck: f64,
    pub(crate) luck_error: f64,
    pub(crate) adjusted: f64,
}

/// One decision.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct ReviewedDecision {
    /// The step that it made: the board before it is one step earlier.
    pub(crate) step: usize,
    pub(crate) seat: u8,
    pub(crate) best: Value,
    pub(crate) played_text: String,
    pub(crate) best_text: String,
    pub(crate) played_value: Option<f64>,
    pub(crate) cost: Option<f64>,
    /// 0 = good, 1 = inaccurate, 2 = a mistake, 3 = a blunder.
    pub(crate) grade: u8,
}

impl ReviewedDecision {
    pub(crate) fn grade_word(&self) -> &'static str {
        match self.grade {
            0 => "Good",
            1 => "Inaccurate",
            2 => "Mistake",
            _ => "Blunder",
        }
    }

    pub(crate) fn grade_mark(&self) -> &'static str {
        match self.grade {
            0 => "",
            1 => "?!",
            2 => "?",
            _ => "??",
        }
    }

    /// The decision in sentences: who did what, what it cost, and what would have been better.
    pub(crate) fn sentence(&self, names: &[String]) -> String {
        let name = names.get(usize::from(self.seat)).map_or("?", String::as_str);
        format!(
            "{}, step {}: {name}: {}, cost {} of a win. Better: {}.",
            self.grade_word(),
            self.step,
            self.played_text,
            percent(self.cost.unwrap_or(0.0)),
            self.best_text
        )
    }
}

/// Luck below this share of a win is not mentioned.
const WORTH_A_WORD: f64 = 0.05;

impl GameReview {
    /// The decisions that cost much, in order.
    pub(crate) fn costly(&self) -> Vec<&ReviewedDecision> {
        self.decisions.iter().filter(|decision| decision.grade > 0).collect()
    }

    /// A seat's chance to win: at the deal, after each of its decisions that was looked at, at the end.
    fn chances(&self, seat: usize) -> Vec<(usize, f64)> {
        let own = self.decisions.iter().filter(|decision| usize::from(decision.seat) == seat);
        let values = own.filter_map(|decision| Some((decision.step, decision.played_value?)));
        let even = 1.0 / self.seats.len().max(1) as f64;
        let result = self.seats.get(seat).map_or(0.0, |sums| sums.result);
        std::iter::once((0, even)).chain(values).chain([(self.steps, result)]).collect()
    }

    /// A seat's chance to win at each of these steps, which rise.
    pub(crate) fn chances_at(&self, seat: usize, steps: impl Iterator<Item = usize>) -> Vec<f64> {
        let points = self.chances(seat);
        let at = |step: usize| points.iter().rev().find(|(known, _)| *known <= step);
        steps.map(|step| at(step).map_or(0.0, |(_, value)| value.clamp(0.0, 1.0))).collect()
    }

    /// The seats whose decisions cost least on average; none if nobody played better than another.
    fn best_seats(&self) -> Vec<usize> {
        let played = self.seats.iter().enumerate().filter(|(_, sums)| sums.decisions > 0);
        let Some(least) = played.clone().map(|(_, sums)| sums.mean_cost).min_by(f64::total_cmp) else {
            return Vec::new();
        };
        let players = played.clone().count();
        let best: Vec<_> = played.filter(|(_, sums)| sums.mean_cost <= least).map(|(seat, _)| seat).collect();
        if players > 1 && best.len() == players { Vec::new() } else { best }
    }

    /// The seat whose result luck changed most, if by enough to mention.
    fn luckiest(&self) -> Option<usize> {
        let moved = self.seats.iter().enumerate().filter(|(_, sums)| sums.luck.abs() > WORTH_A_WORD);
        // The first of several that are alike.
        moved
            .rev()
            .max_by(|(_, one), (_, other)| one.luck.abs().total_cmp(&other.luck.abs()))
            .map(|(seat, _)| seat)
    }

    /// The whole game in two sentences.
    pub(crate) fn sentences(&self, names: &[String]) -> Vec<String> {
        let name = |seat: usize| names.get(seat).map_or("?", String::as_str);
        let best = self.best_seats();
        let played = match best.split_last() {
            None => "Everybody played equally well.".to_owned(),
            Some((&last, others)) => {
                let others: Vec<_> = others.iter().map(|&seat| name(seat)).collect();
                let and = if others.is_empty() { "" } else { " and " };
                format!(
                    "{}{and}{} played best: a decision cost {:.1} % of a win on average.",
                    others.join(", "),
                    name(last),
                    100.0 * self.seats[last].mean_cost
                )
            }
        };
        let luck = match (self.luck_method, self.luckiest()) {
            (LuckMethod::None, _) => "There is no luck in this game.".to_owned(),
            (_, None) => "The cards helped nobody much.".to_owned(),
            (_, Some(seat)) if self.seats[seat].luck > 0.0 => {
                format!("The cards gave {} {}.", name(seat), percent(self.seats[seat].luck))
            }
            (_, Some(seat)) => format!("The cards cost {} {}.", name(seat), percent(-self.seats[seat].luck)),
        };
        vec![played, luck]
    }

    /// What each seat's play and luck were, one sentence each.
    pub(crate) fn seat_sentences(&self, names: &[String]) -> Vec<String> {
        let sentence = |(seat, sums): (usize, &SeatReview)| {
            let name = names.get(seat).map_or("?", String::as_str);
            let cost = format!("{name}: {:.1} % of a win a decision", 100.0 * sums.mean_cost);
            if self.luck_method == LuckMethod::None {
                return format!("{cost}.");
            }
            let error = if sums.luck_error >= 0.005 {
                format!(" (± {})", percent(sums.luck_error))
            } else {
                String::new()
            };
            let (luck, adjusted) = (100.0 * sums.luck, percent(sums.adjusted));
            format!("{cost}, luck {luck:+.0} %{error}, result without luck {adjusted}.")
        };
        self.seats.iter().enumerate().map(sentence).collect()
    }

    /// The chart in sentences: everybody's chance at the quarters of the game.
    pub(crate) fn chance_sentences(&self, names: &[String]) -> Vec<String> {
        let mut steps: Vec<usize> = (0..=4).map(|part| self.steps * part / 4).collect();
        steps.dedup();
        let chances: Vec<Vec<f64>> =
            (0..self.seats.len()).map(|seat| self.chances_at(seat, steps.iter().copied())).collect();
        let at = |(index, step): (usize, &usize)| {
            let each = names.iter().zip(&chances).map(|(name, values)| {
                format!("{name} {}", percent(values.get(index).copied().unwrap_or(0.0)))
            });
            format!("Chance to win at step {step}: {}.", each.collect::<Vec<_>>().join(", "))
        };
        steps.iter().enumerate().map(at).collect()
    }

    /// Everything in sentences, for those who do not look at a chart.
    pub(crate) fn describe(&self, names: &[String]) -> Vec<String> {
        let mut lines = self.sentences(names);
        lines.extend(self.seat_sentences(names));
        lines.extend(self.chance_sentences(names));
        let costly = self.costly();
        if costly.is_empty() {
            lines.push("No decision cost much.".to_owned());
        } else {
            lines.push("Costly decisions:".to_owned());
            lines.extend(costly.iter().map(|decision| decision.sentence(names)));
        }
        lines.push("Costs are judged by what each player knew then, never by hidden cards.".to_owned());
        lines
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use serde_json::json;

    use super::*;

    /// A review of six steps at which Ann made a mistake and Bo a blunder.
    pub(crate) fn answer(luck_method: &str) -> String {
        let seat = |mean_cost: f64, result: f64, luck: f64| {
            json!({"decisions": 3, "cost": 3.0 * mean_cost, "mean_cost": mean_cost, "result": result, "luck": luck,
                "luck_error": 0.02, "adjusted": result - luck})
        };
        let decision = |step: usize, seat: u8, value: Option<f64>, cost: f64, grade: u8| {
            json!({"step": step, "seat": seat, "played": "x", "best": "y", "played_text": format!("play {step}"),
                "best_text": "draw", "played_value": value, "best_value": 0.9, "cost": cost, "choices": 4,
                "grade": grade})
        };
        json!({"state": "done", "percent": 100, "review": {"reviewer": 2, "effort": "medium", "steps": 6,
            "luck_method": luck_method, "seats": [seat(0.04, 1.0, 0.2), seat(0.06, 0.0, -0.2)],
            "decisions": [decision(1, 0, Some(0.4), 0.12, 2), decision(2, 1, Some(0.6), 0.0, 0),
                decision(3, 0, None, 0.0, 0), decision(4, 1, Some(0.1), 0.31, 3)],
            "chances": [{"step": 0, "luck": [0.1, -0.1]}]}})
        .to_string()
    }

    fn names() -> Vec<String> {
        vec!["Ann".to_owned(), "Bo".to_owned()]
    }

    #[test]
    fn only_who_really_played_alike_is_said_to_have_played_equally_well() {
        let ReviewState::Done(review) = ReviewState::read(Ok(answer("none"))) else { panic!() };
        let mut three = *review;
        three.seats =
            [0.1, 0.0, 0.0].map(|mean_cost| SeatReview { mean_cost, ..three.seats[0].clone() }).to_vec();
        let names = ["Ann", "Bo", "Cy"].map(str::to_owned);
        let best = |review: &GameReview| review.sentences(&names)[0].clone();
        assert_eq!(best(&three), "Bo and Cy played best: a decision cost 0.0 % of a win on average.");
        three.seats[0].mean_cost = 0.0;
        assert_eq!(best(&three), "Everybody played equally well.");
    }

    #[test]
    fn a_review_is_told_in_sentences() {
        let ReviewState::Done(review) = ReviewState::read(Ok(answer("estimated"))) else { panic!() };
        let lines = review.describe(&names());
        assert_eq!(
            lines,
            [
                "Ann played best: a decision cost 4.0 % of a win on average.",
                "The cards gave Ann 20 %.",
                "Ann: 4.0 % of a win a decision, luck +20 % (± 2 %), result without luck 80 %.",
                "Bo: 6.0 % of a win a decision, luck -20 % (± 2 %), result without luck 20 %.",
                "Chance to win at step 0: Ann 50 %, Bo 50 %.",
                "Chance to win at step 1: Ann 40 %, Bo 50 %.",
                "Chance to win at step 3: Ann 40 %, Bo 60 %.",
                "Chance to win at step 4: Ann 40 %, Bo 10 %.",
                "Chance to win at step 6: Ann 100 %, Bo 0 %.",
                "Costly decisions:",
                "Mistake, step 1: Ann: play 1, cost 12 % of a win. Better: draw.",
                "Blunder, step 4: Bo: play 4, cost 31 % of a win. Better: draw.",
                "Costs are judged by what each player knew then, never by hidden cards.",
            ]
        );
        let ReviewState::Done(review) = ReviewState::read(Ok(answer("none"))) else { panic!() };
        assert_eq!(review.sentences(&names())[1], "There is no luck in this game.");
        assert_eq!(review.seat_sentences(&names())[0], "Ann: 4.0 % of a win a decision.");
    }

    #[test]
    fn an_answer_without_a_review_says_how_it_stands() {
        let read = |body: &str| ReviewState::read(Ok(body.to_owned()));
        assert!(matches!(read(r#"{"state":"none","percent":0}"#), ReviewState::NotAsked));
        let running = read(r#"{"state":"running","percent":40}"#);
        assert_eq!(running.progress().as_deref(), Some("Looking at every decision again: 40 %"));
        assert!(read(r#"{"state":"running","percent":0}"#).progress().unwrap().contains("Waiting"));
        let problem = read(r#"{"state":"done","percent":100,"review":{"problem":"No bots."}}"#);
        assert_eq!(problem.progress().as_deref(), Some("This game cannot be reviewed. No bots."));
        for wrong in ["<html>", "{}", r#"{"state":"done","percent":100}"#] {
            assert!(matches!(read(wrong), ReviewState::Problem(_)), "{wrong}");
        }
        assert!(matches!(ReviewState::read(Err("No network.".to_owned())), ReviewState::Problem(_)));
        assert_eq!(path("x-1", Some(3)), "/api/replays/x-1/review?known=3");
    }
}
