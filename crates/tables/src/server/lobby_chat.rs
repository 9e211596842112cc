//! The lobby's chat: stored before it is sent, and shown again after a restart.

use protocol::{ChatLine, ChatText, Refusal, RefusalCode};
use serde::{Deserialize, Serialize};
use store::{CommitError, FIRST_EPOCH, StoredTable, Write};

use crate::log_throttle::LogThrottle;
use crate::table::TableContext;

/// The journals of the lobby's chat are numbered from here, where no table can be.
pub(super) const FIRST_JOURNAL: u64 = 1 << 62;

/// The length at which the journal restarts: the next line begins a new one, which also holds the lines still shown.
const MAX_JOURNAL: usize = 1_000;

/// How often a line that others came before is tried again.
const MAX_CONFLICTS: u32 = 8;

/// However many cannot be stored, it is logged at intervals.
static TOLD: LogThrottle = LogThrottle::every_ms(1_000);

/// Where the next line is written.
pub(super) struct LobbyChat {
    journal: u64,
    epoch: u64,
    last: u64,
    /// How many facts the journal has.
    length: usize,
    /// When the oldest line in the journal was said.
    oldest: Option<i64>,
}

/// A fact of the lobby's journal.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum LobbyFact {
    /// The journal restarted with these lines, which are kept from before.
    Begun { lines: Vec<ChatLine> },
    /// Somebody said something, or the server did.
    Said { from: Option<String>, text: ChatText },
}

impl LobbyFact {
    fn body(&self) -> Result<String, Refusal> {
        serde_json::to_string(self).map_err(|error| {
            tracing::error!(%error, "a line of chat cannot be written as JSON");
            not_stored()
        })
    }
}

impl LobbyChat {
    /// Whether this is a journal of the lobby rather than of a table.
    pub(super) const fn is_kept_in(journal: u64) -> bool {
        journal >= FIRST_JOURNAL
    }

    /// Reads the stored lines, and creates the journal if there is none.
    pub(super) async fn open(context: &TableContext, journal: Option<StoredTable>) -> Self {
        let Some(live) = journal else {
            return Self::begin(context, FIRST_JOURNAL).await;
        };
        let facts = match live.journal {
            Ok(facts) => facts,
            Err(defect) => {
                tracing::error!(%defect, "lobby chat reset: invalid journal");
                return Self::begin(context, live.table + 1).await;
            }
        };
        let last = facts.last().map_or(0, |fact| fact.seq);
        let mut chat = Self { journal: live.table, epoch: live.epoch, last, length: 0, oldest: None };
        for fact in &facts {
            context.lobby.remember(chat.note(fact));
        }
        chat
    }

    /// Opens an empty journal.
    async fn begin(context: &TableContext, journal: u64) -> Self {
        let open = Write::OpenTable { table: journal, first_seq: 1, at: context.time.now() };
        if let Err(error) = context.store.commit(vec![open]).await
            && !matches!(error, CommitError::TableExists { .. })
        {
            tracing::warn!(%error, "the journal of the lobby's chat cannot be written");
        }
        Self { journal, epoch: FIRST_EPOCH, last: 0, length: 0, oldest: None }
    }

    /// The number of the last fact.
    pub(super) const fn last(&self) -> u64 {
        self.last
    }

    /// Counts a line that another node stored, if it is the next one.
    pub(super) fn follows(&mut self, line: &ChatLine) -> bool {
        let follows = line.number == self.last + 1;
        if follows {
            self.last = line.number;
            self.length += 1;
            self.oldest = self.oldest.or(Some(line.at));
        }
        follows
    }

    /// Counts a stored fact; returns the lines in it that are to be shown.
    fn note(&mut self, fact: &store::JournalRow) -> Vec<ChatLine> {
        self.last = fact.seq;
        let lines = match serde_json::from_str(&fact.body) {
            Ok(LobbyFact::Begun { lines }) => {
                (self.length, self.oldest) = (0, None);
                lines
            }
            Ok(LobbyFact::Said { from, text }) => {
                vec![ChatLine { number: fact.seq, from, text, at: fact.at }]
            }
            Err(error) => {
                tracing::error!(seq = fact.seq, %error, "a line of the lobby's chat is left out: it cannot be read");
                Vec::new()
            }
        };
        self.length += 1;
        self.oldest = self.oldest.or_else(|| lines.first().map(|line| line.at));
        lines
    }

