//! Work that a search has done, and when to ask whether to stop.
//!
//! How often a search asks must not depend on the table: a world with 400 cards takes a hundred times as long as a small
//! one, and the list of choices may be long. So every loop of a search reports its work, and the meter asks after a
//! fixed amount of it.

use std::cell::Cell;

use crate::Budget;

/// Maximum work between two questions, besides the last amount reported. One unit is about the cost of looking at one
/// choice in one step of an imagined game, 10 to 50 nanoseconds: the meter asks several times per millisecond.
pub(crate) const WORK_BETWEEN_QUESTIONS: u32 = 10_000;

/// Counts the work of one decision. After the first "stop" it does not ask again.
pub(crate) struct Meter<'a> {
    stop: &'a dyn Fn() -> bool,
    since_question: Cell<u32>,
    over: Cell<bool>,
}

impl<'a> Meter<'a> {
    /// Asks once: a search that must stop before it begins does no work.
    pub(crate) fn of(budget: &Budget<'a>) -> Self {
        Self { stop: budget.stop, since_question: Cell::new(0), over: Cell::new(budget.is_over()) }
    }

    /// Reports work that is about to be done. Whether to go on.
    #[inline]
    pub(crate) fn charge(&self, work: u32) -> bool {
        let since = self.since_question.get().saturating_add(work);
        self.since_question.set(since);
        if since >= WORK_BETWEEN_QUESTIONS {
            self.ask();
        }
        !self.over.get()
    }

    #[cold]
    fn ask(&self) {
        self.since_question.set(0);
        if !self.over.get() {
            self.over.set((self.stop)());
        }
    }

    /// Whether the search must stop.
    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        self.over.get()
    }
}

/// Work counted by the primitives that do it, independently of what searches report: tests compare the two.
#[cfg(test)]
pub(crate) mod done {
    use std::cell::Cell;

    thread_local! {
        static DONE: Cell<u64> = const { Cell::new(0) };
    }

    pub(crate) fn note(work: usize) {
        DONE.set(DONE.get() + work as u64);
    }

    /// Total of this thread.
    pub(crate) fn so_far() -> u64 {
        DONE.get()
    }
}

#[cfg(not(test))]
pub(crate) mod done {
    #[inline]
    pub(crate) const fn note(_: usize) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_asks_after_a_fixed_amount_of_work_and_never_again_after_a_stop() {
        let asked = Cell::new(0);
        let stop = || {
            asked.set(asked.get() + 1);
            asked.get() == 4
        };
        let meter = Meter::of(&Budget { simulations: 1, stop: &stop });
        assert_eq!(asked.get(), 1, "it asks before any work");
        let steps = (0..).find(|_| !meter.charge(WORK_BETWEEN_QUESTIONS / 10)).unwrap();
        assert_eq!((steps, asked.get()), (29, 4));
        assert!(!meter.charge(u32::MAX) && meter.is_over());
        assert_eq!(asked.get(), 4);
    }
}
