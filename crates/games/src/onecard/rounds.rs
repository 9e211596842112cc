//! Rounds: the deal, who begins, and how a round is scored.

use cards::{Card, CardSet};
use game::{Audience, Chance, EventSink, PerSeat, Seat, SeatPiles, SeatSet};

use super::{Bag, Direction, Event, NoWinner, OneCard, OneCardOptions, Piles, RoundResult, StartReason};

impl OneCard {
    /// A table before the first shuffle: the packs as they come from the box, nobody has a card.
    pub(super) fn unshuffled(options: &OneCardOptions, seats: u8, chance: Chance) -> Self {
        Self {
            options: *options,
            chance,
            piles: Piles::packs(options.all_cards() as u16),
            seat_piles: None,
            remade_of: Bag::default(),
            hands: PerSeat::new(seats),
            held: PerSeat::new(seats),
            turn: Seat::default(),
            direction: Direction::CounterClockwise,
            attack: 0,
            choosing: false,
            laid: 0,
            turn_number: 0,
            turns: 0,
            idle: 0,
            round: 1,
            starter: Seat::default(),
            start_reason: StartReason::LowestCard,
            last_turns: PerSeat::new(seats),
            stuck: PerSeat::new(seats),
            totals: PerSeat::new(seats),
            last_round: None,
            winners: SeatSet::EMPTY,
        }
    }

    /// Gathers all cards, shuffles and begins the round.
    pub(super) fn shuffle_and_deal(&mut self, listener: &mut impl EventSink<Event>) {
        self.piles.gather(self.round.into(), &mut self.chance);
        self.begin_round(listener);
    }

    /// Deals from the stock as it lies. In the first round the extra cards say who begins, later it is the
    /// [`starter`](Self::starter).
    pub(super) fn begin_round(&mut self, listener: &mut impl EventSink<Event>) {
        let (round, seats) = (self.round, self.hands.seats());
        listener.emit(Audience::All, || Event::RoundBegan { round, cards: self.piles.all_cards() });
        listener.emit(Audience::Nobody, || Event::Shuffled { cards: self.piles.stock().to_vec() });
        let count = self.options.initial_cards.get() as u16;
        for seat in Seat::all(seats) {
            self.hands[seat] = self.piles.deal(count).iter().copied().collect();
            self.held[seat] = count;
            let hand = &self.hands[seat];
            listener.emit(Audience::Only(seat), || Event::Dealt { seat, cards: hand.iter().collect() });
            listener.emit(Audience::AllBut(seat), || Event::DealtFaceDown { seat, count });
        }
        if round == 1 {
            self.piles.turn_up(seats.into());
            self.starter = self.lowest_order_card(listener);
        }
        let (seat, reason) = (self.starter, self.start_reason);
        listener.emit(Audience::All, || Event::Begins { seat, reason });
        self.piles.turn_up(1);
        let card = self.piles.top();
        listener.emit(Audience::All, || Event::FirstCard { card });
        self.cut_stock();
        self.turn = self.starter;
        self.turn_number += 1;
        self.direction = Direction::CounterClockwise;
        (self.attack, self.turns, self.idle, self.choosing) = (0, 0, 0, false);
        self.remade_of = Bag::default();
        self.last_turns = PerSeat::new(seats);
        self.stuck = PerSeat::new(seats);
    }

    /// In a duplicate deal, cuts the stock into a pile for each seat.
    pub(super) fn cut_stock(&mut self) {
        let cut = || SeatPiles::cut(self.piles.stock().len(), self.hands.seats());
        self.seat_piles = self.chance.is_duplicate().then(cut);
    }

    /// The seat with the lowest of the extra cards, which lie on the discard pile in order of seats. Suits do not
    /// count; of equal ranks the lowest seat begins.
    fn lowest_order_card(&self, listener: &mut impl EventSink<Event>) -> Seat {
        let cards = Seat::all(self.hands.seats()).zip(self.piles.discards());
        for (seat, &card) in cards.clone() {
            listener.emit(Audience::All, || Event::OrderCard { seat, card });
        }
        cards.min_by_key(|(_, card)| card.rank()).map(|(seat, _)| seat).unwrap_or_default()
    }

    /// The extra cards that said who begins, as long as they lie where they were put: in the first round, before
    /// the discards are shuffled.
    pub(super) fn order_cards(&self) -> &[Card] {
        let there = self.round == 1 && self.remade_of.any() == CardSet::EMPTY;
        self.piles.discards().get(..usize::from(self.hands.seats())).filter(|_| there).unwrap_or_default()
    }

    /// The player has no card left.
    #[cold]
    pub(super) fn win_round(&mut self, winner: Seat, listener: &mut impl EventSink<Event>) {
        self.turns += 1;
        let round = self.round;
        listener.emit(Audience::All, || Event::RoundWon { seat: winner, round });
        self.score_round(Some(winner), listener);
    }

    /// Nobody can win this round any more.
    #[cold]
    pub(super) fn stop_round(&mut self, reason: NoWinner, listener: &mut impl EventSink<Event>) {
        let round = self.round;
        listener.emit(Audience::All, || Event::NobodyWon { round, reason });
        self.score_round(None, listener);
    }

    fn score_round(&mut self, winner: Option<Seat>, listener: &mut impl EventSink<Event>) {
        let scores = self.held.map(|_, &held| -i32::from(held));
        for seat in Seat::all(self.hands.seats()) {
            self.totals[seat] += scores[seat];
        }
        self.last_round = Some(RoundResult { winner, scores });
        let (round, totals) = (self.round, self.totals);
        listener.emit(Audience::All, || Event::RoundScored { round, scores, totals });
        if u32::from(round) >= self.options.rounds.get() {
            let best = totals.as_slice().iter().max().copied().unwrap_or_default();
            let winners: SeatSet =
                totals.iter().filter(|(_, total)| **total == best).map(|(seat, _)| seat).collect();
            self.winners = winners;
            listener.emit(Audience::All, || Event::GameWon { winners });
            return;
        }
        let fewest = self.held.iter().min_by_key(|(_, held)| **held).map(|(seat, _)| seat);
        self.starter = winner.or(fewest).unwrap_or_default();
        self.start_reason = if winner.is_some() { StartReason::WonRound } else { StartReason::FewestCards };
        self.round += 1;
        self.shuffle_and_deal(listener);
    }
}
