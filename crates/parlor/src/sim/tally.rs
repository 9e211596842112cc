//! What is counted.

use game::{Game, Seat};

/// Counts over many games.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) games: u64,
    pub(crate) draws: u64,
    pub(crate) shared: u64,
    pub(crate) actions: u64,
    pub(crate) shortest: u64,
    pub(crate) longest: u64,
    pub(crate) entrants: Vec<Count>,
    pub(crate) seats: Vec<Count>,
}

/// What one entrant, or one seat, got.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Count {
    /// Games won, shared wins included.
    pub(crate) wins: u64,
    /// The same with a win shared by k counted as 1/k.
    pub(crate) share: f64,
    pub(crate) score_sum: f64,
    pub(crate) score_squares: f64,
}

impl Count {
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
    pub(crate) fn count<G: Game>(&mut self, position: &G, actions: u64, turned: usize) {
        let winners = position.status().outcome().map(|outcome| outcome.winners).unwrap_or_default();
        self.games += 1;
        self.draws += u64::from(winners.is_empty());
        self.shared += u64::from(winners.len() > 1);
        self.actions += actions;
        self.shortest = self.shortest.min(actions);
        self.longest = self.longest.max(actions);
        let scores = position.scores();
        for seat in Seat::all(position.seats()) {
            let score = f64::from(scores[seat]);
            let mut count = Count { score_sum: score, score_squares: score * score, ..Count::default() };
            if winners.contains(seat) {
                count.wins = 1;
                count.share = 1.0 / f64::from(winners.len());
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
