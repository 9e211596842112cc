//! Deals that can be checked: the server commits itself to a secret before the deal, every player may add a nonce, and
//! the game's seed follows from all of them.
//!
//! Everything here is hashed as text, line by line, so that `printf` and `sha256sum` can do it too.
//!
//! The seed must follow from nothing that the server can still choose once it knows a nonce. The first form did not
//! hold that: the id of the game was hashed too, and the id of a table was drawn after its opener's nonce had arrived.
//! In the second form the secret and the nonces alone lead to the seed. The hashes of the two forms begin differently,
//! so that a commitment also binds to its form.
//!
//! The third form is for the deals of a day: one secret and one list of nonces for everybody who plays that day. The day
//! enters the commitment, and the day and the game enter the seed, so that each game has luck of its own.

mod nonce;
#[cfg(test)]
mod tests;
mod tournament;

use std::fmt;
use std::str::FromStr;

use game::Seed;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use sha2::{Digest, Sha256};
use ts_rs::TS;

pub use self::nonce::{MAX_NONCE_LENGTH, Nonce, NonceError};
pub use self::tournament::TournamentSecret;
use crate::as_text::as_text;
use crate::{DayDate, ReplayId, sealed_names};

/// Why a text is not a secret, commitment or seal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DigitsError;

impl fmt::Display for DigitsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this must be 64 hexadecimal digits, in small letters")
    }
}

impl std::error::Error for DigitsError {}

/// 256 bits that are written as 64 hexadecimal digits.
macro_rules! digits {
    ($($(#[$meta:meta])* $Name:ident;)*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, TS)]
        #[ts(as = "String")]
        pub struct $Name([u8; 32]);

        impl fmt::Display for $Name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                Seed::from_bytes(self.0).fmt(f)
            }
        }

        impl FromStr for $Name {
            type Err = DigitsError;

            fn from_str(text: &str) -> Result<Self, DigitsError> {
                let seed: Seed = text.parse().map_err(|_| DigitsError)?;
                // Text is what is hashed, so there is one way to write it.
                let small = !text.bytes().any(|digit| digit.is_ascii_uppercase());
                if small { Ok(Self(*seed.bytes())) } else { Err(DigitsError) }
            }
        }

        impl $Name {
            #[allow(dead_code, reason = "some are made in other ways")]
            pub(crate) const fn of_bytes(bytes: [u8; 32]) -> Self {
                Self(bytes)
            }
        }
    )*};
}

digits! {
    /// What the server draws for one game and tells nobody until that game is over.
    Secret;
    /// The hash of a [`BoundSecret`]: sent before the deal, it binds the server.
    Commitment;
    /// The SHA-256 of a whole replay: a changed byte anywhere changes it.
    Seal;
    /// What a name is hashed with, so that its hash cannot be guessed.
    NameSalt;
    /// The hash of a name and its salt.
    NameHash;
}

impl fmt::Debug for Secret {
    /// Never the digits: with the nonces they give away every card.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl fmt::Debug for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Commitment({self})")
    }
}

impl fmt::Debug for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seal({self})")
    }
}

impl Secret {
    /// The secret of these random bytes.
    #[must_use]
    pub const fn from_random(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }
}

/// A way to hash secrets and deals.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, TS)]
#[ts(as = "u8")]
pub enum DealForm {
    /// The commitment is the hash of the secret's digits; the id of the game enters the seed. Replays of this form name
    /// none.
    #[default]
    First,
    /// What is dealt today: the secret and the nonces alone enter the seed.
    Second,
    /// The deals of a day: the day and the name of the game enter the seed too.
    Third,
}

impl DealForm {
    const fn is_first(&self) -> bool {
        matches!(self, Self::First)
    }
}

impl From<DealForm> for u8 {
    fn from(form: DealForm) -> Self {
        match form {
            DealForm::First => 1,
            DealForm::Second => 2,
            DealForm::Third => 3,
        }
    }
}

impl TryFrom<u8> for DealForm {
    type Error = String;

    fn try_from(form: u8) -> Result<Self, String> {
        match form {
            1 => Ok(Self::First),
            2 => Ok(Self::Second),
            3 => Ok(Self::Third),
            _ => Err(format!("deals of form {form} are unknown to this program")),
        }
    }
}

