//! One Card by rules of thumb.
//!
//! Lay the card that will be hardest to lay later: the one with the fewest companions of its suit and rank in the
//! hand. Rather lay what the next player can hardly follow, as far as the cards seen and the draws made tell.
//! Attack when the attack is likely to land, and more so when the victim is nearly out; keep sevens and queens for
//! bad times. Answer an attack whenever possible. A last card, or a way out over jacks, is always taken.

use game::{FastRng, Seat, below};
use games::cards::{Card, CardSet, Rank};
use games::onecard::{Action, Direction, OneCard, Redirect, Seen};

use super::Heuristic;
use crate::BotInput;

/// What counts how much, in points of a made-up scale: found by play against random and simple players.
mod weight {
    pub(super) const SAME_SUIT: f64 = -1.6;
    pub(super) const SAME_RANK: f64 = -0.9;
    pub(super) const COMPANIONS: f64 = -2.8;
    pub(super) const NEXT_IS_STUCK: f64 = 1.3;
    pub(super) const CARD_THAT_LANDS: f64 = 1.0;
    pub(super) const ATTACK_ANSWERED: f64 = -3.0;
    pub(super) const VICTIM_NEARLY_OUT: f64 = 0.6;
    pub(super) const SEVEN: f64 = -1.3;
    pub(super) const QUEEN: f64 = -0.2;
    pub(super) const TURN_AGAIN: f64 = 1.0;
    pub(super) const FURTHER_CARD: f64 = 10.0;
    pub(super) const KEEP: f64 = -50.0;
    pub(super) const DRAW: f64 = -100.0;
    pub(super) const WIN: f64 = 1_000.0;
}

impl Heuristic for OneCard {
    fn heuristic(input: BotInput<'_, Self>, dice: &mut FastRng) -> Action {
        let table = Table::seen_by(&input);
        let (mut best, mut best_score, mut ties) = (Action::Draw, f64::MIN, 0);
        for &action in &input.view.legal {
            let score = table.score(action);
            if score > best_score {
                (best, best_score, ties) = (action, score, 1);
            } else if score == best_score {
                ties += 1;
                if below(dice, ties) == 0 {
                    best = action;
                }
            }
        }
        best
    }

    fn heuristic_scores(input: BotInput<'_, Self>, _: &mut FastRng) -> Vec<f64> {
        let table = Table::seen_by(&input);
        input.view.legal.iter().map(|action| table.score(*action)).collect()
    }
}

/// What the player sees, and what is counted once for all actions.
struct Table<'a> {
    view: &'a Seen,
    seat: Seat,
    redirect: Redirect,
    /// Whether a queen skips as a jack does.
    queen_skips: bool,
    /// How many copies of each card are neither in the own hand nor among the discards.
    unseen: [u8; Card::COUNT],
    /// Copies of each card in the player's hand.
    held: [u16; Card::COUNT],
}

impl<'a> Table<'a> {
    fn seen_by(input: &BotInput<'a, OneCard>) -> Self {
        let (view, options) = (input.view, input.options);
        let mut unseen = [options.decks.get() as u8; Card::COUNT];
        let mut held = [0; Card::COUNT];
        view.hand.iter().for_each(|card| held[card.index()] += 1);
        for card in view.hand.iter().chain(&view.discards) {
            let count = &mut unseen[card.index()];
            *count = count.saturating_sub(1);
        }
        let queen_skips = options.queen_skips_2 && view.held.seats() == 2;
        Self { view, seat: input.seat, redirect: options.redirect, queen_skips, unseen, held }
    }

    fn score(&self, action: Action) -> f64 {
        match action {
            Action::Play(card) => self.score_play(card, &[card]),
            Action::Lay(card) => self.score_lay(card),
            Action::Draw => weight::DRAW,
            Action::Keep => weight::KEEP,
        }
    }

