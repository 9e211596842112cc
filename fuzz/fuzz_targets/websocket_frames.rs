//! Any bytes as the frames of a client: how they are cut changes nothing, and nothing grows.
#![no_main]

#[path = "../../crates/websocket/tests/any_bytes/frames.rs"]
mod frames;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    frames::check(bytes);
});
