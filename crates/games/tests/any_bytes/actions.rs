//! Any bytes as a table and a series of actions, legal and not, through [`Game::play`].

use game::{
    Chance, DealError, DiscardEvents, EventLog, Game, IllegalAction, OptionRange, Options, Record, Seat, Seed,
};
use games::{Kind, with_game};
use serde::Deserialize;

use super::choices::Choices;
use super::forms;

/// More actions than any game can have that [`table`] sets up: a round of One Card has at most 5,000 turns of two
/// actions, and there are at most three of them.
const MAX_ACTIONS: usize = 40_000;

/// How many actions of earlier positions are remembered, to be tried where they do not belong.
const STRANGERS: usize = 32;

/// Whether a table could be dealt.
pub(crate) fn check(bytes: &[u8]) -> bool {
    let mut choices = Choices::new(bytes);
    match choices.of(Kind::ALL) {
        Some(&kind) => with_game!(kind, G => game::<G>(&mut choices)),
        None => false,
    }
}

fn table<G: Game>(choices: &mut Choices<'_>) -> (G::Options, u8) {
    let mut options = G::Options::default();
    for spec in G::Options::specs() {
        if choices.below(2) == 0 {
            continue;
        }
        let text = match &spec.range {
            OptionRange::Switch => if choices.below(2) == 0 { "on" } else { "off" }.to_owned(),
            OptionRange::Choice(words) => choices.of(words).map_or_else(String::new, |&word| word.to_owned()),
            // A thousand rounds are three rounds again and again.
            OptionRange::Number { min, .. } if spec.name == "rounds" => {
                (min + choices.below(3) as u32).to_string()
            }
            OptionRange::Number { min, max } => {
                let span = (max - min) as usize + 1;
                (min + choices.below(span) as u32).to_string()
            }
        };
        if let Err(bad) = options.set(spec.name, &text) {
            panic!("a value in its range is refused: {bad}");
        }
    }
    let (least, most) = G::SEATS.into_inner();
    // One below and one above what the game is for: those are refused.
    (options, (least + choices.below(usize::from(most - least) + 3) as u8).saturating_sub(1))
}

fn game<G: Game>(choices: &mut Choices<'_>) -> bool {
    let (options, seats) = table::<G>(choices);
    let seed = Seed::from_number(choices.below(1 << 16) as u64);
    let mut emitted = EventLog::new();
    let position = match G::start(&options, seats, Chance::new(seed), &mut emitted) {
        Ok(position) => position,
        Err(DealError::Seats { .. }) if !G::SEATS.contains(&seats) => return false,
        Err(bad) => {
            assert!(bad.to_string().ends_with('.'), "no sentence: {bad}");
            return false;
        }
    };
    forms::events::<G>(&emitted);
    let record = Record::new::<G>(&options, seats, seed);
    let mut walk = Walk { position, record, legal: Vec::new(), seen: Vec::new() };
    // To the end it can be ten thousand actions more: too slow to be done each time.
    let to_the_end = choices.below(4) == 0;
    while !choices.is_empty() {
        walk.step(choices);
    }
    forms::views(&walk.position);
    if to_the_end {
        walk.end();
    }
    true
}

struct Walk<G: Game> {
    position: G,
    record: Record<G::Action>,
    legal: Vec<G::Action>,
    seen: Vec<G::Action>,
}

impl<G: Game> Walk<G> {
    fn step(&mut self, choices: &mut Choices<'_>) {
        let to_act: Vec<Seat> = self.position.status().to_act().iter().collect();
        let chosen = choices.of(&to_act).copied();
        self.list(chosen);
        match (choices.below(8), chosen) {
            (0..=4, Some(seat)) => {
                let Some(&action) = choices.of(&self.legal) else { panic!("seat {seat} can do nothing") };
                self.remember(action, choices);
                self.try_out(seat, action);
            }
            (5, Some(seat)) => self.try_out(seat, self.position.default_action(seat)),
            (6, _) => {
                let seat = Seat::of(choices.below(game::MAX_SEATS) as u8);
                if let Some(&action) = choices.of(&self.seen) {
                    self.try_out(seat, action);
                }
            }
            (_, chosen) => {
                let seat = chosen.unwrap_or_default();
                if let Some(action) = self.twisted(choices) {
                    self.try_out(seat, action);
                }
            }
        }
    }

    fn list(&mut self, seat: Option<Seat>) {
        self.legal.clear();
        if let Some(seat) = seat.filter(|seat| seat.number() < self.position.seats()) {
            self.position.legal_actions(seat, &mut self.legal);
        }
    }

    fn remember(&mut self, action: G::Action, choices: &mut Choices<'_>) {
        if self.seen.len() < STRANGERS {
            self.seen.push(action);
        } else {
            self.seen[choices.below(STRANGERS)] = action;
        }
    }

    /// An action as a hostile program could send it: one that was once legal, with something changed.
    fn twisted(&self, choices: &mut Choices<'_>) -> Option<G::Action> {
        let from = if self.legal.is_empty() { &self.seen } else { &self.legal };
        let mut value = serde_json::to_value(choices.of(from)?).unwrap_or_default();
        for _ in 0..=choices.below(3) {
            choices.twist(&mut value);
        }
        G::Action::deserialize(&value).ok()
    }

    /// Plays what the list allows; anything else is refused and changes nothing.
    fn try_out(&mut self, seat: Seat, action: G::Action) {
        self.list(Some(seat));
        let listed = self.legal.contains(&action);
        let before = self.position.clone();
        let mut emitted = EventLog::new();
        let played = self.position.play(seat, action, &mut emitted);
        match played {
            Ok(()) => {
                assert!(
                    listed,
                    "{action:?} of seat {seat} is not listed but allowed: {}",
                    self.record.to_line()
                );
                self.record.push(seat, action);
                forms::events::<G>(&emitted);
                if self.record.actions.len().is_multiple_of(32) {
                    forms::views(&self.position);
                }
            }
            Err(illegal) => {
                assert!(
                    !listed,
                    "{action:?} of seat {seat} is listed but refused: {}",
                    self.record.to_line()
                );
                assert!(
                    self.position == before && emitted.0.is_empty(),
                    "a refusal changed something: {action:?}"
                );
                assert!(illegal.to_string().ends_with('.'), "no sentence: {illegal}");
                let over = self.position.status().is_over() && seat.number() < self.position.seats();
                assert_eq!(over, illegal == IllegalAction::GameIsOver, "{illegal}");
            }
        }
    }

    /// When nobody chooses any more the game still ends.
    fn end(mut self) {
        let mut actions = self.record.actions.len();
        while let Some(seat) = self.position.status().to_act().first() {
            assert!(actions < MAX_ACTIONS, "not over after {MAX_ACTIONS} actions: {}", self.record.to_line());
            let action = self.position.default_action(seat);
            if let Err(illegal) = self.position.play(seat, action, &mut DiscardEvents) {
                panic!("the default {action:?} of seat {seat} is refused: {illegal}");
            }
            actions += 1;
        }
        forms::views(&self.position);
        assert!(self.position.status().outcome().is_some());
    }
}
