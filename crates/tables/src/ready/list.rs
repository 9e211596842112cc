//! The keeper's state: the list of all who would play, and the proposals they are asked about.

use std::collections::{BTreeMap, BTreeSet};

use games::Kind;
use protocol::{BoundSecret, Nonce, Pace, Proposal, ReadyGroup, Refusal, RefusalCode, TableId};
use serde::{Deserialize, Serialize};

use super::{ACCEPT_MS, CALLED_MS, Entry, Match};
use crate::people::PersonId;
use crate::table::Caller;

/// The table of a proposal is repeated for this long, in milliseconds: a message to another node may be lost.
const TOLD_MS: i64 = 10_000;

/// Somebody on the list.
#[derive(Clone, Debug)]
pub(super) struct Waiting {
    pub(super) entry: Entry,
    /// The proposal that they are asked about.
    proposal: Option<u32>,
}

impl Waiting {
    pub(super) const fn is_here(&self) -> bool {
        self.entry.is_here()
    }

    pub(super) const fn is_free(&self) -> bool {
        self.proposal.is_none() && (self.is_here() || self.entry.wish.call)
    }
}

/// Somebody who is asked.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub(crate) caller: Caller,
    pub(crate) accepted: bool,
    pub(crate) nonce: Option<Nonce>,
}

/// A table that is opened if all members accept.
#[derive(Clone, Debug)]
pub(crate) struct OpenProposal {
    pub(crate) number: u32,
    pub(crate) game: Kind,
    pub(crate) seats: u8,
    pub(crate) pace: Pace,
    pub(crate) members: Vec<Member>,
    pub(crate) secret: BoundSecret,
    pub(crate) expires: i64,
    /// Who is called: nobody before all who are here have accepted.
    pub(crate) called: Vec<PersonId>,
    /// The wishes of members that are stored, once all have accepted: they end with the opening of the table.
    pub(crate) stored: Vec<(PersonId, i64)>,
}

impl OpenProposal {
    pub(crate) fn bots(&self) -> u8 {
        self.seats.saturating_sub(self.members.len() as u8)
    }

    fn asked(&self) -> AskedPeople {
        let called = self.members.iter().filter(|member| self.called.contains(&member.caller.person));
        let proposal = Proposal {
            called: called.map(|member| member.caller.name.clone()).collect(),
            proposal: self.number,
            game: self.game.name().to_owned(),
            seats: self.seats,
            pace: self.pace,
            people: self.members.iter().map(|member| member.caller.name.clone()).collect(),
            bots: self.bots(),
            expires_in_ms: 0,
            commitment: self.secret.commitment(),
        };
        let people = self.members.iter().map(|member| member.caller.person).collect();
        AskedPeople { people, called: self.called.clone(), expires: self.expires, proposal }
    }
}

/// People who are asked, wherever they are connected.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct AskedPeople {
    pub(crate) people: Vec<PersonId>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) called: Vec<PersonId>,
    pub(crate) expires: i64,
    /// What they are sent, but for the time that is left.
    pub(crate) proposal: Proposal,
}

impl AskedPeople {
    pub(crate) fn message(&self, now: i64) -> Proposal {
        let expires_in_ms = u32::try_from((self.expires - now).max(0)).unwrap_or(u32::MAX);
        Proposal { expires_in_ms, ..self.proposal.clone() }
    }
}

/// What became of a proposal that all have accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Seated {
    pub(crate) proposal: u32,
    /// `None` if the table could not be opened.
    pub(crate) table: Option<TableId>,
    told_until: i64,
}

/// All that the keeper knows and other nodes may know. The secrets of tables are not part of it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct KeeperState {
    /// Since when this node keeps the list. Of two keepers the later one counts.
    pub(crate) term: i64,
    /// Counts up.
    pub(crate) n: u64,
    pub(crate) waiting: Vec<Entry>,
    pub(crate) groups: Vec<ReadyGroup>,
    pub(crate) asked: Vec<AskedPeople>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) seated: Vec<Seated>,
    /// What these people said until then is over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) over: Vec<(PersonId, i64)>,
}

impl KeeperState {
    pub(crate) fn waiting(&self, person: PersonId) -> Option<&Entry> {
        self.waiting.iter().find(|entry| entry.person() == person)
    }

