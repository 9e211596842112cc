//! The types of the protocol in TypeScript, for the pages: one file, generated from the types here.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::any::TypeId;
use std::collections::{BTreeMap, HashSet};

use protocol::{ByeReason, ClientMsg, RefusalCode, ServerMsg};
use ts_rs::{Config, TS, TypeVisitor};

/// Declares every type that is reached, each once, by name: in which order they are reached is nobody's promise.
struct Declarations {
    config: Config,
    seen: HashSet<TypeId>,
    by_name: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // What is built into TypeScript has no file of its own and needs no declaration.
        if T::output_path().is_none() || !self.seen.insert(TypeId::of::<T>()) {
            return;
        }
        let docs = T::docs().unwrap_or_default();
        let declaration = format!("{docs}export {}", T::decl(&self.config));
        assert!(self.by_name.insert(T::name(&self.config), declaration).is_none(), "two types of one name");
        T::visit_dependencies(self);
    }
}

fn generated() -> String {
    let head = format!(
        "// The protocol of the server in TypeScript. Generated from crates/protocol by its tests: do not edit, but run\n\
         // UPDATE_GENERATED=1 cargo test -p protocol\n\n\
         /** The version of the protocol, for the hello. */\n\
         export const VERSION = {};\n\n\
         /** The longest message a client may send, in bytes. */\n\
         export const MAX_CLIENT_MESSAGE = {};\n\n\
         /** One change of what is seen: a value that is set, or elements of a list that are replaced. */\n\
         export type Change =\n  | [path: string, value: unknown]\n  | [path: string, at: number, remove: number, items: unknown[]];\n\n",
        protocol::VERSION,
        protocol::MAX_CLIENT_MESSAGE
    );
    // Numbers above 2^53 never travel, so that JSON and JavaScript agree on all of them.
    let config = Config::new().with_large_int("number");
    let mut declarations = Declarations { config, seen: HashSet::new(), by_name: BTreeMap::new() };
    declarations.visit::<ClientMsg>();
    declarations.visit::<ServerMsg>();
    declarations.visit::<RefusalCode>();
    declarations.visit::<ByeReason>();
    declarations.visit::<protocol::Seen>();
    declarations.visit::<protocol::DayInfo>();
    declarations.visit::<protocol::NewTournament>();
    declarations.visit::<protocol::TournamentList>();
    declarations.visit::<protocol::TournamentDetails>();
    let body: Vec<_> = declarations.by_name.into_values().collect();
    let text = head + &body.join("\n\n");
    text.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}

#[test]
fn the_types_that_are_checked_in_are_those_of_the_protocol() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/generated/protocol.ts");
    let generated = generated();
    if std::env::var_os("UPDATE_GENERATED").is_some() {
        std::fs::write(path, &generated).unwrap();
    }
    let checked_in = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        checked_in == generated,
        "web/src/generated/protocol.ts is old: UPDATE_GENERATED=1 cargo test -p protocol"
    );
}

#[test]
fn every_number_is_a_number() {
    assert!(!generated().contains("bigint"));
}
