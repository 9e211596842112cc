//! Writes JSON as fast as a server needs it that tells every move to everybody.
//!
//! The same bytes as `serde_json` writes, for the shapes that messages and games have. The names of fields are our own
//! and hold nothing to be escaped, so they are not looked through; that is most of the work in a list of a hundred
//! legal actions.

pub mod changes;
mod compound;
mod map_key;
mod outline;
#[cfg(test)]
mod tests;

use std::fmt;

use serde::{Serialize, Serializer, ser};

use self::compound::Compound;
pub use self::outline::Outline;

/// Adds the JSON of a thing.
///
/// # Errors
/// If it has a shape that JSON has not, such as a map whose keys are no texts. What was written then is of no use.
pub fn write(out: &mut Vec<u8>, thing: &(impl Serialize + ?Sized)) -> Result<(), NotJson> {
    thing.serialize(Writer { out })
}

/// Adds what begins a field (`,"seats":`, ready to be put down) and its value: for objects that are written by hand.
///
/// # Errors
/// As [`write()`].
pub fn field(out: &mut Vec<u8>, name: &[u8], value: &(impl Serialize + ?Sized)) -> Result<(), NotJson> {
    out.extend_from_slice(name);
    write(out, value)
}

/// Why something cannot be written.
#[derive(Debug)]
pub struct NotJson(String);

impl fmt::Display for NotJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotJson {}

impl ser::Error for NotJson {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

/// Names of up to this many letters are put down in one piece.
const SHORT: usize = 8;

/// Writes one value.
pub(crate) struct Writer<'o> {
    out: &'o mut Vec<u8>,
}

/// All numbers of two digits.
const PAIRS: [[u8; 2]; 100] = {
    let mut pairs = [[b'0'; 2]; 100];
    let mut number = 0;
    while number < 100 {
        pairs[number] = [b'0' + number as u8 / 10, b'0' + number as u8 % 10];
        number += 1;
    }
    pairs
};

/// A number, without a detour through text.
#[inline]
fn whole(out: &mut Vec<u8>, number: u64) {
    match number {
        0..10 => out.push(b'0' + number as u8),
        10..100 => out.extend_from_slice(&PAIRS[number as usize]),
        _ => long(out, number),
    }
}

fn long(out: &mut Vec<u8>, mut number: u64) {
    let mut digits = [0; 20];
    let mut at = digits.len();
    while number >= 10 {
        at -= 2;
        digits[at..at + 2].copy_from_slice(&PAIRS[(number % 100) as usize]);
        number /= 100;
    }
    if number > 0 {
        at -= 1;
        digits[at] = b'0' + number as u8;
    }
    out.extend_from_slice(&digits[at..]);
}

#[inline]
fn signed(out: &mut Vec<u8>, number: i64) {
    if number < 0 {
        out.push(b'-');
    }
    whole(out, number.unsigned_abs());
}

/// The name of a variant: ours, so there is nothing in it to escape.
#[inline]
fn name(out: &mut Vec<u8>, name: &'static str) {
    out.push(b'"');
    out.extend_from_slice(name.as_bytes());
    out.push(b'"');
}

/// The name of a field or a variant before its value, and a letter before that. Inlined, so that short names are put down
/// in one or two steps: a list of legal actions is hardly more than such names.
#[inline(always)]
#[allow(clippy::inline_always, reason = "the name must be known where it is written")]
fn key(out: &mut Vec<u8>, before: u8, name: &'static str) {
    if name.len() <= SHORT {
        let mut piece = [0; SHORT + 4];
        let end = name.len() + 2;
        (piece[0], piece[1]) = (before, b'"');
        piece[2..end].copy_from_slice(name.as_bytes());
        (piece[end], piece[end + 1]) = (b'"', b':');
        out.extend_from_slice(&piece[..end + 2]);
    } else {
        out.extend_from_slice(&[before, b'"']);
        out.extend_from_slice(name.as_bytes());
        out.extend_from_slice(b"\":");
    }
}

fn text(out: &mut Vec<u8>, text: &str) {
    out.push(b'"');
    letters(out, text);
    out.push(b'"');
}

/// What stands between quotation marks.
fn letters(out: &mut Vec<u8>, text: &str) {
    if is_plain(text.as_bytes()) {
        out.extend_from_slice(text.as_bytes());
        return;
    }
    for byte in text.bytes() {
        match byte {
            b'"' => out.extend_from_slice(b"\\\""),
            b'\\' => out.extend_from_slice(b"\\\\"),
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\r' => out.extend_from_slice(b"\\r"),
            b'\t' => out.extend_from_slice(b"\\t"),
            0x08 => out.extend_from_slice(b"\\b"),
            0x0C => out.extend_from_slice(b"\\f"),
            0..b' ' => out.extend_from_slice(format!("\\u{byte:04x}").as_bytes()),
            _ => out.push(byte),
        }
    }
}

/// Takes what is formatted, without a text of its own for it.
struct Letters<'o> {
    out: &'o mut Vec<u8>,
}

impl fmt::Write for Letters<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        letters(self.out, text);
        Ok(())
    }
}

