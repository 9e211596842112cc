//! The files of lessons: what they say, and whether it can be.

use std::collections::BTreeSet;
use std::fmt;

use game::face::LiveGame;
use game::{Played, Record, Seat};
use serde::Deserialize;
use serde_json::Value;

use super::{Answer, Decision, Lesson, LessonText, NAMES, Reply, StartPosition};
use crate::Kind;

/// What is wrong with a lesson.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LessonError {
    /// Which lesson it is, by its id; empty if the file cannot be read at all.
    lesson: String,
    problem: String,
}

impl LessonError {
    pub(super) fn new(lesson: &str, problem: impl Into<String>) -> Self {
        Self { lesson: lesson.to_owned(), problem: problem.into() }
    }
}

impl fmt::Display for LessonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "lesson {:?}: {}", self.lesson, self.problem)
    }
}

impl std::error::Error for LessonError {}

/// A lesson as it is written in a file: not yet checked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawLesson {
    id: String,
    title: LessonText,
    task: LessonText,
    seat: Seat,
    /// How many actions of the record are played before the task.
    step: usize,
    record: Record<Value>,
    decisions: Vec<RawDecision>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawDecision {
    right: RawAnswer,
    #[serde(default)]
    wrong: Vec<RawAnswer>,
    otherwise: LessonText,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawAnswer {
    actions: Vec<Value>,
    text: LessonText,
    #[serde(default)]
    then: Vec<Played<Value>>,
}

/// Reads the file of a game and checks every lesson in it.
pub(super) fn read(kind: Kind, text: &str) -> Result<Vec<Lesson>, LessonError> {
    let raw: Vec<RawLesson> =
        serde_json::from_str(text).map_err(|error| LessonError::new("", error.to_string()))?;
    let mut ids = BTreeSet::new();
    for lesson in &raw {
        if !ids.insert(lesson.id.as_str()) {
            return Err(LessonError::new(&lesson.id, "there are two of this id"));
        }
    }
    raw.iter()
        .map(|lesson| checked(kind, lesson).map_err(|problem| LessonError::new(&lesson.id, problem)))
        .collect()
}

fn reply(played: &Played<Value>) -> Reply {
    Reply { seat: played.seat, action: played.action.to_string() }
}

fn checked(kind: Kind, raw: &RawLesson) -> Result<Lesson, String> {
    let is_id = |id: &str| !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
    if !is_id(&raw.id) {
        return Err("an id is lower case letters and dashes".to_owned());
    }
    for text in [&raw.title, &raw.task] {
        check_text(text)?;
    }
    let record = &raw.record;
    if record.game != kind.name() {
        return Err(format!("the record is of {}, the file of {kind}", record.game));
    }
    if !kind.face().rules().contains(&record.rules) {
        return Err(format!("there are no rules {} of {kind}", record.rules));
    }
    if usize::from(record.seats) > NAMES.len() {
        return Err(format!("a lesson has at most {} seats", NAMES.len()));
    }
    let played = record.actions.get(..raw.step);
    let played = played.ok_or_else(|| format!("the record has only {} steps", record.actions.len()))?;
    let start = StartPosition {
        rules: record.rules,
        options: kind
            .face()
            .options_to_open(&record.options, record.seats)
            .map_err(|error| error.to_string())?,
        seats: record.seats,
        chance: record.chance(),
        played: played.iter().map(reply).collect(),
    };
    if raw.decisions.is_empty() {
        return Err("there is nothing to decide".to_owned());
    }
    let mut decisions = Vec::new();
    let mut before = start.played.clone();
    for (index, decision) in raw.decisions.iter().enumerate() {
        let position = StartPosition { played: before.clone(), ..start.clone() };
        let place = |problem| format!("decision {}: {problem}", index + 1);
        let is_last = index + 1 == raw.decisions.len();
        let decision = check_decision(kind, &position, raw.seat, decision, is_last).map_err(place)?;
        // Every right answer goes on with the first one's position: `check_decision` allows one if more follows.
        before.extend(
            decision.right.actions.first().map(|action| Reply { seat: raw.seat, action: action.clone() }),
        );
        before.extend(decision.right.then.iter().cloned());
        decisions.push(decision);
    }
    Ok(Lesson {
        kind,
        id: raw.id.clone(),
        title: raw.title.clone(),
        task: raw.task.clone(),
        seat: raw.seat,
        start,
        decisions,
    })
}

fn check_decision(
    kind: Kind,
    position: &StartPosition,
    seat: Seat,
    raw: &RawDecision,
    is_last: bool,
) -> Result<Decision, String> {
    let game = position.deal(kind)?;
    if !game.status().to_act().contains(seat) {
        return Err(format!("seat {seat} is not to act"));
    }
    check_text(&raw.otherwise)?;
    let right = check_answer(kind, position, game.as_ref(), seat, &raw.right)?;
    let wrong = raw
        .wrong
        .iter()
        .map(|answer| check_answer(kind, position, game.as_ref(), seat, answer))
        .collect::<Result<Vec<_>, _>>()?;
    let mut named = BTreeSet::new();
    for action in right.actions.iter().chain(wrong.iter().flat_map(|answer| &answer.actions)) {
        if !named.insert(action) {
            return Err(format!("{action} is named twice"));
        }
    }
    let legal = game.legal_actions(seat);
    if legal.iter().all(|action| right.actions.iter().any(|right| right == action.get())) {
        return Err("everything that is legal is right".to_owned());
    }
    if !is_last && right.actions.len() > 1 {
        return Err("before another decision one answer alone is right".to_owned());
    }
    Ok(Decision { right, wrong, otherwise: raw.otherwise.clone() })
}

/// Each action must be legal, and so must be what the others do after it.
fn check_answer(
    kind: Kind,
    position: &StartPosition,
    game: &dyn LiveGame,
    seat: Seat,
    raw: &RawAnswer,
) -> Result<Answer, String> {
    check_text(&raw.text)?;
    if raw.actions.is_empty() {
        return Err("an answer has no actions".to_owned());
    }
    let then: Vec<_> = raw.then.iter().map(reply).collect();
    if then.iter().any(|reply| reply.seat == seat) {
        return Err("nobody decides for the person who learns".to_owned());
    }
    let mut actions = Vec::new();
    for action in &raw.actions {
        let answer = Reply { seat, action: action.to_string() };
        let mut after = position.deal(kind)?;
        answer.play(after.as_mut())?;
        for reply in &then {
            reply.play(after.as_mut())?;
        }
        // It can be played: it can be read.
        let tried = game.attempt(seat, &answer.action).map_err(|_| format!("{action} cannot be played"))?;
        actions.push(tried.action.get().to_owned());
    }
    Ok(Answer { actions, text: raw.text.clone(), then })
}

fn check_text(text: &LessonText) -> Result<(), String> {
    for (language, words) in [("en", &text.en), ("sv", &text.sv), ("zh", &text.zh)] {
        if words.trim().is_empty() {
            return Err(format!("a text is missing in {language}"));
        }
    }
    let is_chinese = text.zh.chars().any(|letter| ('\u{4e00}'..='\u{9fff}').contains(&letter));
    if !is_chinese {
        return Err(format!("{:?} is not Chinese", text.zh));
    }
    if text.sv == text.en {
        return Err(format!("{:?} is not translated to Swedish", text.en));
    }
    Ok(())
}
