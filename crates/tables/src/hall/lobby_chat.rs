//! The lobby's chat: stored before it is told, and shown again after a restart.

use protocol::{ChatLine, ChatText, Refusal, RefusalCode};
use serde::{Deserialize, Serialize};
use store::{CommitError, LiveTable, Write};

use crate::lobby::CHAT_KEPT;
use crate::rarely::Rarely;
use crate::table::House;

/// The journals of the lobby's chat are numbered from here, where no table can be.
const FIRST_JOURNAL: u64 = 1 << 62;

/// A journal that has grown longer is begun anew at the next start, with the lines that are still shown.
const LONGEST_JOURNAL: usize = 10_000;

/// However many cannot be stored, the log hears of it now and then.
static TOLD: Rarely = Rarely::every(1_000);

/// Where the next line is written.
pub(super) struct LobbyChat {
    journal: u64,
    last: u64,
}

/// A line as it is stored.
#[derive(Serialize, Deserialize)]
struct Line {
    from: Option<String>,
    text: ChatText,
}

impl LobbyChat {
    /// Whether this is a journal of the lobby rather than of a table.
    pub(super) const fn is_kept_in(journal: u64) -> bool {
        journal >= FIRST_JOURNAL
    }

    /// Takes over what was said before, and makes the journal if there is none.
    pub(super) async fn open(house: &House, journal: Option<LiveTable>) -> Self {
        let at = house.time.now();
        let Some(live) = journal else {
            let chat = Self { journal: FIRST_JOURNAL, last: 0 };
            keep(house, vec![Write::OpenTable { table: chat.journal, at }]).await;
            return chat;
        };
        let last = live.entries.last().map_or(0, |entry| entry.seq);
        let too_long = live.entries.len() > LONGEST_JOURNAL;
        let shown = live.entries.into_iter().rev().take(CHAT_KEPT).rev();
        let shown: Vec<store::Entry> = shown.collect();
        house.lobby.remember(shown.iter().filter_map(self::shown));
        let anew = live.table + 1;
        if too_long && keep(house, begun_anew(live.table, anew, shown, at)).await {
            return Self { journal: anew, last };
        }
        Self { journal: live.table, last }
    }

    /// Stores a line; it may be told afterwards.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub(super) async fn store(
        &mut self,
        house: &House,
        from: Option<String>,
        text: ChatText,
    ) -> Result<ChatLine, Refusal> {
        let at = house.time.now();
        let line = Line { from, text };
        // Lines are plain data: writing them cannot fail.
        let body = serde_json::to_string(&line).unwrap_or_default();
        let mut stored = self.append(house, at, &body).await;
        if let Err(CommitError::Conflict { .. }) = stored {
            // One that was thought lost has this number: it is told now, and this one comes after it.
            self.catch_up(house).await;
            stored = self.append(house, at, &body).await;
        }
        if let Err(error) = stored
            && !self.was_stored(house, &error, &body).await
        {
            house.metrics.requests_not_saved_total.inc();
            if let Some(more) = TOLD.now(at) {
                tracing::warn!(%error, more, "storing a chat message failed");
            }
            return Err(Refusal::new(
                RefusalCode::NotSaved,
                "Not saved: the house could not store your message. Try again.",
            ));
        }
        self.last += 1;
        house.metrics.chat_messages_total.inc();
        Ok(ChatLine { number: self.last, from: line.from, text: line.text, at })
    }

    async fn append(&self, house: &House, at: i64, body: &str) -> Result<(), CommitError> {
        let write = Write::Append { table: self.journal, seq: self.last + 1, at, body: body.to_owned() };
        house.store.commit(vec![write]).await
    }

    /// Whether a line whose fate is unknown was stored after all.
    async fn was_stored(&self, house: &House, error: &CommitError, body: &str) -> bool {
        if !matches!(error, CommitError::Unknown(_)) {
            return false;
        }
        let is_ours = |entry: &store::Entry| entry.seq == self.last + 1 && entry.body == body;
        house.store.journal(self.journal).await.is_ok_and(|journal| journal.iter().any(is_ours))
    }

    /// Tells the lines that were stored although nobody knew.
    async fn catch_up(&mut self, house: &House) {
        let Ok(journal) = house.store.journal(self.journal).await else { return };
        let known = self.last;
        for entry in journal.into_iter().filter(|entry| entry.seq > known) {
            self.last = entry.seq;
            shown(&entry).into_iter().for_each(|line| house.lobby.say(line));
        }
    }
}

/// An entry of the journal as it is shown; nothing if it cannot be read.
fn shown(entry: &store::Entry) -> Option<ChatLine> {
    let Line { from, text } = serde_json::from_str(&entry.body).ok()?;
    Some(ChatLine { number: entry.seq, from, text, at: entry.at })
}

/// Moves the lines that are still shown to a new journal.
fn begun_anew(old: u64, new: u64, shown: Vec<store::Entry>, at: i64) -> Vec<Write> {
    let mut writes = vec![Write::OpenTable { table: new, at }];
    let lines = shown.into_iter();
    writes.extend(lines.map(|entry| Write::Append {
        table: new,
        seq: entry.seq,
        at: entry.at,
        body: entry.body,
    }));
    writes.push(Write::CloseTable { table: old, at });
    writes
}

async fn keep(house: &House, writes: Vec<Write>) -> bool {
    let kept = house.store.commit(writes).await;
    if let Err(error) = &kept {
        tracing::warn!(%error, "the journal of the lobby's chat cannot be written");
    }
    kept.is_ok()
}
