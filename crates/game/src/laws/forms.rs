//! Laws of form: what is written as JSON can be read again and is written alike by everybody, and views list what is legal.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::law_violation::{Finding, Found, Law, demand};
use super::{MAX_LISTED, MAX_SEEN_BYTES};
use crate::{EventLog, Game, Seat, Unveiled, Viewer, json};

/// All who may look at this position.
pub(super) fn viewers<G: Game>(position: &G) -> Vec<Viewer> {
    let seats = Seat::all(position.seats()).map(Viewer::Seat);
    let everything = Unveiled::after(position).map(Viewer::Everything);
    seats.chain([Viewer::Watcher]).chain(everything).collect()
}

pub(super) fn views<G: Game>(position: &G) -> Finding {
    let watched = (!G::PRIVATE_VIEWS).then(|| position.view(Viewer::Watcher));
    for viewer in viewers(position) {
        let seen = position.seen(viewer);
        let text = alike(&seen)?;
        let differs = watched.as_ref().is_some_and(|watched| seen.view != *watched);
        demand(viewer.knows_everything() || !differs, Law::SharedViewsAreAlike, || {
            format!("{viewer:?} sees {:?}, watchers see {watched:?}", seen.view)
        })?;
        let mut implied = Vec::new();
        let is_implied = G::LEGAL_IS_IMPLIED;
        if is_implied {
            G::implied_actions(&seen.view, &mut implied);
        }
        demand(
            !is_implied || seen.legal.is_empty() || implied == seen.legal,
            Law::ImpliedListIsLegal,
            || format!("the view of {viewer:?} implies {implied:?}, legal is {:?}", seen.legal),
        )?;
        let listed = if is_implied { 0 } else { seen.legal.len() };
        let listed_bytes = if is_implied { json_length(&seen.legal)? } else { 0 };
        demand(listed <= MAX_LISTED, Law::MessagesAreShort, || {
            format!("{viewer:?} is listed {listed} actions, at most {MAX_LISTED} are allowed")
        })?;
        demand(text.len() - listed_bytes <= MAX_SEEN_BYTES, Law::MessagesAreShort, || {
            format!("{viewer:?} is sent {} bytes, at most {MAX_SEEN_BYTES} are allowed", text.len())
        })?;
        seen.legal.iter().try_for_each(|action| alike(action).and_then(|text| in_order(&text)))?;
    }
    Ok(())
}

fn json_length(thing: &impl Serialize) -> Result<usize, Found> {
    serde_json::to_string(thing)
        .map(|text| text.len())
        .map_err(|error| (Law::SurvivesJson, error.to_string()))
}

pub(super) fn events<G: Game>(emitted: &EventLog<G::Event>) -> Finding {
    emitted.0.iter().try_for_each(|(_, event)| alike(event).map(drop))
}

/// Its JSON, if parsing it returns an equal value, and our own writer produces the same text as serde's.
fn alike<T: Serialize + DeserializeOwned + Eq + std::fmt::Debug>(thing: &T) -> Result<String, Found> {
    let text = survives(thing)?;
    let mut written = Vec::new();
    let done = json::write(&mut written, thing);
    demand(done.is_ok() && written == text.as_bytes(), Law::WrittenAlike, || {
        format!("{text} was written {} ({done:?})", String::from_utf8_lossy(&written))
    })?;
    Ok(text)
}

fn in_order(text: &str) -> Finding {
    let sorted = serde_json::from_str(text).map(|value: serde_json::Value| value.to_string());
    demand(sorted.is_ok_and(|sorted| sorted == text), Law::FieldsInOrder, || text.to_owned())
}

/// Its JSON, if parsing it returns an equal value.
fn survives<T: Serialize + DeserializeOwned + Eq + std::fmt::Debug>(thing: &T) -> Result<String, Found> {
    let broken = |what: String| (Law::SurvivesJson, what);
    let text = serde_json::to_string(thing).map_err(|error| broken(format!("{thing:?}: {error}")))?;
    let read: T = serde_json::from_str(&text).map_err(|error| broken(format!("{text}: {error}")))?;
    demand(read == *thing, Law::SurvivesJson, || format!("{thing:?} was written {text} and read {read:?}"))?;
    Ok(text)
}