    /// The proposal of this number, if the person is asked about it.
    pub(crate) fn asked(&self, person: PersonId, number: u32) -> Option<&AskedPeople> {
        self.asked.iter().find(|asked| asked.proposal.proposal == number && asked.people.contains(&person))
    }

    pub(crate) fn is_over(&self, entry: &Entry) -> bool {
        self.over.iter().any(|(person, said)| *person == entry.person() && entry.said <= *said)
    }

    /// Whether there is anything to repeat.
    pub(crate) const fn is_empty(&self) -> bool {
        self.waiting.is_empty() && self.asked.is_empty() && self.seated.is_empty() && self.over.is_empty()
    }
}

/// Who is on the list, and what they are asked.
#[derive(Default, Debug)]
pub(crate) struct ReadyList {
    /// The one who waits longest first.
    pub(super) waiting: Vec<Waiting>,
    proposals: Vec<OpenProposal>,
    /// All have accepted, and the table is being opened.
    opening: Vec<OpenProposal>,
    seated: Vec<Seated>,
    /// Wishes of these people up to that time are over, even if a node that has missed it still sends them.
    over: BTreeMap<PersonId, i64>,
    /// Wishes that are over and are stored.
    stored_over: Vec<(PersonId, i64)>,
    last_number: u32,
    /// When it was last looked at: what was due until then has been tried.
    expired_at: i64,
}

impl ReadyList {
    /// A list of a new keeper. No number of a proposal is used by two of them.
    /// Its first one is the second: nobody makes more than one a second for as long as they keep the list.
    pub(super) fn of_keeper(now: i64, over: &[(PersonId, i64)]) -> Self {
        let last_number = (now / 1_000) as u32;
        Self { last_number, over: over.iter().copied().collect(), ..Self::default() }
    }

    /// Makes these the wishes on the list. The proposals that are over by that.
    pub(crate) fn reconcile(&mut self, wishes: Vec<Entry>, now: i64) -> Vec<OpenProposal> {
        let mut wishes = wishes;
        wishes.retain(|entry| {
            let is_over = self.over.get(&entry.person()).is_some_and(|said| entry.said <= *said);
            !is_over && entry.ends_at() > now
        });
        let wanted: BTreeSet<PersonId> = wishes.iter().map(Entry::person).collect();
        let listed = self.waiting.iter().map(|waiting| waiting.entry.person());
        let gone: Vec<PersonId> = listed.filter(|person| !wanted.contains(person)).collect();
        let ended = gone.into_iter().filter_map(|person| self.take_off(person)?.1).collect();
        let places: BTreeMap<PersonId, usize> =
            self.waiting.iter().enumerate().map(|(place, it)| (it.entry.person(), place)).collect();
        for entry in wishes {
            match places.get(&entry.person()) {
                Some(place) => self.waiting[*place].entry = entry,
                None => self.waiting.push(Waiting { entry, proposal: None }),
            }
        }
        self.waiting.sort_by_key(|waiting| waiting.entry.since);
        ended
    }

    fn take_off(&mut self, person: PersonId) -> Option<(Entry, Option<OpenProposal>)> {
        let place = self.waiting.iter().position(|waiting| waiting.entry.person() == person)?;
        let gone = self.waiting.remove(place);
        Some((gone.entry, gone.proposal.and_then(|number| self.end(number))))
    }

    fn wish_is_over(&mut self, entry: &Entry) {
        self.over.insert(entry.person(), entry.said);
        if entry.wish.call {
            self.stored_over.push((entry.person(), entry.said));
        }
    }

    /// Takes somebody off the list; a proposal that they are asked about is over.
    pub(crate) fn remove(&mut self, person: PersonId) -> Option<OpenProposal> {
        let (entry, ended) = self.take_off(person)?;
        self.wish_is_over(&entry);
        ended
    }

    /// Somebody takes back what they said until then.
    pub(crate) fn withdraw(&mut self, person: PersonId, said: i64) -> Option<OpenProposal> {
        let listed = self.waiting.iter().find(|waiting| waiting.entry.person() == person);
        if listed.is_some_and(|waiting| waiting.entry.said > said) {
            return None;
        }
        let ended = self.remove(person);
        let over = self.over.entry(person).or_insert(said);
        *over = said.max(*over);
        ended
    }

