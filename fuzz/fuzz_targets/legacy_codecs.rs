//! Any bytes through every codec of the old protocols: how they are cut changes nothing.
#![no_main]

#[path = "../../crates/gateways/tests/any_bytes/codecs.rs"]
mod codecs;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    codecs::check(bytes);
});
