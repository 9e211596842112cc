//! A finished game, step by step.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use super::boards::{self, Board};
use super::connections::FetchPurpose;
use super::review::{self, ReviewState, ReviewedDecision};

/// Milliseconds between two steps while it runs by itself.
pub(crate) const STEP_MS: u64 = 900;

/// A finished game of the person's list.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct FinishedGame {
    pub(crate) replay_id: String,
    pub(crate) game: String,
    pub(crate) seats: Vec<FinishedSeat>,
}

/// How a game ended for one seat.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct FinishedSeat {
    pub(crate) name: String,
    pub(crate) is_person: bool,
    pub(crate) won: bool,
    pub(crate) score: i64,
}

/// A page of the list that `GET /api/people/NAME/games` returns.
#[derive(Debug, Deserialize)]
pub(crate) struct FinishedGames {
    pub(crate) games: Vec<FinishedGame>,
    /// Where the next page begins; nothing on the last one.
    pub(crate) next: Option<u64>,
}

impl FinishedGames {
    pub(crate) fn read(body: &str) -> Result<Self, String> {
        serde_json::from_str(body).map_err(|error| unreadable(&error))
    }
}

impl FinishedGame {
    /// The seat of the person whose list it is.
    pub(crate) fn own_seat(&self) -> Option<u8> {
        self.seats.iter().position(|seat| seat.is_person).map(|seat| seat as u8)
    }

    /// The game as a sentence.
    pub(crate) fn sentence(&self, title: &str) -> String {
        let own_won = self.seats.iter().any(|seat| seat.is_person && seat.won);
        let nobody = self.seats.iter().all(|seat| !seat.won);
        let result = match (own_won, nobody) {
            (true, _) => "won",
            (false, true) => "draw",
            (false, false) => "lost",
        };
        let scored = self.seats.iter().any(|seat| seat.score != 0);
        let seats = self
            .seats
            .iter()
            .map(|seat| if scored { format!("{} {}", seat.name, seat.score) } else { seat.name.clone() });
        format!("{title} · {result} · {}", seats.collect::<Vec<_>>().join(", "))
    }
}

fn unreadable(error: &serde_json::Error) -> String {
    format!("The server sent something unreadable: {error}")
}

/// The address of the list of a person's finished games, from the newest on or from where a page ended.
pub(crate) fn games_path(name: &str, before: Option<u64>) -> String {
    let letter = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => char::from(byte).to_string(),
        other => format!("%{other:02X}"),
    };
    let from = before.map(|before| format!("?before={before}")).unwrap_or_default();
    format!("/api/people/{}/games{from}", name.bytes().map(letter).collect::<String>())
}

#[derive(Deserialize)]
struct Page {
    game: String,
    names: Vec<String>,
    steps: usize,
    frames: Vec<PageFrame>,
}

#[derive(Deserialize)]
struct PageFrame {
    events: Vec<PageEvent>,
    seen: Value,
}

#[derive(Deserialize)]
struct PageEvent {
    text: String,
}

/// One step: what happened, and what was seen after it.
struct Step {
    lines: Vec<String>,
    seen: Value,
}

/// A finished game, as far as it has been fetched.
pub(crate) struct Replay {
    pub(crate) id: String,
    /// Whose view it is; the watchers' without one.
    pub(crate) seat: Option<u8>,
    pub(crate) game: String,
    pub(crate) names: Vec<String>,
    pub(crate) board: Box<dyn Board>,
    steps: Vec<Step>,
    /// The steps as others saw them, fetched before.
    other_views: BTreeMap<Option<u8>, Vec<Step>>,
    last: usize,
    at: usize,
    /// The step that is to be shown as soon as it is there.
    wanted: usize,
    /// When the next step is shown by itself.
    pub(crate) next_at: Option<u64>,
    pub(crate) review: ReviewState,
    /// The log is shown beside the board although there is a review.
    pub(crate) prefers_log: bool,
    /// The costly decision that was jumped to: the board before it is shown, with the better choice on it.
    decision: Option<ReviewedDecision>,
}

impl Replay {
    pub(crate) fn new(id: String, seat: Option<u8>) -> Self {
        Self {
            id,
            seat,
            game: String::new(),
            names: Vec::new(),
            board: boards::open(""),
            steps: Vec::new(),
            other_views: BTreeMap::new(),
            last: 0,
            at: 0,
            wanted: 0,
            next_at: None,
            review: ReviewState::Loading,
            prefers_log: false,
            decision: None,
        }
    }

    /// What is to be fetched next, and its path; nothing once it is complete.
    pub(crate) fn missing(&self) -> Option<(FetchPurpose, String)> {
        if !self.steps.is_empty() && self.steps.len() > self.last {
            return None;
        }
        let from = self.steps.len();
        let view = self.seat.map_or("watcher".to_owned(), |seat| seat.to_string());
        let path = format!("/api/replays/{}/frames?as={view}&from={from}", self.id);
        Some((FetchPurpose::Frames { replay: self.id.clone(), seat: self.seat, from }, path))
    }

