//! `parlor sim --into`: the games in the database of a server, as a server keeps finished games.

use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, anyhow, bail};
use bots::Level;
use game::{Game, Record, Seat, SeatSet};
use protocol::{Name, NameSalt, ReplayId, Seal, SealedNames, TableId};
use serde::Serialize;
use serde_json::Value;
use store::{Person, Replay, SeatResult, SeatedBot, Store, StoreLocation, Write};
use tokio::runtime::Runtime;

use super::play::{PlayedGame, rotation};
use crate::cli::SimArgs;
use crate::entrant::BotName;
use crate::table::Table;

/// Games that are stored as one: a commit waits for the disk.
const GAMES_AT_ONCE: usize = 128;

/// From the end of one game to the end of the next, in milliseconds; the last one ends now.
const BETWEEN_GAMES: i64 = 1_000;

/// What is to be written of each game, for the threads that play.
pub(crate) struct Written {
    /// By place at the table, before any rotation.
    players: Vec<Player>,
    rated: bool,
    table: TableId,
    salt: NameSalt,
    first_end: i64,
}

/// Who sits on a place.
enum Player {
    Person { id: u64, name: String },
    Bot(Level),
}

/// What was stored, for the report.
#[derive(Serialize)]
pub(crate) struct StoredGames {
    pub(crate) place: String,
    pub(crate) games: u64,
    pub(crate) first: String,
    pub(crate) last: String,
}

/// Stores batches of games in their order.
pub(crate) struct GamesStore {
    runtime: Runtime,
    store: Store,
    place: StoreLocation,
    table: TableId,
    next: u64,
    waiting: BTreeMap<u64, Vec<Replay>>,
    ready: Vec<Write>,
    stored: u64,
}

/// Opens the database, and seats those who are named; people of new names are added to it.
pub(crate) fn open<G: Game>(
    place: &StoreLocation,
    args: &SimArgs,
    table: &Table<G>,
) -> Result<(Written, GamesStore)> {
    if args.people.len() > table.bots.len() {
        bail!("--people names {} people, but only {} play: one name a seat.", args.people.len(), table.seats);
    }
    for (index, name) in args.people.iter().enumerate() {
        if args.people[..index].contains(name) {
            bail!("--people names {name} twice: a person has one seat.");
        }
    }
    if u32::try_from(args.games).is_err() {
        bail!("--into stores at most {} games at once.", u32::MAX);
    }
    let levels = table.bots.iter().map(|bot| match bot {
        BotName::Level(level) => Ok(*level),
        other => bail!("--into stores games of the bots that people meet: {other} is not one of them."),
    });
    let levels: Vec<Level> = levels.collect::<Result<_>>()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
    let runtime = runtime.context("The program cannot start its threads")?;
    let store = runtime.block_on(Store::open(place))?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
    let now = i64::try_from(now).unwrap_or(i64::MAX);
    let first_end = now - BETWEEN_GAMES * (args.games as i64 - 1);
    let mut players = Vec::new();
    for (index, level) in levels.into_iter().enumerate() {
        players.push(match args.people.get(index) {
            Some(name) => runtime.block_on(person(&store, name, (first_end, now)))?,
            None => Player::Bot(level),
        });
    }
    let number = TableId::new(getrandom::u64()?);
    let mut salt = [0; 32];
    getrandom::fill(&mut salt)?;
    let salt = NameSalt::from_random(salt);
    let written = Written { players, rated: args.rated, table: number, salt, first_end };
    let games = GamesStore {
        runtime,
        store,
        place: place.clone(),
        table: number,
        next: 0,
        waiting: BTreeMap::new(),
        ready: Vec::new(),
        stored: 0,
    };
    Ok((written, games))
}

/// The person of this name, created if there is none. Nobody can sign in as a created person, because they have no token.
async fn person(store: &Store, name: &str, (created, seen): (i64, i64)) -> Result<Player> {
    let name = Name::parse(name).with_context(|| format!("nobody can be called {name:?}"))?;
    if let Some(known) = store.person_by_name_key(&name.key()).await? {
        return Ok(Player::Person { id: known.id, name: known.name });
    }
    let mut token_hash = [0; 32];
    getrandom::fill(&mut token_hash)?;
    // Below 2^53, as the server's own: programs read ids as JSON numbers.
    let id = getrandom::u64()? >> 11;
    let name_key = name.key();
    let name = name.as_str().to_owned();
    let person = Person { id, name: name.clone(), name_key, token_hash, created, seen };
    store.commit(vec![Write::PutPerson(person)]).await?;
    Ok(Player::Person { id, name })
}

