//! JSON Schemas of the protocol and of each game's part of it, generated from the types. They are served at
//! `/api/schema` and are files in `docs/schema`.

#[cfg(test)]
mod markdown;

use game::schema::schemars::generate::SchemaSettings;
use game::schema::schemars::{JsonSchema, SchemaGenerator};
use game::{Game, GameSpec, Refusal, schema};
use games::Kind;
use protocol::{ClientMsg, RefusalCode, Seen, ServerMsg};
use serde_json::{Map, Value, json};

/// The document about messages; all others have the name of their game.
const PROTOCOL: &str = "protocol";

/// The names of all documents.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    std::iter::once(PROTOCOL).chain(Kind::ALL.iter().map(|kind| kind.name()))
}

/// The document of this name.
pub(crate) fn document(name: &str) -> Option<Value> {
    if name == PROTOCOL {
        return Some(protocol_document());
    }
    let kind: Kind = name.parse().ok()?;
    Some(game_document(kind, &kind.spec()))
}

/// All messages: what a client may send, and what a server may answer.
fn protocol_document() -> Value {
    let mut client = SchemaSettings::draft2020_12().for_deserialize().into_generator();
    client.subschema_for::<ClientMsg>();
    let mut server = SchemaSettings::draft2020_12().for_serialize().into_generator();
    server.subschema_for::<ServerMsg>();
    server.subschema_for::<RefusalCode>();
    server.subschema_for::<Seen>();
    let mut definitions = client.take_definitions(true);
    definitions.extend(server.take_definitions(true));
    let description = "A message is an object with one key, its kind. A client sends a ClientMsg, the server a ServerMsg; \
                       clients ignore kinds and fields that they do not know.";
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("Protocol of Parlor, version {}", protocol::VERSION),
        "description": description,
        "anyOf": [{ "$ref": "#/$defs/ClientMsg" }, { "$ref": "#/$defs/ServerMsg" }],
        "$defs": sorted(definitions),
    })
}

/// What one game adds: what a player sees, what can be done, what can happen, and the options of a table.
fn game_document(kind: Kind, spec: &GameSpec) -> Value {
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let frame = generator.subschema_for::<Seen>();
    let parts = parts(kind, &mut generator).into_iter().chain(reason(kind, &mut generator));
    let parts: Vec<_> = parts.collect();
    let mut definitions = generator.take_definitions(true);
    for (name, reference) in parts {
        // Under the same name in every game, whatever the type is called.
        definitions.entry(name).or_insert(reference);
    }
    if let Some(Value::Object(properties)) =
        definitions.get_mut("Seen").and_then(|seen| seen.get_mut("properties"))
    {
        fill_frame(properties);
    }
    definitions.insert("Options".to_owned(), schema::options(&spec.options).to_value());
    let codes = games::with_game!(kind, G => <<G as Game>::Refusal as Refusal>::CODES);
    if !codes.is_empty() {
        let description = "Why an action of this game is refused.";
        let refusals = json!({ "description": description, "type": "string", "enum": codes });
        definitions.insert("RefusalCode".to_owned(), refusals);
    }
    let figures: Vec<&str> = kind.face().figures().iter().map(|figure| figure.key).collect();
    if !figures.is_empty() {
        let description = "What is counted of a player over many games.";
        let keys = json!({ "description": description, "type": "string", "enum": figures });
        definitions.insert("FigureKey".to_owned(), keys);
    }
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": spec.title,
        "description": spec.summary,
        "$ref": frame.get("$ref"),
        "$defs": sorted(definitions),
    })
}