    /// What it is worth to lay this card and go on: the best that can come of it, with one more card or with all of its
    /// rank.
    fn score_lay(&self, card: Card) -> f64 {
        let mut others: Vec<Card> =
            self.view.hand.iter().copied().filter(|other| other.rank() == card.rank()).collect();
        if let Some(place) = others.iter().position(|other| *other == card) {
            others.remove(place);
        }
        let mut best = f64::MIN;
        for (place, &top) in others.iter().enumerate() {
            let all: Vec<Card> = std::iter::once(card).chain(others.iter().copied()).collect();
            best = best.max(self.score_play(top, &[card, others[place]])).max(self.score_play(top, &all));
        }
        best
    }

    /// What it is worth to lay these cards, after those laid in this turn already, this one on top.
    fn score_play(&self, top: Card, laid: &[Card]) -> f64 {
        // A hand may hold 200 cards and be scored thousands of times, so cards are counted, not copied.
        let mut held = self.held;
        laid.iter().for_each(|card| held[card.index()] = held[card.index()].saturating_sub(1));
        let left = self.view.hand.len().saturating_sub(laid.len());
        let sum = |cards: CardSet| cards.iter().map(|card| f64::from(held[card.index()])).sum::<f64>();
        let count = u16::from(self.view.laid) + laid.len() as u16;
        let attack = match top.rank() {
            Rank::Two => self.view.attack + 2 * count,
            Rank::Three => self.view.attack + 3 * count,
            Rank::Seven => 0,
            _ => self.view.attack,
        };
        let next = self.next(top, count as u8);
        if left == 0 || (next == self.seat && attack == 0 && self.has_way_out(top, laid, left)) {
            return weight::WIN;
        }
        let same_suit = sum(CardSet::suit(top.suit()));
        let same_rank = sum(CardSet::rank(top.rank()));
        let companions = sum(following(top));
        let mut score = weight::SAME_SUIT * same_suit
            + weight::SAME_RANK * same_rank
            + weight::COMPANIONS * companions / left as f64
            + weight::FURTHER_CARD * f64::from(count - 1);
        let stuck =
            if next == self.seat { 0.0 } else { self.chance_of_nothing(next, self.answers(top, attack)) };
        score += if attack == 0 {
            weight::NEXT_IS_STUCK * stuck
        } else {
            weight::CARD_THAT_LANDS * stuck * f64::from(attack) + weight::ATTACK_ANSWERED * (1.0 - stuck)
        };
        score
            + match top.rank() {
                Rank::Two | Rank::Three if self.view.held[next] <= 2 => weight::VICTIM_NEARLY_OUT,
                Rank::Seven => weight::SEVEN,
                Rank::Queen if !self.queen_skips => weight::QUEEN,
                Rank::Jack | Rank::Queen if next == self.seat && companions > 0.0 => weight::TURN_AGAIN,
                _ => 0.0,
            }
    }

    /// Who is next after this many of these cards.
    fn next(&self, top: Card, count: u8) -> Seat {
        let seats = self.view.held.seats();
        let skips = top.rank() == Rank::Jack || (top.rank() == Rank::Queen && self.queen_skips);
        let turns = top.rank() == Rank::Queen && !self.queen_skips && count % 2 == 1;
        let direction = if turns { self.view.direction.turned() } else { self.view.direction };
        let steps = if skips { (1 + count) % seats } else { 1 };
        match direction {
            Direction::CounterClockwise => self.seat.after(steps, seats),
            Direction::Clockwise => self.seat.after(seats - steps, seats),
        }
    }

    /// Whether all cards but these can be laid without another player's turn, over cards that return the turn. Large hands
    /// are not searched: they hardly ever can, and with many jacks there are too many orders to try.
    fn has_way_out(&self, top: Card, laid: &[Card], left: usize) -> bool {
        const LARGEST: usize = 6;
        if left > LARGEST {
            return false;
        }
        let mut hand = self.view.hand.clone();
        for card in laid {
            if let Some(place) = hand.iter().position(|other| other == card) {
                hand.remove(place);
            }
        }
        self.way_out(top, &hand)
    }

    fn way_out(&self, top: Card, hand: &[Card]) -> bool {
        let goes = |place: usize, card: Card| {
            let mut rest = hand.to_vec();
            rest.remove(place);
            rest.is_empty() || (self.next(card, 1) == self.seat && self.way_out(card, &rest))
        };
        let mut cards = hand.iter().enumerate();
        cards.any(|(place, &card)| following(top).contains(card) && goes(place, card))
    }

