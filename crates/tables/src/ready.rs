//! People who would play: what each wants, and which of them sit down together. Without I/O and clock.

mod matching;

use games::Kind;
use protocol::{BoundSecret, Nonce, Pace, ReadyGroup, ReadyWish, Refusal, RefusalCode};

pub(crate) use self::matching::Match;
use crate::people::PersonId;
use crate::table::Caller;

/// Everybody who is here must accept a proposal within this time, in milliseconds.
pub(crate) const ACCEPT_MS: i64 = 15_000;

/// Whoever is away is called when all who are here have accepted, and must accept within this time, in milliseconds: the call
/// takes some seconds to arrive, and people take some to see it.
pub(crate) const CALLED_MS: i64 = 180_000;

/// A place on the list is kept for this long after the connection was lost, in milliseconds.
const LOST_MS: i64 = 20_000;

/// Maximum number of people on the list.
const MAX_WAITING: usize = 1_000;

/// The longest time on the list, in minutes.
const MAX_MINUTES: u16 = 120;

/// The longest wait for people before bots fill the table, in seconds.
const MAX_BOTS_AFTER: u32 = 7_200;

/// What somebody wants, checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Wish {
    games: Vec<Kind>,
    min_seats: u8,
    max_seats: u8,
    pace: Pace,
    bots_after: Option<i64>,
    lasts: i64,
    /// Whether they are called while they are away.
    call: bool,
}

impl Wish {
    pub(crate) fn read(wish: &ReadyWish) -> Result<Self, Refusal> {
        let bad = |sentence: String| Refusal::new(RefusalCode::BadOptions, sentence);
        let mut games: Vec<Kind> = Vec::new();
        for name in &wish.games {
            let unknown =
                |error: games::UnknownGame| Refusal::new(RefusalCode::NoSuchGame, error.to_string());
            let game = name.parse().map_err(unknown)?;
            if !games.contains(&game) {
                games.push(game);
            }
        }
        let (min_seats, max_seats) = (wish.min_seats, wish.max_seats);
        let fits = |game: &Kind| game.spec().min_seats <= max_seats && game.spec().max_seats >= min_seats;
        if min_seats < 2 || max_seats < min_seats {
            return Err(bad("A table has 2 seats or more, and at most no fewer than at least.".to_owned()));
        }
        if !games.iter().any(fits) {
            return Err(bad("None of these games is played by that many.".to_owned()));
        }
        let minutes = wish.minutes.unwrap_or(MAX_MINUTES);
        if !(1..=MAX_MINUTES).contains(&minutes) {
            return Err(bad(format!("A place on the list lasts 1 to {MAX_MINUTES} minutes.")));
        }
        if wish.bots_after_seconds.is_some_and(|seconds| seconds > MAX_BOTS_AFTER) {
            return Err(bad(format!("Bots fill a table after 0 to {MAX_BOTS_AFTER} seconds, or never.")));
        }
        games.retain(fits);
        let bots_after = wish.bots_after_seconds.map(|seconds| i64::from(seconds) * 1_000);
        let lasts = i64::from(minutes) * 60_000;
        let (pace, call) = (wish.pace, wish.call);
        Ok(Self { games, min_seats, max_seats, pace, bots_after, lasts, call })
    }

    /// What was wished for, as long as it still lasts.
    fn message(&self, left_ms: i64) -> ReadyWish {
        let minutes = left_ms.max(0).div_euclid(60_000) + 1;
        ReadyWish {
            games: self.games.iter().map(|game| game.name().to_owned()).collect(),
            min_seats: self.min_seats,
            max_seats: self.max_seats,
            pace: self.pace,
            bots_after_seconds: self.bots_after.and_then(|after| u32::try_from(after / 1_000).ok()),
            minutes: Some(u16::try_from(minutes).unwrap_or(MAX_MINUTES).min(MAX_MINUTES)),
            call: self.call,
        }
    }
}

/// Somebody on the list.
#[derive(Clone, Debug)]
struct Waiting {
    caller: Caller,
    wish: Wish,
    since: i64,
    until: i64,
    lost_at: Option<i64>,
    /// The proposal that they are asked about.
    proposal: Option<u32>,
}

