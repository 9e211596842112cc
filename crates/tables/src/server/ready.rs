//! Seats people who would play: keeps the list, asks those who fit, and opens their table when all have accepted.

pub(super) mod cluster;
mod opening;

use std::sync::{Arc, MutexGuard, PoisonError, Weak};

use protocol::{Nonce, ReadyWish, Refusal, RefusalCode, ServerMsg};
use store::Write;

use super::Server;
use crate::calls::{ReadyCall, end_call, ready_call_id};
use crate::people::PersonId;
use crate::ready::{
    Answer, Entry, OpenProposal, ReadyNode, Wish, forget_wish, proposal_is_over, refuse_if_full, stored_wish,
    stored_wishes,
};
use crate::table::{Caller, draw_secret};

impl Server {
    fn ready(&self) -> MutexGuard<'_, ReadyNode> {
        // It is changed in single steps: a panic cannot leave it half written.
        self.ready.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Somebody would play, or would not any more. A wish to be called is stored before this returns, and so is its end.
    pub(crate) async fn set_ready(&self, caller: Caller, wish: Option<&ReadyWish>) -> Result<(), Refusal> {
        let (now, person) = (self.time().now(), caller.person);
        let Some(wish) = wish else { return self.withdraw_wish(person).await };
        let wish = Wish::read(wish)?;
        let known = self.ready().entry(person).cloned();
        if known.is_none() {
            refuse_if_full(self.ready().heard().waiting.len())?;
        }
        let entry = self.ready().new_entry(caller, wish, now);
        let mut writes = stored_end(known.as_ref());
        if entry.wish.wants_calls() {
            writes.push(stored_wish(&entry)?);
        }
        self.store_wishes(writes).await?;
        self.ready().own.put(entry);
        self.match_ready();
        Ok(())
    }

    async fn withdraw_wish(&self, person: PersonId) -> Result<(), Refusal> {
        let known = self.ready().entry(person).cloned();
        self.store_wishes(stored_end(known.as_ref())).await?;
        self.leave_ready_list(person);
        Ok(())
    }

    async fn store_wishes(&self, writes: Vec<Write>) -> Result<(), Refusal> {
        if writes.is_empty() {
            return Ok(());
        }
        self.store().commit(writes).await.map_err(|error| {
            tracing::warn!(%error, "storing a wish to play failed");
            Refusal::new(RefusalCode::NotSaved, "The house could not store that. Try again.")
        })
    }

    /// Takes a person off the list, on whichever node they are on it.
    pub(super) fn leave_ready_list(&self, person: PersonId) {
        let ended = self.ready().withdraw(person, self.time().now());
        self.write_calls(ended.iter().flat_map(ended_calls).collect());
        self.match_ready();
    }

    /// The last connection of a person to this node was lost.
    pub(crate) fn ready_lost(&self, person: PersonId) {
        let is_waiting = {
            let mut ready = self.ready();
            ready.own.lost(person, self.time().now());
            ready.own.entry(person).is_some()
        };
        if is_waiting {
            self.match_ready();
        }
    }

    /// What a person wishes for who is on the list.
    pub(crate) fn wish_of(&self, person: PersonId) -> Option<ReadyWish> {
        self.ready().entry(person).map(|entry| entry.message(self.time().now()))
    }

    /// A person has reconnected: sends them the proposals that they have not answered.
    pub(crate) fn ready_returned(&self, person: PersonId) {
        let (is_waiting, asked) = {
            let mut ready = self.ready();
            let asked = ready.returned(person, self.time().now());
            (ready.own.entry(person).is_some(), asked)
        };
        for (proposal, is_called) in asked {
            self.send_to(person, &ServerMsg::Proposal(proposal));
            if is_called {
                self.write_calls(vec![end_call(&ready_call_id(person))]);
            }
        }
        if is_waiting {
            self.match_ready();
        }
    }

    /// Somebody accepts or declines a proposal.
    pub(crate) async fn answer_proposal(
        self: &Arc<Self>,
        person: PersonId,
        number: u32,
        accept: bool,
        nonce: Option<Nonce>,
    ) -> Result<(), Refusal> {
        let now = self.time().now();
        // Only for the current proposal: a late answer to another one must not remove them from the list.
        let is_asked = self.ready().heard().asked(person, number).is_some();
        match (is_asked, accept) {
            (false, true) => return Err(proposal_is_over()),
            (false, false) => {}
            (true, false) => self.withdraw_wish(person).await?,
            (true, true) => {
                let complete = {
                    let mut ready = self.ready();
                    if ready.is_keeper(now) {
                        ready.list.accept(number, person, nonce)?
                    } else {
                        ready.own.accept(Answer { person, proposal: number, nonce });
                        None
                    }
                };
                complete.into_iter().for_each(|proposal| self.seat_soon(proposal));
                self.match_ready();
            }
        }
        Ok(())
    }

    /// Stores calls or ends them, in the background: a call that could not be stored is only logged, as one that did not
    /// reach its person.
    fn write_calls(&self, writes: Vec<Write>) {
        if writes.is_empty() {
            return;
        }
        let store = self.store().clone();
        tokio::spawn(async move {
            if let Err(error) = store.commit(writes).await {
                tracing::warn!(%error, "storing calls to people who would play failed");
            }
        });
    }

