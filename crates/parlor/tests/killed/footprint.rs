//! What a server has on disk and in memory while it plays many games.

use std::fs;
use std::path::Path;

use rusqlite::{Connection, OpenFlags};

/// A look at the server and its database, just before a kill.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Footprint {
    /// Games that were played to the end.
    pub(crate) games: u64,
    /// What the journals of all tables take on disk.
    journals_kib: u64,
    /// The database without its replays, which are kept.
    others_kib: u64,
    resident_kib: u64,
}

impl Footprint {
    pub(crate) fn of(folder: &Path, pid: u32) -> Self {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY;
        let database = Connection::open_with_flags(folder.join("parlor.db"), flags).unwrap();
        database.busy_timeout(std::time::Duration::from_secs(5)).unwrap();
        let one =
            |sql: &str| database.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap().cast_unsigned();
        let kib = |names: &str| {
            one(&format!("SELECT coalesce(sum(pgsize), 0) / 1024 FROM dbstat WHERE name {names}"))
        };
        let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
        let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.split_whitespace().next());
        Self {
            games: one("SELECT count(*) FROM replays"),
            journals_kib: kib("= 'entries'"),
            others_kib: kib("NOT LIKE '%repl%' AND name NOT LIKE 'results%'"),
            resident_kib: resident.unwrap().parse().unwrap(),
        }
    }

    fn measures(self) -> [(&'static str, u64); 3] {
        [
            ("journals on disk", self.journals_kib),
            ("database without replays", self.others_kib),
            ("resident memory", self.resident_kib),
        ]
    }
}

/// Nothing grows with the number of games: what is used at most in the last third is hardly more than in the middle third.
/// The first third is left out, in which the server and its tables get going.
#[expect(clippy::print_stdout, reason = "a long run is looked at")]
pub(crate) fn check_flat(looks: &[Footprint]) {
    let third = looks.len() / 3;
    let (middle, last) = (&looks[third..2 * third], &looks[2 * third..]);
    for number in 0..3 {
        let most = |looks: &[Footprint]| {
            looks.iter().map(|look| look.measures()[number]).max_by_key(|most| most.1).unwrap()
        };
        let ((name, before), (_, after)) = (most(middle), most(last));
        let (from, to) = (middle[0].games, last[last.len() - 1].games);
        println!("{name}: {before} KiB at most from game {from} on, {after} KiB at most up to game {to}");
        assert!(after <= before + before / 4 + 256, "{name} grows: {looks:?}");
    }
}
