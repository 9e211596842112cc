//! JSON Schemas of what is written by hand. Other types derive theirs.

use std::borrow::Cow;

pub use schemars;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::options::{OptionRange, OptionSpec, RawOptions};
use crate::{MAX_SEATS, PerSeat, Seat, SeatSet};

/// Describes a type whose JSON is written by hand, under this name and with this schema.
#[macro_export]
macro_rules! schema_by_hand {
    ($Type:ty, $name:literal, $schema:tt) => {
        impl $crate::schema::schemars::JsonSchema for $Type {
            fn schema_name() -> ::std::borrow::Cow<'static, str> {
                $name.into()
            }

            fn json_schema(
                _: &mut $crate::schema::schemars::SchemaGenerator,
            ) -> $crate::schema::schemars::Schema {
                $crate::schema::schemars::json_schema!($schema)
            }
        }
    };
}

schema_by_hand!(Seat, "Seat", {
    "description": "Number of a seat, counted from 0.",
    "type": "integer",
    "minimum": 0,
    "maximum": MAX_SEATS - 1
});

schema_by_hand!(RawOptions, "RawOptions", {
    "description": "Options of the game by name, each a number or a word.",
    "type": "object",
    "additionalProperties": { "type": ["integer", "string"] }
});

impl JsonSchema for SeatSet {
    fn schema_name() -> Cow<'static, str> {
        "Seats".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "Seats, each once, lowest first.",
            "type": "array",
            "items": generator.subschema_for::<Seat>(),
            "uniqueItems": true
        })
    }
}

impl<T: JsonSchema, const MAX: usize> JsonSchema for PerSeat<T, MAX> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("{}BySeat", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "One element for each seat.",
            "type": "array",
            "items": generator.subschema_for::<T>(),
            "maxItems": MAX
        })
    }
}

/// A word as it travels: one of digits is a number.
fn json_word(word: &str) -> serde_json::Value {
    word.parse::<u32>().map_or_else(|_| word.into(), Into::into)
}

/// The options of a game, as an object whose fields can all be left out.
#[must_use]
pub fn options(specs: &[OptionSpec]) -> Schema {
    let option = |spec: &OptionSpec| {
        let mut schema = match &spec.range {
            OptionRange::Switch => json_schema!({ "enum": ["on", "off"], "default": spec.default }),
            OptionRange::Choice(words) => {
                let words: Vec<_> = words.iter().map(|word| json_word(word)).collect();
                json_schema!({ "enum": words, "default": json_word(&spec.default) })
            }
            OptionRange::Number { min, max } => json_schema!({
                "type": "integer",
                "minimum": min,
                "maximum": max,
                "default": spec.default.parse::<u32>().ok()
            }),
        };
        schema.insert("description".to_owned(), spec.description.into());
        (spec.name.to_owned(), schema.to_value())
    };
    let properties: serde_json::Map<_, _> = specs.iter().map(option).collect();
    json_schema!({
        "description": "Options of the game. One that is left out has its default.",
        "type": "object",
        "properties": properties,
        "additionalProperties": false
    })
}
