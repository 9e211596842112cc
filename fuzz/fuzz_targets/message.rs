//! Any bytes as a message of the protocol: read or refused, never a panic.
#![no_main]

#[path = "../../crates/protocol/tests/any_bytes/messages.rs"]
mod messages;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| -> libfuzzer_sys::Corpus {
    messages::check(bytes);
    // Bytes that are not even text are no start for better ones.
    match std::str::from_utf8(bytes) {
        Ok(_) => libfuzzer_sys::Corpus::Keep,
        Err(_) => libfuzzer_sys::Corpus::Reject,
    }
});