    /// Stores a line. It may be sent to clients afterwards.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub(super) async fn store(
        &mut self,
        context: &TableContext,
        from: Option<String>,
        text: ChatText,
    ) -> Result<ChatLine, Refusal> {
        let at = context.time.now();
        let body = LobbyFact::Said { from: from.clone(), text: text.clone() }.body()?;
        let mut stored = self.append(context, at, &body).await?;
        for _ in 0..MAX_CONFLICTS {
            if !matches!(stored, Err(CommitError::Conflict { .. })) {
                break;
            }
            // A line whose commit seemed to fail, or one from another node, has this number: it is sent now, and this one
            // comes after it.
            self.catch_up(context).await;
            stored = self.append(context, at, &body).await?;
        }
        if let Err(error) = stored
            && !self.was_stored(context, &error, &body).await
        {
            return Err(refused(context, &error));
        }
        context.metrics.chat_messages_total.inc();
        Ok(ChatLine { number: self.last, from, text, at })
    }

    /// Appends a line, and restarts the journal if it is long. The outer error is for what cannot be written as JSON.
    async fn append(
        &mut self,
        context: &TableContext,
        at: i64,
        body: &str,
    ) -> Result<Result<(), CommitError>, Refusal> {
        let (table, epoch) = (self.journal, self.epoch);
        let mut writes = Vec::new();
        let mut seq = self.last + 1;
        let anew = self.length >= MAX_JOURNAL;
        if anew {
            writes.push(self.restart_journal(context.lobby.chat(), at)?);
            seq += 1;
        }
        writes.push(Write::Append { table, epoch, seq, at, body: body.to_owned() });
        let stored = context.store.commit(writes.clone()).await;
        if stored.is_ok() {
            self.note_stored(writes);
        }
        Ok(stored)
    }

    fn restart_journal(&self, lines: Vec<ChatLine>, at: i64) -> Result<Write, Refusal> {
        let (table, epoch, seq) = (self.journal, self.epoch, self.last + 1);
        Ok(Write::BeginJournal { table, epoch, seq, at, body: LobbyFact::Begun { lines }.body()? })
    }

    fn note_stored(&mut self, writes: Vec<Write>) {
        for write in writes {
            if let Write::Append { seq, at, body, .. } | Write::BeginJournal { seq, at, body, .. } = write {
                self.note(&store::JournalRow { seq, at, body });
            }
        }
    }

    /// Whether a line whose fate is unknown was stored after all.
    async fn was_stored(&mut self, context: &TableContext, error: &CommitError, body: &str) -> bool {
        if !matches!(error, CommitError::Unknown(_)) {
            return false;
        }
        let Ok(journal) = context.store.journal(self.journal).await else { return false };
        let known = self.last;
        let new: Vec<_> = journal.into_iter().filter(|fact| fact.seq > known).collect();
        let is_ours = new.last().is_some_and(|fact| fact.body == body);
        if is_ours {
            new.iter().for_each(|fact| drop(self.note(fact)));
        }
        is_ours
    }

    /// Tells the lines that were stored although nobody knew.
    pub(super) async fn catch_up(&mut self, context: &TableContext) {
        let Ok(journal) = context.store.journal(self.journal).await else { return };
        let known = self.last;
        for fact in journal.into_iter().filter(|fact| fact.seq > known) {
            let lines = self.note(&fact);
            lines.into_iter().filter(|line| line.number > known).for_each(|line| context.lobby.say(line));
        }
    }

    /// Deletes the lines from before a moment. Returns how many of the lines shown were removed; does nothing if no line is so
    /// old.
    ///
    /// # Errors
    /// If that cannot be stored. Then it is tried again with the next call.
    pub(super) async fn prune(&mut self, context: &TableContext, before: i64) -> Result<usize, CommitError> {
        if self.oldest.is_none_or(|oldest| oldest >= before) {
            return Ok(0);
        }
        let shown = context.lobby.chat();
        let lines: Vec<ChatLine> = shown.iter().filter(|line| line.at >= before).cloned().collect();
        let forgotten = shown.len() - lines.len();
        let Ok(begin) = self.restart_journal(lines, context.time.now()) else { return Ok(0) };
        match context.store.commit(vec![begin.clone()]).await {
            Ok(()) => self.note_stored(vec![begin]),
            Err(error @ CommitError::Conflict { .. }) => {
                self.catch_up(context).await;
                return Err(error);
            }
            Err(error) => return Err(error),
        }
        context.lobby.forget_chat(before);
        Ok(forgotten)
    }
}

fn refused(context: &TableContext, error: &CommitError) -> Refusal {
    context.metrics.requests_not_saved_total.inc();
    if let Some(more) = TOLD.allow(context.time.now()) {
        tracing::warn!(%error, more, "storing a chat message failed");
    }
    not_stored()
}

fn not_stored() -> Refusal {
    Refusal::new(RefusalCode::NotSaved, "Not saved: the house could not store your message. Try again.")
}
