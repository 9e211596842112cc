//! Options as text, before validation.

use std::fmt;

use serde::de::{MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{OptionError, OptionValue};

/// Settings by name, as they stand in a record or came from a person: not yet checked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RawOptions(pub Vec<(String, String)>);

impl RawOptions {
    /// Reads `k=v,k=v`; empty text means no settings.
    ///
    /// # Errors
    /// If a part has no `=`.
    pub fn parse(text: &str) -> Result<Self, OptionError> {
        let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
        let pairs = parts.map(|part| match part.split_once('=') {
            Some((name, value)) => Ok((name.trim().to_owned(), value.trim().to_owned())),
            None => Err(OptionError::NoValue(part.to_owned())),
        });
        pairs.collect::<Result<_, _>>().map(Self)
    }
}

impl Serialize for RawOptions {
    /// A JSON object; numbers as numbers, words and switches as strings.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, text) in &self.0 {
            match text.parse::<u32>() {
                Ok(number) if number.to_string() == *text => map.serialize_entry(name, &number)?,
                _ => map.serialize_entry(name, text)?,
            }
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for RawOptions {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Pairs;

        impl<'de> Visitor<'de> for Pairs {
            type Value = RawOptions;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of settings, each a number, a word, on or off")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<RawOptions, A::Error> {
                let mut pairs = Vec::new();
                while let Some((name, value)) = map.next_entry::<String, Scalar>()? {
                    pairs.push((name, value.0));
                }
                Ok(RawOptions(pairs))
            }
        }

        deserializer.deserialize_map(Pairs)
    }
}

/// A JSON number, string or boolean as the text of a setting. Whether it is in range is asked later.
struct Scalar(String);

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Any;

        impl Visitor<'_> for Any {
            type Value = Scalar;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number, a word, on or off")
            }

            fn visit_bool<E>(self, on: bool) -> Result<Scalar, E> {
                Ok(Scalar(on.text()))
            }

            fn visit_i64<E>(self, number: i64) -> Result<Scalar, E> {
                Ok(Scalar(number.to_string()))
            }

            fn visit_u64<E>(self, number: u64) -> Result<Scalar, E> {
                Ok(Scalar(number.to_string()))
            }

            fn visit_f64<E>(self, number: f64) -> Result<Scalar, E> {
                Ok(Scalar(format!("{number:?}")))
            }

            fn visit_str<E>(self, word: &str) -> Result<Scalar, E> {
                Ok(Scalar(word.to_owned()))
            }
        }

        deserializer.deserialize_any(Any)
    }
}