    /// Whether this page is the one that is missing.
    pub(crate) fn wants(&self, page: &FetchPurpose) -> bool {
        self.missing().is_some_and(|(missing, _)| missing == *page)
    }

    /// What to ask the server about the review, and how: nothing while nobody wants one, or once it is there.
    pub(crate) fn missing_review(&self) -> Option<(FetchPurpose, String)> {
        let known = match self.review {
            ReviewState::Loading => None,
            ReviewState::Running(percent) => Some(percent),
            ReviewState::NotAsked | ReviewState::Done(_) | ReviewState::Problem(_) => return None,
        };
        Some((FetchPurpose::Review { replay: self.id.clone() }, review::path(&self.id, known)))
    }

    /// Takes a page of steps.
    pub(crate) fn take(&mut self, body: &str) -> Result<(), String> {
        let page: Page = serde_json::from_str(body).map_err(|error| unreadable(&error))?;
        if page.frames.is_empty() {
            return Err("The server sent a game without steps.".to_owned());
        }
        if self.steps.is_empty() {
            self.board = boards::open(&page.game);
        }
        (self.game, self.names, self.last) = (page.game, page.names, page.steps);
        let step = |frame: PageFrame| Step {
            lines: frame.events.into_iter().map(|event| event.text).collect(),
            seen: frame.seen,
        };
        self.steps.extend(page.frames.into_iter().map(step));
        self.show();
        Ok(())
    }

    pub(crate) const fn step(&self) -> (usize, usize) {
        (self.at, self.last)
    }

    pub(crate) fn is_loaded(&self) -> bool {
        !self.steps.is_empty()
    }

    /// Shows another step, now or when it is fetched.
    pub(crate) fn go_to(&mut self, step: usize) {
        self.wanted = if self.is_loaded() { step.min(self.last) } else { step };
        self.decision = None;
        self.show();
    }

    pub(crate) fn go(&mut self, steps: i64) {
        let at = i64::try_from(self.at).unwrap_or(0).saturating_add(steps).max(0);
        self.go_to(usize::try_from(at).unwrap_or(0));
    }

    /// Draws the wanted step, or the last one before it that is there.
    fn show(&mut self) {
        self.at = self.wanted.min(self.steps.len().saturating_sub(1));
        let Some(step) = self.steps.get(self.at) else { return };
        if self.board.see(&step.seen).is_err() {
            // A game of another version is shown as text.
            self.board = boards::open_generic(&self.game);
            let _ = self.board.see(&step.seen);
        }
        if let Some(decision) = &self.decision
            && self.at + 1 == decision.step
        {
            self.board.point_at(&decision.best);
        }
    }

    /// The same moment as another seat saw it.
    pub(crate) fn look_as(&mut self, seat: Option<u8>) {
        if seat == self.seat {
            return;
        }
        let steps = std::mem::take(&mut self.steps);
        self.other_views.insert(self.seat, steps);
        self.seat = seat;
        self.steps = self.other_views.remove(&seat).unwrap_or_default();
        self.board = boards::open(&self.game);
        self.show();
    }

    /// The seats in turn, then the watchers.
    pub(crate) fn next_seat(&self) -> Option<u8> {
        let seats = self.names.len() as u8;
        match self.seat {
            Some(seat) if seat + 1 < seats => Some(seat + 1),
            Some(_) => None,
            None => Some(0),
        }
    }

    /// The costly decision that is looked at.
    pub(crate) const fn decision(&self) -> Option<&ReviewedDecision> {
        self.decision.as_ref()
    }

    /// Jumps to the next costly decision, or to the one before; false if there is none.
    pub(crate) fn jump(&mut self, forward: bool) -> bool {
        let Some(review) = self.review.done() else { return false };
        // A decision is shown on the board before it, so the one that is looked at is not behind it yet.
        let (before, after) = match &self.decision {
            Some(decision) => (decision.step.saturating_sub(1), decision.step),
            None => (self.at, self.at),
        };
        let costly = review.costly();
        let found = if forward {
            costly.iter().find(|decision| decision.step > after)
        } else {
            costly.iter().rev().find(|decision| decision.step <= before)
        };
        let Some(decision) = found.map(|decision| (*decision).clone()) else { return false };
        self.look_as(Some(decision.seat));
        self.wanted = decision.step.saturating_sub(1);
        self.decision = Some(decision);
        self.show();
        true
    }

    /// What happened in this step.
    pub(crate) fn lines_of_step(&self) -> Vec<String> {
        let lines = self.steps.get(self.at).map_or(&[][..], |step| &step.lines);
        lines.to_vec()
    }

