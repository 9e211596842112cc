//! A finished game, step by step.

use serde::Deserialize;
use serde_json::Value;

use super::boards::{self, Board};
use super::wire::Wanted;

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

impl FinishedGame {
    /// The list as `GET /api/people/NAME/games` gives it.
    pub(crate) fn list(body: &str) -> Result<Vec<Self>, String> {
        #[derive(Deserialize)]
        struct List {
            games: Vec<FinishedGame>,
        }
        serde_json::from_str(body).map(|list: List| list.games).map_err(|error| unreadable(&error))
    }

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

/// The address of the list of a person's finished games.
pub(crate) fn games_path(name: &str) -> String {
    let letter = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => char::from(byte).to_string(),
        other => format!("%{other:02X}"),
    };
    format!("/api/people/{}/games", name.bytes().map(letter).collect::<String>())
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
    last: usize,
    at: usize,
    /// When the next step is shown by itself.
    pub(crate) next_at: Option<u64>,
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
            last: 0,
            at: 0,
            next_at: None,
        }
    }

    /// What is to be fetched next, and its path; nothing once it is complete.
    pub(crate) fn missing(&self) -> Option<(Wanted, String)> {
        if !self.steps.is_empty() && self.steps.len() > self.last {
            return None;
        }
        let from = self.steps.len();
        let view = self.seat.map_or("watcher".to_owned(), |seat| seat.to_string());
        let path = format!("/api/replays/{}/frames?as={view}&from={from}", self.id);
        Some((Wanted::Frames { replay: self.id.clone(), seat: self.seat, from }, path))
    }

    /// Takes a page of steps.
    pub(crate) fn take(&mut self, body: &str) -> Result<(), String> {
        let page: Page = serde_json::from_str(body).map_err(|error| unreadable(&error))?;
        if page.frames.is_empty() {
            return Err("The server sent a game without steps.".to_owned());
        }
        let first = self.steps.is_empty();
        (self.game, self.names, self.last) = (page.game, page.names, page.steps);
        if first {
            self.board = boards::open(&self.game);
        }
        let step = |frame: PageFrame| Step {
            lines: frame.events.into_iter().map(|event| event.text).collect(),
            seen: frame.seen,
        };
        self.steps.extend(page.frames.into_iter().map(step));
        if first {
            self.go_to(self.at);
        }
        Ok(())
    }

    pub(crate) const fn step(&self) -> (usize, usize) {
        (self.at, self.last)
    }

    pub(crate) fn is_loaded(&self) -> bool {
        !self.steps.is_empty()
    }

    /// Shows another step, as far as it is fetched.
    pub(crate) fn go_to(&mut self, step: usize) {
        self.at = step.min(self.steps.len().saturating_sub(1));
        let Some(step) = self.steps.get(self.at) else { return };
        if self.board.see(&step.seen).is_err() {
            // A game of another version is shown as text.
            self.board = boards::open_generic(&self.game);
            let _ = self.board.see(&step.seen);
        }
    }

    pub(crate) fn go(&mut self, steps: i64) {
        let at = i64::try_from(self.at).unwrap_or(0).saturating_add(steps).max(0);
        self.go_to(usize::try_from(at).unwrap_or(0));
    }

    /// The same game as another seat saw it: the seats in turn, then the watchers.
    pub(crate) fn next_view(&self) -> Self {
        let seats = self.names.len() as u8;
        let seat = match self.seat {
            Some(seat) if seat + 1 < seats => Some(seat + 1),
            Some(_) => None,
            None => Some(0),
        };
        Self { at: self.at, ..Self::new(self.id.clone(), seat) }
    }

    /// What happened in this step.
    pub(crate) fn lines_of_step(&self) -> Vec<String> {
        let lines = self.steps.get(self.at).map_or(&[][..], |step| &step.lines);
        lines.iter().map(|line| self.board.sentence(line)).collect()
    }

    /// Everything that happened up to this step.
    pub(crate) fn lines(&self) -> Vec<String> {
        let steps = self.steps.iter().take(self.at + 1);
        steps.flat_map(|step| &step.lines).map(|line| self.board.sentence(line)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_of_the_list_is_a_sentence() {
        let body = r#"{"games":[{"replay_id":"x-1","game":"golf","ended_at":0,"public":true,"seats":[
            {"name":"Bo","is_person":false,"won":false,"score":9},{"name":"Ann","is_person":true,"won":true,"score":2}]}]}"#;
        let list = FinishedGame::list(body).unwrap();
        assert_eq!(list[0].sentence("Six Card Golf"), "Six Card Golf · won · Bo 9, Ann 2");
        assert_eq!(list[0].own_seat(), Some(1));
        assert!(FinishedGame::list("<html>").is_err());
        assert_eq!(games_path("Åsa B"), "/api/people/%C3%85sa%20B/games");
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
        assert_eq!(replay.next_view().seat, Some(1));
        assert_eq!(replay.next_view().missing().unwrap().1, "/api/replays/x-1/frames?as=1&from=0");
        assert!(replay.take(&page("")).is_err());
        assert!(replay.take("garbage").is_err());
    }
}
