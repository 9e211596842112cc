//! The game as it is played between peers, and games between peers written down.
//!
//! Peers share no luck: a dealer sends every card of a round to everybody, and from then on each program follows the
//! table by itself. So nothing may be shuffled after the deal, and some rules differ from those of the house:
//! - The discard pile starts empty. When a turn begins and the stock is empty, the discard pile is turned over as it
//!   is and becomes the stock.
//! - A card taken from the discard pile may be thrown back on it.
//! - Seat 0 deals. The seat after it begins the first round, and play goes on round the table from round to round.
//! - The dealer says when a round is over; after 60 turns each it may do so with cards still hidden.
//!
//! [`PeerGolf`] is such a game as a value of its own, whose luck is not a seed but the decks that were dealt.

mod decks;
mod game;

pub use decks::{Decks, PeerOptions};
pub use game::PeerGolf;

use ::game::{DealError, EventSink, Game as _, Seat};
use cards::Card;

use super::event::Event;
use super::options::{EndRule, GolfOptions, Values};
use super::pile::Pile;
use super::{Golf, Phase, TURNS_EACH};

/// Whoever deals sits here.
pub const DEALER: Seat = Seat::of(0);

/// The rules between peers, with or without stealing.
#[must_use]
pub fn options(steal: bool) -> GolfOptions {
    GolfOptions { peers: true, steal, ..GolfOptions::default() }
}

/// Whether peers would play with these settings: their programs know no others.
pub(super) fn admits(options: &GolfOptions) -> Result<(), DealError> {
    let usual = GolfOptions::default();
    let fits = options.packs == usual.packs
        && options.values == Values::Bicycle
        && options.end_rule == EndRule::All
        && !options.flip_on_discard
        && options.rounds == usual.rounds;
    if fits {
        return Ok(());
    }
    Err(DealError::Options(
        "Peer players know one pack, the usual values, end_rule=all, no flip_on_discard and nine rounds: \
         only stealing can be switched on."
            .to_owned(),
    ))
}

/// The cards of one round as a dealer gives them out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deck {
    /// From the top to the bottom: first those that are dealt, one to each player in turn, then the stock.
    pub cards: [Card; Card::COUNT],
    /// How many of the last ones start the discard pile, the very last one on top. Our own dealers lay none there.
    pub discards: u8,
}

impl Golf {
    /// Deals the round that has just begun from this deck instead. Nothing happens once somebody has turned a card.
    pub fn deal_instead(&mut self, deck: &Deck, listener: &mut impl EventSink<Event>) {
        if !self.nobody_has_acted() {
            return;
        }
        let (stock, turned) = deck.cards.split_at(Card::COUNT - usize::from(deck.discards).min(Card::COUNT));
        self.lay_out(stock.iter().rev().copied().collect::<Pile>(), listener);
        self.discards = turned.iter().copied().collect();
    }

    /// The cards of the round that has just begun, as they were dealt; nothing once somebody has acted.
    ///
    /// This is for whoever deals to peers, and for nobody's eyes.
    #[must_use]
    pub fn deck_to_deal(&self) -> Option<Deck> {
        if !self.options.peers || !self.nobody_has_acted() {
            return None;
        }
        let dealt = super::layout::Place::ALL.into_iter().flat_map(|place| {
            let seats = self.starter.round(self.seats());
            seats.map(move |seat| self.layouts[seat].cards()[place.index()])
        });
        let all: Vec<Card> = dealt.chain(self.stock.top_first()).collect();
        Some(Deck { cards: all.try_into().ok()?, discards: 0 })
    }

    /// Who takes the next turn, or has it; before play, who begins.
    #[must_use]
    pub const fn head(&self) -> Seat {
        self.turn
    }

    /// The round, from 1.
    #[must_use]
    pub const fn round_number(&self) -> u8 {
        self.round
    }

    /// How many turns of this round are finished.
    #[must_use]
    pub const fn turns_played(&self) -> u16 {
        self.turns
    }

    /// Whether the next turn can begin.
    #[must_use]
    pub fn awaits_turn(&self) -> bool {
        self.phase == Phase::Take
    }

    fn nobody_has_acted(&self) -> bool {
        self.phase == Phase::Reveal(::game::SeatSet::all(self.seats()))
    }

    /// The round goes on until all cards are up, or until [`cut_round`](Self::cut_round).
    pub fn without_cap(&mut self) {
        self.turn_cap = u16::MAX;
    }

    /// Whether everybody has had the most turns that a round of the house allows.
    #[must_use]
    pub fn may_be_cut(&self) -> bool {
        self.phase == Phase::Take && self.turns >= TURNS_EACH * u16::from(self.seats())
    }

    /// The dealer ends the round although cards are hidden; they are turned and scored. Nothing happens before that
    /// [may be](Self::may_be_cut).
    pub fn cut_round(&mut self, listener: &mut impl EventSink<Event>) {
        if self.may_be_cut() {
            listener.emit(::game::Audience::All, || Event::CapReached { turns: TURNS_EACH });
            // Play goes on after whoever had the last turn, and the turn has moved on already.
            let seats = self.seats();
            self.turn = self.turn.previous(seats);
            self.end_round(listener);
        }
    }
}
