//! The games of a tournament, stored line by line so that one that was killed can be continued.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use bots::Searchable;
use game::Options;
use game::options::RawOptions;
use serde::{Deserialize, Serialize};

use super::tournament::GameLine;
use crate::cli::ArenaArgs;
use crate::table::Table;

/// What a folder's games were played for. Everything but the number of games must be the same to go on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Plan {
    pub(super) game: String,
    pub(super) rules: u16,
    pub(super) options: RawOptions,
    pub(super) players: u8,
    pub(super) bots: Vec<String>,
    pub(super) seed: u64,
    pub(super) engine_time: u32,
}

impl Plan {
    pub(super) fn of<G: Searchable>(args: &ArenaArgs, table: &Table<G>) -> Self {
        Self {
            game: G::NAME.to_owned(),
            rules: *G::RULES.end(),
            options: table.options.settings(),
            players: table.seats,
            bots: args.bots.iter().map(ToString::to_string).collect(),
            seed: table.seed,
            engine_time: args.engine_time_ms,
        }
    }
}

/// Where the games go; nowhere without a folder.
pub(super) struct Journal {
    file: Option<(PathBuf, File)>,
}

impl Journal {
    /// Opens the folder and reads what is there. The seed of a folder is kept unless another one is asked for.
    ///
    /// # Errors
    /// If the folder cannot be used, or holds another tournament.
    pub(super) fn open(
        folder: Option<&Path>,
        mut plan: Plan,
        seed_given: bool,
    ) -> Result<(Plan, Self, Vec<GameLine>)> {
        let Some(folder) = folder else { return Ok((plan, Self { file: None }, Vec::new())) };
        fs::create_dir_all(folder).with_context(|| format!("cannot use the folder {}", folder.display()))?;
        let path = folder.join("games.jsonl");
        let failure = || format!("cannot keep the games in {}", path.display());
        let mut file =
            File::options().read(true).append(true).create(true).open(&path).with_context(failure)?;
        let (mut head, mut lines, mut whole) = (None, Vec::new(), 0u64);
        let mut reader = BufReader::new(&file);
        let mut text = Vec::new();
        loop {
            text.clear();
            let length = reader.read_until(b'\n', &mut text).with_context(failure)?;
            // A line without its end was being written when the program was killed: that game is played again.
            if length == 0 || text.last() != Some(&b'\n') {
                break;
            }
            if head.is_none() {
                let plan: Plan = serde_json::from_slice(&text)
                    .with_context(|| format!("{} is not a list of games of an arena", path.display()))?;
                head = Some(plan);
            } else {
                let line: GameLine = serde_json::from_slice(&text).with_context(|| {
                    format!("line {} of {} cannot be read", lines.len() + 2, path.display())
                })?;
                lines.push(line);
            }
            whole += length as u64;
        }
        match head {
            Some(kept) => {
                if !seed_given {
                    plan.seed = kept.seed;
                }
                if kept != plan {
                    bail!(
                        "{} holds another tournament ({} for {} of {}, seed {}). Name another folder.",
                        folder.display(),
                        kept.game,
                        kept.players,
                        kept.bots.join(","),
                        kept.seed
                    );
                }
                file.set_len(whole).with_context(failure)?;
            }
            None => {
                file.set_len(0).with_context(failure)?;
                write_line(&mut file, &plan).with_context(failure)?;
            }
        }
        Ok((plan, Self { file: Some((path, file)) }, lines))
    }

    /// Keeps a game.
    pub(super) fn write(&mut self, line: &GameLine) -> Result<()> {
        match &mut self.file {
            Some((path, file)) => {
                write_line(file, line).with_context(|| format!("cannot keep the games in {}", path.display()))
            }
            None => Ok(()),
        }
    }

    /// Nothing that was kept is lost after this.
    pub(super) fn sync(&self) -> Result<()> {
        match &self.file {
            Some((path, file)) => {
                file.sync_all().with_context(|| format!("cannot keep the games in {}", path.display()))
            }
            None => Ok(()),
        }
    }
}

/// One line in one write: a kill leaves whole lines and at most one broken one.
fn write_line(file: &mut File, value: &impl Serialize) -> Result<()> {
    let mut text = serde_json::to_vec(value)?;
    text.push(b'\n');
    file.write_all(&text)?;
    Ok(())
}
