//! What an action changed for each viewer: most of what a server sends.

use std::cell::RefCell;
use std::sync::OnceLock;

use serde::Serialize;

use super::live::write_legal;
use crate::json::{self, NotJson, Outline, changes};
use crate::{Game, PerSeat, Seat, Viewer};

/// The position before the last action, until its changes are sent.
pub(super) struct Before<G> {
    pub(super) position: G,
    /// How many rounds had ended.
    rounds: usize,
    /// The view as JSON, as it was written for the action before; absent where views are private, or if nobody was told.
    shown: Option<Vec<u8>>,
    shared: OnceLock<SharedChanges>,
}

/// Changes that are the same for everybody, written when the first viewer is told.
struct SharedChanges {
    /// Those of what every game has, and of the view unless views are private.
    changes: Vec<u8>,
    /// The view after the action; absent where views are private.
    shown: Option<Vec<u8>>,
}

/// A part of what is seen as JSON, and where the values in it are.
#[derive(Default)]
struct WrittenPart {
    text: Vec<u8>,
    outline: Outline,
}

impl WrittenPart {
    /// Writes a part, in the place of what was written before.
    fn write(&mut self, part: impl FnOnce(&mut Vec<u8>) -> Result<(), NotJson>) -> Result<(), NotJson> {
        self.text.clear();
        part(&mut self.text)?;
        self.outline.replace(&self.text);
        Ok(())
    }

    fn parts(&self) -> (&[u8], &Outline) {
        (&self.text, &self.outline)
    }
}

/// Where what was seen and what is seen are written to be compared: every action needs it, and no table for long.
#[derive(Default)]
struct Scratch {
    old: WrittenPart,
    new: WrittenPart,
    path: Vec<u8>,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

/// How long the changes of an action usually are, at most.
const ROOM: usize = 256;

/// Writes a part of what was seen and of what is seen, and adds what changed in this member.
fn add_changes(
    out: &mut Vec<u8>,
    begin: usize,
    member: &str,
    before: impl FnOnce(&mut Vec<u8>) -> Result<(), NotJson>,
    after: impl FnOnce(&mut Vec<u8>) -> Result<(), NotJson>,
) -> Result<(), NotJson> {
    SCRATCH.with_borrow_mut(|Scratch { old, new, path }| {
        old.write(before)?;
        new.write(after)?;
        changes::add_member(out, begin, path, member, old.parts(), new.parts());
        Ok(())
    })
}

/// Adds a member that everybody sees, unless it is as it was.
fn set_if_changed<T: PartialEq + Serialize>(
    out: &mut Vec<u8>,
    member: &str,
    old: &T,
    new: &T,
) -> Result<(), NotJson> {
    if old == new { Ok(()) } else { changes::set_member(out, 0, member, |out| json::write(out, new)) }
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
        changes::add_written(out, begin, &shared.changes);
        self.add_legal(after, viewer.seat(), begin, out)?;
        if G::PRIVATE_VIEWS {
            let (old, new) = (&self.position, after);
            let write = |position: &G, out: &mut Vec<u8>| json::write(out, &position.view(viewer));
            add_changes(out, begin, "view", |out| write(old, out), |out| write(new, out))?;
        }
        out.push(b']');
        Ok(())
    }

    fn shared(&self, after: &G, sheet: &[PerSeat<i32>]) -> Result<&SharedChanges, NotJson> {
        if let Some(shared) = self.shared.get() {
            return Ok(shared);
        }
        let mut shared = SharedChanges { changes: Vec::with_capacity(ROOM), shown: None };
        self.add_frame(after, sheet, &mut shared.changes)?;
        if !G::PRIVATE_VIEWS {
            shared.shown = Some(self.add_shared_view(after, &mut shared.changes)?);
        }
        Ok(self.shared.get_or_init(|| shared))
    }

    /// Adds the changes of what every game shows. Most of it stays as it is, so that values are compared and only those
    /// that differ are written.
    fn add_frame(&self, after: &G, sheet: &[PerSeat<i32>], out: &mut Vec<u8>) -> Result<(), NotJson> {
        let (old, new) = (&self.position, after);
        let (was, is) = (old.status(), new.status());
        set_if_changed(out, "turn", &old.turn(), &new.turn())?;
        set_if_changed(out, "to_act", &was.to_act(), &is.to_act())?;
        set_if_changed(out, "scores", &old.scores(), &new.scores())?;
        if self.rounds < sheet.len() {
            let before = &sheet[..self.rounds];
            add_changes(out, 0, "sheet", |out| json::write(out, before), |out| json::write(out, sheet))?;
        }
        set_if_changed(out, "outcome", &was.outcome(), &is.outcome())
    }

    /// Adds the changes of a view that everybody sees alike, and returns it as it is now.
    fn add_shared_view(&self, after: &G, out: &mut Vec<u8>) -> Result<Vec<u8>, NotJson> {
        let before = |out: &mut Vec<u8>| match &self.shown {
            Some(shown) => {
                out.extend_from_slice(shown);
                Ok(())
            }
            None => json::write(out, &self.position.view(Viewer::Watcher)),
        };
        add_changes(out, 0, "view", before, |out| json::write(out, &after.view(Viewer::Watcher)))?;
        Ok(SCRATCH.with_borrow(|scratch| scratch.new.text.clone()))
    }

    /// Adds what a seat can do now, unless it could do the same before.
    fn add_legal(
        &self,
        after: &G,
        seat: Option<Seat>,
        begin: usize,
        out: &mut Vec<u8>,
    ) -> Result<(), NotJson> {
        let Some(seat) = seat else { return Ok(()) };
        let (was, is) = (self.position.status(), after.status());
        match (was.to_act().contains(seat), is.to_act().contains(seat)) {
            (false, false) => Ok(()),
            (true, true) if G::LEGAL_IS_IMPLIED => Ok(()),
            (true, true) => add_changes(
                out,
                begin,
                "legal",
                |out| write_legal(&self.position, &was, Some(seat), out),
                |out| write_legal(after, &is, Some(seat), out),
            ),
            (true, false) | (false, true) => {
                changes::set_member(out, begin, "legal", |out| write_legal(after, &is, Some(seat), out))
            }
        }
    }
}