/// Whether there is nothing to escape.
#[inline]
fn is_plain(text: &[u8]) -> bool {
    let (eights, rest) = text.as_chunks::<8>();
    let odd = eights.iter().fold(0, |odd, eight| odd | odd_in(u64::from_le_bytes(*eight)));
    odd == 0 && !rest.iter().any(|byte| *byte < b' ' || *byte == b'"' || *byte == b'\\')
}

/// Eight letters in one step: not zero if one of them is a control character, a quotation mark or a backslash. What is
/// below `n` has its highest bit set after `n` was taken from it, unless it had that before; what is equal to a letter is
/// zero, which is below one, after it was compared with that.
#[inline]
const fn odd_in(eight: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGHEST: u64 = ONES << 7;
    const fn below(eight: u64, limit: u8) -> u64 {
        eight.wrapping_sub(ONES * limit as u64) & !eight & HIGHEST
    }
    below(eight, b' ') | below(eight ^ (ONES * b'"' as u64), 1) | below(eight ^ (ONES * b'\\' as u64), 1)
}

macro_rules! numbers {
    ($($method:ident: $Type:ty => $write:ident),* $(,)?) => {
        $(#[inline]
        fn $method(self, number: $Type) -> Result<(), NotJson> {
            $write(self.out, number.into());
            Ok(())
        })*
    };
}

impl<'o> Serializer for Writer<'o> {
    type Ok = ();
    type Error = NotJson;
    type SerializeSeq = Compound<'o>;
    type SerializeTuple = Compound<'o>;
    type SerializeTupleStruct = Compound<'o>;
    type SerializeTupleVariant = Compound<'o>;
    type SerializeMap = Compound<'o>;
    type SerializeStruct = Compound<'o>;
    type SerializeStructVariant = Compound<'o>;

    numbers! {
        serialize_u8: u8 => whole, serialize_u16: u16 => whole, serialize_u32: u32 => whole, serialize_u64: u64 => whole,
        serialize_i8: i8 => signed, serialize_i16: i16 => signed, serialize_i32: i32 => signed,
        serialize_i64: i64 => signed,
    }

    fn serialize_bool(self, yes: bool) -> Result<(), NotJson> {
        self.out.extend_from_slice(if yes { b"true" } else { b"false" });
        Ok(())
    }

    fn serialize_f32(self, number: f32) -> Result<(), NotJson> {
        serde_json::to_writer(self.out, &number).map_err(ser::Error::custom)
    }

    fn serialize_f64(self, number: f64) -> Result<(), NotJson> {
        serde_json::to_writer(self.out, &number).map_err(ser::Error::custom)
    }

    fn serialize_char(self, letter: char) -> Result<(), NotJson> {
        self.serialize_str(letter.encode_utf8(&mut [0; 4]))
    }

    #[inline]
    fn serialize_str(self, words: &str) -> Result<(), NotJson> {
        text(self.out, words);
        Ok(())
    }

    fn collect_str<T: ?Sized + fmt::Display>(self, thing: &T) -> Result<(), NotJson> {
        self.out.push(b'"');
        fmt::write(&mut Letters { out: self.out }, format_args!("{thing}")).map_err(ser::Error::custom)?;
        self.out.push(b'"');
        Ok(())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<(), NotJson> {
        self.collect_seq(bytes)
    }

    #[inline]
    fn serialize_none(self) -> Result<(), NotJson> {
        self.serialize_unit()
    }

    #[inline]
    fn serialize_some<T: ?Sized + Serialize>(self, thing: &T) -> Result<(), NotJson> {
        thing.serialize(self)
    }

    #[inline]
    fn serialize_unit(self) -> Result<(), NotJson> {
        self.out.extend_from_slice(b"null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), NotJson> {
        self.serialize_unit()
    }

    #[inline]
    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), NotJson> {
        name(self.out, variant);
        Ok(())
    }

    #[inline]
    fn serialize_newtype_struct<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        thing: &T,
    ) -> Result<(), NotJson> {
        thing.serialize(self)
    }

    #[inline]
    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        thing: &T,
    ) -> Result<(), NotJson> {
        let out = self.out;
        key(out, b'{', variant);
        thing.serialize(Writer { out })?;
        out.push(b'}');
        Ok(())
    }

    #[inline]
    fn serialize_seq(self, _: Option<usize>) -> Result<Compound<'o>, NotJson> {
        Ok(Compound::list(self.out))
    }

    #[inline]
    fn serialize_tuple(self, _: usize) -> Result<Compound<'o>, NotJson> {
        Ok(Compound::list(self.out))
    }

    #[inline]
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Compound<'o>, NotJson> {
        Ok(Compound::list(self.out))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Compound<'o>, NotJson> {
        Ok(Compound::list_in(self.out, variant))
    }

    #[inline]
    fn serialize_map(self, _: Option<usize>) -> Result<Compound<'o>, NotJson> {
        Ok(Compound::object(self.out))
    }

    #[inline]
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Compound<'o>, NotJson> {
        Ok(Compound::object(self.out))
    }

    #[inline]
    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Compound<'o>, NotJson> {
        Ok(Compound::object_in(self.out, variant))
    }
}
