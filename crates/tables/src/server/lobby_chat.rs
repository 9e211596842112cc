//! The lobby's chat: stored before it is told, and shown again after a restart.

use protocol::{ChatLine, ChatText, Refusal, RefusalCode};
use serde::{Deserialize, Serialize};
use store::{CommitError, FIRST_EPOCH, StoredTable, Write};

use crate::lobby::CHAT_KEPT;
use crate::log_throttle::LogThrottle;
use crate::table::TableContext;

/// The journals of the lobby's chat are numbered from here, where no table can be.
const FIRST_JOURNAL: u64 = 1 << 62;

/// A journal that has grown longer is begun anew at the next start, with the lines that are still shown.
const MAX_JOURNAL: usize = 10_000;

/// However many cannot be stored, the log hears of it now and then.
static TOLD: LogThrottle = LogThrottle::every_ms(1_000);

/// Where the next line is written.
pub(super) struct LobbyChat {
    journal: u64,
    epoch: u64,
    last: u64,
}

/// A line as it is stored.
#[derive(Serialize, Deserialize)]
struct StoredChatLine {
    from: Option<String>,
    text: ChatText,
}

impl LobbyChat {
    /// Whether this is a journal of the lobby rather than of a table.
    pub(super) const fn is_kept_in(journal: u64) -> bool {
        journal >= FIRST_JOURNAL
    }

    /// Takes over what was said before, and makes the journal if there is none.
    pub(super) async fn open(context: &TableContext, journal: Option<StoredTable>) -> Self {
        let at = context.time.now();
        let Some(live) = journal else {
            return Self::begin(context, FIRST_JOURNAL, at).await;
        };
        let entries = match live.journal {
            Ok(entries) => entries,
            Err(gap) => {
                tracing::error!(%gap, "the lobby's chat begins anew: its journal is invalid");
                return Self::begin(context, live.table + 1, at).await;
            }
        };
        let last = entries.last().map_or(0, |entry| entry.seq);
        let too_long = entries.len() > MAX_JOURNAL;
        let shown = entries.into_iter().rev().take(CHAT_KEPT).rev();
        let shown: Vec<store::JournalRow> = shown.collect();
        context.lobby.remember(shown.iter().filter_map(self::shown));
        let anew = live.table + 1;
        if too_long && keep(context, begun_anew((live.table, live.epoch), anew, shown, at)).await {
            return Self { journal: anew, epoch: FIRST_EPOCH, last };
        }
        Self { journal: live.table, epoch: live.epoch, last }
    }

    /// Opens an empty journal.
    async fn begin(context: &TableContext, journal: u64, at: i64) -> Self {
        keep(context, vec![Write::OpenTable { table: journal, first_seq: 1, at }]).await;
        Self { journal, epoch: FIRST_EPOCH, last: 0 }
    }

    /// Stores a line; it may be told afterwards.
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
        let line = StoredChatLine { from, text };
        let body = serde_json::to_string(&line).map_err(|error| {
            tracing::error!(%error, "a line of chat cannot be written as JSON");
            not_stored()
        })?;
        let mut stored = self.append(context, at, &body).await;
        if let Err(CommitError::Conflict { .. }) = stored {
            // One that was thought lost has this number: it is told now, and this one comes after it.
            self.catch_up(context).await;
            stored = self.append(context, at, &body).await;
        }
        if let Err(error) = stored
            && !self.was_stored(context, &error, &body).await
        {
            context.metrics.requests_not_saved_total.inc();
            if let Some(more) = TOLD.allow(at) {
                tracing::warn!(%error, more, "storing a chat message failed");
            }
            return Err(not_stored());
        }
        self.last += 1;
        context.metrics.chat_messages_total.inc();
        Ok(ChatLine { number: self.last, from: line.from, text: line.text, at })
    }

    async fn append(&self, context: &TableContext, at: i64, body: &str) -> Result<(), CommitError> {
        let (epoch, seq) = (self.epoch, self.last + 1);
        let write = Write::Append { table: self.journal, epoch, seq, at, body: body.to_owned() };
        context.store.commit(vec![write]).await
    }

    /// Whether a line whose fate is unknown was stored after all.
    async fn was_stored(&self, context: &TableContext, error: &CommitError, body: &str) -> bool {
        if !matches!(error, CommitError::Unknown(_)) {
            return false;
        }
        let is_ours = |entry: &store::JournalRow| entry.seq == self.last + 1 && entry.body == body;
        context.store.journal(self.journal).await.is_ok_and(|journal| journal.iter().any(is_ours))
    }

    /// Tells the lines that were stored although nobody knew.
    async fn catch_up(&mut self, context: &TableContext) {
        let Ok(journal) = context.store.journal(self.journal).await else { return };
        let known = self.last;
        for entry in journal.into_iter().filter(|entry| entry.seq > known) {
            self.last = entry.seq;
            shown(&entry).into_iter().for_each(|line| context.lobby.say(line));
        }
    }
}

/// An entry of the journal as it is shown; nothing if it cannot be read.
fn shown(entry: &store::JournalRow) -> Option<ChatLine> {
    let StoredChatLine { from, text } = serde_json::from_str(&entry.body).ok()?;
    Some(ChatLine { number: entry.seq, from, text, at: entry.at })
}

/// Moves the lines that are still shown to a new journal.
fn begun_anew((old, epoch): (u64, u64), new: u64, shown: Vec<store::JournalRow>, at: i64) -> Vec<Write> {
    let first_seq = shown.first().map_or(1, |entry| entry.seq);
    let mut writes = vec![Write::OpenTable { table: new, first_seq, at }];
    let lines = shown.into_iter();
    writes.extend(lines.map(|entry| Write::Append {
        table: new,
        epoch: FIRST_EPOCH,
        seq: entry.seq,
        at: entry.at,
        body: entry.body,
    }));
    writes.push(Write::CloseTable { table: old, epoch, at });
    writes
}

fn not_stored() -> Refusal {
    Refusal::new(RefusalCode::NotSaved, "Not saved: the house could not store your message. Try again.")
}

async fn keep(context: &TableContext, writes: Vec<Write>) -> bool {
    let kept = context.store.commit(writes).await;
    if let Err(error) = &kept {
        tracing::warn!(%error, "the journal of the lobby's chat cannot be written");
    }
    kept.is_ok()
}
