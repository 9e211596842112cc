//! The ratings of all rated games of the server: fitted in the background, never on the way of a move.
//!
//! Every node of a cluster fits for itself from what is stored, and finds the same numbers as the others.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::{Arc, Weak};

use ratings::{Board, BoardKey, Player, RatedGame, RatedSeat, Rating, fit_board};
use store::{CommitError, ReadError, Replay, ReplayHead, ShownRating, Store, Write};
use tokio::sync::{Notify, watch};

use crate::bot_pool::BotPool;
use crate::table::TableContext;
use crate::time::Time;

/// Games are weighed as of the beginning of a day, so that all who compute on that day find the same.
const DAY: i64 = 86_400_000;
/// How often a node of a cluster looks for games that ended on others, in milliseconds.
const POLL_EVERY: i64 = 5_000;
/// How long to wait before what failed is tried again, in milliseconds.
const RETRY_AFTER: i64 = 5_000;
/// This many games are read at once.
const PAGE: u32 = 1_000;
/// Nodes store games at the same time, and one with a lower number may be seen later: in a cluster this many are read again.
const OVERLAP: u64 = 1_000;
/// Of games that are new at the same time, each of which is to change a rating by itself, this many rounds are fitted apart.
const MAX_ROUNDS: usize = 20;
/// Changes of ratings are stored in groups of this size.
const WRITES_AT_ONCE: usize = 200;

/// All ratings at a moment.
#[derive(Clone, Default, Debug)]
pub struct RatingsSnapshot {
    /// The moment as of which games are weighed, in milliseconds since 1970.
    pub as_of: i64,
    /// The boards that have a game.
    pub boards: BTreeMap<BoardKey, Arc<Board>>,
}

impl RatingsSnapshot {
    /// The ratings of a person, on the boards they played on.
    pub fn of_person(&self, person: u64) -> impl Iterator<Item = (&BoardKey, Rating)> {
        let player = Player::Person(person);
        self.boards.iter().filter_map(move |(key, board)| Some((key, *board.players.get(&player)?)))
    }
}

/// How strong people play, as far as rated games tell.
pub struct ServerRatings {
    store: Store,
    bots: BotPool,
    time: Time,
    /// How many games before the last are read again.
    overlap: u64,
    /// Somebody waits for a game that another node may have stored.
    wanted: Arc<Notify>,
    snapshot: watch::Sender<Arc<RatingsSnapshot>>,
}

#[derive(Debug, thiserror::Error)]
enum RefreshError {
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error("fitting the ratings failed: {0}")]
    Fit(#[from] tokio::task::JoinError),
    #[error("the server closes")]
    Closing,
}

/// What the games of the server are, as far as they were read.
#[derive(Default)]
struct KnownGames {
    as_of: Option<i64>,
    last: u64,
    numbers: HashSet<u64>,
    by_board: BTreeMap<BoardKey, Vec<Arc<RatedGame>>>,
}

/// A game whose players have not been shown a rating after it.
struct NewGame {
    replay: String,
    game: Arc<RatedGame>,
}

impl ServerRatings {
    /// Begins to fit what is stored.
    pub(crate) fn open(context: &TableContext, in_cluster: bool) -> Arc<Self> {
        let ratings = Arc::new(Self {
            store: context.store.clone(),
            bots: context.bots.clone(),
            time: context.time.clone(),
            // The last one tells whether it is still there.
            overlap: if in_cluster { OVERLAP } else { 1 },
            wanted: context.rated_games.clone(),
            snapshot: watch::Sender::default(),
        });
        tokio::spawn(run(Arc::downgrade(&ratings), context.rated_games.clone(), in_cluster));
        ratings
    }

    /// The newest ratings.
    #[must_use]
    pub fn snapshot(&self) -> Arc<RatingsSnapshot> {
        self.snapshot.borrow().clone()
    }

    /// The moment as of which games are weighed today.
    #[must_use]
    pub fn as_of(&self) -> i64 {
        let now = self.time.now();
        now - now.rem_euclid(DAY)
    }