    /// Until when what a person said is over.
    pub(super) fn over(&self, person: PersonId) -> Option<i64> {
        self.over.get(&person).copied()
    }

    /// Forgets what is over, if no node can say it any more.
    pub(crate) fn forget_over(&mut self, is_said: impl Fn(PersonId, i64) -> bool) {
        self.over.retain(|person, said| is_said(*person, *said));
    }

    /// The wishes that are over since the last question and are stored: whose, and when they were said.
    pub(crate) fn take_stored_over(&mut self) -> Vec<(PersonId, i64)> {
        std::mem::take(&mut self.stored_over)
    }

    /// Somebody answers. `Some` if all members have accepted: then they are off the list, and the table is to be opened.
    pub(crate) fn accept(
        &mut self,
        number: u32,
        person: PersonId,
        nonce: Option<Nonce>,
    ) -> Result<Option<OpenProposal>, Refusal> {
        let proposal = self.proposals.iter_mut().find(|proposal| proposal.number == number);
        let proposal = proposal.ok_or_else(proposal_is_over)?;
        let member = proposal.members.iter_mut().find(|member| member.caller.person == person);
        let member = member.ok_or_else(proposal_is_over)?;
        // A second answer changes nothing: the first one may have been part of what was promised.
        if !member.accepted {
            (member.accepted, member.nonce) = (true, nonce);
        }
        if !proposal.members.iter().all(|member| member.accepted) {
            return Ok(None);
        }
        let Some(mut proposal) = self.end(number) else { return Ok(None) };
        let before = self.stored_over.len();
        for member in &proposal.members {
            self.remove(member.caller.person);
        }
        proposal.stored = self.stored_over.split_off(before);
        self.opening.push(proposal.clone());
        Ok(Some(proposal))
    }

    /// The table of a proposal is open, or could not be opened.
    pub(crate) fn seated(&mut self, number: u32, table: Option<TableId>, now: i64) {
        let before = self.opening.len();
        self.opening.retain(|proposal| proposal.number != number);
        if self.opening.len() < before {
            self.seated.push(Seated { proposal: number, table, told_until: now + TOLD_MS });
        }
    }

    fn entry(&self, person: PersonId) -> Option<&Entry> {
        self.waiting.iter().map(|waiting| &waiting.entry).find(|entry| entry.person() == person)
    }

    fn is_on_call(&self, person: PersonId) -> bool {
        self.entry(person).is_some_and(Entry::is_on_call)
    }

    /// The proposals that only wait for people who are to be called: from now on these have the time for that.
    pub(crate) fn begin_calls(&mut self, now: i64) -> Vec<OpenProposal> {
        let missing = |proposal: &OpenProposal| -> Vec<PersonId> {
            let silent = proposal.members.iter().filter(|member| !member.accepted);
            silent.map(|member| member.caller.person).collect()
        };
        let mut due = Vec::new();
        for place in 0..self.proposals.len() {
            let called = missing(&self.proposals[place]);
            let is_called = !self.proposals[place].called.is_empty();
            if is_called || called.is_empty() || !called.iter().all(|person| self.is_on_call(*person)) {
                continue;
            }
            let proposal = &mut self.proposals[place];
            (proposal.called, proposal.expires) = (called, now + CALLED_MS);
            due.push(proposal.clone());
        }
        due
    }

    /// Ends the proposals of people who must not sit at one table.
    pub(crate) fn end_apart(&mut self) -> Vec<OpenProposal> {
        let are_apart = |proposal: &&OpenProposal| {
            let people = proposal.members.iter().filter_map(|member| self.entry(member.caller.person));
            let people: Vec<&Entry> = people.collect();
            people.iter().any(|one| people.iter().any(|other| one.is_apart_from(other)))
        };
        let numbers: Vec<u32> = self.proposals.iter().filter(are_apart).map(|it| it.number).collect();
        numbers.into_iter().filter_map(|number| self.end(number)).collect()
    }