impl Serialize for DealForm {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        u8::from(*self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for DealForm {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::try_from(u8::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// A secret of one game with the form in which the server has committed itself to it.
///
/// As text, the digits of the secret, after `2:` in the second form: journals hold it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoundSecret {
    form: DealForm,
    secret: Secret,
}

impl BoundSecret {
    /// A secret that nothing was said about yet.
    #[must_use]
    pub const fn new(secret: Secret) -> Self {
        Self { form: DealForm::Second, secret }
    }

    /// What binds the server to it.
    #[must_use]
    pub fn commitment(&self) -> Commitment {
        let Self { form, secret } = self;
        let text = match form {
            DealForm::First => secret.to_string(),
            DealForm::Second | DealForm::Third => format!("parlor commitment 2\n{secret}\n"),
        };
        Commitment(Sha256::digest(text).into())
    }

    /// The seed of a game: the hash of some lines, the last of them each seat's nonce. The line of a seat without a
    /// nonce is empty.
    #[must_use]
    pub fn seed(&self, game: ReplayId, nonces: &[Option<Nonce>]) -> Seed {
        let Self { form, secret } = self;
        let mut hash = Sha256::new();
        hash.update(match form {
            DealForm::First => format!("parlor deal 1\n{game}\n{secret}\n"),
            DealForm::Second | DealForm::Third => format!("parlor deal 2\n{secret}\n"),
        });
        seed_with(hash, nonces)
    }
}

/// The seed, from what is hashed so far and a line for each nonce.
fn seed_with(mut hash: Sha256, nonces: &[Option<Nonce>]) -> Seed {
    for nonce in nonces {
        hash.update(nonce.as_ref().map_or("", Nonce::as_str));
        hash.update("\n");
    }
    Seed::from_bytes(hash.finalize().into())
}

/// Which deal of which day it is.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct DealDay {
    /// The day.
    pub date: DayDate,
    /// Name of the game.
    pub game: String,
}

impl DayDate {
    /// What binds the server to the secret of this day.
    #[must_use]
    pub fn commitment(self, secret: Secret) -> Commitment {
        Commitment(Sha256::digest(format!("parlor commitment 3\n{self}\n{secret}\n")).into())
    }
}

impl fmt::Display for BoundSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.form {
            DealForm::First => self.secret.fmt(f),
            DealForm::Second | DealForm::Third => write!(f, "2:{}", self.secret),
        }
    }
}

impl FromStr for BoundSecret {
    type Err = DigitsError;

    fn from_str(text: &str) -> Result<Self, DigitsError> {
        match text.strip_prefix("2:") {
            Some(digits) => Ok(Self { form: DealForm::Second, secret: digits.parse()? }),
            None => Ok(Self { form: DealForm::First, secret: text.parse()? }),
        }
    }
}

impl Seal {
    /// The seal of a replay: the hash of its JSON in one line, with the fields of each object in alphabetical order,
    /// and without the seal itself. If it has [hashes of names](crate::SealedNames), names and salts are left out, too.
    #[must_use]
    pub fn of(replay: &serde_json::Value) -> Self {
        let mut text = Vec::new();
        let is_hashed = replay.get(sealed_names::HASHES).is_some();
        write_sorted(&mut text, replay, if is_hashed { &sealed_names::UNSEALED } else { &["seal"] });
        Self::of_sorted(&[&text])
    }

    /// The seal of a replay that is written like that already: its parts, without what is left out.
    #[must_use]
    pub fn of_sorted(parts: &[&[u8]]) -> Self {
        let mut hash = Sha256::new();
        parts.iter().for_each(|part| hash.update(part));
        Self(hash.finalize().into())
    }
}

/// Adds a value in one line, the fields of each object in alphabetical order, without some of the outermost.
fn write_sorted(out: &mut Vec<u8>, value: &Value, without: &[&str]) {
    let separate = |out: &mut Vec<u8>, index| {
        if index > 0 {
            out.push(b',');
        }
    };
    match value {
        Value::Object(fields) => {
            let mut fields: Vec<_> =
                fields.iter().filter(|(name, _)| !without.contains(&name.as_str())).collect();
            fields.sort_unstable_by_key(|(name, _)| *name);
            out.push(b'{');
            for (index, (name, value)) in fields.into_iter().enumerate() {
                separate(out, index);
                write_plain(out, name);
                out.push(b':');
                write_sorted(out, value, &[]);
            }
            out.push(b'}');
        }
        Value::Array(values) => {
            out.push(b'[');
            for (index, value) in values.iter().enumerate() {
                separate(out, index);
                write_sorted(out, value, &[]);
            }
            out.push(b']');
        }
        plain => write_plain(out, plain),
    }
}