    /// A finished game as soon as the ratings after it are known; at once if it is not rated. The caller sets a limit to its
    /// patience.
    ///
    /// # Errors
    /// If what is stored cannot be read.
    pub async fn after(&self, replay: &str) -> Result<Option<Replay>, ReadError> {
        let mut changes = self.snapshot.subscribe();
        loop {
            changes.mark_unchanged();
            match self.store.replay(replay).await? {
                Some(found) if found.rated && is_new(&found.results) => {}
                other => return Ok(other),
            }
            self.wanted.notify_one();
            if changes.changed().await.is_err() {
                return self.store.replay(replay).await;
            }
        }
    }

    /// Reads what is new, fits what it concerns, and shows it.
    async fn refresh(&self, known: &mut KnownGames) -> Result<(), RefreshError> {
        let as_of = self.as_of();
        let is_whole = known.as_of != Some(as_of) || !self.is_still_there(known).await?;
        if is_whole {
            *known = KnownGames { as_of: Some(as_of), ..KnownGames::default() };
        }
        let read = self.read_games(known).await;
        if read.is_err() && is_whole {
            // What was read is not all: next time everything is.
            known.as_of = None;
        }
        let mut new = read?;
        if !is_whole && new.is_empty() {
            return Ok(());
        }
        let mut snapshot = if is_whole {
            let boards = known.by_board.keys().cloned().collect();
            let fitted = self.fit(known, boards, as_of).await;
            RatingsSnapshot { as_of, boards: fitted.inspect_err(|_| known.as_of = None)? }
        } else {
            (*self.snapshot()).clone()
        };
        let mut writes = Vec::new();
        for round in 0.. {
            if new.is_empty() {
                break;
            }
            let (now, later) = if round + 1 < MAX_ROUNDS { split(new) } else { (new, Vec::new()) };
            new = later;
            let mut concerned = BTreeSet::new();
            for NewGame { game, .. } in &now {
                concerned.insert(known.add(game.clone()));
            }
            let fitted = self.fit(known, concerned, as_of).await.inspect_err(|_| known.as_of = None)?;
            for NewGame { replay, game } in now {
                let key = BoardKey::of(&game);
                let (before, after) = (snapshot.boards.get(&key), fitted.get(&key));
                let Some(after) = after else { continue };
                let ratings = shown(&game, before.map(|board| &**board), after);
                writes.push(Write::PutRatings { replay, ratings });
            }
            snapshot.boards.extend(fitted);
        }
        for group in writes.chunks(WRITES_AT_ONCE) {
            match self.store.commit(group.to_vec()).await {
                Ok(()) => {}
                Err(CommitError::Closed) => return Err(RefreshError::Closing),
                // The numbers are right all the same; what was shown is stored after the next reading of everything.
                Err(error) => tracing::warn!(%error, "storing ratings after games failed"),
            }
        }
        self.snapshot.send_replace(Arc::new(snapshot));
        Ok(())
    }

    /// Whether the last game that was read is still stored. If not, games were deleted, and their numbers may be given again.
    async fn is_still_there(&self, known: &KnownGames) -> Result<bool, ReadError> {
        let Some(before) = known.last.checked_sub(1) else { return Ok(true) };
        let found = self.store.rated_games(before, 1).await?;
        Ok(found.first().is_some_and(|head| head.place == known.last))
    }

    /// Reads games that are not in memory. Those whose players were shown their ratings are added; the others are returned.
    async fn read_games(&self, known: &mut KnownGames) -> Result<Vec<NewGame>, ReadError> {
        let mut new = Vec::new();
        let mut after = known.last.saturating_sub(self.overlap);
        loop {
            let page = self.store.rated_games(after, PAGE).await?;
            let Some(last) = page.last().map(|head| head.place) else { return Ok(new) };
            let is_last = page.len() < PAGE as usize;
            for head in page {
                if !known.numbers.insert(head.place) {
                    continue;
                }
                let is_new = is_new(&head.results);
                let replay = head.id.clone();
                let game = Arc::new(without_names(rated_game(head)));
                if is_new {
                    new.push(NewGame { replay, game });
                } else {
                    known.add(game);
                }
            }
            (known.last, after) = (known.last.max(last), last);
            if is_last {
                return Ok(new);
            }
        }
    }

