//! A second, plain implementation of the rules that shares no code with the game, compared with it at every step of many
//! games. It only copies the order of shuffled cards, because randomness is not a rule.

use std::collections::VecDeque;

use cards::{Card, CardSet, Rank};
use game::{
    Chance, DiscardEvents, FastRng, Game, Played, Record, Replay, Seat, Seed, Status, Viewer, below, dice,
};

use super::super::{Action, Chicago, ChicagoOptions, Event, Phase, StraightFlush};

type Strength = (usize, Vec<u8>);

/// The place of a class in the list of values, and the ranks that decide between two of that class.
fn strength(hand: &[Card]) -> Strength {
    let mut ranks: Vec<u8> = hand.iter().map(|card| card.rank() as u8 + 2).collect();
    ranks.sort_unstable();
    let copies = |rank: u8| ranks.iter().filter(|&&other| other == rank).count();
    let mut groups: Vec<(usize, u8)> = ranks.iter().map(|&rank| (copies(rank), rank)).collect();
    groups.sort_unstable();
    groups.dedup();
    groups.reverse();
    let shape: Vec<usize> = groups.iter().map(|(count, _)| *count).collect();
    let deciding = groups.iter().map(|(_, rank)| *rank).collect();
    let flush = hand.iter().all(|card| card.suit() == hand[0].suit());
    let wheel = ranks == [2, 3, 4, 5, 14];
    let straight = wheel || ranks.windows(2).all(|pair| pair[0] + 1 == pair[1]);
    let top = if wheel { 5 } else { ranks[4] };
    match &shape[..] {
        _ if straight && flush && top == 14 => (9, vec![]),
        _ if straight && flush => (8, vec![top]),
        [4, 1] => (7, deciding),
        [3, 2] => (6, deciding),
        _ if flush => (5, deciding),
        _ if straight => (4, vec![top]),
        [3, 1, 1] => (3, deciding),
        [2, 2, 1] => (2, deciding),
        [2, 1, 1, 1] => (1, deciding),
        _ => (0, deciding),
    }
}

struct Plain {
    options: ChicagoOptions,
    seats: usize,
    round: usize,
    dealer: usize,
    exchange: usize,
    phase: Phase,
    /// The last is on top.
    deck: Vec<Card>,
    returned: Vec<Card>,
    thrown: Vec<Card>,
    hands: Vec<[Option<Card>; 5]>,
    /// The hands that are paid after the tricks.
    at_tricks: Vec<[Option<Card>; 5]>,
    wishes: Vec<Option<CardSet>>,
    /// Who has changed one card and waits for the open one, which lies there for the first.
    one_up: VecDeque<usize>,
    open: Option<Card>,
    calls: Vec<Option<bool>>,
    caller: Option<usize>,
    leader: usize,
    trick: Vec<Card>,
    trick_winners: Vec<usize>,
    totals: Vec<i32>,
    made_chicago: Vec<bool>,
    winners: Vec<usize>,
    /// The shuffles that were sent, each from the top to the bottom.
    shuffles: VecDeque<Vec<Card>>,
}

impl Plain {
    fn new(options: ChicagoOptions, seats: usize, shuffles: VecDeque<Vec<Card>>) -> Self {
        let mut plain = Self {
            options,
            seats,
            round: 1,
            dealer: 0,
            exchange: 1,
            phase: Phase::Exchange,
            deck: vec![],
            returned: vec![],
            thrown: vec![],
            hands: vec![],
            at_tricks: vec![],
            wishes: vec![],
            one_up: VecDeque::new(),
            open: None,
            calls: vec![],
            caller: None,
            leader: 0,
            trick: vec![],
            trick_winners: vec![],
            totals: vec![0; seats],
            made_chicago: vec![false; seats],
            winners: vec![],
            shuffles,
        };
        plain.deal();
        plain
    }

    fn in_turn(&self) -> Vec<usize> {
        (1..=self.seats).map(|step| (self.dealer + step) % self.seats).collect()
    }

    fn take_shuffle(&mut self, of: &[Card]) {
        let mut shuffled = self.shuffles.pop_front().expect("a shuffle is due");
        shuffled.reverse();
        let set = |cards: &[Card]| cards.iter().copied().collect::<CardSet>();
        assert_eq!((set(&shuffled), shuffled.len()), (set(of), of.len()));
        self.deck = shuffled;
    }

    fn draw(&mut self) -> Card {
        if self.deck.is_empty() {
            let returned = std::mem::take(&mut self.returned);
            self.take_shuffle(&returned);
        }
        self.deck.pop().expect("it never runs dry")
    }

    fn deal(&mut self) {
        self.take_shuffle(&Card::pack());
        self.returned.clear();
        self.hands = vec![[None; 5]; self.seats];
        for seat in self.in_turn() {
            self.hands[seat] = std::array::from_fn(|_| Some(self.draw()));
        }
        self.trick_winners.clear();
        self.caller = None;
        self.begin_exchange(1);
    }

    fn begin_exchange(&mut self, number: usize) {
        (self.exchange, self.phase) = (number, Phase::Exchange);
        self.wishes = vec![None; self.seats];
    }

