//! The demo: bots play the game, and the screen shows the log.

use std::io::Write;

use bots::Random;
use game::dice;

use super::art::Artist;
use super::log;
use super::table::{Happened, Table};
use super::{Failure, Setup};

/// Plays a game to its end. Every seat chooses one of all its legal actions, each with equal chance.
pub(super) fn play(
    setup: &Setup,
    seed: u64,
    artist: Option<Artist>,
    out: &mut dyn Write,
    pause: &dyn Fn(),
) -> Result<(), Failure> {
    let (mut table, dealt) = Table::deal(setup, seed)?;
    let mut show = |text: &str| out.write_all(text.as_bytes()).and_then(|()| out.flush());
    show(&(log::header(&setup.options, setup.players) + &shown(&dealt, artist))).map_err(Failure::Screen)?;
    let mut dice = dice(seed);
    while let Some(seat) = table.to_act() {
        pause();
        let action = table.choose(seat, &mut Random, &mut dice);
        let happened = table.play(seat, action)?;
        show(&shown(&happened, artist)).map_err(Failure::Screen)?;
    }
    Ok(())
}

/// The lines of the log, and pictures between them if somebody draws.
fn shown(happened: &Happened, artist: Option<Artist>) -> String {
    let shown = happened.iter().map(|(_, event)| {
        let picture = artist.map(|artist| artist.event(event)).unwrap_or_default();
        log::lines(event) + &picture
    });
    shown.collect()
}
