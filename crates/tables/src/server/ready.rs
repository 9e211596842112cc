//! Seats people who would play: keeps the list, asks those who fit, and opens their table when all have accepted.

use std::sync::{Arc, MutexGuard, PoisonError, Weak};

use protocol::{
    NewTable, Nonce, OnLeave, Pace, Proposal, ProposalEnded, ReadyWish, Refusal, ServerMsg, TableId, Watchers,
};
use store::Write;

use super::Server;
use crate::calls::{ReadyCall, end_call, ready_call_id};
use crate::journal::{Fact, TableConfig};
use crate::people::PersonId;
use crate::ready::{OpenProposal, ReadyList, Wish};
use crate::table::{Caller, draw_secret, read_new_table};

/// A bot takes the seat of somebody who is away from a game of days after this time, in seconds.
const DAYS_GRACE: u32 = 604_800;

impl Server {
    fn ready(&self) -> MutexGuard<'_, ReadyList> {
        // The list is changed in single steps: a panic cannot leave it half written.
        self.ready.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Somebody would play, or would not any more.
    pub(crate) fn set_ready(&self, caller: Caller, wish: Option<&ReadyWish>) -> Result<(), Refusal> {
        let now = self.time().now();
        let ended = match wish {
            Some(wish) => {
                let wish = Wish::read(wish)?;
                self.ready().put(caller, wish, now)?;
                None
            }
            None => self.ready().remove(caller.person),
        };
        ended.into_iter().for_each(|proposal| self.proposal_failed(&proposal));
        self.match_ready();
        Ok(())
    }

    /// Takes a person off the list who is banned.
    pub(super) fn leave_ready_list(&self, person: PersonId) {
        let ended = self.ready().remove(person);
        ended.into_iter().for_each(|proposal| self.proposal_failed(&proposal));
        self.match_ready();
    }

    /// A person has blocked somebody: a proposal that both are asked about is over.
    pub(super) fn leave_proposals(&self, person: PersonId) {
        let ended = self.ready().end_shared(|one, other| self.moderation.are_apart(one, other), person);
        ended.into_iter().for_each(|proposal| self.proposal_failed(&proposal));
        self.match_ready();
    }

    /// The last connection of a person was lost.
    pub(crate) fn ready_lost(&self, person: PersonId) {
        let is_waiting = {
            let mut list = self.ready();
            list.lost(person, self.time().now());
            list.is_waiting(person)
        };
        if is_waiting {
            self.match_ready();
        }
    }

    /// What a person wishes for who is on the list.
    pub(crate) fn wish_of(&self, person: PersonId) -> Option<ReadyWish> {
        self.ready().wish_of(person, self.time().now())
    }

    /// A person is connected again, and is asked again what they have not answered.
    pub(crate) fn ready_returned(&self, person: PersonId) {
        let now = self.time().now();
        let (is_waiting, asked) = {
            let mut list = self.ready();
            let asked = list.returned(person).cloned();
            (list.is_waiting(person), asked)
        };
        if let Some(asked) = asked {
            self.send_to(person, &ServerMsg::Proposal(message(&asked, now)));
            if asked.called.contains(&person) {
                self.write_calls(vec![end_call(&ready_call_id(person))]);
            }
        }
        if is_waiting {
            self.match_ready();
        }
    }

    /// Somebody accepts or declines a proposal.
    pub(crate) fn answer_proposal(
        self: &Arc<Self>,
        person: PersonId,
        number: u32,
        accept: bool,
        nonce: Option<Nonce>,
    ) -> Result<(), Refusal> {
        if !accept {
            // Only what they are asked about: a late answer to another proposal must not take them off the list.
            let is_asked = self.ready().returned(person).is_some_and(|proposal| proposal.number == number);
            let ended = if is_asked { self.ready().remove(person) } else { None };
            ended.into_iter().for_each(|proposal| self.proposal_failed(&proposal));
            self.match_ready();
            return Ok(());
        }
        let complete = self.ready().accept(number, person, nonce)?;
        if let Some(proposal) = complete {
            // In a task of its own: the table is opened even if the last to accept is gone the next moment.
            let server = self.clone();
            tokio::spawn(async move { server.seat(proposal).await });
        } else {
            self.call_away();
        }
        Ok(())
    }

    /// Calls people who are away, for proposals that wait for nobody else.
    fn call_away(&self) {
        let now = self.time().now();
        let due = self.ready().begin_calls(now);
        for proposal in &due {
            let told = ServerMsg::Proposal(message(proposal, now));
            for member in &proposal.members {
                self.send_to(member.caller.person, &told);
            }
            let calls = proposal.called.iter().map(|&person| {
                let others = proposal.members.iter().filter(|member| member.caller.person != person);
                let with = others.map(|member| member.caller.name.clone()).collect();
                let (game, expires) = (proposal.game.spec().title.to_owned(), proposal.expires);
                ReadyCall { person, game, with, now, expires }.document().map(Write::PutDocument)
            });
            match calls.collect::<Result<Vec<Write>, Refusal>>() {
                Ok(calls) => self.write_calls(calls),
                Err(refusal) => tracing::warn!(code = refusal.code, "nobody is called to a table"),
            }
        }
        if !due.is_empty() {
            self.ready_changed.notify_one();
        }
    }

