//! Deals that can be checked: the server commits itself to a secret before the deal, every player may add a nonce, and
//! the game's seed follows from all of them.
//!
//! Everything here is hashed as text, line by line, so that `printf` and `sha256sum` can do it too.
//!
//! The seed must follow from nothing that the server can still choose once it knows a nonce. The first form did not
//! hold that: the id of the game was hashed too, and the id of a table was drawn after its opener's nonce had arrived.
//! In the second form the secret and the nonces alone lead to the seed. The hashes of the two forms begin differently,
//! so that a commitment also binds to its form.

use std::fmt;
use std::str::FromStr;

use game::Seed;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use sha2::{Digest, Sha256};
use ts_rs::TS;

use crate::ReplayId;
use crate::as_text::as_text;

/// The most characters of a nonce.
pub const MAX_NONCE_LENGTH: usize = 64;

/// Why a text is no secret, commitment or seal.
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
    )*};
}

digits! {
    /// What the server draws for one game and tells nobody until that game is over.
    Secret;
    /// The hash of a [`BoundSecret`]: sent before the deal, it binds the server.
    Commitment;
    /// The SHA-256 of a whole replay: a changed byte anywhere changes it.
    Seal;
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
        }
    }
}

impl TryFrom<u8> for DealForm {
    type Error = String;

    fn try_from(form: u8) -> Result<Self, String> {
        match form {
            1 => Ok(Self::First),
            2 => Ok(Self::Second),
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

/// A secret with the form in which the server has committed itself to it.
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
            DealForm::Second => format!("parlor commitment 2\n{secret}\n"),
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
            DealForm::Second => format!("parlor deal 2\n{secret}\n"),
        });
        for nonce in nonces {
            hash.update(nonce.as_ref().map_or("", Nonce::as_str));
            hash.update("\n");
        }
        Seed::from_bytes(hash.finalize().into())
    }
}

impl fmt::Display for BoundSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.form {
            DealForm::First => self.secret.fmt(f),
            DealForm::Second => write!(f, "2:{}", self.secret),
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
    /// and without the seal itself.
    #[must_use]
    pub fn of(replay: &serde_json::Value) -> Self {
        let mut text = Vec::new();
        write_sorted(&mut text, replay, Some("seal"));
        Self::of_sorted(&text, &[])
    }

    /// The seal of a replay that is written like that already: what stands before the seal's place, and what stands after.
    #[must_use]
    pub fn of_sorted(before: &[u8], after: &[u8]) -> Self {
        Self(Sha256::new().chain_update(before).chain_update(after).finalize().into())
    }
}