fn write_plain(out: &mut Vec<u8>, plain: &impl Serialize) {
    // Texts, numbers and the like always have a form in JSON.
    if let Err(never) = game::json::write(out, plain) {
        debug_assert!(false, "{never}");
    }
}

as_text!(Secret, BoundSecret, Commitment, Seal, NameSalt, NameHash, Nonce);

/// How a game was dealt, sent when it is over. Its fields stand in alphabetical order: a replay is sealed as it is
/// written.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    /// What the server was bound to before the deal.
    pub commitment: Commitment,
    /// Which deal of a day it is; in deals of the third form alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub day: Option<DealDay>,
    /// How it is hashed. Absent in deals of the first form.
    #[serde(default, skip_serializing_if = "DealForm::is_first")]
    #[ts(optional, as = "Option<DealForm>")]
    pub form: DealForm,
    /// What each seat added, by seat; nothing for bots and for those who gave none. In the third form, what everybody gave
    /// before that day began, in alphabetical order.
    pub nonces: Vec<Option<Nonce>>,
    /// What the server had drawn.
    pub secret: Secret,
}

impl Deal {
    /// A deal from this secret.
    #[must_use]
    pub fn new(secret: BoundSecret, nonces: Vec<Option<Nonce>>) -> Self {
        let BoundSecret { form, secret: digits } = secret;
        Self { commitment: secret.commitment(), day: None, form, nonces, secret: digits }
    }

    /// The deal of a day in one game, for everybody.
    #[must_use]
    pub fn of_day(date: DayDate, game: &str, secret: Secret, mut nonces: Vec<Nonce>) -> Self {
        nonces.sort_unstable_by(|a, b| a.as_str().cmp(b.as_str()));
        Self {
            commitment: date.commitment(secret),
            day: Some(DealDay { date, game: game.to_owned() }),
            form: DealForm::Third,
            nonces: nonces.into_iter().map(Some).collect(),
            secret,
        }
    }

    /// Whether the secret is the one that the commitment binds to, in the form of this deal.
    #[must_use]
    pub fn keeps_commitment(&self) -> bool {
        let commitment = match (&self.form, &self.day) {
            (DealForm::Third, Some(day)) => day.date.commitment(self.secret),
            (DealForm::First | DealForm::Second, None) => self.bound_secret().commitment(),
            // A day belongs to the third form and to no other.
            _ => return false,
        };
        commitment == self.commitment
    }

    /// The seed that follows from it.
    #[must_use]
    pub fn seed(&self, game: ReplayId) -> Seed {
        match &self.day {
            Some(DealDay { date, game }) => {
                let secret = self.secret;
                let text = format!("parlor deal 3\n{date}\n{game}\n{secret}\n");
                seed_with(Sha256::new_with_prefix(text), &self.nonces)
            }
            None => self.bound_secret().seed(game, &self.nonces),
        }
    }

    const fn bound_secret(&self) -> BoundSecret {
        BoundSecret { form: self.form, secret: self.secret }
    }
}

#[cfg(feature = "schema")]
game::schema_by_hand!(DealForm, "DealForm", {
    "description": "How secrets and deals are hashed: 2 in games that are dealt today, 3 in the deals of a day, 1 in older games.",
    "enum": [1, 2, 3]
});

#[cfg(feature = "schema")]
game::schema_by_hand!(Secret, "Secret", {
    "description": "The secret that a deal was made from: 64 hexadecimal digits.",
    "type": "string",
    "pattern": "^[0-9a-f]{64}$"
});

#[cfg(feature = "schema")]
game::schema_by_hand!(Commitment, "Commitment", {
    "description": "SHA-256 of the secret, published before the deal.",
    "type": "string",
    "pattern": "^[0-9a-f]{64}$"
});

#[cfg(feature = "schema")]
game::schema_by_hand!(Seal, "Seal", {
    "description": "SHA-256 of a replay.",
    "type": "string",
    "pattern": "^[0-9a-f]{64}$"
});

#[cfg(feature = "schema")]
game::schema_by_hand!(Nonce, "Nonce", {
    "description": "What a player adds to the randomness of a deal.",
    "type": "string",
    "pattern": "^[0-9A-Za-z_-]{1,64}$"
});
