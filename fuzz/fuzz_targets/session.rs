//! Any bytes as what three people do in a server: every request is answered once, nothing panics, no secret is sent.
#![no_main]

#[path = "../../crates/tables/tests/any_bytes/session.rs"]
mod session;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    session::check(bytes);
});
