//! What the tests of all games share.

use std::path::PathBuf;

use game::options::RawOptions;
use game::playthrough::{random_record, tell};
use game::{Game, Options, Seed, Tell};

/// The options that `k=v,k=v` names.
pub(crate) fn options<G: Game>(settings: &str) -> G::Options {
    G::Options::from_settings(&RawOptions::parse(settings).unwrap()).unwrap()
}

/// Compares a whole random game, told in sentences, with the file `golden/<name>.txt`, which people review as a
/// diff. `UPDATE_GOLDEN=1` writes the file anew.
pub(crate) fn golden<G: Tell>(name: &str, settings: &str, seats: u8, seed: u64, draw_every: usize) {
    let options = options::<G>(settings);
    let record = random_record::<G>(&options, seats, Seed::from_number(seed), seed, 100_000).unwrap();
    let told = tell::<G>(&record, draw_every).unwrap();
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("golden").join(format!("{name}.txt"));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, told).unwrap();
        return;
    }
    let written = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}; UPDATE_GOLDEN=1 writes it", path.display()));
    if let Some((line, (old, new))) = written.lines().zip(told.lines()).enumerate().find(|(_, (a, b))| a != b)
    {
        panic!("{} differs at line {}:\n  was {old}\n  now {new}", path.display(), line + 1);
    }
    assert_eq!(written.len(), told.len(), "{} has another length now", path.display());
}
