//! Boards: the ratings of one game at one class of tables.

use std::collections::BTreeMap;

use crate::fit::{Entry, Stages};
use crate::{
    FinishOrder, HALF_LIFE_MS, LEADERBOARD_GAMES, MAX_CERTAIN_INTERVAL, POINTS, Player, RatedGame, START,
    TableClass, anchor, finish_order, places,
};

/// Which board.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BoardKey {
    /// Name of the game.
    pub game: String,
    /// Size of the tables.
    pub class: TableClass,
}

impl BoardKey {
    /// The board that a game counts on.
    #[must_use]
    pub fn of(game: &RatedGame) -> Self {
        Self { game: game.game.clone(), class: TableClass::of(game.seats.len()) }
    }
}

/// How strong somebody plays.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// 400 points are odds of ten to one.
    pub points: f64,
    /// Half the width of the 95 % interval; 0 for bots whose rating is fixed.
    pub interval: f64,
    /// Number of rated games.
    pub games: u32,
}

impl Rating {
    /// Of somebody who has not played yet.
    pub const NEW: Self = Self { points: START, interval: 1.96 * crate::PRIOR_DEVIATION, games: 0 };

    /// Whether the rating is provisional: there are too few games for a reliable number.
    #[must_use]
    pub fn is_provisional(&self) -> bool {
        self.interval > MAX_CERTAIN_INTERVAL
    }
}

/// The ratings of one game at one class of tables.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Board {
    /// Everybody who played, bots too.
    pub players: BTreeMap<Player, Rating>,
    /// Number of rated games.
    pub games: u32,
}

impl Board {
    /// The rating of somebody; the one of a beginner if they have not played here.
    #[must_use]
    pub fn rating(&self, player: &Player) -> Rating {
        self.players.get(player).copied().unwrap_or(Rating::NEW)
    }

    /// People with enough games, the strongest first.
    #[must_use]
    pub fn leaders(&self) -> Vec<(u64, Rating)> {
        let people = self.players.iter().filter_map(|(player, rating)| match player {
            Player::Person(person) if rating.games >= LEADERBOARD_GAMES => Some((*person, *rating)),
            _ => None,
        });
        let mut leaders: Vec<_> = people.collect();
        leaders
            .sort_by(|(person, one), (other, two)| two.points.total_cmp(&one.points).then(person.cmp(other)));
        leaders
    }
}

/// All boards of these games.
#[must_use]
pub fn fit_boards(games: &[RatedGame], at: i64) -> BTreeMap<BoardKey, Board> {
    let mut by_board: BTreeMap<BoardKey, Vec<&RatedGame>> = BTreeMap::new();
    for game in games {
        by_board.entry(BoardKey::of(game)).or_default().push(game);
    }
    let fitted = by_board.into_iter().filter_map(|(key, games)| {
        let board = fit_board(&key, games, at, &|| false)?;
        Some((key, board))
    });
    fitted.collect()
}

/// The ratings of one board at a moment, in milliseconds since 1970. `None` if `stop`, which is called often, returns
/// true.
#[must_use]
pub fn fit_board(
    key: &BoardKey,
    mut games: Vec<&RatedGame>,
    at: i64,
    stop: &dyn Fn() -> bool,
) -> Option<Board> {
    // In one order, whatever order they come in: sums of fractions depend on it.
    games.sort_unstable();
    games.dedup_by(|one, other| one.number == other.number);
    let mut board = Board { games: games.len() as u32, ..Board::default() };
    let mut indices: BTreeMap<Player, u32> = BTreeMap::new();
    let mut pools = Pools::default();
    let mut read = Vec::with_capacity(games.len());
    for game in &games {
        let mut seats = Vec::with_capacity(game.seats.len());
        for player in game.players() {
            let fixed = match &player {
                Player::Bot { level, version } => anchor(&key.game, level, *version),
                Player::Person(_) | Player::Deleted { .. } => None,
            };
            let rating = board.players.entry(player.clone()).or_insert(Rating::NEW);
            rating.games += 1;
            seats.push(match fixed {
                Some(points) => {
                    (rating.points, rating.interval) = (points, 0.0);
                    Entry::Fixed((points - START) / POINTS)
                }
                None => {
                    let next = indices.len() as u32;
                    Entry::Free(*indices.entry(player).or_insert_with(|| {
                        pools.add();
                        next
                    }))
                }
            });
        }
        pools.join(&seats);
        read.push((*game, seats));
    }
    let found = pools.fit(finish_order(&key.game), &read, at, stop)?;
    for (player, index) in indices {
        if let Some(rating) = board.players.get_mut(&player) {
            let (strength, variance) = found[index as usize];
            rating.points = START + POINTS * strength;
            rating.interval = 1.96 * POINTS * variance.sqrt();
        }
    }
    Some(board)
}