    /// The cards with which somebody could go on after this one.
    fn answers(&self, top: Card, attack: u16) -> CardSet {
        if attack == 0 {
            return following(top);
        }
        let numbers = [Rank::Two, Rank::Three, Rank::Seven].map(CardSet::rank);
        let courts = CardSet::rank(Rank::Jack) | CardSet::rank(Rank::Queen);
        let courts = match self.redirect {
            Redirect::SameSuit => courts & CardSet::suit(top.suit()),
            Redirect::SuitOrRank => courts,
        };
        following(top) & (numbers[0] | numbers[1] | numbers[2] | courts)
    }

    /// How likely it is that the player has none of these cards. A player who had to draw had nothing that follows the
    /// card then on top; only cards drawn since can be of that kind.
    fn chance_of_nothing(&self, seat: Seat, wanted: CardSet) -> f64 {
        let held = self.view.held[seat];
        let (old, excluded) = match self.view.stuck[seat] {
            None => (0, CardSet::EMPTY),
            Some(stuck) => (held.saturating_sub(stuck.drawn), following(stuck.on)),
        };
        self.share_without(wanted, CardSet::EMPTY).powi((held - old).into())
            * self.share_without(wanted, excluded).powi(old.into())
    }

    /// Of the unseen cards without those excluded, the share that is not wanted.
    fn share_without(&self, wanted: CardSet, excluded: CardSet) -> f64 {
        let count =
            |cards: CardSet| cards.iter().map(|card| f64::from(self.unseen[card.index()])).sum::<f64>();
        let all = count(!excluded);
        if all == 0.0 { 1.0 } else { 1.0 - count(wanted - excluded) / all }
    }
}

/// The cards that match this one by suit or rank.
fn following(top: Card) -> CardSet {
    CardSet::suit(top.suit()) | CardSet::rank(top.rank())
}

#[cfg(test)]
mod tests {
    use game::options::RawOptions;
    use game::{Chance, DiscardEvents, Game, Options, Seed, Viewer, dice};
    use games::onecard::OneCardOptions;

    use super::*;
    use crate::{Bot, Budget, HeuristicBot, Random};

    /// How many of the given number of games the rule of thumb wins against random players, from every seat in turn.
    fn wins(settings: &str, seats: u8, games: u64) -> u64 {
        let options = OneCardOptions::from_settings(&RawOptions::parse(settings).unwrap()).unwrap();
        let (mut dice, mut wins) = (dice(1), 0);
        for game in 0..games {
            let thumb = Seat::of((game % u64::from(seats)) as u8);
            let chance = Chance::new(Seed::from_number(game / u64::from(seats)));
            let mut position = OneCard::start(&options, seats, chance, &mut DiscardEvents).unwrap();
            while let Some(seat) = position.status().to_act().first() {
                let view = position.seen(Viewer::Seat(seat));
                let input: BotInput<'_, OneCard> =
                    BotInput { rules: 1, options: &options, seat, view: &view };
                let budget = Budget::simulations(0);
                let action = if seat == thumb {
                    HeuristicBot.choose(input, &mut dice, budget)
                } else {
                    Random.choose(input, &mut dice, budget)
                };
                position.play(seat, action, &mut DiscardEvents).unwrap();
            }
            wins += u64::from(position.status().outcome().unwrap().winners.contains(thumb));
        }
        wins
    }

    #[test]
    fn it_beats_a_random_player() {
        // It wins two games of three; this is five standard deviations below.
        assert!(wins("", 2, 1_000) > 600);
    }

    #[test]
    fn it_wins_more_than_its_share_of_four() {
        assert!(wins("", 4, 1_000) > 275);
    }

    #[test]
    fn it_plays_with_every_option() {
        assert!(
            wins("multi=on,play_drawn=on,may_draw=on,redirect=suit_or_rank,queen_skips_2=on", 2, 100) > 60
        );
        assert!(wins("multi=on,initial_cards=10,decks=4,rounds=2", 3, 50) > 20);
    }
}