/// A finished game as replays say it. Fields in alphabetical order.
#[derive(Serialize)]
struct Finished<'a, A> {
    abandoned: bool,
    ended: i64,
    id: ReplayId,
    #[serde(flatten)]
    sealed: SealedNames,
    names: &'a [String],
    record: &'a Record<A>,
    scores: &'a [i32],
    table: TableId,
    winners: SeatSet,
}

impl Written {
    /// The replay of a game that was played with its record.
    pub(crate) fn replay<G: Game>(
        &self,
        table: &Table<G>,
        number: u64,
        played: &PlayedGame<G>,
    ) -> Result<Replay> {
        let record = played.record.as_ref().ok_or_else(|| anyhow!("game {number} has no record"))?;
        let (winners, scores) = (played.winners(), played.position.scores());
        let scores = scores.as_slice();
        let turned = rotation(number, table.seats);
        let results: Vec<SeatResult> = Seat::all(table.seats)
            .map(|seat| SeatResult {
                seat: seat.number(),
                won: winners.contains(seat),
                score: i64::from(scores.get(seat.index()).copied().unwrap_or_default()),
                ..self.seated((seat.index() + turned) % self.players.len(), seat)
            })
            .collect();
        let names: Vec<String> = results.iter().map(|result| result.name.clone()).collect();
        let ended = self.first_end + BETWEEN_GAMES * number as i64;
        let id = ReplayId { table: self.table, game: number as u32 + 1 };
        let mut replay = serde_json::to_value(Finished {
            abandoned: false,
            ended,
            id,
            sealed: SealedNames::new(&names, self.salt_of(number)),
            names: &names,
            record,
            scores,
            table: self.table,
            winners,
        })?;
        replay["seal"] = Value::String(Seal::of(&replay).to_string());
        Ok(Replay {
            id: id.to_string(),
            game: G::NAME.to_owned(),
            ended,
            public: true,
            rated: self.rated,
            body: replay.to_string(),
            results,
        })
    }

    fn seated(&self, place: usize, seat: Seat) -> SeatResult {
        match &self.players[place] {
            Player::Person { id, name } => {
                SeatResult { person: Some(*id), name: name.clone(), ..SeatResult::default() }
            }
            Player::Bot(level) => SeatResult {
                name: format!("Bot {} ({level})", seat.number() + 1),
                bot: Some(SeatedBot { level: level.name().to_owned(), version: bots::VERSION }),
                ..SeatResult::default()
            },
        }
    }

    /// Each game has a separate salt, so that the hashes of a name differ between games.
    fn salt_of(&self, number: u64) -> NameSalt {
        number.to_le_bytes().into_iter().fold(self.salt, |salt, byte| salt.of_seat(byte))
    }
}

impl GamesStore {
    /// Writes the games of a batch; batches may arrive in any order.
    pub(crate) fn write(&mut self, number: u64, games: Vec<Replay>) -> Result<()> {
        self.waiting.insert(number, games);
        while let Some(games) = self.waiting.remove(&self.next) {
            self.ready.extend(games.into_iter().map(Write::PutReplay));
            self.next += 1;
            if self.ready.len() >= GAMES_AT_ONCE {
                self.commit()?;
            }
        }
        Ok(())
    }

    fn commit(&mut self) -> Result<()> {
        let games = std::mem::take(&mut self.ready);
        let count = games.len() as u64;
        let stored = self.runtime.block_on(self.store.commit(games));
        stored.with_context(|| {
            format!("{} holds {} of the games, and no more can be stored", self.place, self.stored)
        })?;
        self.stored += count;
        Ok(())
    }

    pub(crate) fn finish(mut self) -> Result<StoredGames> {
        self.commit()?;
        self.runtime.block_on(self.store.close());
        let id = |game: u64| ReplayId { table: self.table, game: game as u32 }.to_string();
        Ok(StoredGames {
            place: self.place.to_string(),
            games: self.stored,
            first: id(1),
            last: id(self.stored),
        })
    }
}