impl Waiting {
    const fn is_here(&self) -> bool {
        self.lost_at.is_none()
    }

    /// Whether they are away and can be called.
    const fn is_on_call(&self) -> bool {
        self.wish.call && !self.is_here()
    }

    const fn is_free(&self) -> bool {
        self.proposal.is_none() && (self.is_here() || self.wish.call)
    }

    /// When they are taken off the list, if nothing happens.
    fn ends_at(&self) -> i64 {
        match self.lost_at {
            Some(lost) if !self.wish.call => self.until.min(lost + LOST_MS),
            _ => self.until,
        }
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
}

impl OpenProposal {
    pub(crate) fn bots(&self) -> u8 {
        self.seats.saturating_sub(self.members.len() as u8)
    }
}

/// Who is on the list, and what they are asked.
#[derive(Default, Debug)]
pub(crate) struct ReadyList {
    /// The one who waits longest first.
    waiting: Vec<Waiting>,
    proposals: Vec<OpenProposal>,
    last_number: u32,
    /// When it was last looked at: what was due until then has been tried.
    expired_at: i64,
}

impl ReadyList {
    /// Puts somebody on the list, or changes what they want; their place stays.
    pub(crate) fn put(&mut self, caller: Caller, wish: Wish, now: i64) -> Result<(), Refusal> {
        let until = now + wish.lasts;
        if let Some(known) = self.waiting.iter_mut().find(|known| known.caller.person == caller.person) {
            (known.caller, known.wish, known.until, known.lost_at) = (caller, wish, until, None);
            return Ok(());
        }
        if self.waiting.len() >= MAX_WAITING {
            let sentence = "The list of those who would play is full. Open a table instead.";
            return Err(Refusal::new(RefusalCode::LimitReached, sentence));
        }
        self.waiting.push(Waiting { caller, wish, since: now, until, lost_at: None, proposal: None });
        Ok(())
    }

    /// Takes somebody off the list; a proposal that they are asked about is over.
    pub(crate) fn remove(&mut self, person: PersonId) -> Option<OpenProposal> {
        let place = self.waiting.iter().position(|waiting| waiting.caller.person == person)?;
        let gone = self.waiting.remove(place);
        gone.proposal.and_then(|number| self.end(number))
    }

    /// The last connection of somebody was lost.
    pub(crate) fn lost(&mut self, person: PersonId, now: i64) {
        if let Some(waiting) = self.waiting.iter_mut().find(|waiting| waiting.caller.person == person) {
            waiting.lost_at = Some(now);
        }
    }

    /// Somebody is connected again; the proposal that they are asked about.
    pub(crate) fn returned(&mut self, person: PersonId) -> Option<&OpenProposal> {
        let waiting = self.waiting.iter_mut().find(|waiting| waiting.caller.person == person)?;
        waiting.lost_at = None;
        let number = waiting.proposal?;
        self.proposals.iter().find(|proposal| proposal.number == number)
    }

    /// Somebody answers. `Some` if all members have accepted: then the proposal is over, and they are off the list.
    pub(crate) fn accept(
        &mut self,
        number: u32,
        person: PersonId,
        nonce: Option<Nonce>,
    ) -> Result<Option<OpenProposal>, Refusal> {
        let over = || Refusal::new(RefusalCode::Stale, "That proposal is over.");
        let proposal =
            self.proposals.iter_mut().find(|proposal| proposal.number == number).ok_or_else(over)?;
        let member = proposal.members.iter_mut().find(|member| member.caller.person == person);
        let member = member.ok_or_else(over)?;
        // A second answer changes nothing: the first one may have been part of what was promised.
        if !member.accepted {
            (member.accepted, member.nonce) = (true, nonce);
        }
        if !proposal.members.iter().all(|member| member.accepted) {
            return Ok(None);
        }
        let Some(proposal) = self.end(number) else { return Ok(None) };
        let is_member = |waiting: &Waiting| {
            proposal.members.iter().any(|member| member.caller.person == waiting.caller.person)
        };
        self.waiting.retain(|waiting| !is_member(waiting));
        Ok(Some(proposal))
    }

