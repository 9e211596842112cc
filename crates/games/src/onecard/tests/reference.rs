//! A second implementation of the turns, independent of the game: plain lists, one formula for the next player, and
//! random outcomes copied from the events. Thousands of random games must agree with it in everything that can be seen.

use std::collections::HashSet;

use cards::{Card, Rank};
use game::playthrough::random_record;
use game::{Game, Record, Replay, Seat, Seed, Step, Viewer};

use crate::onecard::{Action, Direction, Event, OneCard, OneCardOptions, Redirect};
use crate::testing::options;

struct Table {
    options: OneCardOptions,
    hands: Vec<Vec<Card>>,
    discards: Vec<Card>,
    /// In its order until the discards are shuffled; then the order is unknown.
    stock: Vec<Card>,
    order_known: bool,
    turn: i32,
    /// 1 towards rising numbers, -1 towards falling ones.
    direction: i32,
    attack: usize,
    /// The card just drawn that may be played or kept.
    waiting: Option<Card>,
    /// The cards laid in this turn, which goes on.
    laid: Vec<Card>,
    idle: usize,
    turns: usize,
    totals: Vec<i32>,
}

impl Table {
    fn deal(options: OneCardOptions, seats: usize, emitted: &[Event]) -> Self {
        let mut table = Self {
            options,
            hands: vec![Vec::new(); seats],
            discards: Vec::new(),
            stock: Vec::new(),
            order_known: true,
            turn: 0,
            direction: 1,
            attack: 0,
            waiting: None,
            laid: Vec::new(),
            idle: 0,
            turns: 0,
            totals: vec![0; seats],
        };
        table.begin(None, emitted);
        table
    }

    /// Deals a round from the shuffle that was sent; without a starter the extra cards say who begins.
    fn begin(&mut self, starter: Option<usize>, emitted: &[Event]) {
        let mut shuffles = emitted.iter().filter_map(|event| match event {
            Event::Shuffled { cards } => Some(cards.clone()),
            _ => None,
        });
        let mut deck = shuffles.next_back().unwrap();
        for hand in &mut self.hands {
            *hand = deck.drain(..self.options.initial_cards.get() as usize).collect();
            hand.sort();
        }
        let extras: Vec<Card> = deck.drain(..if starter.is_none() { self.hands.len() } else { 0 }).collect();
        let lowest = (0..extras.len()).min_by_key(|index| (extras[*index].rank(), *index));
        self.turn = starter.or(lowest).unwrap() as i32;
        self.discards = extras;
        self.discards.push(deck.remove(0));
        self.stock = deck;
        (self.order_known, self.direction, self.attack, self.idle, self.turns) = (true, 1, 0, 0, 0);
        self.waiting = None;
    }

    fn top(&self) -> Card {
        *self.discards.last().unwrap()
    }

    fn follows(&self, card: Card) -> bool {
        card.suit() == self.top().suit() || card.rank() == self.top().rank()
    }

    /// Whether the card may be laid now, and laid first if there are several.
    fn fits(&self, card: Card) -> bool {
        if let Some(drawn) = self.waiting {
            return card == drawn;
        }
        match card.rank() {
            rank if !self.laid.is_empty() => rank == self.laid[0].rank(),
            _ if self.attack == 0 => self.follows(card),
            Rank::Two | Rank::Three | Rank::Seven => self.follows(card),
            Rank::Queen | Rank::Jack if self.options.redirect == Redirect::SuitOrRank => self.follows(card),
            Rank::Queen | Rank::Jack => card.suit() == self.top().suit(),
            _ => false,
        }
    }

    fn singles(&self) -> Vec<Card> {
        let mut singles = self.hands[self.turn as usize].clone();
        singles.retain(|card| self.fits(*card));
        singles.dedup();
        singles
    }

    /// Whether drawing is legal.
    fn may_draw(&self) -> bool {
        self.waiting.is_none()
            && self.laid.is_empty()
            && (self.attack > 0 || self.options.may_draw || self.singles().is_empty())
    }

    fn legal(&self) -> HashSet<Action> {
        let mut legal: HashSet<_> = self.singles().into_iter().map(Action::Play).collect();
        if self.options.multi {
            // The player who lays a card and goes on holds another one of its rank for that.
            let hand = &self.hands[self.turn as usize];
            let goes_on = |card: &Card| hand.iter().filter(|other| other.rank() == card.rank()).count() > 1;
            legal.extend(self.singles().into_iter().filter(goes_on).map(Action::Lay));
        }
        legal.extend(self.may_draw().then_some(Action::Draw));
        legal.extend(self.waiting.map(|_| Action::Keep));
        legal
    }

