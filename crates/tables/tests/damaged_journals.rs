//! A journal that was damaged is recovered as it stood at some moment, or refused with a sentence. It never becomes
//! another game, and never takes another table with it.
//!
//! Games of every kind are played in a real store, and what every player saw is noted after each fact. Then the rows are
//! damaged behind the store's back, in hundreds of seeded ways, and the server is opened again.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use games::Kind;
use protocol::TableId;
use rusqlite::{Connection, params};
use serde_json::{Value, json};
use tables::ServerConfig;

use self::support::{Client, close_server, open_server};

/// How many decisions are made in each game before the damage.
const DECISIONS: usize = 14;

/// What one player sees of a table, without what depends on who is connected.
fn seen(snapshot: &Value) -> Value {
    let seats = |seat: &Value| json!({"who": seat["occupant"], "bot": seat["played_by_bot"]});
    let seats: Vec<Value> = snapshot["info"]["seats"].as_array().unwrap().iter().map(seats).collect();
    let mut kept = json!({ "seats": seats });
    for field in ["you", "seq", "nth", "game_number", "seen", "chat", "draft", "invite_code"] {
        kept[field] = snapshot[field].clone();
    }
    for field in ["host", "game", "options", "stage", "commitment", "opened_at"] {
        kept[field] = snapshot["info"][field].clone();
    }
    kept
}

/// A table, and what each player saw after each fact.
struct Played {
    table: TableId,
    moments: BTreeMap<u64, [Value; 2]>,
}

impl Played {
    fn last(&self) -> &[Value; 2] {
        self.moments.last_key_value().unwrap().1
    }
}

struct TestRng(u64);

impl TestRng {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB) >> 31
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

async fn look(players: &mut [Client; 2], played: &mut Played) -> [Value; 2] {
    let [ann, bo] = players;
    let table = played.table;
    let [one, two] =
        [ann.does("sync", json!({ "table": table })).await, bo.does("sync", json!({ "table": table })).await];
    played.moments.insert(one["seq"].as_u64().unwrap(), [seen(&one), seen(&two)]);
    [one, two]
}

/// What a player can do. Where it is implied by the view, every free crossing of a board can be taken.
fn legal(seen: &Value) -> Vec<Value> {
    if let Some(legal) = seen["legal"].as_array() {
        return legal.clone();
    }
    assert_eq!(seen["legal"], "implied");
    let rows = seen["view"]["rows"].as_array().unwrap().iter().zip(0_usize..);
    let free = rows.flat_map(|(row, y)| {
        let places = row.as_str().unwrap().chars().zip(0_usize..).filter(|(place, _)| *place == '.');
        places.map(move |(_, x)| json!({"place": {"x": x, "y": y}})).collect::<Vec<_>>()
    });
    free.collect()
}

/// One game with some decisions, chat and drafts.
async fn play(players: &mut [Client; 2], kind: Kind, rng: &mut TestRng) -> Played {
    let config = json!({"game": kind.name(), "seats": 2, "clock": "off", "private": true});
    let opened = players[0].does("open", json!({ "config": config })).await;
    let table: TableId = opened["table"].as_str().unwrap().parse().unwrap();
    let code = players[0].does("sync", json!({ "table": table })).await["invite_code"].clone();
    players[1].does("join", json!({"table": table, "invite_code": code, "nonce": "b0"})).await;
    let mut played = Played { table, moments: BTreeMap::new() };
    for decision in 0..DECISIONS {
        let views = look(players, &mut played).await;
        let legal = views.each_ref().map(|view| legal(&view["seen"]));
        let Some(seat) = legal.iter().position(|legal| !legal.is_empty()) else { break };
        let legal = &legal[seat];
        let mut act =
            json!({"table": table, "game_number": 1, "nth": views[seat]["nth"], "action": rng.pick(legal)});
        if decision % 5 == 2 {
            players[seat].does("draft", act.clone()).await;
            look(players, &mut played).await;
            act["action"] = rng.pick(legal).clone();
        }
        players[seat].does("act", act).await;
        if decision % 4 == 3 {
            look(players, &mut played).await;
            let say = json!({"room": {"table": table}, "text": format!("line {decision}")});
            players[1 - seat].does("say", say).await;
        }
    }
    look(players, &mut played).await;
    assert!(played.moments.len() > 8, "{} was hardly played: {:?}", kind.name(), played.moments.keys());
    played
}

