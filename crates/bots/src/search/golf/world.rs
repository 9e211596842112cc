//! One round in a few bytes: ranks without suits, for playing it out thousands of times.

#[cfg(test)]
mod tests;

use game::{FastRng, Seat, shuffle};
use games::cards::Card;
use games::golf::layout::{CARDS, Place};
use games::golf::{EndRule, GOLF_MAX_SEATS, GolfOptions, Seen, ViewPhase};

use crate::meter::done;

pub(super) const RANKS: usize = 13;
const ALL_UP: u8 = 0b11_1111;

/// What counts, at this table.
#[derive(Clone, Copy)]
pub(super) struct Rules {
    pub(super) points: [i32; RANKS],
    pub(super) end_rule: EndRule,
    pub(super) flip_on_discard: bool,
    /// Between peers the whole discard pile, turned over, becomes the stock as soon as that is empty.
    pub(super) peers: bool,
    pub(super) cap: u16,
}

impl Rules {
    pub(super) fn of(options: &GolfOptions, view: &Seen) -> Self {
        Self {
            points: games::cards::Rank::ALL.map(|rank| options.values.points(rank)),
            end_rule: options.end_rule,
            flip_on_discard: options.flip_on_discard,
            peers: options.peers,
            cap: view.turn_cap,
        }
    }
}

/// A round as it could be.
#[derive(Clone)]
pub(super) struct World {
    pub(super) seats: usize,
    pub(super) ranks: [[u8; CARDS]; GOLF_MAX_SEATS],
    /// Bit n is set when the card at place n lies face up.
    pub(super) up: [u8; GOLF_MAX_SEATS],
    stock: Vec<u8>,
    pub(super) discards: Vec<u8>,
    /// How many of each rank are in the stock or hidden: nobody has seen where.
    pub(super) about: [u8; RANKS],
    pub(super) turn: usize,
    pub(super) turns: u16,
    /// How many turns are left once somebody is out, where that counts.
    pub(super) last_turns: Option<u8>,
    over: bool,
}

impl World {
    /// An arrangement of what the view does not show, all equally likely.
    pub(super) fn imagine(options: &GolfOptions, view: &Seen, dice: &mut FastRng) -> Self {
        done::note(options.cards());
        let rank = |card: Card| card.rank() as u8;
        let mut unseen: Vec<u8> = view.unseen(options.packs.get()).into_iter().map(rank).collect();
        shuffle(dice, &mut unseen);
        let mut world = Self {
            seats: usize::from(view.layouts.seats()),
            ranks: [[0; CARDS]; GOLF_MAX_SEATS],
            up: [0; GOLF_MAX_SEATS],
            stock: Vec::new(),
            discards: view.discards.iter().copied().map(rank).collect(),
            about: [0; RANKS],
            turn: view.mover.index(),
            turns: view.turns,
            last_turns: view.last_turns.map(|last| last.left),
            over: false,
        };
        for (seat, faces) in view.layouts.iter() {
            for (place, face) in faces.iter().enumerate() {
                let seat = seat.index();
                match face {
                    Some(card) => {
                        world.ranks[seat][place] = rank(*card);
                        world.up[seat] |= 1 << place;
                    }
                    None => {
                        let hidden = unseen.pop().unwrap_or_default();
                        world.ranks[seat][place] = hidden;
                        world.about[usize::from(hidden)] += 1;
                    }
                }
            }
        }
        world.stock = if view.new_stocks > 0 {
            let mut known: Vec<u8> = view.stock_cards.iter().copied().map(rank).collect();
            shuffle(dice, &mut known);
            known
        } else {
            unseen
        };
        for card in &world.stock {
            world.about[usize::from(*card)] += 1;
        }
        // Players who have not turned their two cards yet turn the first two.
        if view.phase == ViewPhase::Reveal {
            for seat in view.to_act.iter().filter(|seat| Some(*seat) != view.you) {
                world.turn_up(seat.index(), 0);
                world.turn_up(seat.index(), 1);
            }
        }
        world
    }

    /// Whether all cards of a seat lie face up.
    pub(super) const fn is_open(&self, seat: usize) -> bool {
        self.up[seat] == ALL_UP
    }

