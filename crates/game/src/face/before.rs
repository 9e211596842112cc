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
    /// The view as it was written for the action before; absent where views are private, or if nobody was told.
    shown: Option<WrittenView>,
    shared: OnceLock<SharedChanges>,
}

/// Changes that are the same for everybody, written when the first viewer is told.
struct SharedChanges {
    /// Those of what every game has.
    frame: Vec<u8>,
    /// Those of the view; none where views are private.
    view: Vec<u8>,
    /// The view after the action; absent where views are private.
    shown: Option<WrittenView>,
}

/// A view as JSON, and where the values in it are.
#[derive(Default)]
pub(super) struct WrittenView {
    text: Vec<u8>,
    outline: Outline,
}

impl WrittenView {
    /// Writes a part of what is seen, in the place of what was written before.
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

thread_local! {
    /// Where what a viewer saw and sees is written to be compared.
    static SCRATCH: RefCell<[WrittenView; 2]> = RefCell::default();
}

/// Writes a part of what was seen and of what is seen, and adds what changed in this member.
fn add_changes(
    out: &mut Vec<u8>,
    begin: usize,
    member: &str,
    before: impl FnOnce(&mut Vec<u8>) -> Result<(), NotJson>,
    after: impl FnOnce(&mut Vec<u8>) -> Result<(), NotJson>,
) -> Result<(), NotJson> {
    SCRATCH.with_borrow_mut(|[old, new]| {
        old.write(before)?;
        new.write(after)?;
        changes::add_member(out, begin, member, old.parts(), new.parts());
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
    pub(super) const fn new(position: G, rounds: usize, shown: Option<WrittenView>) -> Self {
        Self { position, rounds, shown, shared: OnceLock::new() }
    }

    /// The view after the action, if it was written for everybody.
    pub(super) fn into_shown(self) -> Option<WrittenView> {
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
            let (old, new) = (&self.position, after);
            let write = |position: &G, out: &mut Vec<u8>| json::write(out, &position.view(viewer));
            add_changes(out, begin, "view", |out| write(old, out), |out| write(new, out))?;
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
        self.add_frame(after, sheet, &mut shared.frame)?;
        if !G::PRIVATE_VIEWS {
            shared.shown = Some(self.add_shared_view(after, &mut shared.view)?);
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
    fn add_shared_view(&self, after: &G, out: &mut Vec<u8>) -> Result<WrittenView, NotJson> {
        let mut new = WrittenView::default();
        new.write(|out| json::write(out, &after.view(Viewer::Watcher)))?;
        match &self.shown {
            Some(old) => changes::add_member(out, 0, "view", old.parts(), new.parts()),
            None => {
                let mut old = WrittenView::default();
                old.write(|out| json::write(out, &self.position.view(Viewer::Watcher)))?;
                changes::add_member(out, 0, "view", old.parts(), new.parts());
            }
        }
        Ok(new)
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