/// Players who met, directly or over others. Nothing that happens in one pool concerns another: each is fitted alone.
#[derive(Default)]
struct Pools {
    /// Somebody of the same pool; a pool's first player is their own.
    parents: Vec<u32>,
}

impl Pools {
    fn add(&mut self) {
        self.parents.push(self.parents.len() as u32);
    }

    fn pool(&mut self, player: u32) -> u32 {
        let mut player = player;
        while self.parents[player as usize] != player {
            let above = self.parents[self.parents[player as usize] as usize];
            self.parents[player as usize] = above;
            player = above;
        }
        player
    }

    fn join(&mut self, seats: &[Entry]) {
        let mut free = seats.iter().filter_map(|entry| match entry {
            Entry::Free(player) => Some(*player),
            Entry::Fixed(_) => None,
        });
        let Some(first) = free.next() else { return };
        for other in free {
            let (one, other) = (self.pool(first), self.pool(other));
            self.parents[one.max(other) as usize] = one.min(other);
        }
    }

    /// Strength and variance of each player.
    fn fit(
        &mut self,
        order: FinishOrder,
        games: &[(&RatedGame, Vec<Entry>)],
        at: i64,
        stop: &dyn Fn() -> bool,
    ) -> Option<Vec<(f64, f64)>> {
        let players = self.parents.len();
        let pools: Vec<u32> = (0..players as u32).map(|player| self.pool(player)).collect();
        // The players of each pool, in the order in which it met them: that is their number within the pool.
        let mut members: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        let mut within = Vec::with_capacity(players);
        for (player, pool) in pools.iter().enumerate() {
            let members = members.entry(*pool).or_default();
            within.push(members.len() as u32);
            members.push(player);
        }
        let mut stages: BTreeMap<u32, Stages> = BTreeMap::new();
        for (game, seats) in games {
            let free = seats.iter().find_map(|entry| match entry {
                Entry::Free(player) => Some(*player),
                Entry::Fixed(_) => None,
            });
            // A game among bots whose ratings are fixed says nothing new.
            let Some(player) = free else { continue };
            let of_pool = |seat: &usize| match seats[*seat] {
                Entry::Free(player) => Entry::Free(within[player as usize]),
                fixed @ Entry::Fixed(_) => fixed,
            };
            let groups: Vec<Vec<Entry>> =
                places(order, &game.seats).iter().map(|group| group.iter().map(of_pool).collect()).collect();
            let stages = stages.entry(pools[player as usize]).or_default();
            stages.add(&groups, order == FinishOrder::Winner, weight(game.ended_at, at));
        }
        let mut found = vec![(0.0, 0.0); players];
        for (pool, stages) in stages {
            let members = &members[&pool];
            let fit = stages.fit(members.len(), stop)?;
            for (player, fitted) in members.iter().zip(fit.strengths.into_iter().zip(fit.variances)) {
                found[*player] = fitted;
            }
        }
        Some(found)
    }
}

/// How much a game weighs at a moment. A game that is not over yet at that moment weighs one, as a new one does.
fn weight(ended: i64, at: i64) -> f64 {
    let age = at.saturating_sub(ended).max(0);
    (-(age as f64) / HALF_LIFE_MS as f64).exp2()
}
