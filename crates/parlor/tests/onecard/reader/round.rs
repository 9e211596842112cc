//! One round, from the shuffle to the last card.

use super::hand::{Card, JACK, QUEEN, SEVEN, THREE, TWO, packs, sorted, take};
use super::stock::Stock;
use super::{Lines, Met, Read, Rules, Stop, wrong};

const MAX_TURNS: usize = 5000;
const RESHUFFLE: &str = "Stock pile exhausted. Shuffling the discard pile and restore the stock pile";

pub(crate) struct Round<'a> {
    rules: &'a Rules,
    hands: Vec<Vec<Card>>,
    stock: Stock,
    discards: Vec<Card>,
    all: usize,
    turn: usize,
    rising: bool,
    attack: usize,
    turns: usize,
    idle: usize,
}

impl<'a> Round<'a> {
    /// The shuffle, the hands, in the first round the extra cards, and the first card.
    pub(crate) fn deal(
        lines: &mut Lines<'_>,
        rules: &'a Rules,
        decks: usize,
        players: usize,
        starter: Option<usize>,
    ) -> Read<Self> {
        lines.expect("Shuffling cards...")?;
        lines.expect("Shuffle result:")?;
        let deck = lines.cards("")?;
        if sorted(deck.clone()) != packs(decks) {
            return wrong("the shuffle is not all cards");
        }
        if deck == packs(decks) {
            return wrong("this is not a shuffle");
        }
        lines.expect("Dealing cards...")?;
        let mut hands = Vec::new();
        for player in 1..=players {
            hands.push(lines.cards(&format!("Player {player}: "))?);
        }
        let each = hands.first().map_or(0, Vec::len);
        if players * (each + 1) >= deck.len() {
            return wrong("more cards than the pack has cannot be dealt");
        }
        for (player, hand) in hands.iter().enumerate() {
            if *hand != sorted(deck[player * each..(player + 1) * each].to_vec()) {
                return wrong(format!("hand {} is not dealt from the front of the shuffle", player + 1));
            }
        }
        let mut next = players * each;
        let mut discards = Vec::new();
        let starter = match starter {
            Some(starter) => starter,
            None => {
                lines.expect("Determining the playing order...")?;
                for player in 1..=players {
                    discards
                        .push(Card::read(lines.after(&format!("Player {player}: "))?).map_err(Stop::Wrong)?);
                }
                if discards != deck[next..next + players] {
                    return wrong("the extra cards are not the next of the shuffle");
                }
                next += players;
                let lowest = discards.iter().map(|card| card.rank).min();
                discards.iter().position(|card| Some(card.rank) == lowest).unwrap_or_default()
            }
        };
        lines.expect(&format!("The game will start with player {}", starter + 1))?;
        lines.expect("---- Game start ----")?;
        let first = lines.cards("First card: ")?;
        if first != deck[next..=next] {
            return wrong("the first card is not the next of the shuffle");
        }
        discards.extend(first);
        Ok(Self {
            rules,
            hands,
            stock: Stock::of(&deck[next + 1..]),
            discards,
            all: deck.len(),
            turn: starter,
            rising: true,
            attack: 0,
            turns: 0,
            idle: 0,
        })
    }

    pub(crate) fn cards_left(&self) -> Vec<usize> {
        self.hands.iter().map(Vec::len).collect()
    }

    /// Plays the turns; returns the winner, if somebody wins.
    pub(crate) fn play(&mut self, lines: &mut Lines<'_>, met: &mut Met) -> Read<Option<usize>> {
        loop {
            let player = self.turn;
            let plays = format!("Player {} plays: ", player + 1);
            let line = lines.peek().ok_or(Stop::End)?;
            if line.starts_with(&plays) {
                let cards = lines.cards(&plays)?;
                self.lay(&cards, None, met)?;
            } else {
                let drawn = self.draw(lines, met)?;
                let may_play = self.rules.play_drawn && drawn.is_some_and(|card| card.matches(self.top()));
                match (drawn, lines.peek()) {
                    (Some(card), Some(line)) if may_play && line.starts_with(&plays) => {
                        let cards = lines.cards(&plays)?;
                        met.plays_of_drawn += 1;
                        self.lay(&cards, Some(card), met)?;
                    }
                    (Some(_), None) if may_play => return Err(Stop::End),
                    _ => {
                        self.turns += 1;
                        self.turn = self.step(1);
                        if self.ends_without_winner(lines, met)? {
                            return Ok(None);
                        }
                        continue;
                    }
                }
            }
            met.turns += 1;
            self.count_cards()?;
            if self.hands[player].is_empty() {
                lines.expect(&format!("Player {} wins!", player + 1))?;
                return Ok(Some(player));
            }
            self.expect_hand(lines, player)?;
            if self.ends_without_winner(lines, met)? {
                return Ok(None);
            }
        }
    }