/// What is done to the rows of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Damage {
    /// All after some fact is gone, as if the server had been killed then.
    Prefix,
    SuffixLost,
    FactLost,
    /// The last facts are stored a second time, at the end.
    FactDoubled,
    /// A fact stands in the place of its neighbour as well.
    FactCopied,
    BodiesSwapped,
    FactsSwapped,
    NumbersSwapped,
    /// Facts of two tables change places.
    TablesSwapped,
    BitFlipped,
    TimeChanged,
    DigestLost,
    RowPointsElsewhere,
    LinkPointsElsewhere,
    LinksInACircle,
    NextNumberWrong,
    FirstNumberWrong,
}

const DAMAGES: &[Damage] = &[
    Damage::Prefix,
    Damage::SuffixLost,
    Damage::FactLost,
    Damage::FactDoubled,
    Damage::FactCopied,
    Damage::BodiesSwapped,
    Damage::FactsSwapped,
    Damage::NumbersSwapped,
    Damage::TablesSwapped,
    Damage::BitFlipped,
    Damage::TimeChanged,
    Damage::DigestLost,
    Damage::RowPointsElsewhere,
    Damage::LinkPointsElsewhere,
    Damage::LinksInACircle,
    Damage::NextNumberWrong,
    Damage::FirstNumberWrong,
];

/// A row of the journal.
#[derive(Clone)]
struct Row {
    place: i64,
    seq: i64,
    at: i64,
    body: String,
    digest: Option<i64>,
}

struct Database(Connection);

impl Database {
    fn open(folder: &Path) -> Self {
        Self(Connection::open(folder.join("parlor.db")).unwrap())
    }

