//! A game with two versions of its rules: what was begun under the old one ends under it, also after a restart.
//!
//! Stones: players in turn take one to three stones. By rules 1 the player who takes the last stone wins, by rules 2 that
//! player loses.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fmt;
use std::ops::RangeInclusive;

use game::face::{ChosenBy, Face, FaceOf, LiveGame};
use game::laws::Laws;
use game::options::RawOptions;
use game::{Chance, EventSink, Game, Outcome, PerSeat, RecordError, Seat, SeatSet, Seed, Status, Viewer};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

const STONES: u8 = 12;

game::options! {
    /// There is nothing to set.
    pub struct NoOptions {}
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Take(u8);

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "take {}", self.0)
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct NotThatMany;

impl fmt::Display for NotThatMany {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Take one to three of the stones that are left.")
    }
}

impl game::Refusal for NotThatMany {
    fn code(&self) -> &'static str {
        "not_that_many"
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Stones {
    last_taker_loses: bool,
    left: u8,
    turn: u32,
}

impl Stones {
    fn mover(&self) -> Seat {
        Seat::of((self.turn % 2) as u8)
    }

    fn allows(&self, taken: u8) -> bool {
        (1..=3).contains(&taken) && taken <= self.left
    }
}

impl Game for Stones {
    const NAME: &'static str = "stones";
    const RULES: RangeInclusive<u16> = 1..=2;
    const SEATS: RangeInclusive<u8> = 2..=2;
    const SECRETS: bool = false;

    type Options = NoOptions;
    type Action = Take;
    type Event = Take;
    type View = u8;
    type Refusal = NotThatMany;

    fn deal(rules: u16, _: &NoOptions, _: u8, _: Chance, _: &mut impl EventSink<Take>) -> Self {
        Self { last_taker_loses: rules >= 2, left: STONES, turn: 0 }
    }

    fn status(&self) -> Status {
        match self.left {
            0 if self.last_taker_loses => Status::Over(Outcome::won_by(self.mover())),
            0 => Status::Over(Outcome::won_by(self.mover().next(2))),
            _ => Status::ToAct(SeatSet::only(self.mover())),
        }
    }

    fn seats(&self) -> u8 {
        2
    }

    fn turn(&self) -> u32 {
        self.turn
    }

    fn legal_actions(&self, seat: Seat, out: &mut Vec<Take>) {
        if self.status().to_act().contains(seat) {
            out.extend((1..=3).filter(|taken| self.allows(*taken)).map(Take));
        }
    }

    fn check_rule(&self, _: Seat, Take(taken): Take) -> Result<(), NotThatMany> {
        if self.allows(taken) { Ok(()) } else { Err(NotThatMany) }
    }

    fn apply(&mut self, _: Seat, take: Take, sink: &mut impl EventSink<Take>) {
        sink.emit(game::Audience::All, || take);
        self.left -= take.0;
        self.turn += 1;
    }

    fn default_action(&self, _: Seat) -> Take {
        Take(1)
    }

    fn scores(&self) -> PerSeat<i32> {
        PerSeat::new(2)
    }

    fn view(&self, _: Viewer) -> u8 {
        self.left
    }
}

static FACE: FaceOf<Stones> = FaceOf::plain();

fn deal(rules: u16) -> Box<dyn LiveGame> {
    FACE.deal(rules, &RawOptions::default(), 2, Chance::new(Seed::from_number(1))).unwrap()
}

/// Plays an action as the server does, and returns what the journal stores of it.
fn play(live: &mut dyn LiveGame, taken: u8) -> (Seat, Box<RawValue>) {
    let seat = live.status().to_act().first().unwrap();
    let tried = live.attempt(seat, &taken.to_string()).unwrap();
    let stored = (seat, tried.action.clone());
    live.accept(tried, ChosenBy::Person);
    stored
}

#[test]
fn a_game_begun_under_old_rules_ends_under_them_after_a_restart() {
    for (rules, winner) in [(1, 1), (2, 0)] {
        let mut live = deal(rules);
        let journal: Vec<_> = [3, 3, 3].into_iter().map(|taken| play(&mut *live, taken)).collect();
        drop(live);
        // The program starts again. It knows rules 2 by now; the journal names the rules of its game.
        let mut live = deal(rules);
        for (seat, stored) in &journal {
            for action in live.read_stored(*seat, stored).unwrap() {
                let tried = live.attempt(*seat, action.get()).unwrap();
                live.accept(tried, ChosenBy::Person);
            }
        }
        assert_eq!(live.rules(), rules);
        play(&mut *live, 3);
        assert_eq!(live.status(), Status::Over(Outcome::won_by(Seat::of(winner))), "rules {rules}");
        let mut line = Vec::new();
        live.write_record(&[], &mut line).unwrap();
        let replay = FACE.replay(std::str::from_utf8(&line).unwrap()).unwrap();
        assert_eq!(replay.rules(), rules);
        assert_eq!(replay.steps().last().unwrap().status(), live.status());
    }
}

#[test]
fn a_new_game_is_dealt_by_the_newest_rules_and_unknown_rules_are_refused() {
    assert_eq!(*FACE.rules().end(), 2);
    assert!(FACE.deal(3, &RawOptions::default(), 2, Chance::new(Seed::from_number(1))).is_err());
    let record = game::Record::<Take>::new::<Stones>(&NoOptions {}, 2, Seed::from_number(1));
    assert_eq!(record.rules, 2);
    let unknown = game::Record { rules: 3, ..record };
    let refused = FACE.replay(&unknown.to_line()).err();
    assert_eq!(refused, Some(RecordError::OtherRules { game: "stones", found: 3, known: 1..=2 }));
}

#[test]
fn a_game_with_two_versions_keeps_the_laws() {
    assert_eq!(Laws::<Stones>::without_secrets().table("", 2).games(50).hold().games, 50);
}
