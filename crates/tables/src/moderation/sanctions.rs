//! Mutes and bans: for a time, of a person or of a block of addresses.

use std::net::IpAddr;
use std::sync::PoisonError;

use protocol::{Refusal, RefusalCode};
use serde::{Deserialize, Serialize};
use store::{Document, DocumentsQuery, ReadError, Write};

use super::{AddressRange, Moderation, Operator, audit, bad, not_stored, time_left};
use crate::document_body::document_body;
use crate::people::PersonId;

/// The kind of their documents.
const SANCTION: &str = "sanction";

/// The longest sanction, in minutes: ten years.
pub const MAX_SANCTION_MINUTES: u32 = 5_256_000;

/// Maximum number of sanctions at a time.
const MAX_SANCTIONS: u32 = 10_000;

/// What is not allowed for a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SanctionKind {
    /// To talk.
    Mute,
    /// To be here.
    Ban,
}

impl SanctionKind {
    const fn word(self) -> &'static str {
        match self {
            Self::Mute => "mute",
            Self::Ban => "ban",
        }
    }
}

/// Who is meant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SanctionTarget {
    /// One person, whatever they are called later.
    Person {
        /// The person's id.
        id: PersonId,
        /// What they were called.
        name: String,
    },
    /// Everybody at these addresses.
    Addresses(AddressRange),
}

impl SanctionTarget {
    /// As operators read it.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Self::Person { name, .. } => name.clone(),
            Self::Addresses(range) => range.to_string(),
        }
    }
}

/// A mute or a ban.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sanction {
    /// What it is called in requests: the same for the same kind and target, so that a new one replaces the old.
    pub id: String,
    /// What is not allowed.
    pub kind: SanctionKind,
    /// Who is meant.
    pub target: SanctionTarget,
    /// The reason, as people read it.
    pub reason: String,
    /// Since when.
    pub made: i64,
    /// Until when.
    pub until: i64,
}

#[derive(Serialize, Deserialize)]
struct Body {
    kind: SanctionKind,
    target: SanctionTarget,
    reason: String,
}

impl Sanction {
    fn new(kind: SanctionKind, target: SanctionTarget, reason: String, made: i64, until: i64) -> Self {
        let whom = match &target {
            SanctionTarget::Person { id, .. } => format!("p{:x}", id.0),
            SanctionTarget::Addresses(range) => range.to_string().replace('/', "-").replace(':', "_"),
        };
        Self { id: format!("{}-{whom}", kind.word()), kind, target, reason, made, until }
    }

    fn read(document: Document) -> Result<Self, ReadError> {
        let Body { kind, target, reason } = serde_json::from_str(&document.body)
            .map_err(|error| ReadError::Failed(format!("a sanction is unreadable: {error}")))?;
        let until = document.expires.unwrap_or(i64::MAX);
        Ok(Self { id: document.id, kind, target, reason, made: document.at, until })
    }

    fn write(&self) -> Result<Write, Refusal> {
        let person = match &self.target {
            SanctionTarget::Person { id, .. } => Some(id.0),
            SanctionTarget::Addresses(_) => None,
        };
        let body = Body { kind: self.kind, target: self.target.clone(), reason: self.reason.clone() };
        Ok(Write::PutDocument(Document {
            kind: SANCTION.to_owned(),
            id: self.id.clone(),
            person,
            at: self.made,
            expires: Some(self.until),
            body: document_body(&body)?,
        }))
    }

    /// The refusal that the sanctioned person receives.
    pub(crate) fn refusal(&self, now: i64) -> Refusal {
        let left = time_left(self.until, now);
        let (code, mut sentence) = match self.kind {
            SanctionKind::Mute => {
                (RefusalCode::Muted, format!("The operator has muted you. You can talk again in {left}."))
            }
            SanctionKind::Ban => {
                (RefusalCode::Banned, format!("The operator has banned you. You can come back in {left}."))
            }
        };
        if !self.reason.is_empty() {
            sentence = format!("{sentence} {}", self.reason);
        }
        let wait = (self.until - now).clamp(0, i64::from(u32::MAX));
        Refusal::new(code, sentence).retry_after(wait as u32)
    }
}

