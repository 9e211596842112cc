//! The keys of maps: texts, and numbers written as texts.

use std::fmt::Display;

use serde::ser::{Impossible, Serialize, Serializer};

use super::{NotJson, text};

/// Writes one key.
pub(super) struct MapKey<'o> {
    pub(super) out: &'o mut Vec<u8>,
}

impl MapKey<'_> {
    fn shown(self, key: impl Display) -> Result<(), NotJson> {
        text(self.out, &key.to_string());
        Ok(())
    }
}

fn no_key<T>() -> Result<T, NotJson> {
    Err(NotJson("the keys of a map are texts".to_owned()))
}

macro_rules! shown {
    ($($method:ident: $Type:ty),* $(,)?) => {
        $(fn $method(self, key: $Type) -> Result<(), NotJson> {
            self.shown(key)
        })*
    };
}

macro_rules! refused {
    ($($method:ident($($argument:ty),*) -> $Result:ty),* $(,)?) => {
        $(fn $method(self, $(_: $argument),*) -> Result<$Result, NotJson> {
            no_key()
        })*
    };
}

impl Serializer for MapKey<'_> {
    type Ok = ();
    type Error = NotJson;
    type SerializeSeq = Impossible<(), NotJson>;
    type SerializeTuple = Impossible<(), NotJson>;
    type SerializeTupleStruct = Impossible<(), NotJson>;
    type SerializeTupleVariant = Impossible<(), NotJson>;
    type SerializeMap = Impossible<(), NotJson>;
    type SerializeStruct = Impossible<(), NotJson>;
    type SerializeStructVariant = Impossible<(), NotJson>;

    shown! {
        serialize_bool: bool, serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64,
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64, serialize_char: char,
        serialize_str: &str,
    }

    refused! {
        serialize_f32(f32) -> (), serialize_f64(f64) -> (), serialize_bytes(&[u8]) -> (), serialize_none() -> (),
        serialize_unit() -> (), serialize_unit_struct(&'static str) -> (),
        serialize_seq(Option<usize>) -> Self::SerializeSeq, serialize_tuple(usize) -> Self::SerializeTuple,
        serialize_tuple_struct(&'static str, usize) -> Self::SerializeTupleStruct,
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Self::SerializeTupleVariant,
        serialize_map(Option<usize>) -> Self::SerializeMap,
        serialize_struct(&'static str, usize) -> Self::SerializeStruct,
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Self::SerializeStructVariant,
    }

    fn serialize_some<T: ?Sized + Serialize>(self, key: &T) -> Result<(), NotJson> {
        key.serialize(self)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), NotJson> {
        self.shown(variant)
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        key: &T,
    ) -> Result<(), NotJson> {
        key.serialize(self)
    }

    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<(), NotJson> {
        no_key()
    }
}