    /// Whether a person is on the list.
    pub(crate) fn is_waiting(&self, person: PersonId) -> bool {
        self.waiting.iter().any(|waiting| waiting.caller.person == person)
    }

    /// What a person wishes for who is on the list.
    pub(crate) fn wish_of(&self, person: PersonId, now: i64) -> Option<ReadyWish> {
        let waiting = self.waiting.iter().find(|waiting| waiting.caller.person == person)?;
        Some(waiting.wish.message(waiting.until - now))
    }

    fn is_on_call(&self, person: PersonId) -> bool {
        self.waiting.iter().any(|waiting| waiting.caller.person == person && waiting.is_on_call())
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

    /// Ends the proposal that a person is asked about, if somebody else of it must not sit with them.
    pub(crate) fn end_shared(
        &mut self,
        apart: impl Fn(PersonId, PersonId) -> bool,
        person: PersonId,
    ) -> Option<OpenProposal> {
        let has = |proposal: &&OpenProposal, other: PersonId| {
            proposal.members.iter().any(|member| member.caller.person == other)
        };
        let shared = self
            .proposals
            .iter()
            .filter(|proposal| has(proposal, person))
            .find(|proposal| proposal.members.iter().any(|member| apart(member.caller.person, person)));
        let number = shared?.number;
        self.end(number)
    }

    /// Takes off the list whose time is up, and those who did not accept in time. The proposals that are over by that.
    pub(crate) fn expire(&mut self, now: i64) -> Vec<OpenProposal> {
        self.expired_at = now;
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
        let gone = |waiting: &Waiting| waiting.ends_at() <= now || silent.contains(&waiting.caller.person);
        let gone: Vec<PersonId> =
            self.waiting.iter().filter(|it| gone(it)).map(|it| it.caller.person).collect();
        ended.extend(gone.into_iter().filter_map(|person| self.remove(person)));
        ended
    }

    /// When [`ReadyList::expire`] or a match with bots is due next. It may be over already: a moment that comes between a look
    /// and this question is not lost.
    pub(crate) fn next_due(&self) -> Option<i64> {
        let bots = self.waiting.iter().filter(|waiting| waiting.is_free() && waiting.is_here());
        let bots = bots.filter_map(|it| it.wish.bots_after.map(|after| it.since + after));
        let bots = bots.filter(|moment| *moment > self.expired_at);
        let ends = self.waiting.iter().map(Waiting::ends_at);
        bots.chain(ends).chain(self.proposals.iter().map(|proposal| proposal.expires)).min()
    }

    /// Asks the people of a match.
    pub(crate) fn propose(&mut self, found: Match, secret: BoundSecret, now: i64) -> &OpenProposal {
        self.last_number = self.last_number.wrapping_add(1);
        let number = self.last_number;
        let Match { game, seats, pace, people } = found;
        let mut members = Vec::with_capacity(people.len());
        for waiting in &mut self.waiting {
            if people.contains(&waiting.caller.person) {
                waiting.proposal = Some(number);
                members.push(Member { caller: waiting.caller.clone(), accepted: false, nonce: None });
            }
        }
        let (expires, called) = (now + ACCEPT_MS, Vec::new());
        self.proposals.push(OpenProposal { number, game, seats, pace, members, secret, expires, called });
        &self.proposals[self.proposals.len() - 1]
    }

    /// What everybody in the lobby sees.
    pub(crate) fn groups(&self) -> Vec<ReadyGroup> {
        let mut groups: Vec<ReadyGroup> = Vec::new();
        for Waiting { caller, wish, .. } in self.waiting.iter().filter(|waiting| waiting.is_free()) {
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

    /// A proposal is over; its members are free again.
    fn end(&mut self, number: u32) -> Option<OpenProposal> {
        let place = self.proposals.iter().position(|proposal| proposal.number == number)?;
        for waiting in self.waiting.iter_mut().filter(|waiting| waiting.proposal == Some(number)) {
            waiting.proposal = None;
        }
        Some(self.proposals.remove(place))
    }
}

#[cfg(test)]
mod tests;
