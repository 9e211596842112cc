//! What is sent about a table, and to whom.

use std::collections::VecDeque;

use bytes::Bytes;
use game::{Seat, Viewer};
use protocol::{
    ChatLine, Commitment, Deadline, GameJson, Missed, Presence, SeatInfo, SeatsUpdate, ServerMsg, TableInfo,
    TableSnapshot, TableStage, Watchers,
};

use super::connections::Connections;
use super::state::{SeatOccupant, TableState};
use super::update::UpdateHead;
use crate::live_game::TableGame;

/// What watchers may see: the game, some actions late if the table wants it so.
#[derive(Default)]
pub(crate) struct WatcherWindow {
    waiting: VecDeque<DelayedUpdate>,
    shown: Option<DelayedUpdate>,
}

struct DelayedUpdate {
    frame: Bytes,
    view: Option<GameJson>,
    seq: u64,
}

impl WatcherWindow {
    /// Takes in the newest scene; gives those that may be shown now.
    fn push(&mut self, scene: DelayedUpdate, delay: usize, over: bool) -> Vec<Bytes> {
        self.waiting.push_back(scene);
        let mut frames = Vec::new();
        while self.waiting.len() > delay || (over && !self.waiting.is_empty()) {
            let Some(scene) = self.waiting.pop_front() else { break };
            frames.push(scene.frame.clone());
            self.shown = Some(scene);
        }
        frames
    }

    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }
}

const fn delay(watchers: Watchers) -> usize {
    match watchers {
        Watchers::None | Watchers::Open => 0,
        Watchers::Delayed(actions) => actions as usize,
    }
}

impl TableState {
    /// The table as everybody may know it.
    pub(crate) fn card(&self, connections: &Connections, now: i64) -> TableInfo {
        TableInfo {
            table: self.id,
            game: self.config.game.name().to_owned(),
            options: self.config.options.clone(),
            clock: self.config.clock,
            seats: self.seat_cards(connections, now),
            host: self.host,
            stage: self.stage,
            paused: self.paused,
            watch_policy: self.config.watchers,
            watcher_count: connections.watchers() as u32,
            on_leave: self.config.on_leave,
            private: self.config.is_private(),
            day: self.config.day.as_ref().map(|day| day.date),
            tournament: self.config.tournament.as_ref().map(|played| played.id),
            hints: self.config.hints,
            rated: self.config.rated,
            unrated_because: self.unrated_because(),
            kept: self.kept_seats(),
            opened_at: self.opened,
            legacy_protocol: self.config.legacy_protocol,
            commitment: self.commitment(),
        }
    }

    /// What the server is bound to: for the game that is played, else for the next one.
    fn commitment(&self) -> Option<Commitment> {
        match self.stage {
            TableStage::Running => self.luck.commitment(),
            TableStage::Waiting | TableStage::Finished => self.luck.next_commitment(),
        }
    }

    fn seat_cards(&self, connections: &Connections, now: i64) -> Vec<SeatInfo> {
        let to_act = self.to_act();
        let cards = self.seats.iter().enumerate().map(|(index, state)| {
            let seat = Seat::of(index as u8);
            let person = matches!(state.who, SeatOccupant::Person { .. });
            let presence = match connections.lost_since(seat) {
                _ if state.away == Some(crate::journal::AwayReason::Left) => Presence::Left,
                Some(since) if person => {
                    // After a start of the server it can lie in the future: then nobody's time runs yet.
                    let passed = now - state.vacation.map_or(since, |until| since.max(until));
                    let ago = (now - since).max(0);
                    let bot_in = (state.away.is_none() && self.stage == TableStage::Running && !self.paused)
                        .then(|| (i64::from(self.config.grace) - passed).max(0) as u32);
                    Presence::Disconnected { for_ms: ago.min(i64::from(u32::MAX)) as u32, bot_in_ms: bot_in }
                }
                _ if person && to_act.contains(seat) && state.away.is_none() => Presence::Thinking,
                _ => Presence::Connected,
            };
            SeatInfo {
                occupant: state.who.occupant(),
                presence,
                played_by_bot: person && state.away.is_some(),
                wants_rematch: state.ready,
                locked: state.locked,
                vacation_until: state.on_vacation_until(now),
            }
        });
        cards.collect()
    }

    pub(crate) fn news(&self, connections: &Connections, now: i64) -> ServerMsg {
        ServerMsg::SeatsUpdate(Box::new(SeatsUpdate {
            table: self.id,
            seats: self.seat_cards(connections, now),
            host: self.host,
            watcher_count: connections.watchers() as u32,
        }))
    }

    fn deadlines(&self, now: i64) -> Vec<Deadline> {
        // While the game is paused nobody's time runs.
        let now = self.suspended.filter(|_| self.paused).unwrap_or(now);
        let timed = self.seats.iter().enumerate().filter_map(|(index, state)| {
            let remaining_ms = (state.deadline? - now).clamp(0, i64::from(u32::MAX)) as u32;
            Some(Deadline { seat: Seat::of(index as u8), remaining_ms })
        });
        timed.collect()
    }

