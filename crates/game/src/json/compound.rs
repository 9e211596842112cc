//! Lists and objects, and those in the object of a variant.
#![allow(clippy::inline_always, reason = "the names of fields must be known where they are written")]

use serde::{Serialize, ser};

use super::map_key::MapKey;
use super::{NotJson, Writer, key};

/// What is being written, and what begins and ends it.
///
/// What begins it is written with its first part: a bracket in the place where other parts have a comma, so that every
/// part is begun with the same number of letters, which are put down at once.
pub(crate) struct Compound<'o> {
    out: &'o mut Vec<u8>,
    /// The bracket as long as nothing is in it, then the comma.
    before: u8,
    end: &'static [u8],
}

impl<'o> Compound<'o> {
    #[inline]
    pub(super) const fn list(out: &'o mut Vec<u8>) -> Self {
        Self { out, before: b'[', end: b"]" }
    }

    pub(super) fn list_in(out: &'o mut Vec<u8>, variant: &'static str) -> Self {
        key(out, b'{', variant);
        Self { end: b"]}", ..Self::list(out) }
    }

    #[inline]
    pub(super) const fn object(out: &'o mut Vec<u8>) -> Self {
        Self { out, before: b'{', end: b"}" }
    }

    #[inline]
    pub(super) fn object_in(out: &'o mut Vec<u8>, variant: &'static str) -> Self {
        key(out, b'{', variant);
        Self { end: b"}}", ..Self::object(out) }
    }

    #[inline]
    fn before(&mut self) -> u8 {
        std::mem::replace(&mut self.before, b',')
    }

    #[inline]
    fn element<T: ?Sized + Serialize>(&mut self, thing: &T) -> Result<(), NotJson> {
        let before = self.before();
        self.out.push(before);
        thing.serialize(Writer { out: self.out })
    }

    #[inline(always)]
    fn field<T: ?Sized + Serialize>(&mut self, name: &'static str, thing: &T) -> Result<(), NotJson> {
        let before = self.before();
        key(self.out, before, name);
        thing.serialize(Writer { out: self.out })
    }

    #[inline]
    fn finish(self) -> Result<(), NotJson> {
        if self.before != b',' {
            self.out.push(self.before);
        }
        self.out.extend_from_slice(self.end);
        Ok(())
    }
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

            #[inline(always)]
            fn serialize_field<T: ?Sized + Serialize>(
                &mut self,
                name: &'static str,
                thing: &T,
            ) -> Result<(), NotJson> {
                self.field(name, thing)
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
        let before = self.before();
        self.out.push(before);
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
