//! The update of a move, written in one go: what is most of what a server says.

use std::cell::RefCell;

use game::json::{NotJson, field};
use protocol::{Deadline, GameResult, TableId};

use crate::frame_buffer::{FrameBuffer, FramedMessage};

/// What is the same for everybody.
#[derive(Clone, Copy)]
pub(crate) struct UpdateHead<'a> {
    pub(crate) table: TableId,
    pub(crate) seq: u64,
    /// The update before this one in the same game; `None` for the deal.
    pub(crate) base: Option<u64>,
    pub(crate) game_number: u32,
    pub(crate) deadlines: &'a [Deadline],
    pub(crate) result: Option<&'a GameResult>,
}

/// A part of an update that the game writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum UpdatePart {
    /// What happened, as a list of [`GameEvent`](protocol::GameEvent).
    Events,
    /// What changed in what the viewer sees since the update before.
    Changes,
    /// All that the viewer sees.
    Seen,
}

thread_local! {
    /// Where updates are written, to be sent from there.
    static BUFFER: RefCell<FrameBuffer> = const { RefCell::new(FrameBuffer::new()) };
}

impl UpdateHead<'_> {
    /// Writes the update for one viewer, as it goes over the wire: [`GameUpdate`](protocol::GameUpdate), with what the game
    /// sees still typed, so that nothing is serialized twice. `game` adds the part that it is asked for, or nothing and
    /// returns false if it has no such part.
    pub(crate) fn tell(
        &self,
        nth: u32,
        game: impl Fn(&mut Vec<u8>, UpdatePart) -> Result<bool, NotJson>,
        tell: &mut dyn FnMut(FramedMessage<'_>),
    ) {
        BUFFER.with_borrow_mut(|buffer| {
            tell(buffer.write(|out| {
                // Updates are plain data: writing them cannot fail.
                if let Err(why) = self.write(nth, game, out) {
                    tracing::error!(table = %self.table, %why, "writing an update failed");
                }
            }));
        });
    }

    fn write(
        &self,
        nth: u32,
        game: impl Fn(&mut Vec<u8>, UpdatePart) -> Result<bool, NotJson>,
        out: &mut Vec<u8>,
    ) -> Result<(), NotJson> {
        let Self { table, seq, base, game_number, deadlines, result } = self;
        field(out, b"{\"update\":{\"table\":", table)?;
        field(out, b",\"seq\":", seq)?;
        field(out, b",\"game_number\":", game_number)?;
        field(out, b",\"nth\":", &nth)?;
        out.extend_from_slice(b",\"events\":");
        game(out, UpdatePart::Events)?;
        let before = out.len();
        let mut changed = false;
        if let Some(base) = base {
            field(out, b",\"base\":", base)?;
            out.extend_from_slice(b",\"changes\":");
            changed = game(out, UpdatePart::Changes)?;
        }
        if !changed {
            out.truncate(before);
            out.extend_from_slice(b",\"seen\":");
            game(out, UpdatePart::Seen)?;
        }
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
    use game::{Seat, SeatSet};
    use protocol::{GameEvent, GameJson, GameUpdate, ReplayId, ServerMsg};

    use super::*;

    #[test]
    fn an_update_is_written_as_the_protocol_has_it() {
        let raw = |text: &str| serde_json::from_str::<GameJson>(text).unwrap();
        let table = TableId::new(77);
        let deadlines = [Deadline { seat: Seat::of(1), remaining_ms: 20_000 }];
        let replay_id = ReplayId { table, game: 2 };
        let result: GameResult = serde_json::from_value(serde_json::json!({
            "winners": [0], "scores": [1, -2], "abandoned": false, "replay_id": replay_id,
        }))
        .unwrap();
        assert_eq!(result.winners, SeatSet::only(Seat::of(0)));
        for (result, base) in [(None, Some(8)), (Some(&result), None)] {
            let head = UpdateHead { table, seq: 9, base, game_number: 2, deadlines: &deadlines, result };
            let event = GameEvent { event: raw(r#"["placed",3]"#), text: "Ann says \"hi\".".into() };
            let mut written = Vec::new();
            head.tell(
                4,
                |out, part| {
                    out.extend_from_slice(match part {
                        UpdatePart::Events => br#"[{"event":["placed",3],"text":"Ann says \"hi\"."}]"#,
                        UpdatePart::Changes => br#"[["turn",3]]"#,
                        UpdatePart::Seen => br#"{"turn":3}"#,
                    });
                    Ok(true)
                },
                &mut |frame| written.extend_from_slice(frame.text()),
            );
            let message = ServerMsg::Update(Box::new(GameUpdate {
                table,
                seq: 9,
                game_number: 2,
                nth: 4,
                events: vec![event],
                seen: base.is_none().then(|| raw(r#"{"turn":3}"#)),
                base,
                changes: base.map(|_| raw(r#"[["turn",3]]"#)),
                deadlines: deadlines.to_vec(),
                result: result.cloned(),
            }));
            assert_eq!(
                serde_json::from_slice::<serde_json::Value>(&written).unwrap(),
                serde_json::to_value(&message).unwrap()
            );
        }
    }
}
