//! A number for everything a seat sees.
//!
//! A view is plain data that serde can walk through: each value goes straight into the hash, and no text is built.
//! Every value is hashed with its kind and every list with its end, so that views do not collide when a boundary moves.

use std::fmt;

use serde::ser::{self, Serialize, Serializer};

/// The fingerprint of a view, and the number of values in it. Two different views practically never have the same
/// fingerprint. It is stable within a build, and must not be stored.
pub(super) fn fingerprint(view: &impl Serialize) -> (u64, u32) {
    let mut sink = HashSink { hash: 0xCBF2_9CE4_8422_2325, values: 0 };
    let walked = view.serialize(&mut sink);
    // Views are plain data, and hashing itself cannot fail.
    debug_assert!(walked.is_ok(), "a view could not be hashed");
    (sink.hash, sink.values)
}

/// What kind of value follows.
#[derive(Clone, Copy)]
#[repr(u8)]
enum Tag {
    Bool = 1,
    Signed,
    Unsigned,
    Float,
    Char,
    Text,
    Bytes,
    Nothing,
    Something,
    Unit,
    Variant,
    List,
    Map,
    Struct,
    End,
}

struct HashSink {
    hash: u64,
    values: u32,
}

impl HashSink {
    #[inline]
    fn mix(&mut self, word: u64) {
        self.hash = (self.hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.hash ^= self.hash >> 29;
    }

    #[inline]
    fn value(&mut self, tag: Tag, word: u64) {
        self.values += 1;
        self.mix(word ^ (tag as u64) << 56);
    }

    fn bytes(&mut self, tag: Tag, bytes: &[u8]) {
        self.value(tag, bytes.len() as u64);
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word));
        }
    }
}

/// For `collect_str`: text is hashed piece by piece.
impl fmt::Write for HashSink {
    fn write_str(&mut self, piece: &str) -> fmt::Result {
        for byte in piece.bytes() {
            self.mix(u64::from(byte));
        }
        Ok(())
    }
}

/// Hashing cannot fail; serde requires a type.
#[derive(Debug)]
pub(super) struct CannotHash;

impl fmt::Display for CannotHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a view refused to be walked through")
    }
}

impl std::error::Error for CannotHash {}

impl ser::Error for CannotHash {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

macro_rules! numbers {
    ($($method:ident: $type:ty, $tag:ident, $word:expr;)*) => {
        $(fn $method(self, value: $type) -> Result<(), CannotHash> {
            let word: fn($type) -> u64 = $word;
            self.value(Tag::$tag, word(value));
            Ok(())
        })*
    };
}

impl Serializer for &mut HashSink {
    type Ok = ();
    type Error = CannotHash;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    numbers! {
        serialize_bool: bool, Bool, u64::from;
        serialize_i8: i8, Signed, |number| number as u64;
        serialize_i16: i16, Signed, |number| number as u64;
        serialize_i32: i32, Signed, |number| number as u64;
        serialize_i64: i64, Signed, |number| number as u64;
        serialize_u8: u8, Unsigned, u64::from;
        serialize_u16: u16, Unsigned, u64::from;
        serialize_u32: u32, Unsigned, u64::from;
        serialize_u64: u64, Unsigned, |number| number;
        serialize_f32: f32, Float, |number| u64::from(number.to_bits());
        serialize_f64: f64, Float, f64::to_bits;
        serialize_char: char, Char, |letter| u64::from(u32::from(letter));
    }

    fn serialize_str(self, text: &str) -> Result<(), CannotHash> {
        self.bytes(Tag::Text, text.as_bytes());
        Ok(())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<(), CannotHash> {
        self.bytes(Tag::Bytes, bytes);
        Ok(())
    }

    fn collect_str<T: fmt::Display + ?Sized>(self, value: &T) -> Result<(), CannotHash> {
        self.value(Tag::Text, 0);
        fmt::Write::write_fmt(self, format_args!("{value}")).map_err(|_| CannotHash)?;
        self.value(Tag::End, 0);
        Ok(())
    }

    fn serialize_none(self) -> Result<(), CannotHash> {
        self.value(Tag::Nothing, 0);
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), CannotHash> {
        self.value(Tag::Something, 0);
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), CannotHash> {
        self.value(Tag::Unit, 0);
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), CannotHash> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, index: u32, _: &'static str) -> Result<(), CannotHash> {
        self.value(Tag::Variant, index.into());
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), CannotHash> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        value: &T,
    ) -> Result<(), CannotHash> {
        self.value(Tag::Variant, index.into());
        value.serialize(self)
    }

    // The length need not be known in advance: the end is marked.
    fn serialize_seq(self, _: Option<usize>) -> Result<Self, CannotHash> {
        self.value(Tag::List, 0);
        Ok(self)
    }

