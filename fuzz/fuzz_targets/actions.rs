//! Any bytes as a table and what is done at it: rules hold, refusals change nothing, games end.
#![no_main]

#[path = "../../crates/games/tests/any_bytes/actions.rs"]
mod actions;
#[path = "../../crates/games/tests/any_bytes/choices.rs"]
mod choices;
#[path = "../../crates/games/tests/any_bytes/forms.rs"]
mod forms;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    actions::check(bytes);
});