    /// Asks everybody who can be seated together, and updates the lobby. If another node is the keeper, that node does it.
    pub(super) fn match_ready(&self) {
        let now = self.time().now();
        let mut writes = Vec::new();
        let groups = {
            let mut ready = self.ready();
            ready.own.expire(now);
            ready.own.note_blocks(|person| {
                let is_here = self.people().is_connected(person);
                is_here.then(|| self.moderation.known_blocks(person).iter().map(|it| it.person).collect())
            });
            if ready.is_keeper(now) {
                let ended = ready.reconcile(now);
                writes.extend(ended.iter().flat_map(ended_calls));
                while ready.is_settled(now)
                    && let Some(found) = ready.list.find(now)
                    && let Ok(secret) = draw_secret(&self.config.entropy)
                {
                    ready.list.propose(found, secret, now);
                }
                writes
                    .extend(ready.list.begin_calls(now).iter().flat_map(|proposal| new_calls(proposal, now)));
                let over = ready.list.take_stored_over();
                writes.extend(over.into_iter().map(|(person, said)| forget_wish(person, said)));
                let messages = ready.publish(now, |person| self.people().is_connected(person));
                // Still locked, so that two states are sent in the order in which they came about.
                self.tell_ready(&ready, &messages);
                Some(ready.heard().groups.clone())
            } else {
                None
            }
        };
        self.write_calls(writes);
        if let Some(groups) = groups {
            let news = {
                let mut said = self.would_play_said.lock().unwrap_or_else(PoisonError::into_inner);
                said.news(&groups, now)
            };
            news.into_iter().for_each(|news| self.announcements.say(news));
        }
        self.ready_changed.notify_one();
        self.ready_unsent.notify_one();
    }

    fn tell_ready(&self, ready: &ReadyNode, messages: &[(PersonId, ServerMsg)]) {
        for (person, message) in messages {
            self.send_to(*person, message);
        }
        self.lobby().set_ready(&ready.heard().groups);
    }

    /// Takes up the wishes that are stored. Their people are away, and are called.
    pub(super) async fn remember_wishes(&self) -> Result<(), store::ReadError> {
        let now = self.time().now();
        let stored = self.read_wishes().await?;
        self.ready().remember(stored, now);
        Ok(())
    }

    async fn read_wishes(&self) -> Result<Vec<Entry>, store::ReadError> {
        let mut wishes = stored_wishes(self.store(), self.time().now()).await?;
        for entry in &mut wishes {
            let blocked = self.moderation.blocked_by(entry.person()).await?;
            entry.blocked = blocked.iter().map(|blocked| blocked.person).collect();
        }
        // What they were called to is over.
        self.write_calls(wishes.iter().map(|entry| end_call(&ready_call_id(entry.person()))).collect());
        Ok(wishes)
    }

    /// Sends a message to all connections that these people have here.
    pub(crate) fn send_to_all(&self, people: &[PersonId], message: &ServerMsg) {
        people.iter().for_each(|person| self.send_to(*person, message));
    }

    /// Sends a message to all connections of a person.
    pub(super) fn send_to(&self, person: PersonId, message: &ServerMsg) {
        let connections = self.connections();
        for connected in connections.values().filter(|connected| connected.person == Some(person)) {
            connected.outbox.send_to_person(message);
        }
    }
}

fn stored_end(known: Option<&Entry>) -> Vec<Write> {
    let stored = known.filter(|known| known.wish.wants_calls());
    stored.map(|known| forget_wish(known.person(), known.said)).into_iter().collect()
}

fn ended_calls(proposal: &OpenProposal) -> Vec<Write> {
    proposal.called.iter().map(|person| end_call(&ready_call_id(*person))).collect()
}

/// Calls those who are away.
fn new_calls(proposal: &OpenProposal, now: i64) -> Vec<Write> {
    let calls = proposal.called.iter().map(|&person| {
        let others = proposal.members.iter().filter(|member| member.caller.person != person);
        let with = others.map(|member| member.caller.name.clone()).collect();
        let (game, expires) = (proposal.game.spec().title.to_owned(), proposal.expires);
        ReadyCall { person, game, with, now, expires }.document().map(Write::PutDocument)
    });
    calls.collect::<Result<Vec<Write>, Refusal>>().unwrap_or_else(|refusal| {
        tracing::warn!(code = refusal.code, "calling people to a table failed");
        Vec::new()
    })
}

/// Processes what is due on the list of those who would play, for as long as the server exists.
pub(super) async fn run_ready(server: Weak<Server>) {
    loop {
        let Some(running) = server.upgrade() else { return };
        let (time, changed) = (running.time().clone(), running.ready_changed.clone());
        let due = running.ready().next_due(time.now());
        drop(running);
        tokio::select! {
            biased;
            () = time.sleep_until(due) => match server.upgrade() {
                Some(running) => running.match_ready(),
                None => return,
            },
            () = changed.notified() => {}
        }
    }
}
