//! The devices of a person: each has a separate token, and can be signed out.

use std::net::{IpAddr, Ipv4Addr};

use protocol::{Name, Refusal, RefusalCode};
use serde::Deserialize;
use store::{CommitError, Document, DocumentsQuery, ReadError, Write};

use super::codes::{SignInCode, hex};
use super::token::Token;
use super::{People, PersonId, PersonInfo, cannot_read};
use crate::limiter::LimitKind;

/// The kinds of documents about devices.
pub(super) const DEVICE: &str = "device";
const LINK: &str = "link";
pub(super) const RECOVERY: &str = "recovery";
const PROXY_USER: &str = "proxy_user";

/// All kinds that somebody can be signed in by.
pub(crate) const SIGN_IN_KINDS: [&str; 4] = [DEVICE, LINK, RECOVERY, PROXY_USER];

/// Whether the ids of documents of this kind are hashes of secrets.
#[must_use]
pub fn has_secret_id(kind: &str) -> bool {
    [DEVICE, LINK, RECOVERY].contains(&kind)
}

/// How long a link to sign in another device is good, in milliseconds.
pub const LINK_LIFETIME_MS: i64 = 5 * 60 * 1_000;

/// Maximum number of devices a person has.
pub const MAX_DEVICES: usize = 20;

/// How old the stored time at which a device was seen may be when it connects, in milliseconds.
const SEEN_AGAIN: i64 = 10 * 60 * 1_000;

/// The longest label or address that is kept, in characters.
const MAX_TEXT: usize = 80;

/// How many names are tried for somebody whom a proxy signs in and whose name is taken.
const MAX_NAMES: u32 = 99;

/// Where a connection comes from, as far as the transport knows.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ConnectionOrigin {
    /// The address of the client.
    pub address: String,
    /// What kind of device it seems to be.
    pub label: String,
    /// The user that a trusted proxy has authenticated.
    pub proxy_user: Option<String>,
}

/// A device that can sign in as a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeviceInfo {
    /// What it is called in requests; not a secret.
    pub id: String,
    /// What kind of device it seemed to be.
    pub label: String,
    /// Where it connected from last.
    pub address: String,
    /// When it was added.
    pub created: i64,
    /// When it connected last.
    pub seen: i64,
}

/// A device's token, as the server knows it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TokenHash(pub(super) [u8; 32]);

impl TokenHash {
    /// The hash of a token, if the text is one.
    #[must_use]
    pub fn of(token: &str) -> Option<Self> {
        Token::parse(token).map(|token| Self(token.hash()))
    }

    /// The id of the device that has this token.
    #[must_use]
    pub fn device_id(&self) -> String {
        hex(&self.0[..8])
    }

    fn document_id(&self) -> String {
        hex(&self.0)
    }
}

/// What is stored of a device beside its times.
#[derive(Deserialize)]
struct DeviceBody {
    label: String,
    address: String,
    created: i64,
}

/// A device as memory holds it.
#[derive(Clone, Debug)]
pub(super) struct KnownDevice {
    pub(super) hash: [u8; 32],
    label: String,
    address: String,
    created: i64,
    seen: i64,
}

impl KnownDevice {
    pub(super) fn new(hash: [u8; 32], origin: &ConnectionOrigin, now: i64) -> Self {
        let (label, address) = (shortened(&origin.label), shortened(&origin.address));
        Self { hash, label, address, created: now, seen: now }
    }

    fn read(hash: [u8; 32], document: &Document) -> Result<Self, ReadError> {
        let body: DeviceBody = serde_json::from_str(&document.body)
            .map_err(|error| ReadError::Failed(format!("a device is not stored as one: {error}")))?;
        let DeviceBody { label, address, created } = body;
        Ok(Self { hash, label, address, created, seen: document.at })
    }

    fn body(&self) -> String {
        let Self { label, address, created, .. } = self;
        serde_json::json!({ "label": label, "address": address, "created": created }).to_string()
    }

