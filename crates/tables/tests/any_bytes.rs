//! What the fuzz target `session` promises, tried for a short time with every run of the tests.

mod any_bytes {
    pub(crate) mod session;
}

use any_bytes::session;
use game::Rng;

#[test]
fn whatever_three_people_do_every_request_is_answered_once() {
    for seed in 0..24 {
        let mut dice = game::dice(seed);
        let bytes: Vec<u8> = (0..1_500).map(|_| dice.next_u64() as u8).collect();
        session::check(&bytes);
    }
}
