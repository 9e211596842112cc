//! The steps of a game, as text or as JSON.

use std::collections::BTreeMap;
use std::io::Write;

use anyhow::Result;
use game::face::{Face, FaceReplay, FaceStep};
use game::{Outcome, Seat, SeatSet, Status, Viewer, Voice};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::output;

/// How steps are written, and which.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub(crate) json: bool,
    pub(crate) only: Option<usize>,
}

#[derive(Serialize)]
struct JsonStep {
    n: usize,
    seat: Option<Seat>,
    action: Option<Box<RawValue>>,
    events: Vec<Box<RawValue>>,
    views: BTreeMap<String, Box<RawValue>>,
    scores: game::PerSeat<i32>,
    to_act: SeatSet,
    outcome: Option<Outcome>,
}

/// Writes all steps of a game, or the only one that is wanted.
pub(crate) fn write_steps(
    out: &mut impl Write,
    face: &dyn Face,
    replay: &dyn FaceReplay,
    viewer: Viewer,
    voice: &Voice,
    shape: Shape,
) -> Result<()> {
    for step in replay.steps().filter(|step| shape.only.is_none_or(|only| only == step.number())) {
        if shape.json {
            write_json(out, face, step.as_ref(), replay.seats(), viewer)?;
        } else {
            write_text(out, face, step.as_ref(), viewer, voice)?;
        }
        if shape.only.is_some() {
            break;
        }
    }
    Ok(())
}

/// One line of JSON. A viewer who sees everything also gets what each seat and the watchers see.
pub(crate) fn write_json(
    out: &mut impl Write,
    face: &dyn Face,
    step: &dyn FaceStep,
    seats: u8,
    viewer: Viewer,
) -> Result<()> {
    let mut views = BTreeMap::from([(viewer_name(viewer), seen(step, viewer)?)]);
    if viewer.knows_everything() {
        for other in Seat::all(seats).map(Viewer::Seat).chain([Viewer::Watcher]) {
            views.insert(viewer_name(other), seen(step, other)?);
        }
    }
    let status = step.status();
    let shown = step.seat().filter(|seat| shows_action(face, viewer, *seat));
    output::json_line(
        out,
        &JsonStep {
            n: step.number(),
            seat: step.seat(),
            action: shown.and_then(|_| step.action()),
            events: step.events(viewer, &Voice::numbers()).into_iter().map(|shown| shown.event).collect(),
            views,
            scores: step.scores(),
            to_act: status.to_act(),
            outcome: status.outcome(),
        },
    )
}

fn seen(step: &dyn FaceStep, viewer: Viewer) -> Result<Box<RawValue>> {
    let mut out = Vec::new();
    step.write_seen(viewer, &mut out)?;
    Ok(RawValue::from_string(String::from_utf8(out)?)?)
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
/// A secret choice is hidden from others; what all may know of it is sent as an event.
fn shows_action(face: &dyn Face, viewer: Viewer, seat: Seat) -> bool {
    !face.has_secrets() || viewer.knows_secrets_of(seat)
}

/// What was done, what happened, and the table afterwards.
pub(crate) fn write_text(
    out: &mut impl Write,
    face: &dyn Face,
    step: &dyn FaceStep,
    viewer: Viewer,
    voice: &Voice,
) -> Result<()> {
    let voice = match viewer.seat() {
        Some(seat) => voice.clone().to(seat),
        None => voice.clone(),
    };
    match (step.seat(), step.action_text()) {
        (Some(seat), Some(action)) => {
            let name = voice.inner_name(seat);
            if shows_action(face, viewer, seat) {
                writeln!(out, "── step {}, {name}: {action} ──", step.number())?;
            } else {
                writeln!(out, "── step {}, {name} ──", step.number())?;
            }
        }
        _ => writeln!(out, "── {}: the deal ──", face.spec().title)?,
    }
    for shown in step.events(viewer, &voice) {
        writeln!(out, "{}", shown.text)?;
    }
    writeln!(out, "\n{}\n", step.text(viewer).trim_end())?;
    if let Status::Over(outcome) = step.status() {
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
