//! A second, plain implementation of the rules that shares no code with the game, compared with it at every step of many
//! games. It only copies the order of shuffled cards, because randomness is not a rule.

use std::collections::VecDeque;

use cards::{Card, Rank};
use game::playthrough::random_record;
use game::{Game, Record, Replay, Seat, SeatSet, Seed, Status, Viewer};

use super::super::{Action, EndRule, Event, Golf, GolfOptions, Values, ViewPhase};

fn value(values: Values, card: Card) -> i32 {
    match (card.rank(), values) {
        (Rank::Ace, _) => 1,
        (Rank::Two, Values::PlusTwo) => 2,
        (Rank::Two, _) => -2,
        (Rank::Jack, Values::Court) => 11,
        (Rank::Queen, Values::Court) => 12,
        (Rank::Ten | Rank::Jack | Rank::Queen, _) => 10,
        (Rank::King, _) => 0,
        (rank, _) => rank.index().parse().unwrap(),
    }
}

/// A card and whether it lies face up.
type Spot = (Card, bool);

struct Plain {
    options: GolfOptions,
    seats: usize,
    round: usize,
    turn: usize,
    turns: usize,
    phase: ViewPhase,
    revealed: Vec<bool>,
    spots: Vec<Vec<Spot>>,
    /// The last is on top.
    stock: Vec<Card>,
    discards: Vec<Card>,
    held: Option<(Card, bool)>,
    /// How many turns are left once somebody is out.
    last_turns: Option<usize>,
    totals: Vec<i32>,
    /// The shuffles that were sent, each from the top to the bottom.
    shuffles: VecDeque<Vec<Card>>,
}

impl Plain {
    fn new(options: GolfOptions, seats: usize) -> Self {
        Self {
            options,
            seats,
            round: 0,
            turn: 0,
            turns: 0,
            phase: ViewPhase::Reveal,
            revealed: vec![],
            spots: vec![],
            stock: vec![],
            discards: vec![],
            held: None,
            last_turns: None,
            totals: vec![0; seats],
            shuffles: VecDeque::new(),
        }
    }

    fn take_shuffle(&mut self, mut of: Vec<Card>) {
        let mut shuffled = self.shuffles.pop_front().expect("a shuffle is due");
        shuffled.reverse();
        self.stock.clone_from(&shuffled);
        shuffled.sort_unstable();
        of.sort_unstable();
        assert_eq!(shuffled, of);
    }

    fn deal(&mut self) {
        self.take_shuffle(Card::pack().repeat(self.options.packs.get() as usize));
        (self.round, self.turns, self.last_turns) = (self.round + 1, 0, None);
        (self.phase, self.turn) = (ViewPhase::Reveal, (self.round - 1) % self.seats);
        self.revealed = vec![false; self.seats];
        self.spots = vec![vec![]; self.seats];
        for number in 0..6 * self.seats {
            let card = self.stock.pop().unwrap();
            self.spots[(self.turn + number) % self.seats].push((card, false));
        }
        self.discards.clear();
        if self.options.first_discard {
            self.discards.extend(self.stock.pop());
        }
    }

    fn act(&mut self, seat: usize, action: Action) {
        match action {
            Action::Reveal(two) => {
                for place in two.places() {
                    self.spots[seat][place.index()].1 = true;
                }
                self.revealed[seat] = true;
                if self.revealed.iter().all(|&done| done) {
                    self.phase = ViewPhase::Take;
                }
            }
            Action::TakeStock => {
                if self.stock.is_empty() {
                    let top = self.discards.pop().unwrap();
                    let others = std::mem::replace(&mut self.discards, vec![top]);
                    self.take_shuffle(others);
                }
                self.held = self.stock.pop().map(|card| (card, true));
                self.phase = ViewPhase::Holding;
            }
            Action::TakeDiscard => {
                self.held = self.discards.pop().map(|card| (card, false));
                self.phase = ViewPhase::Holding;
            }
            Action::Swap(place) => {
                let (card, _) = self.held.take().unwrap();
                let spot = &mut self.spots[seat][place.index()];
                self.discards.push(spot.0);
                *spot = (card, true);
                self.end_turn();
            }
            Action::ThrowAway => {
                let (card, from_stock) = self.held.take().unwrap();
                assert!(from_stock);
                self.discards.push(card);
                if self.options.flip_on_discard && !self.is_out(seat) {
                    self.phase = ViewPhase::TurnOne;
                } else {
                    self.end_turn();
                }
            }
            Action::Turn(place) => {
                self.spots[seat][place.index()].1 = true;
                self.end_turn();
            }
            Action::Steal(steal) => {
                let (mine, theirs) = (steal.own.index(), steal.card.index());
                let (given, stolen) = (self.spots[seat][mine], self.spots[steal.from.index()][theirs]);
                assert!(!given.1 && stolen.1 && seat != steal.from.index() && self.options.steal);
                self.spots[seat][mine] = (stolen.0, true);
                self.spots[steal.from.index()][theirs] = (given.0, true);
                self.end_turn();
            }
        }
    }

