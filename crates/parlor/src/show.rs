//! `parlor show`: bots play, and one watches.

use std::io::{IsTerminal, Write};
use std::thread;
use std::time::Duration;

use anyhow::Result;
use bots::{Level, Thinker};
use game::{Replay, Viewer};
use games::{Kind, with_game};

use crate::cli::ShowArgs;
use crate::output;
use crate::replay::steps;
use crate::sim::play::Players;
use crate::table::Table;

pub(crate) fn run(args: &ShowArgs) -> Result<()> {
    let chosen: Vec<Kind> = args.game.map_or_else(|| Kind::ALL.to_vec(), |kind| vec![kind]);
    for kind in chosen {
        with_game!(kind, G => show::<G>(args))?;
    }
    Ok(())
}

/// Plays a game to its end, and then shows it: only then may everything be seen.
fn show<G: Thinker>(args: &ShowArgs) -> Result<()> {
    let table = Table::<G>::from_args(&args.table, Level::Thumb)?;
    let played = Players::new(&table.bots, table.engine_time).play(&table, 0, true, &mut game::Silent)?;
    let Some(record) = played.record else { return Ok(()) };
    let replay = Replay::<G>::read(&record.to_line())?;
    let viewer = replay.unveiled().map_or(Viewer::Watcher, Viewer::Everything);
    let default_delay = if std::io::stdout().is_terminal() { 40 } else { 0 };
    let delay = Duration::from_millis(args.delay_ms.unwrap_or(default_delay));
    let mut out = output::stdout();
    for step in replay.steps() {
        if args.json {
            steps::write_json(&mut out, &step, viewer)?;
        } else {
            steps::write_text(&mut out, &step, viewer)?;
        }
        out.flush()?;
        thread::sleep(delay);
    }
    Ok(())
}
