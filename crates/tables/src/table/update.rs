//! The update of a move, written in one go: what is most of what a house says.

use std::cell::RefCell;

use protocol::{Deadline, GameResult, TableId};
use serde::Serialize;

use crate::json;

/// What is the same for everybody.
#[derive(Clone, Copy)]
pub(crate) struct UpdateHead<'a> {
    pub(crate) table: TableId,
    pub(crate) seq: u64,
    pub(crate) game_number: u32,
    pub(crate) deadlines: &'a [Deadline],
    pub(crate) result: Option<&'a GameResult>,
}

/// One event, for one viewer.
#[derive(Serialize)]
pub(crate) struct EventOf<'a, E> {
    pub(crate) event: &'a E,
    pub(crate) text: String,
}

/// [`TableUpdate`](protocol::TableUpdate) with what the game says still typed, so that nothing is written twice.
#[derive(Serialize)]
struct UpdateOf<'a, V, E> {
    table: TableId,
    seq: u64,
    game_number: u32,
    nth: u32,
    events: &'a [EventOf<'a, E>],
    view: &'a V,
    deadlines: &'a [Deadline],
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'a GameResult>,
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Message<'a, V, E> {
    Update(UpdateOf<'a, V, E>),
}

thread_local! {
    /// Where updates are written, to be read there by whoever sends them.
    static DESK: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

impl UpdateHead<'_> {
    /// Tells the update for one viewer, as it goes over the wire. It must be told without making another.
    pub(crate) fn tell<V: Serialize, E: Serialize>(
        &self,
        nth: u32,
        events: &[EventOf<'_, E>],
        view: &V,
        tell: &mut dyn FnMut(&[u8]),
    ) {
        let Self { table, seq, game_number, deadlines, result } = *self;
        let message =
            Message::Update(UpdateOf { table, seq, game_number, nth, events, view, deadlines, result });
        DESK.with_borrow_mut(|desk| {
            desk.clear();
            // Updates are plain data: writing them cannot fail.
            if let Err(why) = json::write(desk, &message) {
                tracing::error!(%table, %why, "an update could not be written");
            }
            tell(desk);
        });
    }
}

#[cfg(test)]
mod tests {
    use game::{Seat, SeatSet};
    use protocol::{EventTold, GameJson, ReplayId, ServerMsg, TableUpdate};

    use super::*;

    #[test]
    fn an_update_is_written_as_the_protocol_has_it() {
        let raw = |text: &str| serde_json::from_str::<GameJson>(text).unwrap();
        let table = TableId::new(77);
        let deadlines = [Deadline { seat: Seat::of(1), left: 20_000 }];
        let replay = ReplayId { table, game: 2 };
        let result: GameResult = serde_json::from_value(serde_json::json!({
            "winners": [0], "scores": [1, -2], "abandoned": false, "replay": replay,
        }))
        .unwrap();
        assert_eq!(result.winners, SeatSet::only(Seat::of(0)));
        for result in [None, Some(&result)] {
            let head = UpdateHead { table, seq: 9, game_number: 2, deadlines: &deadlines, result };
            let event = ("placed", 3);
            let events = [EventOf { event: &event, text: "Ann says \"hi\".".into() }];
            let mut written = Vec::new();
            head.tell(4, &events, &["view"], &mut |frame| written.extend_from_slice(frame));
            let message = ServerMsg::Update(Box::new(TableUpdate {
                table,
                seq: 9,
                game_number: 2,
                nth: 4,
                events: vec![EventTold { event: raw(r#"["placed",3]"#), text: "Ann says \"hi\".".into() }],
                view: raw(r#"["view"]"#),
                deadlines: deadlines.to_vec(),
                result: result.cloned(),
            }));
            assert_eq!(String::from_utf8(written).unwrap(), serde_json::to_string(&message).unwrap());
        }
    }
}