    /// Takes off the list whose time is up, and those who did not accept in time. The proposals that are over by that.
    pub(crate) fn expire(&mut self, now: i64) -> Vec<OpenProposal> {
        self.expired_at = now;
        self.seated.retain(|seated| seated.told_until > now);
        let late: Vec<u32> =
            self.proposals.iter().filter(|it| it.expires <= now).map(|it| it.number).collect();
        let mut ended: Vec<OpenProposal> = late.into_iter().filter_map(|number| self.end(number)).collect();
        let silent: Vec<PersonId> = ended
            .iter()
            .flat_map(|proposal| &proposal.members)
            .filter(|member| !member.accepted)
            .map(|member| member.caller.person)
            // Who was not called yet has missed nothing.
            .filter(|person| ended.iter().any(|it| it.called.contains(person)) || !self.is_on_call(*person))
            .collect();
        ended.extend(silent.into_iter().filter_map(|person| self.remove(person)));
        let gone = self.waiting.iter().map(|waiting| &waiting.entry).filter(|entry| entry.ends_at() <= now);
        let gone: Vec<PersonId> = gone.map(Entry::person).collect();
        ended.extend(gone.into_iter().filter_map(|person| self.take_off(person)?.1));
        ended
    }

    /// When [`ReadyList::expire`] or a match with bots is due next. It may be over already: a moment that comes between a look
    /// and this question is not lost.
    pub(crate) fn next_due(&self) -> Option<i64> {
        let bots = self.waiting.iter().filter(|waiting| waiting.is_free() && waiting.is_here());
        let bots = bots.filter_map(|it| it.entry.wish.bots_after.map(|after| it.entry.since + after));
        let bots = bots.filter(|moment| *moment > self.expired_at);
        let ends = self.waiting.iter().map(|waiting| waiting.entry.ends_at());
        bots.chain(ends).chain(self.proposals.iter().map(|proposal| proposal.expires)).min()
    }

    /// Asks the people of a match.
    pub(crate) fn propose(&mut self, found: Match, secret: BoundSecret, now: i64) -> &OpenProposal {
        self.last_number = self.last_number.wrapping_add(1);
        let number = self.last_number;
        let Match { game, seats, pace, people } = found;
        let mut members = Vec::with_capacity(people.len());
        for waiting in &mut self.waiting {
            if people.contains(&waiting.entry.person()) {
                waiting.proposal = Some(number);
                let caller = waiting.entry.caller.clone();
                members.push(Member { caller, accepted: false, nonce: None });
            }
        }
        let (expires, called, stored) = (now + ACCEPT_MS, Vec::new(), Vec::new());
        let proposal = OpenProposal { number, game, seats, pace, members, secret, expires, called, stored };
        self.proposals.push(proposal);
        &self.proposals[self.proposals.len() - 1]
    }

    /// What everybody in the lobby sees.
    pub(crate) fn groups(&self) -> Vec<ReadyGroup> {
        let mut groups: Vec<ReadyGroup> = Vec::new();
        for Waiting { entry, .. } in self.waiting.iter().filter(|waiting| waiting.is_free()) {
            let Entry { caller, wish, .. } = entry;
            for game in &wish.games {
                let needed = wish.min_seats.max(game.spec().min_seats);
                let same = |group: &&mut ReadyGroup| group.game == game.name() && group.pace == wish.pace;
                match groups.iter_mut().find(same) {
                    Some(group) => {
                        group.people.push(caller.name.clone());
                        group.needed = group.needed.max(needed);
                    }
                    None => groups.push(ReadyGroup {
                        game: game.name().to_owned(),
                        pace: wish.pace,
                        people: vec![caller.name.clone()],
                        needed,
                    }),
                }
            }
        }
        groups
    }

    /// All that other nodes may know.
    pub(super) fn state(&self, term: i64, n: u64) -> KeeperState {
        KeeperState {
            term,
            n,
            waiting: self.waiting.iter().map(|waiting| waiting.entry.clone()).collect(),
            groups: self.groups(),
            asked: self.proposals.iter().chain(&self.opening).map(OpenProposal::asked).collect(),
            seated: self.seated.clone(),
            over: self.over.iter().map(|(person, said)| (*person, *said)).collect(),
        }
    }

    /// A proposal is over; its members are free again.
    fn end(&mut self, number: u32) -> Option<OpenProposal> {
        let place = self.proposals.iter().position(|proposal| proposal.number == number)?;
        for waiting in self.waiting.iter_mut().filter(|waiting| waiting.proposal == Some(number)) {
            waiting.proposal = None;
        }
        Some(self.proposals.remove(place))
    }
}

pub(crate) fn proposal_is_over() -> Refusal {
    Refusal::new(RefusalCode::Stale, "That proposal is over.")
}
