//! What a pebble does on a crossing: for the own rows, and against those of others.

use game::Seat;
use games::gomoku::{Action, Crossing, Gomoku, Reason, View};

use crate::BotInput;

const FIVE: i8 = 5;
const DIRECTIONS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

pub(crate) fn why(input: BotInput<'_, Gomoku>, action: Action) -> Option<Reason> {
    let at = action.crossing();
    let exact = input.options.exact_five;
    let own = Pebbles { view: &input.view.view, exact, seat: input.seat, added: [Some(at), None] };
    if own.completes(at) {
        return Some(Reason::Completes {});
    }
    let others =
        input.seat.next(input.view.seats).round(input.view.seats).take(usize::from(input.view.seats) - 1);
    let others: Vec<_> = others.map(|seat| Pebbles { seat, ..own }).collect();
    let stopped = |stops: &dyn Fn(&Pebbles<'_>) -> bool| {
        others.iter().find(|other| stops(other)).map(|other| other.seat)
    };
    if let Some(seat) = stopped(&|other| other.completes(at)) {
        return Some(Reason::StopsFive { seat });
    }
    let ways = own.ways(at).len() as u8;
    if ways >= 2 {
        return Some(Reason::MakesFour { ways });
    }
    if let Some(seat) = stopped(&|other| other.ways(at).len() >= 2) {
        return Some(Reason::StopsFour { seat });
    }
    if ways == 1 {
        return Some(Reason::MakesFour { ways });
    }
    if own.is_open_three(at) {
        return Some(Reason::MakesThree {});
    }
    if let Some(seat) = stopped(&|other| other.is_open_three(at)) {
        return Some(Reason::StopsThree { seat });
    }
    let rows = own.windows(at).count() as u8;
    let pebbles = own.windows(at).map(|window| own.held(window)).max().unwrap_or(0);
    Some(if pebbles >= 2 { Reason::Row { pebbles, rows } } else { Reason::Room { rows } })
}

/// The board for one seat, with pebbles of it that are not there yet.
#[derive(Clone, Copy)]
struct Pebbles<'a> {
    view: &'a View,
    exact: bool,
    seat: Seat,
    added: [Option<Crossing>; 2],
}

type Window = [Crossing; FIVE as usize];

impl Pebbles<'_> {
    fn is_own(&self, at: Crossing) -> bool {
        self.added.contains(&Some(at)) || self.view.pebble(at) == Some(self.seat)
    }

    fn is_free(&self, at: Crossing) -> bool {
        !self.added.contains(&Some(at)) && self.view.is_free(at)
    }

    /// The windows of five through a crossing that the seat can still fill to win.
    fn windows(&self, at: Crossing) -> impl Iterator<Item = Window> + '_ {
        DIRECTIONS.into_iter().flat_map(move |(dx, dy)| {
            let place = move |step: i8| Crossing::new(at.x + dx * step, at.y + dy * step);
            (1 - FIVE..=0).filter_map(move |first| {
                let window: Window = std::array::from_fn(|index| place(first + index as i8));
                let fillable = window.iter().all(|&one| self.is_own(one) || self.is_free(one));
                // Six are worth nothing where exactly five win.
                let too_long =
                    self.exact && (self.is_own(place(first - 1)) || self.is_own(place(first + FIVE)));
                (fillable && !too_long).then_some(window)
            })
        })
    }

    fn held(&self, window: Window) -> u8 {
        window.iter().filter(|&&one| self.is_own(one)).count() as u8
    }

    fn completes(&self, at: Crossing) -> bool {
        self.windows(at).any(|window| self.held(window) == FIVE as u8)
    }

    /// Where one more pebble would complete five through this crossing.
    fn ways(&self, at: Crossing) -> Vec<Crossing> {
        let fours = self.windows(at).filter(|&window| self.held(window) == FIVE as u8 - 1);
        let mut ways: Vec<_> =
            fours.flat_map(|window| window.into_iter().filter(|&one| self.is_free(one))).collect();
        ways.sort_unstable();
        ways.dedup();
        ways
    }

    /// Whether one more pebble in a row with this one would make a four that can be completed in two ways.
    fn is_open_three(&self, at: Crossing) -> bool {
        let threes = self.windows(at).filter(|&window| self.held(window) == FIVE as u8 - 2);
        threes.flatten().filter(|&next| self.is_free(next)).any(|next| {
            let after = Pebbles { added: [Some(at), Some(next)], ..*self };
            // Both ends of one row: two fours that meet are another thing.
            let ways = after.ways(next);
            let (dx, dy) = ((next.x - at.x).signum(), (next.y - at.y).signum());
            let in_row = |way: &&Crossing| (way.x - at.x) * dy == (way.y - at.y) * dx;
            ways.iter().filter(in_row).count() >= 2
        })
    }
}

#[cfg(test)]
mod tests {
    use game::options::RawOptions;
    use game::{Chance, DiscardEvents, Options, Seed};
    use game::{Game, Viewer};

    use super::*;

    /// Plays pebbles in turn, two seats, and explains the next one.
    fn reason(pebbles: &[&str], next: &str) -> Reason {
        let options = <Gomoku as Game>::Options::from_settings(&RawOptions::parse("").unwrap()).unwrap();
        let mut game =
            Gomoku::start(&options, 2, Chance::new(Seed::from_number(1)), &mut DiscardEvents).unwrap();
        for pebble in pebbles {
            let seat = game.status().to_act().first().unwrap();
            let action = Action::Place(Crossing::parse(pebble).unwrap());
            game.play(seat, action, &mut DiscardEvents).unwrap();
        }
        let seat = game.status().to_act().first().unwrap();
        let view = game.seen(Viewer::Seat(seat));
        let input = BotInput { rules: 1, options: &options, seat, view: &view };
        why(input, Action::Place(Crossing::parse(next).unwrap())).unwrap()
    }

    #[test]
    fn a_pebble_is_explained_by_the_row_it_makes_or_stops() {
        let four = ["d4", "a1", "e4", "c1", "f4", "e1", "g4", "g1"];
        assert_eq!(reason(&four, "h4"), Reason::Completes {});
        assert_eq!(reason(&four[..7], "h4"), Reason::StopsFive { seat: Seat::of(0) });
        let three = ["d4", "a1", "e4", "c1", "f4", "e1"];
        assert_eq!(reason(&three, "g4"), Reason::MakesFour { ways: 2 });
        assert_eq!(reason(&three, "h4"), Reason::MakesFour { ways: 1 });
        assert_eq!(reason(&three[..5], "g4"), Reason::StopsFour { seat: Seat::of(0) });
        let two = ["d4", "a1", "e4", "c1"];
        assert_eq!(reason(&two, "f4"), Reason::MakesThree {});
        assert_eq!(reason(&two[..3], "f4"), Reason::StopsThree { seat: Seat::of(0) });
        assert_eq!(reason(&two, "k12"), Reason::Room { rows: 17 });
        assert_eq!(reason(&["h8", "a1"], "h9"), Reason::Row { pebbles: 2, rows: 20 });
        // In the corner a row of five goes three ways.
        assert_eq!(reason(&[], "a1"), Reason::Room { rows: 3 });
    }
}