    fn act(&mut self, seat: usize, action: Action) {
        match action {
            Action::Change(cards) => {
                self.wishes[seat] = Some(cards);
                if self.wishes.iter().all(Option::is_some) {
                    self.change_all();
                }
            }
            Action::TakeOpen | Action::DrawUnseen => {
                let open = self.open.take().unwrap();
                let card = if action == Action::TakeOpen {
                    open
                } else {
                    self.thrown.push(open);
                    self.draw()
                };
                self.one_up.pop_front();
                *self.hands[seat].iter_mut().find(|place| place.is_none()).unwrap() = Some(card);
                self.open_next();
            }
            Action::CallChicago | Action::NoChicago => {
                self.calls[seat] = Some(action == Action::CallChicago);
                if self.calls.iter().all(Option::is_some) {
                    self.phase = Phase::Tricks;
                    self.caller = self.in_turn().into_iter().find(|&seat| self.calls[seat] == Some(true));
                    self.leader = self.caller.unwrap_or((self.dealer + 1) % self.seats);
                    self.at_tricks.clone_from(&self.hands);
                }
            }
            Action::Play(card) => self.play(seat, card),
        }
    }

    fn change_all(&mut self) {
        for seat in self.in_turn() {
            let wish = self.wishes[seat].unwrap();
            let old = self.hands[seat];
            for (place, card) in old.iter().enumerate().filter(|(_, card)| wish.contains(card.unwrap())) {
                self.thrown.push(card.unwrap());
                let waits = self.options.one_up && wish.len() == 1;
                self.hands[seat][place] = if waits { None } else { Some(self.draw()) };
                if waits {
                    self.one_up.push_back(seat);
                }
            }
        }
        self.open_next();
    }

    fn open_next(&mut self) {
        if self.one_up.is_empty() {
            self.returned.append(&mut self.thrown);
            self.after_exchange();
        } else {
            self.phase = Phase::OpenCard;
            self.open = Some(self.draw());
        }
    }

    fn after_exchange(&mut self) {
        let strengths = strengths(&self.hands);
        let royal: Vec<usize> = self.in_turn().into_iter().filter(|&seat| strengths[seat].0 == 9).collect();
        if let Some(top) = royal.iter().map(|&seat| self.totals[seat]).max() {
            self.winners = royal.into_iter().filter(|&seat| self.totals[seat] == top).take(1).collect();
            self.phase = Phase::Over;
        } else if self.exchange < 3 {
            self.pay(&strengths);
            self.begin_exchange(self.exchange + 1);
        } else {
            self.phase = Phase::Call;
            self.calls = vec![None; self.seats];
        }
    }

    fn pay(&mut self, strengths: &[Strength]) {
        let best = strengths.iter().max().unwrap();
        let mut owners = (0..self.seats).filter(|&seat| strengths[seat] == *best);
        let (Some(owner), None) = (owners.next(), owners.next()) else { return };
        let straight_flush = if self.options.straight_flush == StraightFlush::Ten { 10 } else { 8 };
        self.add(owner, [0, 1, 2, 3, 4, 5, 6, 7, straight_flush][best.0]);
        if self.options.four_resets && best.0 == 7 {
            (0..self.seats).filter(|&seat| seat != owner).for_each(|seat| self.totals[seat] = 0);
        }
    }

    fn add(&mut self, seat: usize, points: i32) {
        self.totals[seat] = (self.totals[seat] + points).clamp(-128, 127);
    }

    fn play(&mut self, seat: usize, card: Card) {
        let place = self.hands[seat].iter_mut().find(|place| **place == Some(card)).unwrap();
        *place = None;
        self.trick.push(card);
        if self.trick.len() < self.seats {
            return;
        }
        let suit = self.trick[0].suit();
        let following = self.trick.iter().enumerate().filter(|(_, card)| card.suit() == suit);
        let (steps, _) = following.max_by_key(|(_, card)| card.rank()).unwrap();
        self.leader = (self.leader + steps) % self.seats;
        self.trick_winners.push(self.leader);
        self.trick.clear();
        if self.trick_winners.len() == 5 {
            self.end_round();
        }
    }

    fn end_round(&mut self) {
        let last = self.trick_winners[4];
        let made = self.caller.filter(|&caller| self.trick_winners.iter().all(|&winner| winner == caller));
        match self.caller {
            Some(caller) if made.is_some() => {
                self.made_chicago[caller] = true;
                self.add(caller, if self.options.chicago_plus_last { 20 } else { 15 });
            }
            Some(caller) => {
                self.add(caller, -15);
                if last != caller {
                    self.add(last, 5);
                }
            }
            None => self.add(last, 5),
        }
        self.pay(&strengths(&self.at_tricks.clone()));
        let able = |seat: &usize| !self.options.must_chicago || self.made_chicago[*seat];
        let there: Vec<usize> =
            (0..self.seats).filter(|seat| self.totals[*seat] >= 52 && able(seat)).collect();
        let top = there.iter().map(|&seat| self.totals[seat]).max();
        self.winners = there.into_iter().filter(|&seat| Some(self.totals[seat]) == top).collect();
        if self.winners.len() == 1 {
            self.phase = Phase::Over;
            return;
        }
        self.winners.clear();
        self.round += 1;
        self.dealer = (self.dealer + 1) % self.seats;
        self.deal();
    }

