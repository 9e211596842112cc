//! Names in a replay that can be forgotten without breaking its seal.
//!
//! A replay holds the hash of each name with a salt of its own, and the seal covers the hashes alone. Whoever has name and salt
//! can check the name; when both are deleted, the hash says nothing any more, and the seal still holds.
//!
//! Replays of the first form have no hashes: their seal covers the names. When somebody is forgotten in one, it is sealed anew
//! in this form, and its old seal is kept in it.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::Seal;
use crate::deal::{NameHash, NameSalt};

/// What the seal of a replay with hashed names does not cover, beside the seal itself.
pub(crate) const UNSEALED: [&str; 3] = ["name_salts", "names", "seal"];

/// The field that tells this form from the first.
pub(crate) const HASHES: &str = "name_hashes";

impl NameSalt {
    /// The salt of these random bytes.
    #[must_use]
    pub const fn from_random(bytes: [u8; 32]) -> Self {
        Self::of_bytes(bytes)
    }

    /// The salt of one seat, from one of the whole game. It does not lead back.
    #[must_use]
    pub fn of_seat(&self, seat: u8) -> Self {
        Self::of_bytes(hash(&["parlor salt 1", &self.to_string(), &seat.to_string()]))
    }
}

impl NameHash {
    /// The hash of a name: of three lines, each ended by a line feed.
    #[must_use]
    pub fn of(salt: NameSalt, name: &str) -> Self {
        Self::of_bytes(hash(&["parlor name 1", &salt.to_string(), name]))
    }
}

impl fmt::Debug for NameSalt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("NameSalt(…)")
    }
}

impl fmt::Debug for NameHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NameHash({self})")
    }
}

fn hash(lines: &[&str]) -> [u8; 32] {
    let mut hash = Sha256::new();
    for line in lines {
        hash.update(line);
        hash.update("\n");
    }
    hash.finalize().into()
}

/// The names of a replay, as far as it vouches for them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SealedNames {
    /// By seat: what the seal covers.
    pub name_hashes: Vec<NameHash>,
    /// By seat; nothing where the name was forgotten.
    pub name_salts: Vec<Option<NameSalt>>,
}

impl SealedNames {
    /// Hashes of names, with the salts that follow from one of the whole game.
    #[must_use]
    pub fn new(names: &[String], salt: NameSalt) -> Self {
        let salts: Vec<NameSalt> = (0..).zip(names).map(|(seat, _)| salt.of_seat(seat)).collect();
        let name_hashes = salts.iter().zip(names).map(|(salt, name)| NameHash::of(*salt, name)).collect();
        Self { name_hashes, name_salts: salts.into_iter().map(Some).collect() }
    }

    /// Whether each name that has a salt is the one that was sealed.
    #[must_use]
    pub fn hold(&self, names: &[String]) -> bool {
        let fits = |(name, (salt, hash)): (&String, (&Option<NameSalt>, &NameHash))| {
            salt.is_none_or(|salt| NameHash::of(salt, name) == *hash)
        };
        self.name_hashes.len() == names.len()
            && self.name_salts.len() == names.len()
            && names.iter().zip(self.name_salts.iter().zip(&self.name_hashes)).all(fits)
    }

    /// How many names were forgotten.
    #[must_use]
    pub fn forgotten(&self) -> usize {
        self.name_salts.iter().filter(|salt| salt.is_none()).count()
    }
}

