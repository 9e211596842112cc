//! Lists and objects, and those in the object of a variant.

use serde::{Serialize, ser};

use super::map_key::MapKey;
use super::{NotJson, Writer, name};

/// What is being written, and what ends it.
pub(crate) struct Compound<'o> {
    out: &'o mut Vec<u8>,
    first: bool,
    end: &'static [u8],
}

impl<'o> Compound<'o> {
    #[inline]
    pub(super) fn list(out: &'o mut Vec<u8>) -> Self {
        out.push(b'[');
        Self { out, first: true, end: b"]" }
    }

    pub(super) fn list_in(out: &'o mut Vec<u8>, variant: &'static str) -> Self {
        begin_variant(out, variant);
        Self { end: b"]}", ..Self::list(out) }
    }

    #[inline]
    pub(super) fn object(out: &'o mut Vec<u8>) -> Self {
        out.push(b'{');
        Self { out, first: true, end: b"}" }
    }

    #[inline]
    pub(super) fn object_in(out: &'o mut Vec<u8>, variant: &'static str) -> Self {
        begin_variant(out, variant);
        Self { end: b"}}", ..Self::object(out) }
    }

    #[inline]
    fn comma(&mut self) {
        if !std::mem::take(&mut self.first) {
            self.out.push(b',');
        }
    }

    #[inline]
    fn element<T: ?Sized + Serialize>(&mut self, thing: &T) -> Result<(), NotJson> {
        self.comma();
        thing.serialize(Writer { out: self.out })
    }

    #[inline]
    fn field<T: ?Sized + Serialize>(&mut self, key: &'static str, thing: &T) -> Result<(), NotJson> {
        self.comma();
        name(self.out, key);
        self.out.push(b':');
        thing.serialize(Writer { out: self.out })
    }

    #[inline]
    fn finish(self) -> Result<(), NotJson> {
        self.out.extend_from_slice(self.end);
        Ok(())
    }
}

#[inline]
fn begin_variant(out: &mut Vec<u8>, variant: &'static str) {
    out.push(b'{');
    name(out, variant);
    out.push(b':');
}

macro_rules! lists {
    ($($Trait:ident::$method:ident),*) => {
        $(impl ser::$Trait for Compound<'_> {
            type Ok = ();
            type Error = NotJson;

            #[inline]
            fn $method<T: ?Sized + Serialize>(&mut self, thing: &T) -> Result<(), NotJson> {
                self.element(thing)
            }

            #[inline]
            fn end(self) -> Result<(), NotJson> {
                self.finish()
            }
        })*
    };
}

lists!(
    SerializeSeq::serialize_element,
    SerializeTuple::serialize_element,
    SerializeTupleStruct::serialize_field,
    SerializeTupleVariant::serialize_field
);

macro_rules! objects {
    ($($Trait:ident),*) => {
        $(impl ser::$Trait for Compound<'_> {
            type Ok = ();
            type Error = NotJson;

            #[inline]
            fn serialize_field<T: ?Sized + Serialize>(
                &mut self,
                key: &'static str,
                thing: &T,
            ) -> Result<(), NotJson> {
                self.field(key, thing)
            }

            #[inline]
            fn end(self) -> Result<(), NotJson> {
                self.finish()
            }
        })*
    };
}

objects!(SerializeStruct, SerializeStructVariant);

impl ser::SerializeMap for Compound<'_> {
    type Ok = ();
    type Error = NotJson;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Result<(), NotJson> {
        self.comma();
        key.serialize(MapKey { out: self.out })
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, thing: &T) -> Result<(), NotJson> {
        self.out.push(b':');
        thing.serialize(Writer { out: self.out })
    }

    fn end(self) -> Result<(), NotJson> {
        self.finish()
    }
}
