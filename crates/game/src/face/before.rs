//! What an action changed for each viewer: most of what a server sends.

use std::cell::RefCell;
use std::sync::OnceLock;

use super::live::{write_frame, write_legal};
use crate::json::{self, NotJson, changes};
use crate::{Game, PerSeat, Seat, Viewer};

/// The position before the last action, until its changes are sent.
pub(super) struct Before<G> {
    pub(super) position: G,
    /// How many rounds had ended.
    rounds: usize,
    /// The view as it was written for the action before; absent where views are private, or if nobody was told.
    shown: Option<Vec<u8>>,
    shared: OnceLock<SharedChanges>,
}

/// Changes that are the same for everybody, written when the first viewer is told.
struct SharedChanges {
    /// Those of what every game has.
    frame: Vec<u8>,
    /// Those of the view; none where views are private.
    view: Vec<u8>,
    /// The view after the action; absent where views are private.
    shown: Option<Vec<u8>>,
}

/// How much longer than the last one a view is expected to be at most.
const ROOM: usize = 64;

thread_local! {
    /// Where what a viewer saw and sees is written to be compared.
    static SCRATCH: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Writes a part of what was seen and of what is seen, and gives both to be compared.
fn compare(
    before: impl FnOnce(&mut Vec<u8>) -> Result<(), NotJson>,
    after: impl FnOnce(&mut Vec<u8>) -> Result<(), NotJson>,
    compare: impl FnOnce(&[u8], &[u8]),
) -> Result<(), NotJson> {
    SCRATCH.with_borrow_mut(|scratch| {
        scratch.clear();
        before(scratch)?;
        let middle = scratch.len();
        after(scratch)?;
        let (before, after) = scratch.split_at(middle);
        compare(before, after);
        Ok(())
    })
}

impl<G: Game> Before<G> {
    pub(super) const fn new(position: G, rounds: usize, shown: Option<Vec<u8>>) -> Self {
        Self { position, rounds, shown, shared: OnceLock::new() }
    }

    /// The view after the action, if it was written for everybody.
    pub(super) fn into_shown(self) -> Option<Vec<u8>> {
        self.shared.into_inner()?.shown
    }

    /// Adds the list of changes from here to the position `after`, as a viewer sees them.
    pub(super) fn write_changes(
        &self,
        after: &G,
        sheet: &[PerSeat<i32>],
        viewer: Viewer,
        out: &mut Vec<u8>,
    ) -> Result<(), NotJson> {
        out.push(b'[');
        let begin = out.len();
        let shared = self.shared(after, sheet)?;
        changes::add_written(out, begin, &shared.frame);
        self.add_legal(after, viewer.seat(), begin, out)?;
        if G::PRIVATE_VIEWS {
            self.add_view(after, viewer, begin, out)?;
        } else {
            changes::add_written(out, begin, &shared.view);
        }
        out.push(b']');
        Ok(())
    }

    fn shared(&self, after: &G, sheet: &[PerSeat<i32>]) -> Result<&SharedChanges, NotJson> {
        if let Some(shared) = self.shared.get() {
            return Ok(shared);
        }
        let mut shared = SharedChanges { frame: Vec::new(), view: Vec::new(), shown: None };
        compare(
            |out| write_frame(&self.position, &self.position.status(), &sheet[..self.rounds], out),
            |out| write_frame(after, &after.status(), sheet, out),
            // Both begin with a comma where the opening brace of an object would be.
            |old, new| changes::add(&mut shared.frame, 0, old, new),
        )?;
        if !G::PRIVATE_VIEWS {
            let mut shown = Vec::with_capacity(self.shown.as_ref().map_or(0, Vec::len) + ROOM);
            json::write(&mut shown, &after.view(Viewer::Watcher))?;
            match &self.shown {
                Some(before) => changes::add_member(&mut shared.view, 0, "view", before, &shown),
                None => compare(
                    |out| json::write(out, &self.position.view(Viewer::Watcher)),
                    |_| Ok(()),
                    |before, _| changes::add_member(&mut shared.view, 0, "view", before, &shown),
                )?,
            }
            shared.shown = Some(shown);
        }
        Ok(self.shared.get_or_init(|| shared))
    }

    fn add_legal(
        &self,
        after: &G,
        seat: Option<Seat>,
        begin: usize,
        out: &mut Vec<u8>,
    ) -> Result<(), NotJson> {
        compare(
            |out| write_legal(&self.position, &self.position.status(), seat, out),
            |out| write_legal(after, &after.status(), seat, out),
            |old, new| changes::add_member(out, begin, "legal", old, new),
        )
    }

    fn add_view(&self, after: &G, viewer: Viewer, begin: usize, out: &mut Vec<u8>) -> Result<(), NotJson> {
        compare(
            |out| json::write(out, &self.position.view(viewer)),
            |out| json::write(out, &after.view(viewer)),
            |old, new| changes::add_member(out, begin, "view", old, new),
        )
    }
}