/// Takes a name out of a replay, and puts another in its place. A seal of the first form is kept as `old_seal`, and the replay
/// sealed anew; `fresh` is random. `None` if it is not a replay with such a seat.
#[must_use]
pub fn forget_name(replay: &str, seat: u8, instead: &str, fresh: NameSalt) -> Option<String> {
    let mut replay: Value = serde_json::from_str(replay).ok()?;
    let fields = replay.as_object_mut()?;
    let place = usize::from(seat);
    let mut names: Vec<String> = serde_json::from_value(fields.get("names")?.clone()).ok()?;
    let old_seal = fields.get("seal").cloned();
    let was_hashed = fields.contains_key(HASHES);
    let mut sealed = if was_hashed {
        let of = |name: &str| fields.get(name).cloned().unwrap_or_default();
        SealedNames {
            name_hashes: serde_json::from_value(of(HASHES)).ok()?,
            name_salts: serde_json::from_value(of("name_salts")).ok()?,
        }
    } else {
        SealedNames::new(&names, fresh)
    };
    instead.clone_into(names.get_mut(place)?);
    *sealed.name_salts.get_mut(place)? = None;
    fields.insert("names".to_owned(), json!(names));
    // Replays of the first servers have no seal, and get none: nobody could compare it with anything.
    if was_hashed || old_seal.is_some() {
        fields.insert(HASHES.to_owned(), json!(sealed.name_hashes));
        fields.insert("name_salts".to_owned(), json!(sealed.name_salts));
    }
    if let Some(old_seal) = old_seal.filter(|_| !was_hashed) {
        fields.insert("old_seal".to_owned(), old_seal);
        let seal = Seal::of(&replay).to_string();
        replay.as_object_mut()?.insert("seal".to_owned(), Value::String(seal));
    }
    serde_json::to_string(&replay).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SALT: NameSalt = NameSalt::from_random([7; 32]);

    fn sealed(mut replay: Value) -> Value {
        replay["seal"] = json!(Seal::of(&replay).to_string());
        replay
    }

    fn read(text: &str) -> (Value, SealedNames, Vec<String>) {
        let value: Value = serde_json::from_str(text).unwrap();
        let names = serde_json::from_value(value["names"].clone()).unwrap();
        (value.clone(), serde_json::from_value(value).unwrap(), names)
    }

    fn is_sealed(replay: &Value) -> bool {
        replay["seal"] == Seal::of(replay).to_string()
    }

    #[test]
    fn a_forgotten_name_leaves_the_seal_as_it_was() {
        let names = vec!["Ann".to_owned(), "Ben".to_owned()];
        let mut replay = serde_json::to_value(SealedNames::new(&names, SALT)).unwrap();
        replay["names"] = json!(names);
        replay["id"] = json!("x");
        let replay = sealed(replay);
        let text = forget_name(&replay.to_string(), 0, "Player 1", SALT).unwrap();
        assert!(!text.contains("Ann"));
        let (after, sealed, names) = read(&text);
        assert_eq!(after["seal"], replay["seal"]);
        assert_eq!(after.get("old_seal"), None);
        assert!(is_sealed(&after) && sealed.hold(&names));
        assert_eq!((names[0].as_str(), sealed.forgotten()), ("Player 1", 1));
        // Once more, and the other one.
        let again = forget_name(&text, 0, "Player 1", SALT).unwrap();
        assert_eq!(again, text);
        let (after, sealed, names) = read(&forget_name(&text, 1, "Player 2", SALT).unwrap());
        assert!(is_sealed(&after) && sealed.hold(&names) && sealed.forgotten() == 2);
        assert_eq!(forget_name(&text, 2, "Player 3", SALT), None);
        assert_eq!(forget_name("[]", 0, "Player 1", SALT), None);
    }

    #[test]
    fn a_replay_of_the_first_form_is_sealed_anew_and_keeps_its_old_seal() {
        let replay = sealed(json!({"id": "x", "names": ["Ann", "Ben"], "winners": [0]}));
        let text = forget_name(&replay.to_string(), 0, "Player 1", SALT).unwrap();
        assert!(!text.contains("Ann"));
        let (after, sealed, names) = read(&text);
        assert_eq!(after["old_seal"], replay["seal"]);
        assert_ne!(after["seal"], replay["seal"]);
        assert!(is_sealed(&after) && sealed.hold(&names) && sealed.forgotten() == 1);
        // The other one is forgotten later: the same seals.
        let (last, sealed, _) = read(&forget_name(&text, 1, "Player 2", SALT).unwrap());
        assert_eq!((&last["seal"], &last["old_seal"]), (&after["seal"], &after["old_seal"]));
        assert!(is_sealed(&last) && sealed.forgotten() == 2);
        // Without a seal it gets none.
        let text = forget_name(r#"{"names":["Ann","Ben"]}"#, 1, "Player 2", SALT).unwrap();
        assert_eq!(text, r#"{"names":["Ann","Player 2"]}"#);
    }

    #[test]
    fn a_changed_name_is_found_as_long_as_it_has_its_salt() {
        let names = vec!["Ann".to_owned(), "Ben".to_owned()];
        let sealed = SealedNames::new(&names, SALT);
        assert!(sealed.hold(&names));
        assert!(!sealed.hold(&["Ann".to_owned(), "Bob".to_owned()]));
        assert!(!sealed.hold(&names[..1]));
        assert_ne!(sealed.name_salts[0], sealed.name_salts[1], "the same name on two seats has two hashes");
    }
}