    /// Everything that happened up to this step.
    pub(crate) fn lines(&self) -> Vec<String> {
        let steps = self.steps.iter().take(self.at + 1);
        steps.flat_map(|step| &step.lines).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_of_the_list_is_a_sentence() {
        let body = r#"{"games":[{"replay_id":"x-1","game":"golf","ended_at":0,"public":true,"seats":[
            {"name":"Bo","is_person":false,"won":false,"score":9},{"name":"Ann","is_person":true,"won":true,"score":2}]}]}"#;
        let list = FinishedGames::read(body).unwrap().games;
        assert_eq!(list[0].sentence("Six Card Golf"), "Six Card Golf · won · Bo 9, Ann 2");
        assert_eq!(list[0].own_seat(), Some(1));
        assert!(FinishedGames::read("<html>").is_err());
        assert_eq!(games_path("Åsa B", None), "/api/people/%C3%85sa%20B/games");
        assert_eq!(games_path("Bo", Some(7)), "/api/people/Bo/games?before=7");
    }

    #[test]
    fn a_replay_asks_for_what_is_missing_and_never_leaves_its_steps() {
        let mut replay = Replay::new("x-1".to_owned(), Some(0));
        let (_, path) = replay.missing().unwrap();
        assert_eq!(path, "/api/replays/x-1/frames?as=0&from=0");
        let frame = |text: &str| {
            format!(
                r#"{{"step":0,"seat":null,"events":[{{"event":{{}},"text":"{text}"}}],"seen":{{"you":0,"seats":2,
                "turn":1,"to_act":[],"scores":[0,0],"sheet":[],"outcome":null,"legal":[],"view":{{}}}}}}"#
            )
        };
        let page = |frames: &str| {
            format!(
                r#"{{"game":"pig","options":{{}},"names":["Ann","Bo"],"steps":2,"everything":true,"scores":[],"frames":[{frames}]}}"#
            )
        };
        replay.take(&page(&format!("{},{}", frame("one"), frame("two")))).unwrap();
        assert!(replay.missing().unwrap().1.ends_with("from=2"));
        replay.take(&page(&frame("three"))).unwrap();
        assert_eq!(replay.missing(), None);
        replay.go(1);
        assert_eq!((replay.lines_of_step(), replay.lines().len()), (vec!["two".to_owned()], 2));
        replay.go(100);
        assert_eq!(replay.step(), (2, 2));
        replay.go(-100);
        assert_eq!(replay.step(), (0, 2));
        assert_eq!(replay.next_seat(), Some(1));
        assert!(replay.take(&page("")).is_err());
        assert!(replay.take("garbage").is_err());
    }

    fn loaded() -> Replay {
        let frame = |step: usize| {
            format!(
                r#"{{"step":{step},"seat":null,"events":[{{"event":{{}},"text":"step {step}"}}],"seen":{{"you":0,"seats":2,
                "turn":1,"to_act":[],"scores":[0,0],"sheet":[],"outcome":null,"legal":["x","y"],"view":{{}}}}}}"#
            )
        };
        let frames: Vec<_> = (0..=6).map(frame).collect();
        let mut replay = Replay::new("x-1".to_owned(), Some(0));
        replay
            .take(&format!(
                r#"{{"game":"pig","options":{{}},"names":["Ann","Bo"],"steps":6,"everything":true,"scores":[],"frames":[{}]}}"#,
                frames.join(",")
            ))
            .unwrap();
        replay
    }

    #[test]
    fn another_view_keeps_the_step_and_is_fetched_once() {
        let mut replay = loaded();
        replay.go_to(4);
        replay.look_as(replay.next_seat());
        assert!(!replay.is_loaded());
        let (page, path) = replay.missing().unwrap();
        assert_eq!(path, "/api/replays/x-1/frames?as=1&from=0");
        assert!(replay.wants(&page));
        replay.look_as(Some(0));
        assert!(!replay.wants(&page), "nobody looks from there any more");
        assert_eq!((replay.step(), replay.missing()), ((4, 6), None));
    }

    #[test]
    fn costly_decisions_are_gone_through_and_shown_before_they_are_made() {
        let mut replay = loaded();
        assert!(!replay.jump(true), "nobody asked for a review yet");
        replay.review = ReviewState::read(Ok(review::tests::answer("none")));
        assert!(replay.jump(true));
        assert_eq!((replay.seat, replay.step()), (Some(0), (0, 6)));
        assert_eq!(replay.decision().map(|decision| decision.step), Some(1));
        assert!(!replay.jump(false), "there is none before it");
        assert!(replay.jump(true));
        assert_eq!((replay.seat, replay.decision().map(|decision| decision.step)), (Some(1), Some(4)));
        assert_eq!(replay.wanted, 3, "it is shown as soon as that view is there");
        assert!(!replay.jump(true));
        assert!(replay.jump(false));
        assert_eq!((replay.seat, replay.step()), (Some(0), (0, 6)));
        replay.go_to(6);
        assert!(replay.jump(false));
        assert_eq!(replay.decision().map(|decision| decision.step), Some(4));
    }
}
