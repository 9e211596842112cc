//! An example of how to add a game: `docs/adding-a-game.md` goes through it step by step.

pub mod pig;