/// The schemas of a game's own types. A game whose types derive them (feature `schema`) stands in this list; what any other
/// sends is not described.
fn parts(kind: Kind, generator: &mut SchemaGenerator) -> [(&'static str, Value); 3] {
    macro_rules! described {
        ($($Kind:ident),*) => {
            match kind {
                $(Kind::$Kind => described_parts::<games::reach::$Kind>(generator),)*
                #[allow(unreachable_patterns, reason = "every game may be described")]
                _ => ["View", "Action", "Event"].map(|name| (name, json!({ "description": "Not described yet." }))),
            }
        };
    }
    described!(Chicago, Gomoku, Golf, Sorry, OneCard)
}

fn described_parts<G>(generator: &mut SchemaGenerator) -> [(&'static str, Value); 3]
where
    G: Game<View: JsonSchema, Action: JsonSchema, Event: JsonSchema>,
{
    [
        ("View", part::<G::View>(generator)),
        ("Action", part::<G::Action>(generator)),
        ("Event", part::<G::Event>(generator)),
    ]
}

/// The reasons of hints, of a game whose hints have some.
fn reason(kind: Kind, generator: &mut SchemaGenerator) -> Option<(&'static str, Value)> {
    let schema = match kind {
        Kind::Chicago => part::<games::chicago::Reason>(generator),
        Kind::Gomoku => part::<games::gomoku::Reason>(generator),
        Kind::Golf => part::<games::golf::Reason>(generator),
        Kind::Sorry => part::<games::sorry::Reason>(generator),
        Kind::OneCard => part::<games::onecard::Reason>(generator),
        #[allow(unreachable_patterns, reason = "every game may have reasons")]
        _ => return None,
    };
    Some(("Reason", schema))
}

fn part<T: JsonSchema>(generator: &mut SchemaGenerator) -> Value {
    generator.subschema_for::<T>().to_value()
}

/// Puts the game's own types into the frame that all games share.
fn fill_frame(properties: &mut Map<String, Value>) {
    let mut set = |field: &str, key: &str, value: Value| {
        if let Some(Value::Object(schema)) = properties.get_mut(field) {
            schema.insert(key.to_owned(), value);
        }
    };
    set("view", "$ref", json!("#/$defs/View"));
    let list = json!({ "type": "array", "items": { "$ref": "#/$defs/Action" } });
    set("legal", "anyOf", json!([list, { "const": "implied" }]));
}

/// In the order of names, so that a file changes only where a type does.
fn sorted(definitions: Map<String, Value>) -> Value {
    let sorted: std::collections::BTreeMap<_, _> = definitions.into_iter().collect();
    json!(sorted)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::*;

    fn folder() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema")
    }

    /// Compares a generated file with the one in the tree, or writes it there.
    fn check(name: &str, text: &str) {
        let path = folder().join(name);
        if std::env::var_os("UPDATE_GENERATED").is_some() {
            fs::create_dir_all(folder()).unwrap();
            fs::write(&path, text).unwrap();
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        assert!(kept == text, "docs/schema/{name} is out of date: `make generated` writes it again");
    }

    #[test]
    fn the_schemas_in_the_tree_are_what_the_code_says() {
        for name in names() {
            let document = document(name).unwrap();
            check(&format!("{name}.json"), &(serde_json::to_string_pretty(&document).unwrap() + "\n"));
        }
    }

    #[test]
    fn the_pages_about_views_in_the_tree_are_what_the_code_says() {
        for kind in Kind::ALL {
            let document = document(kind.name()).unwrap();
            check(&format!("{}.md", kind.name()), &markdown::page(kind.name(), &document));
        }
    }

    #[test]
    fn every_reference_leads_to_a_definition_and_every_definition_is_described() {
        for name in names() {
            let document = document(name).unwrap();
            let text = document.to_string();
            for reference in text.split("\"$ref\":\"").skip(1) {
                let reference = reference.split('"').next().unwrap();
                let defined = reference.strip_prefix("#/$defs/").map(|name| &document["$defs"][name]);
                assert!(defined.is_some_and(Value::is_object), "{name}: {reference}");
            }
            for (definition, schema) in document["$defs"].as_object().unwrap() {
                let described = schema.get("description").or_else(|| schema.get("$ref"));
                assert!(described.is_some(), "{name}: {definition} has no description");
            }
        }
    }

    #[test]
    fn what_both_sides_send_is_described_once() {
        let mut client = SchemaSettings::draft2020_12().for_deserialize().into_generator();
        client.subschema_for::<ClientMsg>();
        let document = protocol_document();
        for (name, schema) in client.take_definitions(true) {
            assert_eq!(document["$defs"][&name], schema, "{name}");
        }
    }
}
