//! Deals that can be checked: the house commits to a secret before the deal, everybody may add a nonce, and the
//! game's seed follows from all of them.
//!
//! Everything here is hashed as text, line by line, so that `printf` and `sha256sum` can do it too.

use std::fmt;
use std::str::FromStr;

use game::Seed;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use ts_rs::TS;

use crate::ReplayId;
use crate::as_text::as_text;

/// The first line of what a seed is the hash of: another way to derive it would begin with another line.
pub const DEAL_FORM: &str = "parlor deal 1";

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
    /// What the house draws for one game and tells nobody until that game is over.
    Secret;
    /// The SHA-256 of a [`Secret`]: told before the deal, it binds the house.
    Commitment;
    /// The SHA-256 of a whole replay: a changed byte anywhere changes it.
    Seal;
}

impl fmt::Debug for Secret {
    /// Never the digits: whoever knows them and the nonces knows every card.
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

    /// What binds the house to it: the hash of its 64 digits.
    #[must_use]
    pub fn commitment(&self) -> Commitment {
        Commitment(Sha256::digest(self.to_string()).into())
    }

    /// The seed of a game: the hash of the form, the game's id, this secret and each seat's nonce, each on a line of
    /// its own. The line of a seat without a nonce is empty.
    #[must_use]
    pub fn seed(&self, game: ReplayId, nonces: &[Option<Nonce>]) -> Seed {
        let mut hash = Sha256::new();
        hash.update(format!("{DEAL_FORM}\n{game}\n{self}\n"));
        for nonce in nonces {
            hash.update(nonce.as_ref().map_or("", Nonce::as_str));
            hash.update("\n");
        }
        Seed::from_bytes(hash.finalize().into())
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

as_text!(Secret, Commitment, Seal, Nonce);

/// How a game was dealt, told when it is over. Its fields stand in alphabetical order: a replay is sealed as it is written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    /// What the house was bound to before the deal.
    pub commitment: Commitment,
    /// What each seat added, by seat; nothing for bots and for whoever gave none.
    pub nonces: Vec<Option<Nonce>>,
    /// What it had drawn.
    pub secret: Secret,
}

impl Deal {
    /// A deal from this secret.
    #[must_use]
    pub fn new(secret: Secret, nonces: Vec<Option<Nonce>>) -> Self {
        Self { commitment: secret.commitment(), nonces, secret }
    }

    /// The seed that follows from it.
    #[must_use]
    pub fn seed(&self, game: ReplayId) -> Seed {
        self.secret.seed(game, &self.nonces)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn secret() -> Secret {
        Secret::from_random([0xab; 32])
    }

    #[test]
    fn a_commitment_and_a_seed_are_pinned_for_ever() {
        // Both were made with printf and sha256sum.
        let commitment = "271a413bd339c5709fdceaec41f14f11e9fbfb5042d72d331c65f32b284cd09a";
        assert_eq!(secret().commitment().to_string(), commitment);
        let game: ReplayId = "ss439rrzy0-2".parse().unwrap();
        let nonces = [Some("ann".parse().unwrap()), None, Some("b-e_n".parse().unwrap())];
        let seed = "71bfa36a12e2da5646b3e2bee33bf343aa2b5af490a874ad7e7532fc661e33c9";
        assert_eq!(secret().seed(game, &nonces).to_string(), seed);
    }

    #[test]
    fn every_part_of_a_deal_moves_the_seed() {
        let game: ReplayId = "ss439rrzy0-1".parse().unwrap();
        let nonces = |texts: &[&str]| texts.iter().map(|text| text.parse().ok()).collect::<Vec<_>>();
        let seed = secret().seed(game, &nonces(&["a", "b"]));
        let others = [
            secret().seed("ss439rrzy0-2".parse().unwrap(), &nonces(&["a", "b"])),
            Secret::from_random([0xac; 32]).seed(game, &nonces(&["a", "b"])),
            secret().seed(game, &nonces(&["b", "a"])),
            secret().seed(game, &nonces(&["ab", ""])),
            secret().seed(game, &nonces(&["a", "b", ""])),
            secret().seed(game, &nonces(&["a"])),
        ];
        assert!(others.iter().all(|other| *other != seed));
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
        assert_eq!(format!("{:?}", Deal::new(secret(), vec![])).matches("abab").count(), 0);
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
