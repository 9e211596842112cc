//! Schemas of what is written by hand.

use utoipa::openapi::schema::{AdditionalProperties, Schema};
use utoipa::openapi::{ObjectBuilder, OneOfBuilder, RefOr, Type};

fn of_type(schema_type: Type) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(schema_type)
}

/// A number of seconds, or `"off"`.
pub(crate) fn clock() -> RefOr<Schema> {
    let off = of_type(Type::String).enum_values(Some(["off"]));
    let one_of = OneOfBuilder::new().item(of_type(Type::Integer)).item(off);
    let described = one_of.description(Some("How long a decision may take: seconds, or off."));
    RefOr::T(described.build().into())
}

/// Settings by name, each a number or a word.
pub(crate) fn settings() -> RefOr<Schema> {
    let value = OneOfBuilder::new().item(of_type(Type::Integer)).item(of_type(Type::String)).build();
    let values = AdditionalProperties::RefOr(RefOr::T(value.into()));
    let object = of_type(Type::Object).additional_properties(Some(values));
    RefOr::T(object.description(Some("The settings of the game.")).build().into())
}