    fn rows(&self, table: TableId) -> Vec<Row> {
        let sql = "SELECT place, seq, at, body, digest FROM entries WHERE table_id = ?1 ORDER BY seq";
        let mut statement = self.0.prepare(sql).unwrap();
        let row = |row: &rusqlite::Row<'_>| {
            Ok(Row {
                place: row.get(0)?,
                seq: row.get(1)?,
                at: row.get(2)?,
                body: row.get(3)?,
                digest: row.get(4)?,
            })
        };
        statement.query_map([table.number() as i64], row).unwrap().map(Result::unwrap).collect()
    }

    fn run(&self, sql: &str, values: impl rusqlite::Params) {
        self.0.execute(sql, values).unwrap();
    }

    /// Puts what a row says into the place of another.
    fn put(&self, from: &Row, to: &Row) {
        let sql = "UPDATE entries SET at = ?2, body = ?3, digest = ?4 WHERE place = ?1";
        self.run(sql, params![to.place, from.at, from.body, from.digest]);
    }

    /// Damages a table, and returns the allowed outcomes: the moments at which it may resume, if it is not refused.
    fn damage(&self, damage: Damage, table: TableId, other: TableId, rng: &mut TestRng) -> Allowed {
        let (rows, others) = (self.rows(table), self.rows(other));
        let id = table.number() as i64;
        let last = rows.len() - 1;
        let (one, two) = {
            let first = rng.below(last);
            (&rows[first], &rows[first + 1 + rng.below(last - first)])
        };
        match damage {
            Damage::Prefix => {
                self.run("DELETE FROM entries WHERE table_id = ?1 AND seq > ?2", [id, one.seq]);
                let sql = "UPDATE tables SET next_seq = ?2 + 1, newest = ?3 WHERE id = ?1";
                self.run(sql, [id, one.seq, one.place]);
                return Allowed::OnlyAt(one.seq as u64);
            }
            Damage::SuffixLost => {
                self.run("DELETE FROM entries WHERE table_id = ?1 AND seq >= ?2", [id, two.seq]);
            }
            Damage::FactLost => {
                let sql = "UPDATE entries SET before = (SELECT before FROM entries WHERE place = ?1) WHERE before = ?1";
                self.run(sql, [one.place]);
                self.run("DELETE FROM entries WHERE place = ?1", [one.place]);
            }
            Damage::FactDoubled => {
                let sql = "INSERT INTO entries (before, table_id, seq, at, body, digest)
                           SELECT newest, id, next_seq, ?2, ?3, ?4 FROM tables WHERE id = ?1";
                self.run(sql, params![id, two.at, two.body, two.digest]);
                let sql =
                    "UPDATE tables SET newest = last_insert_rowid(), next_seq = next_seq + 1 WHERE id = ?1";
                self.run(sql, [id]);
            }
            Damage::FactCopied => self.put(one, two),
            Damage::BodiesSwapped => {
                for (place, body) in [(one.place, &two.body), (two.place, &one.body)] {
                    self.run("UPDATE entries SET body = ?2 WHERE place = ?1", params![place, body]);
                }
                if one.body == two.body {
                    return Allowed::Last;
                }
            }
            Damage::FactsSwapped => {
                self.put(one, two);
                self.put(two, one);
            }
            Damage::NumbersSwapped => {
                for (place, seq) in [(one.place, two.seq), (two.place, one.seq)] {
                    self.run("UPDATE entries SET seq = ?2 WHERE place = ?1", [place, seq]);
                }
            }
            Damage::TablesSwapped => {
                let stranger = rng.pick(&others[1..]);
                self.put(one, stranger);
                self.put(stranger, one);
                return Allowed::RefusedWithTheOther;
            }
            Damage::BitFlipped => {
                let mut bytes = two.body.clone().into_bytes();
                let place = rng.below(bytes.len());
                // Still text: the lowest bit of an ASCII character.
                bytes[place] ^= u8::from(bytes[place].is_ascii()) << rng.below(5);
                let body = String::from_utf8(bytes).unwrap();
                if body == two.body {
                    return Allowed::Last;
                }
                self.run("UPDATE entries SET body = ?2 WHERE place = ?1", params![two.place, body]);
            }
            Damage::TimeChanged => {
                self.run(
                    "UPDATE entries SET at = at + ?2 WHERE place = ?1",
                    [two.place, 1 + rng.below(9_999) as i64],
                );
            }
            Damage::DigestLost => self.run("UPDATE entries SET digest = NULL WHERE place = ?1", [two.place]),
            Damage::RowPointsElsewhere => {
                let stranger = rng.pick(&others).place;
                let place = *rng.pick(&[one.place, stranger, i64::from(u32::MAX)]);
                self.run("UPDATE tables SET newest = ?2 WHERE id = ?1", [id, place]);
            }
            Damage::LinkPointsElsewhere => {
                let stranger = rng.pick(&others).place;
                self.run("UPDATE entries SET before = ?2 WHERE place = ?1", [two.place, stranger]);
            }
            Damage::LinksInACircle => {
                self.run("UPDATE entries SET before = ?2 WHERE place = ?1", [one.place, two.place]);
                if one.seq == rows[0].seq {
                    // A first fact that leads to a later one says nothing that is not there anyway.
                    return Allowed::LastOrRefused;
                }
            }
            Damage::NextNumberWrong => {
                let step = if rng.below(2) == 0 { 1 } else { -1 };
                self.run("UPDATE tables SET next_seq = next_seq + ?2 WHERE id = ?1", [id, step]);
            }
            Damage::FirstNumberWrong => {
                let step = if rng.below(2) == 0 { 1 } else { -1 };
                self.run("UPDATE tables SET begin_seq = begin_seq + ?2 WHERE id = ?1", [id, step]);
            }
        }
        Allowed::Refused
    }
}