    fn default_action(&self) -> Action {
        match (self.waiting, self.may_draw()) {
            (Some(_), _) => Action::Keep,
            (None, true) => Action::Draw,
            (None, false) => Action::Play(self.singles()[0]),
        }
    }

    /// Plays the action and says whether it ends the round.
    fn act(&mut self, action: Action, emitted: &[Event]) -> RoundEnd {
        match action {
            Action::Play(card) => {
                let mut cards = std::mem::take(&mut self.laid);
                cards.push(card);
                self.take_from_hand(card);
                self.laid_all(&cards)
            }
            Action::Lay(card) => {
                self.laid.push(card);
                self.take_from_hand(card);
                self.waiting = None;
                RoundEnd::NotYet
            }
            Action::Draw => self.draw(emitted),
            Action::Keep => self.step(1),
        }
    }

    fn take_from_hand(&mut self, card: Card) {
        let hand = &mut self.hands[self.turn as usize];
        let place = hand.iter().position(|held| *held == card).unwrap();
        hand.remove(place);
        self.discards.push(card);
    }

    fn laid_all(&mut self, cards: &[Card]) -> RoundEnd {
        let player = self.turn as usize;
        self.idle = 0;
        if self.hands[player].is_empty() {
            return RoundEnd::WonBy(player);
        }
        let many = cards.len();
        let queens_are_jacks = self.options.queen_skips_2 && self.hands.len() == 2;
        match self.top().rank() {
            Rank::Two => self.attack += 2 * many,
            Rank::Three => self.attack += 3 * many,
            Rank::Seven => self.attack = 0,
            Rank::Jack => return self.step(1 + many as i32),
            Rank::Queen if queens_are_jacks => return self.step(1 + many as i32),
            Rank::Queen => (0..many).for_each(|_| self.direction = -self.direction),
            _ => {}
        }
        self.step(1)
    }

    fn draw(&mut self, emitted: &[Event]) -> RoundEnd {
        let wanted = self.attack.max(1);
        let drawn = emitted.iter().find_map(|event| match event {
            Event::Drew { cards, .. } => Some(cards.clone()),
            _ => None,
        });
        let drawn = drawn.unwrap();
        let mut reshuffled = false;
        for card in &drawn {
            if self.stock.is_empty() {
                let under = self.discards.len() - 1;
                self.stock = self.discards.drain(..under).collect();
                (self.order_known, reshuffled) = (false, true);
            }
            let place = self.stock.iter().position(|other| other == card).unwrap();
            assert!(place == 0 || !self.order_known, "{card} does not lie on top of the stock");
            self.stock.remove(place);
            self.hands[self.turn as usize].push(*card);
        }
        self.hands[self.turn as usize].sort();
        assert_eq!(emitted.iter().any(|event| matches!(event, Event::Reshuffled { .. })), reshuffled);
        let all_taken = self.stock.is_empty() && self.discards.len() == 1;
        assert!(drawn.len() == wanted || drawn.len() < wanted && all_taken);
        self.idle = if drawn.is_empty() { self.idle + 1 } else { 0 };
        if self.attack == 0 && self.options.play_drawn && drawn.iter().any(|card| self.follows(*card)) {
            self.waiting = drawn.first().copied();
            return RoundEnd::NotYet;
        }
        self.attack = 0;
        self.step(1)
    }

    fn step(&mut self, steps: i32) -> RoundEnd {
        self.waiting = None;
        self.turns += 1;
        self.turn = (self.turn + self.direction * steps).rem_euclid(self.hands.len() as i32);
        if self.idle == self.hands.len() || self.turns == 5000 { RoundEnd::Nobody } else { RoundEnd::NotYet }
    }

    /// Counts the cards left and says who begins the next round.
    fn score(&mut self, winner: Option<usize>) -> usize {
        for (total, hand) in self.totals.iter_mut().zip(&self.hands) {
            *total -= hand.len() as i32;
        }
        let fewest = (0..self.hands.len()).min_by_key(|player| (self.hands[*player].len(), *player));
        winner.or(fewest).unwrap()
    }

