//! What people at the keyboard have not been shown yet.

use game::{Audience, Seat, Tell, Viewer, Voice};
use games::onecard::{Event, OneCard};

/// Lines kept for somebody who has not been to act for long.
const MAX_LINES: usize = 50;

/// Sentences since somebody's last turn, a line for each turn.
pub(super) struct UnreadLines {
    /// For everybody, since a person last acted.
    open: Vec<String>,
    /// For each seat, since it last acted.
    own: Vec<Vec<String>>,
}

impl UnreadLines {
    pub(super) fn new(players: u8) -> Self {
        Self { open: Vec::new(), own: vec![Vec::new(); usize::from(players)] }
    }

    /// Something happened.
    pub(super) fn hear(&mut self, happened: &[(Audience, Event)]) {
        add(&mut self.open, lines(happened, Viewer::Watcher, &Voice::numbers()));
        for (seat, own) in Seat::all(self.own.len() as u8).zip(&mut self.own) {
            add(own, lines(happened, Viewer::Seat(seat), &Voice::numbers().to(seat)));
        }
    }

    /// What everybody may read, since a person last acted.
    pub(super) fn open(&self) -> &[String] {
        &self.open
    }

    /// What this seat may read, since it last acted.
    pub(super) fn of(&self, seat: Seat) -> &[String] {
        &self.own[seat.index()]
    }

    /// This seat has read its news and acts.
    pub(super) fn acts(&mut self, seat: Seat) {
        self.open.clear();
        self.own[seat.index()].clear();
    }
}

fn add(to: &mut Vec<String>, lines: Vec<String>) {
    to.extend(lines);
    let surplus = to.len().saturating_sub(MAX_LINES);
    to.drain(..surplus);
}

/// What the viewer is shown of one action: the sentences on one line, and a new line where a new round begins.
pub(super) fn lines(happened: &[(Audience, Event)], viewer: Viewer, voice: &Voice) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (_, event) in happened.iter().filter(|(audience, _)| audience.includes(viewer)) {
        let starts_line = match event {
            // Hands and their sizes stand on the page anyway, and the last card of a turn tells of those laid before it.
            Event::Laid { .. } | Event::Hand { .. } | Event::Dealt { .. } | Event::DealtFaceDown { .. } => {
                continue;
            }
            Event::RoundBegan { .. } | Event::RoundScored { .. } | Event::GameWon { .. } => true,
            _ => false,
        };
        let sentence = OneCard::sentence(event, voice);
        match lines.last_mut() {
            Some(line) if !starts_line => {
                line.push(' ');
                line.push_str(&sentence);
            }
            _ => lines.push(sentence),
        }
    }
    lines
}
