//! What the rules promise.

mod cards_in_play;
mod dealing;
mod defaults;
mod duplicate;
mod ending;
mod goldens;
mod laws;
mod peers;
mod reference;
mod scoring;
mod secrets;
mod stealing;
mod table;
mod taking;
mod telling;