    fn agrees_with(&self, position: &OneCard) {
        let seat = Seat::of(self.turn as u8);
        let view = position.seen(Viewer::Seat(seat));
        assert_eq!(view.to_act.iter().collect::<Vec<_>>(), [seat]);
        assert_eq!(view.hand, self.hands[self.turn as usize]);
        let held = self.hands.iter().map(|hand| hand.len() as u16);
        assert!(held.eq(view.held.as_slice().iter().copied()));
        assert_eq!((view.top, view.discards.len()), (self.top(), self.discards.len()));
        assert_eq!((usize::from(view.stock_size), usize::from(view.attack)), (self.stock.len(), self.attack));
        assert_eq!((usize::from(view.turns), usize::from(view.idle)), (self.turns, self.idle));
        assert_eq!(view.direction == Direction::CounterClockwise, self.direction == 1);
        let listed: HashSet<_> = view.legal.iter().copied().collect();
        assert_eq!((listed.len(), listed), (view.legal.len(), self.legal()));
        assert_eq!(position.default_action(seat), self.default_action());
    }
}

enum RoundEnd {
    NotYet,
    WonBy(usize),
    Nobody,
}

/// Plays a random game and follows it step by step; returns how many rounds nobody won.
fn follow(settings: &str, seats: u8, seed: u64) -> usize {
    let options = options::<OneCard>(settings);
    let record = random_record::<OneCard>(&options, seats, Seed::from_number(seed), seed, 100_000).unwrap();
    let replay = Replay::<OneCard>::of(&Record::parse(&record.to_line()).unwrap()).unwrap();
    let events =
        |step: &Step<OneCard>| step.emitted.0.iter().map(|(_, event)| event.clone()).collect::<Vec<_>>();
    let (mut rounds, mut without_winner) = (0, 0);
    let mut steps = replay.steps();
    let deal = steps.next().unwrap();
    let mut table = Table::deal(options, seats.into(), &events(&deal));
    table.agrees_with(&deal.position);
    for step in steps {
        let played = step.played.unwrap();
        assert_eq!(i32::from(played.seat.number()), table.turn);
        let emitted = events(&step);
        let winner = match table.act(played.action, &emitted) {
            RoundEnd::NotYet => {
                table.agrees_with(&step.position);
                continue;
            }
            RoundEnd::WonBy(winner) => Some(winner),
            RoundEnd::Nobody => None,
        };
        rounds += 1;
        without_winner += usize::from(winner.is_none());
        let starter = table.score(winner);
        assert_eq!(step.position.scores().as_slice(), table.totals);
        if rounds < options.rounds.get() {
            table.begin(Some(starter), &emitted);
            table.agrees_with(&step.position);
        } else {
            let best = *table.totals.iter().max().unwrap();
            let winners = step.position.status().outcome().unwrap().winners;
            assert!(
                Seat::all(seats).all(|seat| winners.contains(seat) == (table.totals[seat.index()] == best))
            );
        }
    }
    assert_eq!(rounds, options.rounds.get());
    without_winner
}

#[test]
fn whole_games_with_every_mixture_of_options_agree_with_the_reference() {
    let switch = |seed: u64, bit: u32| if seed >> bit & 1 == 1 { "on" } else { "off" };
    // Sixty-four mixtures of options and seats, each followed as often.
    for seed in 0..64 * crate::testing::retold_games() / 10 {
        let redirect = if seed >> 4 & 1 == 1 { "suit_or_rank" } else { "same_suit" };
        let mixture = format!(
            "may_draw={},play_drawn={},queen_skips_2={},multi={},redirect={redirect}",
            switch(seed, 0),
            switch(seed, 1),
            switch(seed, 2),
            switch(seed, 3),
        );
        // Two play every other game: that is where queens and jacks differ.
        let seats = if seed % 64 < 32 { 2 } else { (3 + seed / 64 % 8) as u8 };
        let (cards, rounds) = (2 + seed % 7, 1 + seed % 3);
        follow(&format!("{mixture},initial_cards={cards},rounds={rounds}"), seats, seed);
    }
}

#[test]
fn games_that_run_out_of_cards_agree_with_the_reference() {
    let mut without_winner = 0;
    for seed in 0..crate::testing::retold_games() {
        without_winner += follow("initial_cards=24,rounds=2", 4, seed);
        without_winner += follow("initial_cards=50,may_draw=on,play_drawn=on", 2, seed);
        without_winner += follow("initial_cards=9,redirect=suit_or_rank", 10, seed);
    }
    assert!(without_winner > 0, "no round was blocked or too long");
}
