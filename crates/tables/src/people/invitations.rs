//! Invitations: codes with which a new person can register where registration is not open to everybody.

use protocol::{Door, Refusal, RefusalCode};
use store::{Document, DocumentsQuery, ReadError, Write};

use super::codes::SignInCode;
use super::{People, PersonId, cannot_read};

/// The kind of their documents. One document is one use.
const INVITATION: &str = "invitation";

/// Maximum number of people one invitation lets in.
pub const MAX_INVITATION_USES: u8 = 50;

/// Maximum number of days an invitation lasts.
pub const MAX_INVITATION_DAYS: u16 = 90;

/// Maximum number of uses that the open invitations of one person have together.
const MAX_USES_PER_PERSON: usize = 100;

const DAY_MS: i64 = 86_400_000;

/// An invitation that can still be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InvitationInfo {
    /// What it is called in requests; not the code.
    pub id: String,
    /// How many people it still lets in.
    pub uses_left: u8,
    /// When it was made.
    pub made: i64,
    /// When it ends.
    pub expires: i64,
}

/// What a new person needs to register.
pub(super) enum Admission {
    /// Nothing.
    Free,
    /// One use of an invitation, in the transaction that stores them.
    Use(Vec<Write>),
}

fn not_invited(door: Door) -> Refusal {
    let sentence = match door {
        Door::Open | Door::Invited => "This house is for invited people: you need an invitation.",
        Door::Closed => "This house is closed: its operator lets people in.",
    };
    Refusal::new(RefusalCode::DoorClosed, sentence)
}

/// The documents of one invitation share the first letters of their ids.
fn id_of(document: &Document) -> String {
    document.id.chars().take(16).collect()
}

impl People {
    /// A code that lets new people in. Without `by` the operator makes it.
    ///
    /// # Errors
    /// If the numbers are out of range, the person has invited too many, or it cannot be stored.
    pub async fn make_invitation(
        &self,
        by: Option<PersonId>,
        uses: u8,
        days: u16,
        now: i64,
    ) -> Result<(String, i64), Refusal> {
        if !(1..=MAX_INVITATION_USES).contains(&uses) || !(1..=MAX_INVITATION_DAYS).contains(&days) {
            let sentence = format!(
                "An invitation lets in 1 to {MAX_INVITATION_USES} people and lasts 1 to {MAX_INVITATION_DAYS} days."
            );
            return Err(Refusal::new(RefusalCode::BadOptions, sentence));
        }
        if let Some(person) = by {
            let open = self.uses(person, now).await.map_err(|error| cannot_read(&error, now))?;
            if open.len() + usize::from(uses) > MAX_USES_PER_PERSON {
                let sentence = "You have invited too many people: remove an invitation first.";
                return Err(Refusal::new(RefusalCode::LimitReached, sentence));
            }
        }
        let code = SignInCode::random(&self.entropy)?;
        let expires = now + i64::from(days) * DAY_MS;
        let use_number = |number: u8| {
            Write::PutDocument(Document {
                kind: INVITATION.to_owned(),
                id: format!("{}-{number}", code.id()),
                person: by.map(|person| person.0),
                at: now,
                expires: Some(expires),
                body: "{}".to_owned(),
            })
        };
        let stored = self.store.commit((0..uses).map(use_number).collect()).await;
        stored.map_err(|error| {
            tracing::warn!(%error, "storing an invitation failed");
            Refusal::new(RefusalCode::NotSaved, "The house could not store that. Try again in a moment.")
        })?;
        Ok((code.text(), expires))
    }

    /// The open invitations of a person, the newest first.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn invitations(&self, person: PersonId, now: i64) -> Result<Vec<InvitationInfo>, ReadError> {
        let mut found: Vec<InvitationInfo> = Vec::new();
        for document in self.uses(person, now).await? {
            let id = id_of(&document);
            match found.iter_mut().find(|known| known.id == id) {
                Some(known) => known.uses_left += 1,
                None => found.push(InvitationInfo {
                    id,
                    uses_left: 1,
                    made: document.at,
                    expires: document.expires.unwrap_or(now),
                }),
            }
        }
        Ok(found)
    }

    /// Voids an invitation of a person. False if there is none of that id.
    ///
    /// # Errors
    /// If the database cannot be read or written.
    pub async fn remove_invitation(&self, person: PersonId, id: &str, now: i64) -> Result<bool, Refusal> {
        let uses = self.uses(person, now).await.map_err(|error| cannot_read(&error, now))?;
        let remove = |document: Document| Write::RemoveDocument { kind: document.kind, id: document.id };
        let writes: Vec<Write> =
            uses.into_iter().filter(|document| id_of(document) == id).map(remove).collect();
        if writes.is_empty() {
            return Ok(false);
        }
        self.store.commit(writes).await.map_err(|error| {
            tracing::warn!(%error, "removing an invitation failed");
            Refusal::new(RefusalCode::NotSaved, "The house could not store that. Try again in a moment.")
        })?;
        Ok(true)
    }

    async fn uses(&self, person: PersonId, now: i64) -> Result<Vec<Document>, ReadError> {
        let limit = MAX_USES_PER_PERSON as u32;
        let query =
            DocumentsQuery { kind: INVITATION.to_owned(), person: Some(person.0), before: None, limit };
        let mut uses = self.store.documents(query).await?;
        uses.retain(|document| document.expires.is_none_or(|expires| expires > now));
        Ok(uses)
    }

    /// Whether a new person may register with this code. Where registration is closed, only the operator's codes count.
    pub(super) async fn admission(
        &self,
        door: Door,
        code: Option<&str>,
        address: &str,
        now: i64,
    ) -> Result<Admission, Refusal> {
        if door == Door::Open {
            return Ok(Admission::Free);
        }
        let code = code.ok_or_else(|| not_invited(door))?;
        self.may_try_code(address)?;
        let wrong = || {
            let sentence =
                "This invitation is not good: it was used up, it is too old, or it was copied wrongly.";
            Refusal::new(RefusalCode::UnknownCode, sentence)
        };
        let code = SignInCode::parse(code).ok_or_else(wrong)?;
        let mut uses = Vec::new();
        for number in 0..MAX_INVITATION_USES {
            let (kind, id) = (INVITATION.to_owned(), format!("{}-{number}", code.id()));
            let found = self.store.document(&kind, &id).await.map_err(|error| cannot_read(&error, now))?;
            let Some(found) = found else { continue };
            if (door == Door::Closed && found.person.is_some()) || found.expires.is_some_and(|end| end <= now)
            {
                continue;
            }
            uses.push(Write::TakeDocument { kind, id, at: now });
        }
        if uses.is_empty() { Err(wrong()) } else { Ok(Admission::Use(uses)) }
    }
}
