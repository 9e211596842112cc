//! Whatever is shown or sent can be written and read again.

use game::{EventLog, Game, Seat, Unveiled, Viewer};
use serde::Serialize;
use serde::de::DeserializeOwned;

fn survives<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(thing: &T) {
    let text = serde_json::to_string(thing).unwrap_or_else(|error| panic!("{thing:?}: {error}"));
    match serde_json::from_str::<T>(&text) {
        Ok(read) => assert_eq!(&read, thing, "{text}"),
        Err(error) => panic!("{text}: {error}"),
    }
}

/// What everybody sees who may look.
pub(crate) fn views<G: Game>(position: &G) {
    let everything = Unveiled::after(position).map(Viewer::Everything);
    let viewers = Seat::all(position.seats()).map(Viewer::Seat).chain([Viewer::Watcher]).chain(everything);
    for viewer in viewers {
        let view = position.seen(viewer);
        survives(&view);
    }
}

pub(crate) fn events<G: Game>(emitted: &EventLog<G::Event>) {
    for (_, event) in &emitted.0 {
        survives(event);
    }
}
