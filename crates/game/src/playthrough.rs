//! A whole game as text that a person can read: the golden files of each game.

use std::fmt::Write;

use serde_json::Value;

use crate::{Chance, DiscardEvents, Game, Played, Record, Replay, Seed, Tell, Viewer, Voice, below, dice};

/// Plays a game with random choices and returns its record. `limit` actions at the most.
#[must_use]
pub fn random_record<G: Game>(
    options: &G::Options,
    seats: u8,
    seed: Seed,
    choices: u64,
    limit: usize,
) -> Option<Record<G::Action>> {
    let mut position = G::start(options, seats, Chance::new(seed), &mut DiscardEvents).ok()?;
    let mut record = Record::new::<G>(options, seats, seed);
    let mut dice = dice(choices);
    let mut legal = Vec::new();
    while let Some(seat) = position.status().to_act().first() {
        if record.actions.len() == limit {
            return None;
        }
        legal.clear();
        position.legal_actions(seat, &mut legal);
        let action = *legal.get(below(&mut dice, legal.len() as u32) as usize)?;
        position.play(seat, action, &mut DiscardEvents).ok()?;
        record.push(seat, action);
    }
    Some(record)
}

/// A record written as sentences, with the whole table drawn after the deal, after every `every` steps, and at the
/// end. `None` if the record is invalid or the game does not end.
#[must_use]
pub fn tell<G: Tell>(record: &Record<Value>, every: usize) -> Option<String> {
    let replay = Replay::<G>::of(record).ok()?;
    let everything = Viewer::Everything(replay.unveiled()?);
    let voice = Voice::numbers();
    let mut text = String::new();
    let options = serde_json::to_string(&record.options).ok()?;
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{}, rules {}, {} players, {options}", G::TITLE, record.rules, record.seats);
    let last = replay.actions().len();
    for step in replay.steps() {
        let _ = match step.played {
            None => writeln!(text, "\n0 deal"),
            Some(Played { seat, action }) => writeln!(text, "{} seat {seat}: {action}", step.number),
        };
        for event in step.emitted.for_viewer(everything) {
            let _ = writeln!(text, "    {}", G::sentence(event, &voice));
        }
        if step.number.is_multiple_of(every.max(1)) || step.number == last {
            let _ = writeln!(text, "\n{}", G::text(&step.position.seen(everything)).trim_end());
            let scores: Vec<_> = step.position.scores().as_slice().iter().map(i32::to_string).collect();
            let _ = writeln!(text, "scores: {}\n", scores.join(" "));
        }
        if let Some(outcome) = step.position.status().outcome() {
            let _ = writeln!(text, "winners: {:?}", outcome.winners);
        }
    }
    Some(text)
}
