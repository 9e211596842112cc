//! What the tests of all games share.

use std::path::PathBuf;

use game::options::RawOptions;
use game::playthrough::{random_record, tell};
use game::{Game, Options, Record, Seed, Tell};

/// The options that `k=v,k=v` names.
pub(crate) fn options<G: Game>(settings: &str) -> G::Options {
    G::Options::from_settings(&RawOptions::parse(settings).unwrap()).unwrap()
}

/// How many random games each table is held to the laws for: all of them in `make laws-long`.
pub(crate) fn law_games() -> u64 {
    if std::env::var_os("PARLOR_LONG").is_some() { 2_000 } else { 200 }
}

/// How many games at each table are followed by an independent retelling of the rules: all of them in `make laws-long`.
pub(crate) fn retold_games() -> u64 {
    if std::env::var_os("PARLOR_LONG").is_some() { 1_000 } else { 100 }
}

/// Tells a committed game in sentences and compares it with the file `golden/<game>-<name>.txt`, which people review as a
/// diff. `UPDATE_GOLDEN=1` rewrites that file.
///
/// The game is the record `archive/<game>/<name>.jsonl`, so that a golden game stays the same game whatever changes in the
/// order of a list or in how choices are drawn. A record is made of random choices once, if there is none, and never written
/// again: it must replay for ever.
pub(crate) fn golden<G: Tell>(name: &str, settings: &str, seats: u8, seed: u64, draw_every: usize) {
    let name = name.strip_prefix(G::NAME).and_then(|name| name.strip_prefix('-')).unwrap();
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let archived = folder.join("archive").join(G::NAME).join(format!("{name}.jsonl"));
    let is_updated = std::env::var_os("UPDATE_GOLDEN").is_some();
    if is_updated && !archived.exists() {
        let options = options::<G>(settings);
        let record = random_record::<G>(&options, seats, Seed::from_number(seed), seed, 100_000).unwrap();
        std::fs::create_dir_all(archived.parent().unwrap()).unwrap();
        std::fs::write(&archived, record.to_line() + "\n").unwrap();
    }
    let read = |path: &PathBuf| {
        std::fs::read_to_string(path)
            .unwrap_or_else(|error| panic!("{}: {error}; UPDATE_GOLDEN=1 writes it", path.display()))
    };
    let emitted = tell::<G>(&Record::parse(read(&archived).trim_end()).unwrap(), draw_every).unwrap();
    let path = folder.join("golden").join(format!("{}-{name}.txt", G::NAME));
    if is_updated {
        std::fs::write(&path, emitted).unwrap();
        return;
    }
    let written = read(&path);
    if let Some((line, (old, new))) =
        written.lines().zip(emitted.lines()).enumerate().find(|(_, (a, b))| a != b)
    {
        panic!("{} differs at line {}:\n  was {old}\n  now {new}", path.display(), line + 1);
    }
    assert_eq!(written.len(), emitted.len(), "{} has another length now", path.display());
}