    pub(super) fn document(&self, person: PersonId) -> Document {
        Document {
            kind: DEVICE.to_owned(),
            id: TokenHash(self.hash).document_id(),
            person: Some(person.0),
            at: self.seen,
            expires: None,
            body: self.body(),
        }
    }

    /// Notes that it connects; the change to store if there is one worth it.
    fn connects(&mut self, origin: &ConnectionOrigin, now: i64) -> Option<Write> {
        let (label, address) = (shortened(&origin.label), shortened(&origin.address));
        let is_same = self.label == label && self.address == address;
        if is_same && now - self.seen < SEEN_AGAIN {
            return None;
        }
        (self.label, self.address, self.seen) = (label, address, now);
        let (kind, id) = (DEVICE.to_owned(), TokenHash(self.hash).document_id());
        Some(Write::ChangeDocument { kind, id, at: now, body: self.body() })
    }
}

fn shortened(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).take(MAX_TEXT).collect()
}

fn not_saved(error: &impl std::fmt::Display) -> Refusal {
    tracing::warn!(%error, "storing a device or a code failed");
    Refusal::new(RefusalCode::NotSaved, "The house could not store that. Try again in a moment.")
}

fn wrong_code() -> Refusal {
    Refusal::new(
        RefusalCode::UnknownCode,
        "This code is not good: it was used, it is too old, or it was copied wrongly. Make a new one.",
    )
}

impl People {
    /// Who holds this token; read from the store if memory does not know.
    pub(super) async fn find_token(&self, hash: [u8; 32]) -> Result<Option<PersonInfo>, ReadError> {
        let Some(document) = self.store.document(DEVICE, &TokenHash(hash).document_id()).await? else {
            return Ok(None);
        };
        let Some(id) = document.person else { return Ok(None) };
        let device = KnownDevice::read(hash, &document)?;
        let Some(person) = self.store.person(id).await? else { return Ok(None) };
        let mut book = self.book();
        let found = book.remember(person);
        if found.is_some() {
            book.add_device(PersonId(id), device);
        }
        Ok(found)
    }

    /// A device signs in, or disconnects: when and from where is stored, if it is news.
    pub(crate) fn device_connects(&self, hash: TokenHash, origin: &ConnectionOrigin, now: i64) {
        let change = {
            let mut book = self.book();
            let Some(id) = book.by_token.get(&hash.0).copied() else { return };
            let devices = book.all.get_mut(&id).map(|page| &mut page.devices);
            let device = devices.and_then(|all| all.iter_mut().find(|device| device.hash == hash.0));
            device.and_then(|device| device.connects(origin, now))
        };
        let Some(change) = change else { return };
        let store = self.store.clone();
        tokio::spawn(async move {
            if let Err(error) = store.commit(vec![change]).await {
                tracing::debug!(%error, "when a device was last seen could not be stored");
            }
        });
    }

