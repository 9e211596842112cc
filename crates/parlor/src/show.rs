//! `parlor show`: bots play, and one watches.

use std::io::{IsTerminal, Write};
use std::thread;
use std::time::Duration;

use anyhow::Result;
use bots::Level;
use game::{Game, Viewer, Voice};
use games::Kind;

use crate::cli::ShowArgs;
use crate::entrant::BotsOf;
use crate::output;
use crate::replay::steps;
use crate::sim::play::Players;
use crate::table::Table;

pub(crate) fn run(args: &ShowArgs) -> Result<()> {
    let chosen: Vec<Kind> = args.game.map_or_else(|| Kind::ALL.to_vec(), |kind| vec![kind]);
    for kind in chosen {
        let record = bots::with_bots!(kind, G => play::<G>(args, BotsOf::thinking())?, _ => {
            games::with_game!(kind, G => play::<G>(args, BotsOf::random())?)
        });
        if let Some(record) = record {
            show(args, kind, &record)?;
        }
    }
    Ok(())
}

/// Plays a game to its end and returns its record.
fn play<G: Game>(args: &ShowArgs, bots: BotsOf<G>) -> Result<Option<String>> {
    let table = Table::from_args(&args.table, Level::Casual, bots)?;
    let played = Players::of(&table).play(&table, 0, true, &mut game::DiscardEvents)?;
    Ok(played.record.map(|record| record.to_line()))
}

/// Shows a finished game: only then may everything be seen.
fn show(args: &ShowArgs, kind: Kind, record: &str) -> Result<()> {
    let replay = kind.face().replay(record)?;
    let viewer = replay.unveiled().map_or(Viewer::Watcher, Viewer::Everything);
    let default_delay = if std::io::stdout().is_terminal() { 40 } else { 0 };
    let delay = Duration::from_millis(args.delay_ms.unwrap_or(default_delay));
    let mut out = output::stdout();
    for step in replay.steps() {
        if args.json {
            steps::write_json(&mut out, kind.face(), step.as_ref(), replay.seats(), viewer)?;
        } else {
            steps::write_text(&mut out, kind.face(), step.as_ref(), viewer, &Voice::numbers())?;
        }
        out.flush()?;
        thread::sleep(delay);
    }
    Ok(())
}
