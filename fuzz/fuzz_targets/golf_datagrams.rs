//! Any datagrams from any addresses at the golf manager: nobody is removed by somebody else, and nothing grows.
#![no_main]

#[path = "../../crates/gateways/tests/any_bytes/datagrams.rs"]
mod datagrams;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    datagrams::check(bytes);
});
