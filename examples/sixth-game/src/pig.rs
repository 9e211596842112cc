//! Pig: roll a die as often as you dare. A one loses what the turn has collected; the player who holds keeps it.

use std::fmt;
use std::ops::RangeInclusive;

use game::options::BoundedInt;
use game::{Audience, Chance, EventSink, Game, Outcome, PerSeat, Seat, SeatSet, Status, Viewer};
use serde::{Deserialize, Serialize};

game::options! {
    /// The settings of a table.
    pub struct PigOptions {
        /// Points that win the game
        goal: BoundedInt<10, 200> = BoundedInt::new(100),
    }
}

/// What a player can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Roll the die.
    Roll,
    /// Keep what the turn has collected.
    Hold,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Roll => "roll",
            Self::Hold => "hold",
        })
    }
}

/// What can happen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// The die was rolled. After a one the turn is over and brings nothing.
    Rolled {
        /// The player.
        seat: Seat,
        /// 1 to 6.
        pips: u8,
    },
    /// A player kept what the turn had collected.
    Held {
        /// The player.
        seat: Seat,
        /// What the turn had collected.
        points: u32,
        /// All points of the player, with these.
        total: i32,
    },
}

/// What everybody sees beside the scores, the turn and who is to act.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct View {
    /// Points that win the game.
    pub goal: u32,
    /// Points collected in this turn.
    pub collected: u32,
    /// The last roll of the game.
    pub pips: Option<u8>,
}

/// Why an action is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// A turn begins with a roll.
    NothingRolled,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("You have nothing to keep yet: roll first.")
    }
}

impl game::Refusal for Refusal {
    fn code(&self) -> &'static str {
        "nothing_rolled"
    }
}

/// One position of Pig.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pig {
    goal: u32,
    scores: PerSeat<i32>,
    mover: Seat,
    turn: u32,
    collected: u32,
    pips: Option<u8>,
    chance: Chance,
}

impl Pig {
    fn winner(&self) -> Option<Seat> {
        let reached = |(_, score): &(Seat, &i32)| i64::from(**score) >= i64::from(self.goal);
        self.scores.iter().find(reached).map(|(seat, _)| seat)
    }

    fn pass_on(&mut self) {
        self.collected = 0;
        self.turn += 1;
        self.mover = self.mover.next(self.seats());
    }
}

impl Game for Pig {
    const NAME: &'static str = "pig";
    const TITLE: &'static str = "Pig";
    const SUMMARY: &'static str = "Roll a die as often as you dare; a one loses the turn.";
    const SEATS: RangeInclusive<u8> = 2..=8;
    // The dice to come are luck, not a secret that somebody knows.
    const SECRETS: bool = false;

    type Options = PigOptions;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Refusal = Refusal;

    fn deal(
        _rules: u16,
        options: &PigOptions,
        seats: u8,
        chance: Chance,
        _: &mut impl EventSink<Event>,
    ) -> Self {
        Self {
            goal: options.goal.get(),
            scores: PerSeat::new(seats),
            mover: Seat::of(0),
            turn: 1,
            collected: 0,
            pips: None,
            chance,
        }
    }

    fn status(&self) -> Status {
        match self.winner() {
            Some(seat) => Status::Over(Outcome::won_by(seat)),
            None => Status::ToAct(SeatSet::only(self.mover)),
        }
    }

    fn seats(&self) -> u8 {
        self.scores.seats()
    }

    fn turn(&self) -> u32 {
        self.turn
    }

    fn legal_actions(&self, seat: Seat, out: &mut Vec<Action>) {
        if self.status().to_act().contains(seat) {
            out.push(Action::Roll);
            if self.collected > 0 {
                out.push(Action::Hold);
            }
        }
    }

    fn check_rule(&self, _: Seat, action: Action) -> Result<(), Refusal> {
        match action {
            Action::Hold if self.collected == 0 => Err(Refusal::NothingRolled),
            Action::Roll | Action::Hold => Ok(()),
        }
    }

    fn apply(&mut self, seat: Seat, action: Action, sink: &mut impl EventSink<Event>) {
        match action {
            Action::Roll => {
                let pips = 1 + self.chance.below(6) as u8;
                self.pips = Some(pips);
                sink.emit(Audience::All, || Event::Rolled { seat, pips });
                match pips {
                    1 => self.pass_on(),
                    _ => self.collected += u32::from(pips),
                }
            }
            Action::Hold => {
                let points = self.collected;
                self.scores[seat] += points as i32;
                let total = self.scores[seat];
                sink.emit(Audience::All, || Event::Held { seat, points, total });
                self.pass_on();
            }
        }
    }

    fn default_action(&self, _: Seat) -> Action {
        if self.collected == 0 { Action::Roll } else { Action::Hold }
    }

    fn scores(&self) -> PerSeat<i32> {
        self.scores
    }

    fn view(&self, _: Viewer) -> View {
        View { goal: self.goal, collected: self.collected, pips: self.pips }
    }
}
