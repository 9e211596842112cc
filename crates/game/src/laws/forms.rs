//! Laws of form: what is written as JSON can be read again, and views list what is legal.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::broken::{Finding, Law, demand};
use crate::{Game, Seat, Told, Unveiled, Viewer};

/// All who may look at this position.
pub(super) fn viewers<G: Game>(position: &G) -> Vec<Viewer> {
    let seats = Seat::all(position.seats()).map(Viewer::Seat);
    let everything = Unveiled::after(position).map(Viewer::Everything);
    seats.chain([Viewer::Watcher]).chain(everything).collect()
}

pub(super) fn views<G: Game>(position: &G) -> Finding {
    for viewer in viewers(position) {
        let view = position.view(viewer);
        survives(&view)?;
        let mut legal = Vec::new();
        if let Some(seat) = viewer.seat() {
            position.legal_actions(seat, &mut legal);
        }
        demand(G::legal_in(&view) == legal, Law::ViewListsLegal, || {
            format!("the view of {viewer:?} lists {:?}, legal is {legal:?}", G::legal_in(&view))
        })?;
        legal.iter().try_for_each(survives)?;
    }
    Ok(())
}

pub(super) fn events<G: Game>(told: &Told<G::Event>) -> Finding {
    told.0.iter().try_for_each(|(_, event)| survives(event))
}

fn survives<T: Serialize + DeserializeOwned + Eq + std::fmt::Debug>(thing: &T) -> Finding {
    let broken = |what: String| (Law::SurvivesJson, what);
    let text = serde_json::to_string(thing).map_err(|error| broken(format!("{thing:?}: {error}")))?;
    let read: T = serde_json::from_str(&text).map_err(|error| broken(format!("{text}: {error}")))?;
    demand(read == *thing, Law::SurvivesJson, || format!("{thing:?} was written {text} and read {read:?}"))
}