    fn nth(&self, seat: Option<Seat>) -> u32 {
        match (&self.game, seat) {
            (Some(game), Some(seat)) => game.decisions(seat),
            _ => 0,
        }
    }

    /// Tells all connections of the newest action or deal: one message a seat, one for all watchers.
    pub(crate) fn publish_update(&self, connections: &Connections, window: &mut WatcherWindow, now: i64) {
        let Some(game) = &self.game else { return };
        let deadlines = self.deadlines(now);
        let head = UpdateHead {
            table: self.id,
            seq: self.seq,
            base: self.game_seqs.len().checked_sub(2).map(|before| self.game_seqs[before]),
            game_number: self.game_number,
            deadlines: &deadlines,
            result: self.result.as_ref(),
        };
        let mut voice = self.voice();
        for index in 0..self.seats.len() {
            let seat = Seat::of(index as u8);
            // Nobody looks through a bot's eyes, nor through those of somebody who is gone.
            if connections.is_here(seat) {
                voice = voice.to(seat);
                game.update(&head, Viewer::Seat(seat), &voice, &mut |mut told| {
                    connections.send_to_seat(seat, self.id, &mut told);
                });
            }
        }
        let late = delay(self.config.watchers);
        if connections.watchers() > 0 || late > 0 {
            let mut frame = Bytes::new();
            game.update(&head, Viewer::Watcher, &self.voice(), &mut |told| {
                frame = Bytes::copy_from_slice(told.text());
            });
            let view = self.seen(game, Viewer::Watcher);
            let over = self.stage != TableStage::Running;
            for frame in window.push(DelayedUpdate { frame, view, seq: self.seq }, late, over) {
                connections.send_to_watchers(self.id, &frame);
            }
        }
    }

    /// What a viewer sees of the game, whole.
    fn seen(&self, game: &TableGame, viewer: Viewer) -> Option<GameJson> {
        // A law holds that what is seen can be written as JSON.
        game.seen(viewer)
            .inspect_err(|why| tracing::error!(table = %self.id, %why, "writing what a viewer sees failed"))
            .ok()
    }

    /// Everything about the table, for one viewer.
    pub(crate) fn snapshot(
        &self,
        connections: &Connections,
        window: &WatcherWindow,
        seat: Option<Seat>,
        since: Option<u64>,
        now: i64,
    ) -> TableSnapshot {
        let viewer = seat.map_or(Viewer::Watcher, Viewer::Seat);
        // Once the game is over there is nothing left to be late for.
        let late = delay(self.config.watchers) > 0 && seat.is_none() && self.stage == TableStage::Running;
        let (view, seq) = match (&window.shown, &self.game) {
            (Some(scene), _) if late => (scene.view.clone(), scene.seq),
            (None, _) if late => (None, self.game_seqs.first().copied().unwrap_or_default()),
            (_, Some(game)) => (self.seen(game, viewer), self.seq),
            (_, None) => (None, self.seq),
        };
        let state = seat.and_then(|seat| self.seats.get(seat.index()));
        TableSnapshot {
            info: self.card(connections, now),
            you: seat,
            invite_code: seat.and(self.config.code.clone()),
            seq,
            game_number: self.game_number,
            nth: self.nth(seat),
            seen: view,
            draft: state.and_then(|state| state.draft.as_ref()).map(|(_, action)| action.clone()),
            deadlines: self.deadlines(now),
            result: self.result.clone(),
            chat: self.chat_for(seat),
            undo_count: self.undo_count,
            missed: if late {
                Vec::new()
            } else {
                since.map_or_else(Vec::new, |since| self.missed(viewer, since))
            },
            reference: None,
        }
    }

    /// The lines a viewer may hear: players theirs, watchers theirs, and after the game all of the players' too.
    pub(super) fn chat_for(&self, seat: Option<Seat>) -> Vec<ChatLine> {
        let players = self.player_chat.lines.iter();
        if seat.is_some() {
            return players.cloned().collect();
        }
        let watchers = self.watcher_chat.lines.iter();
        if self.stage == TableStage::Running {
            return watchers.cloned().collect();
        }
        let mut lines: Vec<_> = players.chain(watchers).cloned().collect();
        lines.sort_by_key(|line| line.number);
        lines
    }

    /// What a viewer was told after an update: the deal and the actions of this game that came later.
    fn missed(&self, viewer: Viewer, since: u64) -> Vec<Missed> {
        let Some(game) = &self.game else { return Vec::new() };
        let voice = match viewer.seat() {
            Some(seat) => self.voice().to(seat),
            None => self.voice(),
        };
        let seen = self.game_seqs.iter().take_while(|seq| **seq <= since).count();
        let told = game.events_after(seen.checked_sub(1), viewer, &voice);
        let later = self.game_seqs.iter().skip(seen);
        later.zip(told).map(|(&seq, events)| Missed { seq, events }).collect()
    }
}
