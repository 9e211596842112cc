//! `parlor replay`: recorded games, step by step.

pub(crate) mod steps;

use std::io::Write;

use anyhow::{Context, Result, bail};
use game::face::FaceReplay;
use game::{RecordHead, Viewer, Voice};
use games::Kind;
use gateways::golf::{PEER_GAME, PeerReplay};

use self::steps::{Shape, write_steps};
use crate::cli::ReplayArgs;
use crate::game_source::{GameText, RecordedGame};
use crate::output;
use crate::perspective::Perspective;

pub(crate) fn run(args: &ReplayArgs) -> Result<()> {
    let mut out = output::stdout();
    args.source.each_on_line(args.line, |game| replay_line(&mut out, args, &game))?;
    out.flush()?;
    Ok(())
}

/// Shows one game. An error in the game names its place; an error of the output does not.
fn replay_line(out: &mut impl Write, args: &ReplayArgs, game: &GameText<'_>) -> Result<()> {
    let place = || game.place.to_owned();
    let recorded = game.recorded();
    let head = RecordHead::parse(recorded.record).with_context(place)?;
    let (face, replay): (_, Box<dyn FaceReplay>) = if head.game == PEER_GAME {
        // Positions of a game between peers are those of golf.
        (Kind::Golf.face(), Box::new(PeerReplay::read(recorded.record).with_context(place)?))
    } else {
        let kind: Kind = head.game.parse().with_context(place)?;
        (kind.face(), kind.face().replay(recorded.record).with_context(place)?)
    };
    let viewer = viewer(replay.as_ref(), args.viewer).with_context(place)?;
    has_step(replay.as_ref(), args.step).with_context(place)?;
    let shape = Shape { json: args.json, only: args.step };
    write_steps(out, face, replay.as_ref(), viewer, &voice(&recorded), shape)
}

/// The players by name if the replay names them, else by number.
fn voice(recorded: &RecordedGame<'_>) -> Voice {
    // A file can hold anything, and a terminal obeys control characters.
    let names = recorded.names.iter().flatten().map(|name| output::harmless(name));
    Voice::new(names.collect())
}

fn has_step(replay: &dyn FaceReplay, wanted: Option<usize>) -> Result<()> {
    let last = replay.actions();
    match wanted.filter(|&wanted| wanted > last) {
        Some(wanted) => bail!("There is no step {wanted}: the last one is {last}."),
        None => Ok(()),
    }
}

fn viewer(replay: &dyn FaceReplay, perspective: Perspective) -> Result<Viewer> {
    match perspective {
        Perspective::Seat(seat) if seat.number() >= replay.seats() => {
            bail!("There is no seat {seat}: {} played, counted from 0.", replay.seats())
        }
        Perspective::Seat(seat) => Ok(Viewer::Seat(seat)),
        Perspective::Watcher => Ok(Viewer::Watcher),
        Perspective::Everything => match replay.unveiled() {
            Some(unveiled) => Ok(Viewer::Everything(unveiled)),
            None => bail!(
                "The record stops after step {} before the game is over, so not everything may be shown: \
                 say --as watcher or --as SEAT.",
                replay.actions()
            ),
        },
    }
}
