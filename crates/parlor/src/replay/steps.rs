//! The steps of a game, as text or as JSON.

use std::collections::BTreeMap;
use std::io::Write;

use anyhow::Result;
use game::{Game, Outcome, Played, Seat, SeatSet, Status, Step, Viewer, Voice};
use serde::Serialize;

use crate::output;

/// How steps are written, and which.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub(crate) json: bool,
    pub(crate) only: Option<usize>,
}

#[derive(Serialize)]
struct JsonStep<'a, G: Game> {
    n: usize,
    seat: Option<Seat>,
    action: Option<G::Action>,
    events: Vec<&'a G::Event>,
    views: BTreeMap<String, G::View>,
    scores: game::PerSeat<i32>,
    to_act: SeatSet,
    outcome: Option<Outcome>,
}

/// Writes all steps of a game, or the only one that is wanted.
pub(crate) fn write_steps<G: Game>(
    out: &mut impl Write,
    steps: impl Iterator<Item = Step<G>>,
    viewer: Viewer,
    shape: Shape,
) -> Result<()> {
    for step in steps.filter(|step| shape.only.is_none_or(|only| only == step.number)) {
        if shape.json {
            write_json(out, &step, viewer)?;
        } else {
            write_text(out, &step, viewer)?;
        }
        if shape.only.is_some() {
            break;
        }
    }
    Ok(())
}

/// One line of JSON. Whoever sees everything is also given the view of each seat and of the watchers.
pub(crate) fn write_json<G: Game>(out: &mut impl Write, step: &Step<G>, viewer: Viewer) -> Result<()> {
    let mut views = BTreeMap::from([(viewer_name(viewer), step.position.view(viewer))]);
    if viewer.knows_everything() {
        let others = Seat::all(step.position.seats()).map(Viewer::Seat).chain([Viewer::Watcher]);
        views.extend(others.map(|other| (viewer_name(other), step.position.view(other))));
    }
    let status = step.position.status();
    let seen = |played: &Played<G::Action>| shows_action::<G>(viewer, played.seat);
    output::json_line(
        out,
        &JsonStep::<G> {
            n: step.number,
            seat: step.played.map(|played| played.seat),
            action: step.played.filter(seen).map(|played| played.action),
            events: step.told.to(viewer).collect(),
            views,
            scores: step.position.scores(),
            to_act: status.to_act(),
            outcome: status.outcome(),
        },
    )
}

fn viewer_name(viewer: Viewer) -> String {
    match viewer {
        Viewer::Seat(seat) => seat.to_string(),
        Viewer::Watcher => "watcher".to_owned(),
        Viewer::Everything(_) => "everything".to_owned(),
    }
}

/// Whether the viewer may see the very action of this seat.
///
/// A secret choice is not for other eyes; what all may know of it is told as an event.
fn shows_action<G: Game>(viewer: Viewer, seat: Seat) -> bool {
    !G::SECRETS || viewer.knows_secrets_of(seat)
}

/// What was done, what happened, and the table afterwards.
pub(crate) fn write_text<G: Game>(out: &mut impl Write, step: &Step<G>, viewer: Viewer) -> Result<()> {
    let voice = match viewer.seat() {
        Some(seat) => Voice::numbers().to(seat),
        None => Voice::numbers(),
    };
    match step.played {
        None => writeln!(out, "── {}: the deal ──", G::TITLE)?,
        Some(Played { seat, action }) => {
            let name = voice.inner_name(seat);
            if shows_action::<G>(viewer, seat) {
                writeln!(out, "── step {}, {name}: {action} ──", step.number)?;
            } else {
                writeln!(out, "── step {}, {name} ──", step.number)?;
            }
        }
    }
    for event in step.told.to(viewer) {
        writeln!(out, "{}", G::sentence(event, &voice))?;
    }
    writeln!(out, "\n{}\n", step.position.view(viewer).to_string().trim_end())?;
    if let Status::Over(outcome) = step.position.status() {
        writeln!(out, "{}\n", result(outcome, &voice))?;
    }
    Ok(())
}

/// How it ended, in a sentence.
pub(crate) fn result(outcome: Outcome, voice: &Voice) -> String {
    match outcome.winners.len() {
        0 => "A draw: nobody wins.".to_owned(),
        1 => format!("{} won the game.", voice.list(outcome.winners.iter())),
        _ => format!("{} share the win.", voice.list(outcome.winners.iter())),
    }
}