    /// The devices of a person, the one that connected last first.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn devices(&self, person: PersonId) -> Result<Vec<DeviceInfo>, ReadError> {
        let documents = self.store.documents(of_kind(DEVICE, person)).await?;
        let read = |document: Document| {
            let body: DeviceBody = serde_json::from_str(&document.body)
                .map_err(|error| ReadError::Failed(format!("a device is not stored as one: {error}")))?;
            let DeviceBody { label, address, created } = body;
            let id = document.id.chars().take(16).collect();
            Ok(DeviceInfo { id, label, address, created, seen: document.at })
        };
        documents.into_iter().map(read).collect()
    }

    /// Signs out a device: its token is no longer valid. `None` if the person has no such device.
    ///
    /// # Errors
    /// If the database cannot be read or written.
    pub async fn end_device(
        &self,
        person: PersonId,
        id: &str,
        now: i64,
    ) -> Result<Option<TokenHash>, Refusal> {
        let documents = self.store.documents(of_kind(DEVICE, person)).await;
        let documents = documents.map_err(|error| cannot_read(&error, now))?;
        let found = documents.into_iter().find(|document| id.len() == 16 && document.id.starts_with(id));
        let Some(found) = found else { return Ok(None) };
        let Some(hash) = Token::parse(&found.id).map(|hash| hash.bytes()) else { return Ok(None) };
        let (kind, id) = (DEVICE.to_owned(), found.id);
        self.store
            .commit(vec![Write::RemoveDocument { kind, id }])
            .await
            .map_err(|error| not_saved(&error))?;
        self.book().remove_device(person, hash);
        Ok(Some(TokenHash(hash)))
    }

    /// A code for a link that signs in one more device, once and soon, and when it ends. A code that was made before is void.
    ///
    /// # Errors
    /// If the person has too many devices, or the code cannot be stored.
    pub async fn make_link(&self, person: PersonId, now: i64) -> Result<(String, i64), Refusal> {
        self.has_room(person, now).await?;
        let expires = now + LINK_LIFETIME_MS;
        let code = self.make_code(LINK, person, now, Some(expires)).await?;
        Ok((code, expires))
    }

    /// A code to print, which signs in a device until it is replaced or removed. While there is one the name is kept, however
    /// long its holder is away.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub async fn make_recovery_code(&self, person: PersonId, now: i64) -> Result<String, Refusal> {
        self.make_code(RECOVERY, person, now, None).await
    }

    async fn make_code(
        &self,
        kind: &str,
        person: PersonId,
        now: i64,
        expires: Option<i64>,
    ) -> Result<String, Refusal> {
        let code = SignInCode::random(&self.entropy)?;
        let kind = kind.to_owned();
        let body = "{}".to_owned();
        let document =
            Document { kind: kind.clone(), id: code.id(), person: Some(person.0), at: now, expires, body };
        let writes = vec![Write::RemoveDocumentsOf { kind, person: person.0 }, Write::PutDocument(document)];
        self.store.commit(writes).await.map_err(|error| not_saved(&error))?;
        Ok(code.text())
    }

    /// When the recovery code of a person was made, if there is one.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn recovery_code_made(&self, person: PersonId) -> Result<Option<i64>, ReadError> {
        let codes = self.store.documents(of_kind(RECOVERY, person)).await?;
        Ok(codes.first().map(|code| code.at))
    }

    /// Voids the recovery code of a person.
    ///
    /// # Errors
    /// If that cannot be stored.
    pub async fn remove_recovery_code(&self, person: PersonId) -> Result<(), Refusal> {
        let write = Write::RemoveDocumentsOf { kind: RECOVERY.to_owned(), person: person.0 };
        self.store.commit(vec![write]).await.map_err(|error| not_saved(&error))
    }

    async fn has_room(&self, person: PersonId, now: i64) -> Result<(), Refusal> {
        let devices = self.devices(person).await.map_err(|error| cannot_read(&error, now))?;
        if devices.len() < MAX_DEVICES {
            return Ok(());
        }
        let sentence = format!("You have {MAX_DEVICES} devices already: end one in the settings first.");
        Err(Refusal::new(RefusalCode::LimitReached, sentence))
    }

    /// Signs in a new device with a code of a link or of a recovery sheet. The device gets a separate token.
    ///
    /// # Errors
    /// If the code is not good, was tried too often from this address, or nothing can be stored.
    pub async fn redeem(
        &self,
        text: &str,
        origin: &ConnectionOrigin,
        now: i64,
    ) -> Result<(PersonInfo, Token), Refusal> {
        self.may_try_code(&origin.address)?;
        let code = SignInCode::parse(text).ok_or_else(wrong_code)?;
        let token = Token::random(&self.entropy)?;
        for kind in [LINK, RECOVERY] {
            let found = self.store.document(kind, &code.id()).await;
            let found = found.map_err(|error| cannot_read(&error, now))?;
            let Some(person) = found.and_then(|document| document.person).map(PersonId) else { continue };
            self.has_room(person, now).await?;
            let device = KnownDevice::new(token.hash(), origin, now);
            let (kind, id) = (kind.to_owned(), code.id());
            // In one transaction with the device: of two who use a link at once, one gets a device.
            let used = match kind.as_str() {
                LINK => Write::TakeDocument { kind, id, at: now },
                _ => Write::RequireDocument { kind, id, at: now },
            };
            let stored = self.store.commit(vec![used, Write::PutDocument(device.document(person))]).await;
            match stored {
                Ok(()) => {}
                Err(CommitError::NoDocument { .. } | CommitError::NoPerson { .. }) => {
                    return Err(wrong_code());
                }
                Err(error) => return Err(not_saved(&error)),
            }
            let found = self.find_token(token.hash()).await.map_err(|error| cannot_read(&error, now))?;
            return found.map(|known| (known, token)).ok_or_else(wrong_code);
        }
        Err(wrong_code())
    }

    /// Whether one more code may be made for this person just now; else the milliseconds to wait.
    ///
    /// # Errors
    /// The milliseconds to wait.
    pub fn may_make_code(&self, person: PersonId) -> Result<(), u32> {
        let made = self.limiter.person(person).take(LimitKind::Codes, 1, self.limiter.now());
        made.map_err(|exceeded| exceeded.retry_ms)
    }

    /// Whether a code may be tried from this address. Clients without one, inside this process, share one account.
    pub(super) fn may_try_code(&self, address: &str) -> Result<(), Refusal> {
        let address = address.parse().unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
        let tried = self.limiter.address(address).take(LimitKind::Codes, 1, self.limiter.now());
        tried.map_err(|exceeded| {
            let sentence = "Too many codes were tried from your address: wait a moment.";
            Refusal::new(RefusalCode::RateLimited, sentence).retry_after(exceeded.retry_ms)
        })
    }

    /// The person that belongs to this user of a proxy, if they have signed in before.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn by_proxy_user(&self, user: &str) -> Result<Option<PersonInfo>, ReadError> {
        let Some(document) = self.store.document(PROXY_USER, user).await? else { return Ok(None) };
        let Some(id) = document.person else { return Ok(None) };
        let person = self.store.person(id).await?;
        Ok(person.and_then(|person| self.book().remember(person)))
    }

    /// From now on a user of the proxy means this person. False if the person belongs to another user already.
    pub(crate) async fn adopt_proxy_user(
        &self,
        user: &str,
        person: PersonId,
        now: i64,
    ) -> Result<bool, Refusal> {
        let others = self.store.documents(of_kind(PROXY_USER, person)).await;
        if !others.map_err(|error| cannot_read(&error, now))?.is_empty() {
            return Ok(false);
        }
        let write = Write::PutDocument(proxy_user(user, person, now));
        self.store.commit(vec![write]).await.map_err(|error| not_saved(&error))?;
        Ok(true)
    }

    /// A user of the proxy comes for the first time: a new person, with the name they ask for, or one like it.
    pub(crate) async fn register_proxy_user(
        &self,
        user: &str,
        wanted: &str,
        origin: &ConnectionOrigin,
        now: i64,
    ) -> Result<(PersonInfo, Token), Refusal> {
        let wanted = wanted.split('@').next().unwrap_or_default();
        let mut last = None;
        for number in 1..=MAX_NAMES {
            let text = if number == 1 { wanted.to_owned() } else { format!("{wanted} {number}") };
            let name = Name::parse(&text).or_else(|_| Name::parse(&format!("Player {number}")));
            let Ok(name) = name else { break };
            match self.register_with(name, Vec::new(), Some(user), origin, now).await {
                Err(refusal) if refusal.code == RefusalCode::NameTaken.name() => last = Some(refusal),
                registered => return registered,
            }
        }
        Err(last.unwrap_or_else(|| Refusal::new(RefusalCode::NameRequired, "Pick a name first.")))
    }
}

pub(super) fn proxy_user(user: &str, person: PersonId, now: i64) -> Document {
    let body = "{}".to_owned();
    Document {
        kind: PROXY_USER.to_owned(),
        id: user.to_owned(),
        person: Some(person.0),
        at: now,
        expires: None,
        body,
    }
}

pub(super) fn of_kind(kind: &str, person: PersonId) -> DocumentsQuery {
    DocumentsQuery { kind: kind.to_owned(), person: Some(person.0), before: None, limit: 100 }
}
