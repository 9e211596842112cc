//! The update of a move, written in one go: what is most of what a house says.

use std::cell::RefCell;

use game::json::{NotJson, field};
use protocol::{Deadline, GameResult, TableId};
use serde::Serialize;

use crate::frame_buffer::{FrameBuffer, FramedMessage};

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

thread_local! {
    /// Where updates are written, to be read there by whoever sends them.
    static FRAME_BUFFER: RefCell<FrameBuffer> = const { RefCell::new(FrameBuffer::new()) };
}

impl UpdateHead<'_> {
    /// Tells the update for one viewer, as it goes over the wire: [`GameUpdate`](protocol::GameUpdate) with what the game
    /// says still typed, so that nothing is written twice. It must be told without making another.
    pub(crate) fn tell<E: Serialize>(
        &self,
        nth: u32,
        events: &[EventOf<'_, E>],
        view: impl FnOnce(&mut Vec<u8>) -> Result<(), NotJson>,
        tell: &mut dyn FnMut(FramedMessage<'_>),
    ) {
        FRAME_BUFFER.with_borrow_mut(|desk| {
            tell(desk.write(|out| {
                // Updates are plain data: writing them cannot fail.
                if let Err(why) = self.write(nth, events, view, out) {
                    tracing::error!(table = %self.table, %why, "an update could not be written");
                }
            }));
        });
    }

    fn write<E: Serialize>(
        &self,
        nth: u32,
        events: &[EventOf<'_, E>],
        view: impl FnOnce(&mut Vec<u8>) -> Result<(), NotJson>,
        out: &mut Vec<u8>,
    ) -> Result<(), NotJson> {
        let Self { table, seq, game_number, deadlines, result } = self;
        field(out, b"{\"update\":{\"table\":", table)?;
        field(out, b",\"seq\":", seq)?;
        field(out, b",\"game_number\":", game_number)?;
        field(out, b",\"nth\":", &nth)?;
        field(out, b",\"events\":", events)?;
        out.extend_from_slice(b",\"view\":");
        view(out)?;
        field(out, b",\"deadlines\":", deadlines)?;
        if let Some(result) = result {
            field(out, b",\"result\":", result)?;
        }
        out.extend_from_slice(b"}}");
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use game::{Seat, SeatSet, json};
    use protocol::{GameEvent, GameJson, GameUpdate, ReplayId, ServerMsg};

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
            head.tell(4, &events, |out| json::write(out, &["view"]), &mut |frame| {
                written.extend_from_slice(frame.text());
            });
            let message = ServerMsg::Update(Box::new(GameUpdate {
                table,
                seq: 9,
                game_number: 2,
                nth: 4,
                events: vec![GameEvent { event: raw(r#"["placed",3]"#), text: "Ann says \"hi\".".into() }],
                view: raw(r#"["view"]"#),
                deadlines: deadlines.to_vec(),
                result: result.cloned(),
            }));
            assert_eq!(String::from_utf8(written).unwrap(), serde_json::to_string(&message).unwrap());
        }
    }
}