    fn is_out(&self, seat: usize) -> bool {
        self.spots[seat].iter().all(|&(_, up)| up)
    }

    fn end_turn(&mut self) {
        self.turns += 1;
        let ended = match self.options.end_rule {
            EndRule::All => (0..self.seats).all(|seat| self.is_out(seat)),
            EndRule::FirstOut => self.is_out(self.turn),
            EndRule::FirstOutPlusOne => {
                self.last_turns = match self.last_turns {
                    Some(left) => Some(left - 1),
                    None => self.is_out(self.turn).then_some(self.seats - 1),
                };
                self.last_turns == Some(0)
            }
        };
        self.turn = (self.turn + 1) % self.seats;
        self.phase = ViewPhase::Take;
        if ended || self.turns == 60 * self.seats {
            self.end_round();
        }
    }

    fn end_round(&mut self) {
        for (total, spots) in self.totals.iter_mut().zip(&self.spots) {
            for (upper, lower) in spots[..3].iter().zip(&spots[3..]) {
                if upper.0.rank() != lower.0.rank() {
                    *total += value(self.options.values, upper.0) + value(self.options.values, lower.0);
                }
            }
        }
        if self.round == self.options.rounds.get() as usize {
            self.phase = ViewPhase::Over;
        } else {
            self.deal();
        }
    }

    fn agrees_with(&self, position: &Golf) {
        let view = position.seen(Viewer::Watcher);
        assert_eq!((view.phase, usize::from(view.round)), (self.phase, self.round));
        assert_eq!(view.scores.as_slice(), self.totals);
        assert_eq!((usize::from(view.stock), &view.discards), (self.stock.len(), &self.discards));
        if self.phase != ViewPhase::Over {
            let face = |&(card, up): &Spot| up.then_some(card);
            let faces = self.spots.iter().map(|spots| spots.iter().map(face).collect::<Vec<_>>());
            assert!(view.layouts.as_slice().iter().map(|faces| faces.to_vec()).eq(faces));
        }
        let held = position.seen(Viewer::Seat(position.mover)).held.and_then(|held| held.card);
        assert_eq!(held, self.held.map(|(card, _)| card));
        let seats = |seat: &Seat| match self.phase {
            ViewPhase::Reveal => !self.revealed[seat.index()],
            ViewPhase::Over => Some(&self.totals[seat.index()]) == self.totals.iter().min(),
            _ => seat.index() == self.turn,
        };
        let expected: SeatSet = Seat::all(self.seats as u8).filter(seats).collect();
        match position.status() {
            Status::ToAct(to_act) | Status::Sealed(to_act) => assert_eq!(to_act, expected),
            Status::Over(outcome) => assert_eq!(outcome.winners, expected),
        }
        assert!(self.shuffles.is_empty(), "nobody needed this shuffle");
    }
}

#[test]
fn a_plain_reading_of_the_rules_agrees_at_every_step() {
    let tables = [
        ("rounds=9", 2),
        ("rounds=2", 4),
        ("end_rule=first_out,values=court,steal=on,rounds=3", 3),
        ("end_rule=first_out_plus_one,values=plus_two,flip_on_discard=on,rounds=3", 4),
        ("end_rule=first_out_plus_one,first_discard=off,steal=on,flip_on_discard=on,rounds=3", 2),
        ("packs=2,steal=on,end_rule=first_out_plus_one,rounds=2", 8),
        ("packs=2,rounds=1", 7),
    ];
    for (settings, seats) in tables {
        let options = super::table::options(settings);
        for seed in 0..crate::testing::retold_games() {
            let record = random_record::<Golf>(&options, seats, Seed::from_number(seed), seed, 100_000);
            let record = Record::parse(&record.unwrap().to_line()).unwrap();
            let mut plain = Plain::new(options, usize::from(seats));
            for step in Replay::<Golf>::of(&record).unwrap().steps() {
                plain.shuffles.extend(step.emitted.0.into_iter().filter_map(|(_, event)| match event {
                    Event::Shuffled { cards } => Some(cards),
                    _ => None,
                }));
                match step.played {
                    Some(played) => plain.act(played.seat.index(), played.action),
                    None => plain.deal(),
                }
                plain.agrees_with(&step.position);
            }
        }
    }
}
