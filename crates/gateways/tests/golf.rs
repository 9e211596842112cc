//! Six Card Golf between peers, message by message and on a network that is made up.

mod golf {
    mod cheats;
    mod codec;
    mod goldens;
    mod network;
    mod noise;
    mod storms;
    mod wild;
}
