//! Several people at one keyboard: whose screen is shown, and who is next.

use super::core::Core;
use super::table::TableState;

/// The people at this keyboard. The core of the one who plays now is with the user interface; the others wait here.
pub(crate) struct HotSeat {
    parked: Vec<Option<Core>>,
    active: usize,
    /// Whether the game hides something: then a page without cards is shown while the keyboard is handed over.
    pub(crate) has_secrets: bool,
}

impl HotSeat {
    /// One person only.
    pub(crate) fn alone() -> Self {
        Self { parked: vec![None], active: 0, has_secrets: false }
    }

    /// The first of several people, and the state for the rest.
    pub(crate) fn new(cores: Vec<Core>, has_secrets: bool) -> (Option<Core>, Self) {
        let mut parked: Vec<_> = cores.into_iter().map(Some).collect();
        let first = parked.first_mut().and_then(Option::take);
        (first, Self { parked, active: 0, has_secrets })
    }

    pub(crate) fn is_shared(&self) -> bool {
        self.parked.len() > 1
    }

    /// The number of the person who plays now.
    pub(crate) const fn active(&self) -> usize {
        self.active
    }

    /// The core of somebody who waits.
    pub(crate) fn parked(&mut self, who: usize) -> Option<&mut Core> {
        self.parked.get_mut(who).and_then(Option::as_mut)
    }

    /// Who has to decide next, if the one who plays now has not to; with what they are called.
    pub(crate) fn next(&self, active: &Core) -> Option<(usize, String)> {
        // Nobody loses the screen before it shows what the own move did.
        let is_busy =
            |table: &TableState| table.your_turn() || table.sent == Some((table.game_number, table.nth));
        if active.table().is_some_and(is_busy) {
            return None;
        }
        let count = self.parked.len();
        (1..count).map(|step| (self.active + step) % count).find_map(|who| {
            let core = self.parked.get(who)?.as_ref()?;
            core.table()?.your_turn().then(|| (who, core.model.name.clone()))
        })
    }

    /// Changes places: `active` becomes the core of this person.
    pub(crate) fn switch(&mut self, active: &mut Core, who: usize) {
        if let Some(core) = self.parked.get_mut(who).and_then(Option::take) {
            let before = std::mem::replace(active, core);
            if let Some(place) = self.parked.get_mut(self.active) {
                *place = Some(before);
            }
            self.active = who;
        }
    }
}
