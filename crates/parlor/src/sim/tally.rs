//! What is counted.

use game::{Game, Seat};

use super::play::PlayedGame;

/// Counts over many games.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) games: u64,
    pub(crate) draws: u64,
    pub(crate) shared: u64,
    pub(crate) actions: u64,
    pub(crate) shortest: u64,
    pub(crate) longest: u64,
    /// Games that another program lost by failing.
    pub(crate) forfeits: u64,
    /// How one of them failed.
    pub(crate) first_forfeit: Option<String>,
    pub(crate) entrants: Vec<Count>,
    pub(crate) seats: Vec<Count>,
}

/// One win in units that every table can share without a remainder: the least common multiple of 1 to 10.
const WIN: u64 = 2_520;

/// What one entrant, or one seat, got. Whole numbers only: sums of fractions would depend on which thread was done
/// first.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Count {
    /// Games won, shared wins included.
    pub(crate) wins: u64,
    /// The same in units of [`WIN`], with a win shared by k counted as 1/k.
    share: u64,
    score_sum: i64,
    score_squares: u64,
}

impl Count {
    /// Wins a game, a win shared by k counted as 1/k.
    pub(crate) fn win_rate(&self, games: u64) -> f64 {
        self.share as f64 / (WIN * games) as f64
    }

    pub(crate) fn mean_score(&self, games: u64) -> f64 {
        self.score_sum as f64 / games as f64
    }

    pub(crate) fn score_deviation(&self, games: u64) -> f64 {
        let mean = self.mean_score(games);
        (self.score_squares as f64 / games as f64 - mean * mean).max(0.0).sqrt()
    }

    fn add(&mut self, other: &Self) {
        self.wins += other.wins;
        self.share += other.share;
        self.score_sum += other.score_sum;
        self.score_squares += other.score_squares;
    }
}

impl Tally {
    pub(crate) fn new(seats: u8) -> Self {
        let counts = vec![Count::default(); usize::from(seats)];
        Self { shortest: u64::MAX, entrants: counts.clone(), seats: counts, ..Self::default() }
    }

    /// Counts a finished game in which the entrants sat `turned` seats on.
    pub(crate) fn count<G: Game>(&mut self, played: &PlayedGame<G>, turned: usize) {
        let PlayedGame { position, actions, .. } = played;
        let (winners, actions) = (played.winners(), *actions);
        if let Some((_, failure)) = &played.forfeit {
            self.forfeits += 1;
            self.first_forfeit.get_or_insert_with(|| failure.to_string());
        }
        self.games += 1;
        self.draws += u64::from(winners.is_empty());
        self.shared += u64::from(winners.len() > 1);
        self.actions += actions;
        self.shortest = self.shortest.min(actions);
        self.longest = self.longest.max(actions);
        let scores = position.scores();
        for seat in Seat::all(position.seats()) {
            let score = i64::from(scores[seat]);
            let mut count =
                Count { score_sum: score, score_squares: score.unsigned_abs().pow(2), ..Count::default() };
            if winners.contains(seat) {
                count.wins = 1;
                count.share = WIN / u64::from(winners.len());
            }
            let entrant = (seat.index() + turned) % self.entrants.len();
            self.entrants[entrant].add(&count);
            self.seats[seat.index()].add(&count);
        }
    }

    pub(crate) fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.draws += other.draws;
        self.shared += other.shared;
        self.actions += other.actions;
        self.forfeits += other.forfeits;
        if self.first_forfeit.is_none() {
            self.first_forfeit.clone_from(&other.first_forfeit);
        }
        self.shortest = self.shortest.min(other.shortest);
        self.longest = self.longest.max(other.longest);
        for (count, more) in self.entrants.iter_mut().zip(&other.entrants) {
            count.add(more);
        }
        for (count, more) in self.seats.iter_mut().zip(&other.seats) {
            count.add(more);
        }
    }
}
