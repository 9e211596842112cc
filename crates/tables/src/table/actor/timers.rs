//! What happens by itself: deadlines, grace times, tables that nobody is at.

use game::Seat;
use protocol::Stage;

use super::{Closing, TableActor};

/// How long to wait before trying again what could not be stored, in milliseconds.
pub(super) const RETRY: i64 = 1_000;

impl TableActor {
    /// The next moment at which something is due; nothing if the table can sleep until somebody comes.
    pub(super) fn next_moment(&self) -> Option<i64> {
        if self.retry_at.is_some() {
            return self.retry_at;
        }
        let deadlines = self.state.seats.iter().filter_map(|seat| seat.deadline);
        let graces = self.lost_seats().map(|(_, end)| end);
        let bots = self.bots_due.iter().flatten().copied();
        let empty = self.empty_since.filter(|_| self.may_close()).map(|since| since + self.house.empty_after);
        deadlines.chain(graces).chain(bots).chain(empty).min()
    }

    /// Seats whose person is gone, with the end of their grace time.
    fn lost_seats(&self) -> impl Iterator<Item = (Seat, i64)> {
        let running = self.state.stage == Stage::Running;
        let gone = self.state.persons().filter(move |(_, state)| running && state.away.is_none());
        let grace = i64::from(self.state.config.grace);
        gone.filter_map(move |(seat, _)| Some((seat, self.connections.lost_since(seat)? + grace)))
    }

    fn may_close(&self) -> bool {
        self.state.stage != Stage::Running && self.connections.is_empty()
    }

    pub(super) async fn timers(&mut self) -> Closing {
        self.retry_at = None;
        if self.outage.is_on() && !self.look_for_the_store().await {
            return Closing::No;
        }
        let now = self.house.time.now();
        // If it could not be closed when the last one left.
        if self.close_if_empty().await != Closing::No {
            return Closing::Yes;
        }
        if self.may_close() && self.empty_since.is_some_and(|since| since + self.house.empty_after <= now) {
            return self.close().await;
        }
        self.ask_bots(now);
        let gone: Vec<Seat> =
            self.lost_seats().filter(|(_, end)| *end <= now).map(|(seat, _)| seat).collect();
        for seat in gone {
            // Ending the game for one ends it for all, so look again each time.
            if self.state.stage == Stage::Running {
                let entries = self.state.grace_is_over(seat);
                self.by_itself(entries.into()).await;
                self.free_ghosts().await;
            }
        }
        let late = self.state.seats.iter().enumerate();
        let late: Vec<Seat> = late
            .filter(|(_, seat)| seat.deadline.is_some_and(|deadline| deadline <= now))
            .map(|(index, _)| Seat::of(index as u8))
            .collect();
        for seat in late {
            let still = self.state.seats[seat.index()].deadline.is_some_and(|deadline| deadline <= now);
            if !still || !self.state.to_act().contains(seat) {
                continue;
            }
            if let Some(decision) = self.state.time_is_up(seat) {
                self.house.metrics.deadlines_missed_total.inc();
                self.by_itself(decision).await;
            }
        }
        Closing::No
    }

    /// Something that nobody asked for: if it cannot be stored it is tried again.
    async fn by_itself(&mut self, decision: crate::table::decide::Decision) {
        if self.commit(decision).await.is_err() {
            self.retry_at = Some(self.house.time.now() + RETRY);
        }
    }
}