    fn serialize_tuple(self, _: usize) -> Result<Self, CannotHash> {
        self.serialize_seq(None)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, CannotHash> {
        self.serialize_seq(None)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, CannotHash> {
        self.value(Tag::Variant, index.into());
        Ok(self)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self, CannotHash> {
        self.value(Tag::Map, 0);
        Ok(self)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, CannotHash> {
        self.value(Tag::Struct, 0);
        Ok(self)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, CannotHash> {
        self.value(Tag::Variant, index.into());
        Ok(self)
    }
}

macro_rules! lists {
    ($($trait:ident::$method:ident),*) => {
        $(impl ser::$trait for &mut HashSink {
            type Ok = ();
            type Error = CannotHash;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), CannotHash> {
                value.serialize(&mut **self)
            }

            fn end(self) -> Result<(), CannotHash> {
                self.value(Tag::End, 0);
                Ok(())
            }
        })*
    };
}

lists! {
    SerializeSeq::serialize_element, SerializeTuple::serialize_element,
    SerializeTupleStruct::serialize_field, SerializeTupleVariant::serialize_field
}

macro_rules! structs {
    ($($trait:ident),*) => {
        $(impl ser::$trait for &mut HashSink {
            type Ok = ();
            type Error = CannotHash;

            /// Fields have a fixed order, so their names need not be hashed; a missing one is.
            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                _: &'static str,
                value: &T,
            ) -> Result<(), CannotHash> {
                value.serialize(&mut **self)
            }

            fn skip_field(&mut self, _: &'static str) -> Result<(), CannotHash> {
                self.value(Tag::Unit, 1);
                Ok(())
            }

            fn end(self) -> Result<(), CannotHash> {
                self.value(Tag::End, 0);
                Ok(())
            }
        })*
    };
}

structs! { SerializeStruct, SerializeStructVariant }

impl ser::SerializeMap for &mut HashSink {
    type Ok = ();
    type Error = CannotHash;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), CannotHash> {
        key.serialize(&mut **self)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), CannotHash> {
        value.serialize(&mut **self)
    }

    fn end(self) -> Result<(), CannotHash> {
        self.value(Tag::End, 0);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use game::{Chance, DiscardEvents, Game, Seat, Seed, Viewer, below, dice};
    use games::{Kind, with_game};

    use super::*;

    /// Over all views of all seats in random games.
    #[test]
    fn views_have_the_same_fingerprint_exactly_if_they_are_the_same() {
        fn check<G: Game>() {
            let options = G::Options::default();
            let mut known: HashMap<u64, String> = HashMap::new();
            let mut rng = dice(8);
            let mut legal = Vec::new();
            for game in 0..6 {
                let chance = Chance::new(Seed::from_number(1).nth(game));
                let mut position = G::start(&options, G::DEFAULT_SEATS, chance, &mut DiscardEvents).unwrap();
                for _ in 0..150 {
                    let Some(mover) = position.status().to_act().first() else { break };
                    for seat in Seat::all(position.seats()) {
                        let view = position.seen(Viewer::Seat(seat));
                        let text = serde_json::to_string(&view).unwrap();
                        let (hash, values) = fingerprint(&view);
                        assert!(values > 5);
                        let before = known.entry(hash).or_insert_with(|| text.clone());
                        assert_eq!(*before, text, "{}", G::NAME);
                    }
                    legal.clear();
                    position.legal_actions(mover, &mut legal);
                    let action = legal[below(&mut rng, legal.len() as u32) as usize];
                    position.play(mover, action, &mut DiscardEvents).unwrap();
                }
            }
            let mut texts: Vec<_> = known.into_values().collect();
            let fingerprints = texts.len();
            texts.sort_unstable();
            texts.dedup();
            assert_eq!(texts.len(), fingerprints, "{}: the same view, different fingerprints", G::NAME);
        }
        Kind::ALL.iter().for_each(|&kind| with_game!(kind, G => check::<G>()));
    }

    #[test]
    fn a_boundary_that_moves_changes_the_fingerprint() {
        let different = [
            fingerprint(&(vec![1, 2], vec![3])).0,
            fingerprint(&(vec![1], vec![2, 3])).0,
            fingerprint(&(vec![1, 2, 3], Vec::<i32>::new())).0,
            fingerprint(&("ab", "c")).0,
            fingerprint(&("a", "bc")).0,
            fingerprint(&(Some(1), None::<i32>)).0,
            fingerprint(&(None::<i32>, Some(1))).0,
            fingerprint(&(1_u8, -1_i8)).0,
            fingerprint(&(-1_i8, 1_u8)).0,
        ];
        for (place, one) in different.iter().enumerate() {
            assert!(!different[..place].contains(one), "{place}");
        }
    }
}