    fn to_act(&self) -> Vec<usize> {
        let open = |answers: &dyn Fn(usize) -> bool| (0..self.seats).filter(|&seat| answers(seat)).collect();
        match self.phase {
            Phase::Exchange => open(&|seat| self.wishes[seat].is_none()),
            Phase::Call => open(&|seat| self.calls[seat].is_none()),
            Phase::OpenCard => vec![self.one_up[0]],
            Phase::Tricks => vec![(self.leader + self.trick.len()) % self.seats],
            Phase::Over => vec![],
        }
    }

    fn agrees_with(&self, position: &Chicago) {
        let watched = position.seen(Viewer::Watcher);
        let seats = |set: game::SeatSet| set.iter().map(Seat::index).collect::<Vec<_>>();
        assert_eq!((watched.phase, seats(watched.to_act)), (self.phase, self.to_act()));
        assert_eq!(watched.scores.as_slice(), self.totals);
        assert_eq!(usize::from(watched.round), self.round);
        assert_eq!(watched.caller.map(Seat::index), self.caller);
        let piles = (self.deck.len(), self.returned.len());
        assert_eq!((usize::from(watched.deck), usize::from(watched.returned)), piles);
        for (seat, hand) in self.hands.iter().enumerate() {
            assert_eq!(position.seen(Viewer::Seat(Seat::of(seat as u8))).hand, Some(*hand));
        }
        match position.status() {
            Status::Over(outcome) => assert_eq!(seats(outcome.winners), self.winners),
            Status::ToAct(_) | Status::Sealed(_) => assert_ne!(self.phase, Phase::Over),
        }
        assert!(self.shuffles.is_empty(), "nobody needed this shuffle");
    }
}

fn strengths(hands: &[[Option<Card>; 5]]) -> Vec<Strength> {
    hands.iter().map(|hand| strength(&hand.map(Option::unwrap))).collect()
}

/// Random play that makes good hands more often than chance, and calls Chicago seldom.
fn choice(position: &Chicago, seat: Seat, dice: &mut FastRng) -> Action {
    let mut legal = Vec::new();
    position.legal_actions(seat, &mut legal);
    let random = legal[below(dice, legal.len() as u32) as usize];
    let hand: Vec<Card> = position.seen(Viewer::Seat(seat)).hand.into_iter().flatten().flatten().collect();
    let kept = |keep: &dyn Fn(Card) -> bool| {
        let change = Action::Change(hand.iter().copied().filter(|&card| !keep(card)).collect());
        if legal.contains(&change) { change } else { random }
    };
    match (position.seen(Viewer::Watcher).phase, below(dice, 4)) {
        (Phase::Exchange, 0) => kept(&|card| card.suit() == hand[0].suit() && card.rank() >= Rank::Ten),
        (Phase::Exchange, 1 | 2) => {
            kept(&|card| hand.iter().filter(|other| other.rank() == card.rank()).count() > 1)
        }
        (Phase::Call, _) if below(dice, 8) > 0 => Action::NoChicago,
        _ => random,
    }
}

fn record(options: &ChicagoOptions, seats: u8, seed: u64) -> Record<Action> {
    let key = Seed::from_number(seed);
    let mut position = Chicago::start(options, seats, Chance::new(key), &mut DiscardEvents).unwrap();
    let mut record = Record::new::<Chicago>(options, seats, key);
    let mut dice = dice(seed);
    while let Some(seat) = position.status().to_act().first()
        && record.actions.len() < 3_000
    {
        let action = choice(&position, seat, &mut dice);
        position.play(seat, action, &mut DiscardEvents).unwrap();
        record.push(seat, action);
    }
    record
}

#[test]
fn a_plain_reading_of_the_rules_agrees_at_every_step() {
    let tables = [
        "",
        "one_up=on,straight_flush=8",
        "four_resets=on,must_chicago=on",
        "buy_stop=42,one_up=on,four_resets=on,chicago_plus_last=on",
    ];
    for (settings, seats) in tables.into_iter().flat_map(|table| [2, 3, 4].map(|seats| (table, seats))) {
        let options = crate::testing::options::<Chicago>(settings);
        for seed in 0..crate::testing::retold_games() {
            let record = Record::parse(&record(&options, seats, seed).to_line()).unwrap();
            let mut plain: Option<Plain> = None;
            for step in Replay::<Chicago>::of(&record).unwrap().steps() {
                let shuffles = step.emitted.0.into_iter().filter_map(|(_, event)| match event {
                    Event::Shuffled { deck } => Some(deck),
                    _ => None,
                });
                match (&mut plain, step.played) {
                    (Some(plain), Some(Played { seat, action })) => {
                        plain.shuffles.extend(shuffles);
                        plain.act(seat.index(), action);
                    }
                    _ => plain = Some(Plain::new(options, usize::from(seats), shuffles.collect())),
                }
                plain.as_ref().unwrap().agrees_with(&step.position);
            }
        }
    }
}