/// Adds a value in one line, the fields of each object in alphabetical order, without one of the outermost.
fn write_sorted(out: &mut Vec<u8>, value: &Value, without: Option<&str>) {
    let separate = |out: &mut Vec<u8>, index| {
        if index > 0 {
            out.push(b',');
        }
    };
    match value {
        Value::Object(fields) => {
            let mut fields: Vec<_> =
                fields.iter().filter(|(name, _)| Some(name.as_str()) != without).collect();
            fields.sort_unstable_by_key(|(name, _)| *name);
            out.push(b'{');
            for (index, (name, value)) in fields.into_iter().enumerate() {
                separate(out, index);
                write_plain(out, name);
                out.push(b':');
                write_sorted(out, value, None);
            }
            out.push(b'}');
        }
        Value::Array(values) => {
            out.push(b'[');
            for (index, value) in values.iter().enumerate() {
                separate(out, index);
                write_sorted(out, value, None);
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

/// What somebody adds to the luck of a game: 1 to 64 letters, digits, `-` and `_`.
#[derive(Clone, PartialEq, Eq, Debug, TS)]
#[ts(as = "String")]
pub struct Nonce(Box<str>);

/// Why a text is no nonce.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NonceError;

impl fmt::Display for NonceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a nonce is 1 to {MAX_NONCE_LENGTH} letters, digits, dashes and underscores")
    }
}

impl std::error::Error for NonceError {}

impl Nonce {
    /// The nonce of these random bytes, as 64 digits.
    #[must_use]
    pub fn from_random(bytes: [u8; 32]) -> Self {
        Self(Seed::from_bytes(bytes).to_string().into())
    }

    /// The text that is hashed.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Nonce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Nonce {
    type Err = NonceError;

    fn from_str(text: &str) -> Result<Self, NonceError> {
        let good = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        if (1..=MAX_NONCE_LENGTH).contains(&text.len()) && text.bytes().all(good) {
            Ok(Self(text.into()))
        } else {
            Err(NonceError)
        }
    }
}

as_text!(Secret, BoundSecret, Commitment, Seal, Nonce);

/// How a game was dealt, sent when it is over. Its fields stand in alphabetical order: a replay is sealed as it is
/// written.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    /// What the server was bound to before the deal.
    pub commitment: Commitment,
    /// How it is hashed. Absent in deals of the first form.
    #[serde(default, skip_serializing_if = "DealForm::is_first")]
    #[ts(optional, as = "Option<DealForm>")]
    pub form: DealForm,
    /// What each seat added, by seat; nothing for bots and for those who gave none.
    pub nonces: Vec<Option<Nonce>>,
    /// What the server had drawn.
    pub secret: Secret,
}

impl Deal {
    /// A deal from this secret.
    #[must_use]
    pub fn new(secret: BoundSecret, nonces: Vec<Option<Nonce>>) -> Self {
        let BoundSecret { form, secret: digits } = secret;
        Self { commitment: secret.commitment(), form, nonces, secret: digits }
    }

    /// Whether the secret is the one that the commitment binds to, in the form of this deal.
    #[must_use]
    pub fn keeps_commitment(&self) -> bool {
        self.bound_secret().commitment() == self.commitment
    }

    /// The seed that follows from it.
    #[must_use]
    pub fn seed(&self, game: ReplayId) -> Seed {
        self.bound_secret().seed(game, &self.nonces)
    }

    const fn bound_secret(&self) -> BoundSecret {
        BoundSecret { form: self.form, secret: self.secret }
    }
}

#[cfg(feature = "schema")]
game::schema_by_hand!(DealForm, "DealForm", {
    "description": "How secrets and deals are hashed: 2 in all games that are dealt today, 1 in older ones.",
    "enum": [1, 2]
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn secret() -> Secret {
        Secret::from_random([0xab; 32])
    }

    fn of_form(form: DealForm) -> BoundSecret {
        BoundSecret { form, secret: secret() }
    }

    #[test]
    fn commitments_and_seeds_of_both_forms_are_pinned_for_ever() {
        // All were made with printf and sha256sum.
        let game: ReplayId = "ss439rrzy0-2".parse().unwrap();
        let nonces = [Some("ann".parse().unwrap()), None, Some("b-e_n".parse().unwrap())];
        let pinned = [
            (
                DealForm::First,
                "271a413bd339c5709fdceaec41f14f11e9fbfb5042d72d331c65f32b284cd09a",
                "71bfa36a12e2da5646b3e2bee33bf343aa2b5af490a874ad7e7532fc661e33c9",
            ),
            (
                DealForm::Second,
                "29d5667791a436f85b395a69ce1a572be3b960b3c18c9b3e1bf01794b2c9af14",
                "e138c655bbc4671ef9675ff4f914bd1799e389591fe473da1ea247cf6b15b18f",
            ),
        ];
        for (form, commitment, seed) in pinned {
            assert_eq!(of_form(form).commitment().to_string(), commitment);
            assert_eq!(of_form(form).seed(game, &nonces).to_string(), seed);
        }
    }

    #[test]
    fn nothing_but_the_secret_and_the_nonces_moves_a_seed_and_each_of_them_does() {
        let game: ReplayId = "ss439rrzy0-1".parse().unwrap();
        let nonces = |texts: &[&str]| texts.iter().map(|text| text.parse().ok()).collect::<Vec<_>>();
        let bound = BoundSecret::new(secret());
        let seed = bound.seed(game, &nonces(&["a", "b"]));
        assert_eq!(bound.seed("ss439rrzy0-2".parse().unwrap(), &nonces(&["a", "b"])), seed);
        let others = [
            BoundSecret::new(Secret::from_random([0xac; 32])).seed(game, &nonces(&["a", "b"])),
            bound.seed(game, &nonces(&["b", "a"])),
            bound.seed(game, &nonces(&["ab", ""])),
            bound.seed(game, &nonces(&["a", "b", ""])),
            bound.seed(game, &nonces(&["a"])),
        ];
        assert!(others.iter().all(|other| *other != seed));
    }

    #[test]
    fn a_commitment_binds_to_its_form() {
        let (first, second) = (of_form(DealForm::First), of_form(DealForm::Second));
        assert_ne!(first.commitment(), second.commitment());
        let deal = Deal::new(second, vec![None]);
        assert!(deal.keeps_commitment());
        assert!(!Deal { form: DealForm::First, ..deal }.keeps_commitment());
    }

    #[test]
    fn a_bound_secret_and_a_deal_are_read_as_they_were_written() {
        for form in [DealForm::First, DealForm::Second] {
            let bound = of_form(form);
            assert_eq!(bound.to_string().parse(), Ok(bound));
            let deal = Deal::new(bound, vec![None, "x".parse().ok()]);
            let json = serde_json::to_value(&deal).unwrap();
            assert_eq!(json.get("form").is_some(), form == DealForm::Second);
            assert_eq!(serde_json::from_value::<Deal>(json).unwrap(), deal);
        }
        let unknown =
            json!({"commitment": "ab".repeat(32), "form": 3, "nonces": [], "secret": "ab".repeat(32)});
        assert!(serde_json::from_value::<Deal>(unknown).is_err());
    }

    #[test]
    fn what_is_no_secret_and_what_is_no_nonce_is_refused() {
        let digits = "ab".repeat(32);
        assert_eq!(digits.parse(), Ok(secret()));
        for wrong in [&digits[1..], &digits.to_uppercase(), &format!("{digits}0"), &digits.replace('a', "g")]
        {
            assert_eq!(wrong.parse::<Secret>(), Err(DigitsError), "{wrong}");
        }
        for wrong in ["", "a b", "a\n", "é", &"a".repeat(65)] {
            assert_eq!(wrong.parse::<Nonce>(), Err(NonceError), "{wrong:?}");
        }
        assert!(["a", "A-_0", &"f".repeat(64)].iter().all(|good| good.parse::<Nonce>().is_ok()));
        assert_eq!(Nonce::from_random([1; 32]).as_str(), "01".repeat(32));
    }

    #[test]
    fn a_secret_is_never_printed() {
        assert_eq!(format!("{:?}", Deal::new(BoundSecret::new(secret()), vec![])).matches("abab").count(), 0);
    }

    #[test]
    fn a_seal_covers_everything_but_itself_and_no_order() {
        let replay = json!({"id": "x", "names": ["Ann", "Ben"], "record": {"b": 1, "a": 2}});
        let seal = Seal::of(&replay);
        let again: serde_json::Value =
            serde_json::from_str(r#"{"record":{"a":2,"b":1},"seal":"?","names":["Ann","Ben"],"id":"x"}"#)
                .unwrap();
        assert_eq!(Seal::of(&again), seal);
        assert_ne!(Seal::of(&json!({"id": "x", "names": ["Ann", "Bea"], "record": {"b": 1, "a": 2}})), seal);
    }
}
