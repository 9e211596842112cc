//! The deal of the day: what table each game is played at, and how the results of many who played it are compared.

use game::Outcome;
use game::options::RawOptions;

use crate::Kind;

/// How results of one deal are compared. More is always better.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// The own points; where the lowest score wins, fewer are better.
    Points,
    /// The own points minus those of the best other seat: in a race to a number of points the length of the game differs.
    Margin,
    /// A win in few decisions, then a draw, then a loss after many.
    Moves,
    /// A win in few turns of two decisions each, then a loss with the most points.
    Race,
}

impl Comparison {
    /// Its name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Points => "points",
            Self::Margin => "margin",
            Self::Moves => "moves",
            Self::Race => "race",
        }
    }
}

/// Every win counts more than every loss: nobody decides this often in one game.
const WIN: i64 = 100_000;

/// The table of a deal of the day. The person sits on seat 0, and bots on all others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DayTable {
    /// How many play.
    pub seats: u8,
    /// The options that are not the defaults.
    pub options: RawOptions,
    /// How results are compared.
    pub comparison: Comparison,
}

/// How a game ended for one seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DayEnding<'a> {
    /// Whose result it is.
    pub seat: game::Seat,
    /// How it ended.
    pub outcome: Outcome,
    /// The scores by seat.
    pub scores: &'a [i32],
    /// How many decisions that seat made.
    pub decisions: u32,
}

impl DayTable {
    /// The table of a game.
    #[must_use]
    pub fn of(kind: Kind) -> Self {
        let table = |seats, options: &[(&str, &str)], comparison| {
            let options = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
            Self { seats, options: RawOptions(options.collect()), comparison }
        };
        match kind {
            // A race to 52 points: the rules have no shorter game.
            Kind::Chicago => table(3, &[("pause", "0")], Comparison::Margin),
            Kind::Gomoku => table(3, &[], Comparison::Moves),
            Kind::Golf => table(3, &[("rounds", "3")], Comparison::Points),
            Kind::Sorry => table(3, &[], Comparison::Race),
            Kind::OneCard => table(4, &[("rounds", "3")], Comparison::Points),
            // A game that nobody has thought about yet is played as it usually is.
            #[allow(unreachable_patterns, reason = "all games of today are listed")]
            _ => table(kind.spec().default_seats, &[], Comparison::Margin),
        }
    }

    /// What the ending is worth in comparison with others; more is better.
    #[must_use]
    pub fn result(&self, kind: Kind, ending: &DayEnding<'_>) -> i64 {
        let own = ending.scores.get(ending.seat.index()).copied().map_or(0, i64::from);
        let decisions = i64::from(ending.decisions);
        let won = ending.outcome.winners.contains(ending.seat);
        let nobody_won = ending.outcome.winners.is_empty();
        match self.comparison {
            Comparison::Points if kind.spec().low_score_wins => -own,
            Comparison::Points => own,
            Comparison::Margin => {
                let others =
                    ending.scores.iter().enumerate().filter(|(seat, _)| *seat != ending.seat.index());
                own - others.map(|(_, score)| i64::from(*score)).max().unwrap_or(0)
            }
            Comparison::Moves | Comparison::Race if won => WIN - self.moves(ending.decisions),
            Comparison::Moves if nobody_won => 0,
            Comparison::Moves => decisions - WIN,
            Comparison::Race => own - WIN,
        }
    }

    /// How many moves or turns the person made, for games that are compared by them.
    #[must_use]
    pub fn moves(&self, decisions: u32) -> i64 {
        let each = if self.comparison == Comparison::Race { 2 } else { 1 };
        i64::from(decisions.div_ceil(each))
    }
}

#[cfg(test)]
mod tests {
    use game::{Outcome, Seat};

    use super::*;

    fn result(kind: Kind, winner: Option<u8>, scores: &[i32], decisions: u32) -> i64 {
        let outcome = winner.map_or(Outcome::DRAW, |seat| Outcome::won_by(Seat::of(seat)));
        DayTable::of(kind).result(kind, &DayEnding { seat: Seat::of(0), outcome, scores, decisions })
    }

    #[test]
    fn every_table_of_the_day_can_be_opened() {
        for kind in Kind::ALL.iter().copied() {
            let DayTable { seats, options, .. } = DayTable::of(kind);
            assert!(kind.face().options_to_open(&options, seats).is_ok(), "{kind}");
        }
    }

    #[test]
    fn better_results_are_larger_numbers() {
        let points = |score| result(Kind::Golf, Some(0), &[score, 20, 30], 9);
        assert!(points(-3) > points(0) && points(0) > points(40));
        let cards = |score| result(Kind::OneCard, Some(1), &[score, -1, -9, -9], 9);
        assert!(cards(0) > cards(-4));
        let margin = |own, other| result(Kind::Chicago, Some(0), &[own, other, 1], 9);
        assert!(margin(55, 20) > margin(60, 50) && margin(60, 50) > margin(40, 52));
        let moves = |winner, decisions| result(Kind::Gomoku, winner, &[0, 0, 0], decisions);
        assert!(moves(Some(0), 9) > moves(Some(0), 20) && moves(Some(0), 300) > moves(None, 9));
        assert!(moves(None, 9) > moves(Some(1), 300) && moves(Some(1), 30) > moves(Some(1), 9));
        let race = |winner, own, decisions| result(Kind::Sorry, Some(winner), &[own, 61, 0], decisions);
        assert!(race(0, 61, 40) > race(0, 61, 42) && race(0, 61, 6_000) > race(1, 60, 3));
        assert!(race(1, 60, 30) > race(1, 3, 30));
        assert_eq!(DayTable::of(Kind::Sorry).moves(41), 21);
    }
}
