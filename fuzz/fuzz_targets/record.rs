//! Any bytes as a record: refused with a sentence or played, never a panic.
#![no_main]

#[path = "../../crates/games/tests/any_bytes/forms.rs"]
mod forms;
#[path = "../../crates/games/tests/any_bytes/record.rs"]
mod record;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| -> libfuzzer_sys::Corpus {
    record::check(bytes);
    // Bytes that are not even text are no start for better ones.
    match std::str::from_utf8(bytes) {
        Ok(_) => libfuzzer_sys::Corpus::Keep,
        Err(_) => libfuzzer_sys::Corpus::Reject,
    }
});