    fn ends_without_winner(&self, lines: &mut Lines<'_>, met: &mut Met) -> Read<bool> {
        let ends = self.idle >= self.hands.len() || self.turns >= MAX_TURNS;
        if ends {
            lines.expect("Nobody wins!")?;
            met.nobody_wins += 1;
        }
        Ok(ends)
    }

    fn expect_hand(&self, lines: &mut Lines<'_>, player: usize) -> Read<()> {
        let shown = lines.cards(&format!("Player {} cards: ", player + 1))?;
        if shown == sorted(self.hands[player].clone()) {
            Ok(())
        } else {
            wrong("this is not the hand, sorted")
        }
    }

    /// All cards are somewhere, and only once.
    fn count_cards(&self) -> Read<()> {
        let held: usize = self.hands.iter().map(Vec::len).sum();
        if held + self.stock.len() + self.discards.len() == self.all {
            Ok(())
        } else {
            wrong("cards got lost")
        }
    }

    fn top(&self) -> Card {
        self.discards[self.discards.len() - 1]
    }

    fn step(&self, steps: usize) -> usize {
        let players = self.hands.len();
        let steps = steps % players;
        (self.turn + if self.rising { steps } else { players - steps }) % players
    }

    /// Whether the card may be laid now.
    fn follows(&self, card: Card) -> bool {
        let top = self.top();
        match card.rank {
            _ if self.attack == 0 => card.matches(top),
            TWO | THREE | SEVEN => card.matches(top),
            JACK | QUEEN => card.suit == top.suit || self.rules.suit_or_rank && card.rank == top.rank,
            _ => false,
        }
    }

    fn lay(&mut self, cards: &[Card], drawn: Option<Card>, met: &mut Met) -> Read<()> {
        let player = self.turn;
        let (first, last) = (cards[0], cards[cards.len() - 1]);
        if cards.len() > 1 {
            if !self.rules.multi {
                return wrong("only one card a turn");
            }
            met.plays_of_several += 1;
        }
        if cards.iter().any(|card| card.rank != first.rank) {
            return wrong("several cards have one rank");
        }
        if !self.follows(first) {
            return wrong("the card does not follow");
        }
        if drawn.is_some_and(|drawn| drawn != first) {
            return wrong("only the drawn card may be played now");
        }
        for card in cards {
            if !take(&mut self.hands[player], *card) {
                return wrong("the card is not in the hand");
            }
            self.discards.push(*card);
        }
        met.plays += 1;
        self.idle = 0;
        self.turns += 1;
        if self.hands[player].is_empty() {
            return Ok(());
        }
        let count = cards.len();
        let skips =
            last.rank == JACK || last.rank == QUEEN && self.rules.queen_skips_2 && self.hands.len() == 2;
        if self.attack > 0 {
            met.sevens += usize::from(last.rank == SEVEN);
            met.redirections += usize::from(last.rank == JACK || last.rank == QUEEN);
        }
        match last.rank {
            TWO => self.attack += 2 * count,
            THREE => self.attack += 3 * count,
            SEVEN => self.attack = 0,
            QUEEN if !skips && count % 2 == 1 => self.rising = !self.rising,
            _ => {}
        }
        met.largest_attack = met.largest_attack.max(self.attack);
        self.turn = self.step(if skips { 1 + count } else { 1 });
        Ok(())
    }

    /// A draw with the shuffle it may need; returns the card if it was one without an attack.
    fn draw(&mut self, lines: &mut Lines<'_>, met: &mut Met) -> Read<Option<Card>> {
        let player = self.turn;
        if self.attack == 0 && self.hands[player].iter().any(|card| self.follows(*card)) {
            if !self.rules.may_draw {
                return wrong(format!("player {} can play and must", player + 1));
            }
            met.draws_by_choice += 1;
        }
        let wanted = self.attack.max(1);
        let in_stock = self.stock.len();
        if in_stock < wanted && self.discards.len() > 1 {
            lines.expect(RESHUFFLE)?;
            met.reshuffles += 1;
            met.reshuffles_under_attack += usize::from(self.attack > 0);
            let top = self.top();
            self.discards.pop();
            self.stock.add_shuffled(std::mem::replace(&mut self.discards, vec![top]));
        }
        let there = self.stock.len().min(wanted);
        let text = lines.after(&format!("Player {} draws: ", player + 1))?;
        let cards = if there == 0 && text == "nothing" {
            Vec::new()
        } else {
            super::list(text).map_err(Stop::Wrong)?
        };
        if cards.len() != there {
            return wrong(format!("{there} cards are to be drawn"));
        }
        for card in &cards {
            if !self.stock.draw(*card) {
                return wrong("this card is not the next of the stock");
            }
        }
        self.hands[player].extend(&cards);
        self.expect_hand(lines, player)?;
        self.count_cards()?;
        met.draws += 1;
        met.short_draws += usize::from(there < wanted);
        met.attacks_drawn += usize::from(self.attack > 0);
        self.idle = if there == 0 { self.idle + 1 } else { 0 };
        let alone = cards.first().copied().filter(|_| self.attack == 0);
        self.attack = 0;
        Ok(alone)
    }
}