impl Moderation {
    /// Reads all sanctions that count.
    pub(crate) async fn reload(&self) -> Result<(), ReadError> {
        let query =
            DocumentsQuery { kind: SANCTION.to_owned(), person: None, before: None, limit: MAX_SANCTIONS };
        let found = self.store.documents(query).await?;
        let read = found.into_iter().map(Sanction::read).collect::<Result<Vec<_>, _>>()?;
        *self.sanctions.write().unwrap_or_else(PoisonError::into_inner) = read;
        Ok(())
    }

    fn find(&self, now: i64, is_meant: impl Fn(&Sanction) -> bool) -> Option<Sanction> {
        let sanctions = self.sanctions.read().unwrap_or_else(PoisonError::into_inner);
        sanctions.iter().find(|sanction| sanction.until > now && is_meant(sanction)).cloned()
    }

    /// The sanction of a kind that a person is under.
    pub(crate) fn of_person(&self, kind: SanctionKind, person: PersonId, now: i64) -> Option<Sanction> {
        let is_meant =
            |target: &SanctionTarget| matches!(target, SanctionTarget::Person { id, .. } if *id == person);
        self.find(now, |sanction| sanction.kind == kind && is_meant(&sanction.target))
    }

    /// The ban that an address is under.
    pub(crate) fn of_address(&self, address: IpAddr, now: i64) -> Option<Sanction> {
        let is_meant = |target: &SanctionTarget| matches!(target, SanctionTarget::Addresses(range) if range.contains(address));
        self.find(now, |sanction| sanction.kind == SanctionKind::Ban && is_meant(&sanction.target))
    }

    /// All sanctions that count, the latest first.
    pub(crate) fn sanctions(&self, now: i64) -> Vec<Sanction> {
        let sanctions = self.sanctions.read().unwrap_or_else(PoisonError::into_inner);
        sanctions.iter().filter(|sanction| sanction.until > now).cloned().collect()
    }

    /// Mutes or bans; an earlier sanction of the same kind and target is replaced.
    pub(crate) async fn sanction(
        &self,
        kind: SanctionKind,
        target: SanctionTarget,
        minutes: u32,
        reason: String,
        operator: &Operator,
        now: i64,
    ) -> Result<Sanction, Refusal> {
        if kind == SanctionKind::Mute && matches!(target, SanctionTarget::Addresses(_)) {
            return Err(bad("People are muted, addresses are banned."));
        }
        if !(1..=MAX_SANCTION_MINUTES).contains(&minutes) {
            return Err(bad(format!("It lasts 1 to {MAX_SANCTION_MINUTES} minutes.")));
        }
        let until = now + i64::from(minutes) * 60_000;
        let sanction = Sanction::new(kind, target, reason, now, until);
        let others = |known: &Sanction| known.id != sanction.id;
        if self.sanctions(now).iter().filter(|known| others(known)).count() >= MAX_SANCTIONS as usize {
            let sentence = "There are too many sanctions at once: ban a larger block instead.";
            return Err(Refusal::new(RefusalCode::LimitReached, sentence));
        }
        let detail = format!("{minutes} minutes: {}", sanction.reason);
        let detail = detail.trim_end_matches([':', ' ']);
        let noted = audit::entry(operator, kind.word(), &sanction.target.text(), detail, now)?;
        self.store.commit(vec![sanction.write()?, noted]).await.map_err(|error| not_stored(&error))?;
        let mut sanctions = self.sanctions.write().unwrap_or_else(PoisonError::into_inner);
        sanctions.retain(|known| known.until > now && known.id != sanction.id);
        sanctions.insert(0, sanction.clone());
        Ok(sanction)
    }

    /// Ends a sanction before its time. False if there is none of that id.
    pub(crate) async fn lift(&self, id: &str, operator: &Operator, now: i64) -> Result<bool, Refusal> {
        let Some(known) = self.find(now, |sanction| sanction.id == id) else { return Ok(false) };
        let remove = Write::RemoveDocument { kind: SANCTION.to_owned(), id: id.to_owned() };
        let noted = audit::entry(operator, "lift", &known.target.text(), known.kind.word(), now)?;
        self.store.commit(vec![remove, noted]).await.map_err(|error| not_stored(&error))?;
        let mut sanctions = self.sanctions.write().unwrap_or_else(PoisonError::into_inner);
        sanctions.retain(|sanction| sanction.id != id);
        Ok(true)
    }
}