    /// Fits boards on a thread that the bots do not need at the moment.
    async fn fit(
        &self,
        known: &KnownGames,
        boards: BTreeSet<BoardKey>,
        as_of: i64,
    ) -> Result<BTreeMap<BoardKey, Arc<Board>>, RefreshError> {
        let games: Vec<(BoardKey, Vec<Arc<RatedGame>>)> = boards
            .into_iter()
            .filter_map(|key| known.by_board.get(&key).cloned().map(|games| (key, games)))
            .collect();
        if games.is_empty() {
            return Ok(BTreeMap::new());
        }
        let work = self.bots.in_background(move |thread| {
            let stop = || thread.is_over();
            let fitted = games.into_iter().map(|(key, games)| {
                let board = fit_board(&key, games.iter().map(|game| &**game).collect(), as_of, &stop)?;
                Some((key, Arc::new(board)))
            });
            fitted.collect::<Option<BTreeMap<_, _>>>()
        });
        work.await?.flatten().ok_or(RefreshError::Closing)
    }
}

impl KnownGames {
    fn add(&mut self, game: Arc<RatedGame>) -> BoardKey {
        let key = BoardKey::of(&game);
        self.by_board.entry(key.clone()).or_default().push(game);
        key
    }
}

/// A finished game as ratings know it.
#[must_use]
pub fn rated_game(head: ReplayHead) -> RatedGame {
    let seats = head.results.into_iter().map(|seat| {
        let (bot, bot_version) = seat.bot.map(|bot| (bot.level, bot.version)).unzip();
        let name = seat.person.map(|_| seat.name);
        let (person, won, score, left) = (seat.person, seat.won, seat.score, seat.departed);
        RatedSeat { person, name, bot, bot_version, won, score, left }
    });
    RatedGame {
        number: head.place,
        game: head.game,
        ended_at: head.ended,
        replay_id: head.public.then_some(head.id),
        seats: seats.collect(),
    }
}

/// The fit needs no names, and there may be many games.
fn without_names(mut game: RatedGame) -> RatedGame {
    game.replay_id = None;
    game.seats.iter_mut().for_each(|seat| seat.name = None);
    game
}

/// Whether people wait to be shown their ratings after a game.
fn is_new(results: &[store::SeatResult]) -> bool {
    results.iter().any(|seat| seat.person.is_some() && seat.rating.is_none())
}

/// Games in which nobody plays twice, and the rest.
fn split(games: Vec<NewGame>) -> (Vec<NewGame>, Vec<NewGame>) {
    let mut met = HashSet::new();
    games.into_iter().partition(|NewGame { game, .. }| {
        let people: Vec<u64> = game.seats.iter().filter_map(|seat| seat.person).collect();
        let is_first = people.iter().all(|person| !met.contains(person));
        met.extend(people);
        is_first
    })
}

/// What the people of a game are shown after it.
fn shown(game: &RatedGame, before: Option<&Board>, after: &Board) -> Vec<(u8, ShownRating)> {
    let people = game.players().zip(0..).filter(|(player, _)| matches!(player, Player::Person(_)));
    let ratings = people.map(|(player, seat)| {
        let new = after.rating(&player);
        let old = before.map_or(Rating::NEW, |board| board.rating(&player));
        let points = new.points.round() as i64;
        let (interval, change) = (new.interval.round() as i64, points - old.points.round() as i64);
        (seat, ShownRating { points, interval, change })
    });
    ratings.collect()
}

async fn run(ratings: Weak<ServerRatings>, rated_games: Arc<Notify>, in_cluster: bool) {
    let mut known = KnownGames::default();
    loop {
        let Some(running) = ratings.upgrade() else { return };
        let time = running.time.clone();
        let now = time.now();
        let next = match running.refresh(&mut known).await {
            Ok(()) if in_cluster => now + POLL_EVERY,
            Ok(()) => running.as_of() + DAY,
            Err(RefreshError::Closing) => return,
            Err(error) => {
                tracing::warn!(%error, "refreshing the ratings failed");
                now + RETRY_AFTER
            }
        };
        // The server can end meanwhile.
        drop(running);
        tokio::select! {
            biased;
            () = rated_games.notified() => {}
            () = time.sleep_until(Some(next)) => {}
        }
    }
}
