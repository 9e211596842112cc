//! Whatever is shown or told can be written and read again.

use game::{EventLog, Game, Seat, Unveiled, Viewer, Voice};
use serde::Serialize;
use serde::de::DeserializeOwned;

fn survives<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(thing: &T) {
    let text = serde_json::to_string(thing).unwrap_or_else(|error| panic!("{thing:?}: {error}"));
    match serde_json::from_str::<T>(&text) {
        Ok(read) => assert_eq!(&read, thing, "{text}"),
        Err(error) => panic!("{text}: {error}"),
    }
}

/// The view of everybody who may look.
pub(crate) fn views<G: Game>(position: &G) {
    let everything = Unveiled::after(position).map(Viewer::Everything);
    let viewers = Seat::all(position.seats()).map(Viewer::Seat).chain([Viewer::Watcher]).chain(everything);
    for viewer in viewers {
        let view = position.seen(viewer);
        survives(&view);
        assert!(!view.to_string().trim().is_empty(), "{viewer:?} is shown nothing");
        if let Viewer::Seat(seat) = viewer {
            let mut legal = Vec::new();
            position.legal_actions(seat, &mut legal);
            assert_eq!(G::legal_in(&view), legal, "the view of seat {seat} lists other actions");
        }
    }
}

pub(crate) fn events<G: Game>(told: &EventLog<G::Event>) {
    let voice = Voice::numbers().to(Seat::default());
    for (_, event) in &told.0 {
        survives(event);
        assert!(!G::sentence(event, &voice).is_empty(), "{event:?} has no sentence");
    }
}