/// What may become of a table that was damaged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Allowed {
    /// It stands as it did after this fact.
    OnlyAt(u64),
    /// Nothing was changed after all.
    Last,
    LastOrRefused,
    Refused,
    RefusedWithTheOther,
}

struct Case<'a> {
    seed: u64,
    damage: Damage,
    allowed: Allowed,
    played: &'a Played,
}

impl fmt::Display for Case<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seed {}: {:?}, {:?}, table {}", self.seed, self.damage, self.allowed, self.played.table)
    }
}

impl Case<'_> {
    fn check(&self, player: usize, answer: &str, body: &Value) {
        if answer == "refused" {
            let sentence = body["message"].as_str().unwrap();
            assert_eq!(body["code"], "no_such_table", "{self}: {body}");
            assert!(sentence.contains("its journal is invalid"), "{self}: {body}");
            assert!(!matches!(self.allowed, Allowed::OnlyAt(_) | Allowed::Last), "{self}: it is refused");
            return;
        }
        let now = seen(body);
        let moment = match self.allowed {
            Allowed::OnlyAt(seq) => &self.played.moments[&seq],
            Allowed::Last | Allowed::LastOrRefused => self.played.last(),
            Allowed::Refused | Allowed::RefusedWithTheOther => panic!("{self}: it is open, as {now}"),
        };
        assert_eq!(now, moment[player], "{self}");
    }
}

fn copy(from: &Path, to: &Path) {
    for file in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
        std::fs::copy(file.path(), to.join(file.file_name())).unwrap();
    }
}

#[tokio::test]
async fn a_damaged_journal_is_recovered_or_refused_with_a_sentence_and_never_another_game() {
    let sound = tempfile::tempdir().unwrap();
    let config = || ServerConfig {
        messages_per_second: 100_000,
        chat_messages_per_minute: 100_000,
        drafts_per_minute: 100_000,
        ..ServerConfig::default()
    };
    let server = open_server(sound.path(), config()).await;
    let mut players = [Client::named(&server, "Ann").await, Client::named(&server, "Bo").await];
    let tokens = [players[0].token.clone(), players[1].token.clone()];
    let mut rng = TestRng(16);
    let mut games = Vec::new();
    for kind in Kind::ALL {
        games.push(play(&mut players, *kind, &mut rng).await);
    }
    drop(players);
    close_server(server).await;

    let rounds = if std::env::var_os("PARLOR_LONG").is_some() { 100 } else { 3 };
    for seed in 0..rounds * DAMAGES.len() as u64 {
        let mut rng = TestRng(seed);
        let damage = DAMAGES[seed as usize % DAMAGES.len()];
        let damaged = rng.below(games.len());
        let other = (damaged + 1 + rng.below(games.len() - 1)) % games.len();
        let folder = tempfile::tempdir().unwrap();
        copy(sound.path(), folder.path());
        let (table, stranger) = (games[damaged].table, games[other].table);
        let allowed = Database::open(folder.path()).damage(damage, table, stranger, &mut rng);
        if let Allowed::OnlyAt(seq) = allowed
            && !games[damaged].moments.contains_key(&seq)
        {
            // In the middle of facts that were stored together: no kill leads there.
            continue;
        }
        let server = open_server(folder.path(), config()).await;
        for (player, token) in tokens.iter().enumerate() {
            let mut client = Client::again(&server, token).await;
            for (index, played) in games.iter().enumerate() {
                let allowed = match allowed {
                    allowed if index == damaged => allowed,
                    Allowed::RefusedWithTheOther if index == other => Allowed::Refused,
                    _ => Allowed::Last,
                };
                let (answer, body) = client.ask("sync", json!({ "table": played.table })).await;
                Case { seed, damage, allowed, played }.check(player, &answer, &body);
            }
        }
        close_server(server).await;
    }
}
