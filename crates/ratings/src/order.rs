//! From how a game ended to who came before whom.

use games::Kind;

use crate::RatedSeat;

/// Which places of a game count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FinishOrder {
    /// Only who won. Behind the winner, scores say little about skill.
    Winner,
    /// Every place: fewer points are better.
    LowestFirst,
    /// Every place: more points are better.
    HighestFirst,
}

/// Which places count in the game of this name.
#[must_use]
pub fn finish_order(game: &str) -> FinishOrder {
    match game.parse() {
        Ok(Kind::Golf) => FinishOrder::LowestFirst,
        Ok(Kind::OneCard) => FinishOrder::HighestFirst,
        _ => FinishOrder::Winner,
    }
}

/// The seats by place, the first place first; seats in one group share a place. Where only the winner counts there are two
/// groups at most: who won, and everybody else.
///
/// Those who left are last, and the rest are placed without them: what a bot reached on such a seat counts for nobody. If
/// only such seats won, those who stayed share the first place.
#[must_use]
pub fn places(order: FinishOrder, seats: &[RatedSeat]) -> Vec<Vec<usize>> {
    let (left, stayed): (Vec<usize>, Vec<usize>) = (0..seats.len()).partition(|seat| seats[*seat].left);
    if stayed.is_empty() {
        return vec![left];
    }
    let (mut winners, others): (Vec<usize>, Vec<usize>) =
        stayed.into_iter().partition(|seat| seats[*seat].won);
    let mut groups = Vec::new();
    match order {
        FinishOrder::Winner => {
            let mut losers = others;
            if winners.is_empty() {
                winners = std::mem::take(&mut losers);
            }
            losers.extend(left);
            losers.sort_unstable();
            groups.push(winners);
            groups.push(losers);
        }
        FinishOrder::LowestFirst | FinishOrder::HighestFirst => {
            let mut rest = others;
            let better = |seat: &usize| match order {
                FinishOrder::HighestFirst => seats[*seat].score.saturating_neg(),
                _ => seats[*seat].score,
            };
            rest.sort_by_key(better);
            groups.push(winners);
            groups.extend(rest.chunk_by(|one, other| better(one) == better(other)).map(<[usize]>::to_vec));
            groups.push(left);
        }
    }
    groups.retain(|group| !group.is_empty());
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(won: bool, score: i64, left: bool) -> RatedSeat {
        RatedSeat { won, score, left, ..RatedSeat::default() }
    }

    #[test]
    fn only_the_winner_counts_in_chicago_gomoku_and_sorry_and_every_place_in_golf_and_one_card() {
        for (game, order) in [
            ("chicago", FinishOrder::Winner),
            ("gomoku", FinishOrder::Winner),
            ("sorry", FinishOrder::Winner),
            ("golf", FinishOrder::LowestFirst),
            ("onecard", FinishOrder::HighestFirst),
        ] {
            assert_eq!(finish_order(game), order, "{game}");
        }
        let seats =
            [seat(false, 7, false), seat(true, 3, false), seat(false, 9, false), seat(false, 7, false)];
        assert_eq!(places(FinishOrder::Winner, &seats), [vec![1], vec![0, 2, 3]]);
        assert_eq!(places(FinishOrder::LowestFirst, &seats), [vec![1], vec![0, 3], vec![2]]);
        let seats = [seat(false, 7, false), seat(true, 12, false), seat(false, 9, false)];
        assert_eq!(places(FinishOrder::HighestFirst, &seats), [vec![1], vec![2], vec![0]]);
    }

    #[test]
    fn a_draw_is_shared_by_all() {
        let seats = [seat(false, 0, false), seat(false, 0, false)];
        assert_eq!(places(FinishOrder::Winner, &seats), [vec![0, 1]]);
    }

    #[test]
    fn leaving_is_the_last_place_whatever_a_bot_reached() {
        // The bot that played for seat 0 won: the others share the win.
        let seats = [seat(true, 52, true), seat(false, 40, false), seat(false, 10, false)];
        assert_eq!(places(FinishOrder::Winner, &seats), [vec![1, 2], vec![0]]);
        // In golf it had the fewest points.
        let seats = [seat(true, -5, true), seat(false, 40, false), seat(false, 10, false)];
        assert_eq!(places(FinishOrder::LowestFirst, &seats), [vec![2], vec![1], vec![0]]);
        // Two left: they share the last place.
        let seats = [seat(false, -5, true), seat(true, 1, false), seat(false, 90, true)];
        assert_eq!(places(FinishOrder::LowestFirst, &seats), [vec![1], vec![0, 2]]);
        // All left: nobody came before anybody.
        let seats = [seat(true, 1, true), seat(false, 2, true)];
        assert_eq!(places(FinishOrder::Winner, &seats), [vec![0, 1]]);
    }
}
