use std::cell::Cell;
use std::fmt;
use std::ops::RangeInclusive;

use game::{Chance, EventSink, Game, Outcome, Refusal, Rng, Seed, below, dice};
use games::onecard::{OneCard, OneCardOptions};
use serde::{Deserialize, Serialize};

use super::*;
use crate::Heuristic;

/// Matching pennies: both choose at the same time, and seat 0 wins if the pennies match.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Pennies([Option<Penny>; 2]);

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum Penny {
    Heads,
    Tails,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct PennyView {}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Never;

impl fmt::Display for Penny {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl fmt::Display for Never {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("never")
    }
}

impl std::error::Error for Never {}

impl Refusal for Never {
    fn code(&self) -> &'static str {
        "never"
    }
}

game::options! {
    /// Nothing can be set.
    #[allow(unreachable_pub, reason = "the macro declares a public type, as games need it")]
    pub struct NoOptions {}
}

impl Game for Pennies {
    const NAME: &'static str = "pennies";
    const TITLE: &'static str = "Pennies";
    const SUMMARY: &'static str = "Match or do not.";
    const SEATS: RangeInclusive<u8> = 2..=2;
    type Options = NoOptions;
    type Action = Penny;
    type Event = ();
    type View = PennyView;
    type Refusal = Never;

    fn deal(_: u16, _: &NoOptions, _: u8, _: Chance, _: &mut impl EventSink<()>) -> Self {
        Self([None, None])
    }

    fn status(&self) -> Status {
        match self.0 {
            [Some(one), Some(other)] => Status::Over(Outcome::won_by(Seat::of(u8::from(one != other)))),
            open => Status::Sealed(Seat::all(2).filter(|seat| open[seat.index()].is_none()).collect()),
        }
    }

    fn seats(&self) -> u8 {
        2
    }

    fn turn(&self) -> u32 {
        1
    }

    fn legal_actions(&self, seat: Seat, out: &mut Vec<Penny>) {
        if self.status().to_act().contains(seat) {
            out.extend([Penny::Heads, Penny::Tails]);
        }
    }

    fn check_rule(&self, _: Seat, _: Penny) -> Result<(), Never> {
        Ok(())
    }

    fn apply(&mut self, seat: Seat, action: Penny, _: &mut impl EventSink<()>) {
        self.0[seat.index()] = Some(action);
    }

    fn default_action(&self, _: Seat) -> Penny {
        Penny::Heads
    }

    fn scores(&self) -> PerSeat<i32> {
        PerSeat::new(2)
    }

    fn view(&self, _: Viewer) -> PennyView {
        PennyView {}
    }
}

impl game::Imagine for Pennies {
    fn imagine(_: u16, _: &NoOptions, _: Seat, view: &game::SeenOf<Self>, rng: &mut impl Rng) -> Self {
        // A player who has chosen already chose anything.
        let chosen = |seat: u8, luck: u32| {
            let open = view.to_act.contains(Seat::of(seat));
            (!open).then_some(if luck == 0 { Penny::Heads } else { Penny::Tails })
        };
        Self([chosen(0, below(rng, 2)), chosen(1, below(rng, 2))])
    }
}

impl Heuristic for Pennies {
    fn heuristic(input: BotInput<'_, Self>, _: &mut FastRng) -> Penny {
        input.view.legal[0]
    }
}

impl Searchable for Pennies {
    fn beginner(input: BotInput<'_, Self>, _: &mut FastRng) -> Penny {
        input.view.legal[0]
    }
}

#[test]
fn choices_made_at_the_same_time_are_made_without_peeking() {
    let position = Pennies([None, None]);
    let (options, seat) = (NoOptions {}, Seat::of(0));
    let view = position.seen(Viewer::Seat(seat));
    let input: BotInput<'_, Pennies> = BotInput { rules: 1, options: &options, seat, view: &view };
    let weighing = search(input, 20_000, &mut dice(1), Budget::usual());
    // A player who could look at the other's penny would win always: the value would be near 0. It is a little below one
    // half because in the long run each side of the tree learns how the other one swings.
    for choice in &weighing.choices {
        assert!((choice.value.unwrap() - 0.5).abs() < 0.2, "{weighing:?}");
    }
}

fn onecard(simulations: u32, seed: u64, budget: Budget<'_>) -> Evaluation<games::onecard::Action> {
    let options = OneCardOptions::default();
    let position =
        OneCard::start(&options, 3, Chance::new(Seed::from_number(2)), &mut DiscardEvents).unwrap();
    let seat = position.status().to_act().first().unwrap();
    let view = position.seen(Viewer::Seat(seat));
    search::<OneCard>(
        BotInput { rules: 1, options: &options, seat, view: &view },
        simulations,
        &mut dice(seed),
        budget,
    )
}

#[test]
fn the_same_dice_and_simulations_give_the_same_weighing() {
    assert_eq!(onecard(80, 3, Budget::usual()), onecard(80, 3, Budget::usual()));
    assert_ne!(onecard(80, 3, Budget::usual()), onecard(80, 4, Budget::usual()));
}

#[test]
fn it_stops_at_once_and_keeps_to_its_number_of_simulations() {
    let asked = Cell::new(0);
    let stop = || {
        asked.set(asked.get() + 1);
        asked.get() == 3
    };
    let stopped = onecard(1_000_000, 1, Budget { simulations: u32::MAX, stop: &stop });
    assert_eq!(asked.get(), 3);
    let five = onecard(1_000_000, 1, Budget::simulations(5));
    assert_eq!(five, onecard(5, 1, Budget::usual()));
    assert_ne!(five, stopped);
}

#[test]
fn without_any_time_the_rule_of_thumb_decides() {
    let weighing = onecard(1_000, 1, Budget { simulations: u32::MAX, stop: &|| true });
    let options = OneCardOptions::default();
    let position =
        OneCard::start(&options, 3, Chance::new(Seed::from_number(2)), &mut DiscardEvents).unwrap();
    let seat = position.status().to_act().first().unwrap();
    let view = position.seen(Viewer::Seat(seat));
    let thumb = OneCard::heuristic(BotInput { rules: 1, options: &options, seat, view: &view }, &mut dice(1));
    assert_eq!(weighing.choice().action, thumb);
}
