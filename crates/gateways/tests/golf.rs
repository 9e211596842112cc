//! Six Card Golf between peers, message by message and on a network that is made up.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod golf {
    mod cheats;
    mod codec;
    mod company;
    mod goldens;
    mod network;
    mod noise;
    mod old_dealers;
    mod ports;
    mod storms;
    mod wild;
    mod wild_model;
}
