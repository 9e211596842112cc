//! The tests of One Card, named after the decisions they hold.

mod attacks;
mod conservation;
mod deal;
mod draws;
mod duplicate;
mod effects;
mod forms;
mod goldens;
mod imagined;
mod laws;
mod log;
mod reference;
mod rounds;
mod sample;
mod scene;
mod several;