    /// Stores calls or ends them. Nobody waits for that: a call that is not stored is a call that was not heard.
    fn write_calls(&self, writes: Vec<Write>) {
        let store = self.store().clone();
        tokio::spawn(async move {
            if let Err(error) = store.commit(writes).await {
                tracing::warn!(%error, "noting calls to people who would play failed");
            }
        });
    }

    fn end_calls(&self, proposal: &OpenProposal) {
        if !proposal.called.is_empty() {
            let called = proposal.called.iter();
            self.write_calls(called.map(|person| end_call(&ready_call_id(*person))).collect());
        }
    }

    /// Opens the table of a proposal that all have accepted.
    async fn seat(&self, proposal: OpenProposal) {
        self.end_calls(&proposal);
        let opened = self.open_proposed(&proposal).await;
        let table = match opened {
            Ok(table) => Some(table),
            Err(refusal) => {
                tracing::warn!(code = refusal.code, "a table for people who would play could not be opened");
                None
            }
        };
        for member in &proposal.members {
            let ended = ProposalEnded { proposal: proposal.number, table, waiting: false };
            self.send_to(member.caller.person, &ServerMsg::ProposalEnded(ended));
        }
        self.match_ready();
    }

    async fn open_proposed(&self, proposal: &OpenProposal) -> Result<TableId, Refusal> {
        for member in &proposal.members {
            self.may_sit(member.caller.person, None).await?;
        }
        let is_slow = proposal.pace == Pace::Days;
        let new = NewTable {
            game: proposal.game.name().to_owned(),
            seats: Some(proposal.seats),
            options: game::options::RawOptions::default(),
            clock: proposal.pace.clock(),
            private: false,
            watch_policy: Watchers::default(),
            on_leave: OnLeave::default(),
            grace_seconds: is_slow.then_some(DAYS_GRACE),
            bots: Vec::new(),
            substitute_level: None,
            bot_delay_ms: None,
            hints: None,
            rated: false,
            same_address: false,
        };
        let config = TableConfig {
            secret: Some(proposal.secret),
            ..read_new_table(&new, None, &self.config.entropy)?
        };
        let level = config.level;
        let mut facts = Vec::with_capacity(usize::from(proposal.seats));
        for (number, member) in (0..proposal.seats).zip(&proposal.members) {
            facts.push(Fact::Sat {
                seat: game::Seat::of(number),
                person: member.caller.person,
                name: member.caller.name.clone(),
                bot: member.caller.bot,
                legacy: false,
                nonce: member.nonce.clone(),
                address: None,
            });
        }
        let taken = proposal.members.len() as u8;
        facts.extend(
            (taken..proposal.seats).map(|number| Fact::BotSat { seat: game::Seat::of(number), level }),
        );
        self.open_with(config, facts, |_, _| Ok(Vec::new())).await.map_err(super::opening::NotOpened::refusal)
    }

    /// Not everybody accepted.
    fn proposal_failed(&self, proposal: &OpenProposal) {
        self.end_calls(proposal);
        for member in &proposal.members {
            let person = member.caller.person;
            let waiting = self.ready().is_waiting(person);
            let ended = ProposalEnded { proposal: proposal.number, table: None, waiting };
            self.send_to(person, &ServerMsg::ProposalEnded(ended));
        }
    }

    /// Asks everybody who can sit down together, and shows the lobby who is left.
    pub(super) fn match_ready(&self) {
        let now = self.time().now();
        let ended = self.ready().expire(now);
        ended.iter().for_each(|proposal| self.proposal_failed(proposal));
        loop {
            let asked = {
                let mut list = self.ready();
                let Some(found) = list.find(now, |one, other| self.moderation.are_apart(one, other)) else {
                    break;
                };
                let Ok(secret) = draw_secret(&self.config.entropy) else { break };
                list.propose(found, secret, now).clone()
            };
            let proposal = ServerMsg::Proposal(message(&asked, now));
            for member in &asked.members {
                self.send_to(member.caller.person, &proposal);
            }
        }
        self.call_away();
        let groups = self.ready().groups();
        self.lobby().set_ready(&groups);
        let news = {
            let mut said = self.would_play_said.lock().unwrap_or_else(PoisonError::into_inner);
            said.news(&groups, now)
        };
        news.into_iter().for_each(|news| self.announcements.say(news));
        self.ready_changed.notify_one();
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

fn message(proposal: &OpenProposal, now: i64) -> Proposal {
    let called = proposal.members.iter().filter(|member| proposal.called.contains(&member.caller.person));
    Proposal {
        called: called.map(|member| member.caller.name.clone()).collect(),
        proposal: proposal.number,
        game: proposal.game.name().to_owned(),
        seats: proposal.seats,
        pace: proposal.pace,
        people: proposal.members.iter().map(|member| member.caller.name.clone()).collect(),
        bots: proposal.bots(),
        expires_in_ms: u32::try_from((proposal.expires - now).max(0)).unwrap_or(u32::MAX),
        commitment: proposal.secret.commitment(),
    }
}

/// Does what is due on the list of those who would play, as long as the server is there.
pub(super) async fn run_ready(server: Weak<Server>) {
    loop {
        let Some(running) = server.upgrade() else { return };
        let (time, changed) = (running.time().clone(), running.ready_changed.clone());
        let due = running.ready().next_due();
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
