//! Any bytes as the frames of a client, for a short time. `scripts/fuzz` does the same for longer.

#[path = "any_bytes/frames.rs"]
mod frames;

use std::time::{Duration, Instant};

use game::{Rng, below, dice};

#[test]
fn any_bytes_are_frames_or_refused_and_how_they_are_cut_changes_nothing() {
    let mut dice = dice(6);
    let seconds = std::env::var("PARLOR_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok());
    let (began, time) = (Instant::now(), Duration::from_secs(seconds.unwrap_or(0)));
    for _ in (0..).take_while(|number| *number < 2_000 || began.elapsed() < time) {
        let length = below(&mut dice, 400) as usize;
        let mut bytes: Vec<u8> = (0..length).map(|_| dice.next_u64() as u8).collect();
        // Mostly bytes that could be frames, one after the other.
        let mut place = 1;
        while let Some([first, second, ..]) = bytes.get_mut(place..) {
            (*first, *second) = (*first & 0x8B, 0x80 | (*second & 0x3F));
            place += 6 + usize::from(*second & 0x3F);
        }
        frames::check(&bytes);
    }
}