    pub(super) fn is_hidden(&self, seat: usize, place: usize) -> bool {
        self.up[seat] & 1 << place == 0
    }

    /// The card as everybody sees it.
    pub(super) fn face(&self, seat: usize, place: usize) -> Option<u8> {
        if self.is_hidden(seat, place) { None } else { Some(self.ranks[seat][place]) }
    }

    pub(super) fn turn_up(&mut self, seat: usize, place: usize) {
        if self.is_hidden(seat, place) {
            self.about[usize::from(self.ranks[seat][place])] -= 1;
            self.up[seat] |= 1 << place;
        }
    }

    pub(super) const fn can_draw(&self) -> bool {
        !self.stock.is_empty() || self.discards.len() > 1
    }

    /// The top card of the stock, made new of the discards if it is empty.
    pub(super) fn draw(&mut self, rng: &mut FastRng) -> Option<u8> {
        if self.stock.is_empty() {
            let top = self.discards.pop()?;
            std::mem::swap(&mut self.stock, &mut self.discards);
            self.discards.clear();
            self.discards.push(top);
            shuffle(rng, &mut self.stock);
            for card in &self.stock {
                self.about[usize::from(*card)] += 1;
            }
        }
        let card = self.stock.pop()?;
        self.about[usize::from(card)] -= 1;
        Some(card)
    }

    pub(super) fn swap(&mut self, rules: &Rules, seat: usize, place: usize, card: u8) {
        let turned = self.is_hidden(seat, place);
        self.turn_up(seat, place);
        let out = std::mem::replace(&mut self.ranks[seat][place], card);
        self.discards.push(out);
        self.end_turn(rules, seat, turned);
    }

    /// Throws a card away and, where that is the rule, turns the hidden card at this place.
    pub(super) fn throw(&mut self, rules: &Rules, seat: usize, card: u8, turn: Option<usize>) {
        self.discards.push(card);
        let turned = turn.filter(|_| rules.flip_on_discard);
        if let Some(place) = turned {
            self.turn_up(seat, place);
        }
        self.end_turn(rules, seat, turned.is_some());
    }

    /// Another player's open card against an own hidden one.
    pub(super) fn steal(&mut self, rules: &Rules, seat: usize, own: Place, from: Seat, card: Place) {
        self.turn_up(seat, own.index());
        let mine = self.ranks[seat][own.index()];
        self.ranks[seat][own.index()] = self.ranks[from.index()][card.index()];
        self.ranks[from.index()][card.index()] = mine;
        self.end_turn(rules, seat, true);
    }

    pub(super) fn end_turn(&mut self, rules: &Rules, seat: usize, turned: bool) {
        self.turns += 1;
        if let Some(left) = &mut self.last_turns {
            *left = left.saturating_sub(1);
        }
        let ended = match rules.end_rule {
            EndRule::All => turned && self.up[..self.seats].iter().all(|up| *up == ALL_UP),
            EndRule::FirstOut | EndRule::FirstOutPlusOne => {
                if turned && self.up[seat] == ALL_UP && self.last_turns.is_none() {
                    let one_more = rules.end_rule == EndRule::FirstOutPlusOne;
                    self.last_turns = Some(if one_more { self.seats as u8 - 1 } else { 0 });
                }
                self.last_turns == Some(0)
            }
        };
        self.over = ended || self.turns >= rules.cap;
        self.turn = if seat + 1 >= self.seats { 0 } else { seat + 1 };
        if rules.peers && self.stock.is_empty() && !self.over {
            self.turn_pile_over();
        }
    }

    fn turn_pile_over(&mut self) {
        std::mem::swap(&mut self.stock, &mut self.discards);
        self.stock.reverse();
        for card in &self.stock {
            self.about[usize::from(*card)] += 1;
        }
    }

    pub(super) const fn is_over(&self) -> bool {
        self.over
    }

    /// What the six cards of a seat count, hidden ones too.
    pub(super) fn points(&self, rules: &Rules, seat: usize) -> i32 {
        let cards = &self.ranks[seat];
        let column = |column: usize| {
            let (above, below) = (cards[column], cards[column + 3]);
            if above == below {
                return 0;
            }
            rules.points[usize::from(above)] + rules.points[usize::from(below)]
        };
        (0..3).map(column).sum()
    }
}
