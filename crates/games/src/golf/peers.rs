//! The rules that hold with the option `peers`, and rounds whose cards come from outside.
//!
//! Peers share no luck: a dealer sends every card of a round to everybody, and from then on each program follows the
//! table by itself. So nothing may be shuffled after the deal, and some rules differ from the usual ones:
//! - The discard pile starts empty. When a turn begins and the stock is empty, the discard pile is turned over as it
//!   is and becomes the stock.
//! - A card taken from the discard pile may be thrown back on it.
//! - Seat 0 deals. The seat after it begins the first round, and play goes on round the table from round to round.
//! - The dealer says when a round is over; after 60 turns each it may do so with cards still hidden.

use ::game::{BadDeal, Game as _, Listener, Seat};
use cards::Card;

use super::event::Event;
use super::options::{EndRule, GolfOptions, Values};
use super::pile::Pile;
use super::{Golf, Stage, TURNS_EACH};

/// Where the dealer sits.
pub(super) const DEALER: Seat = Seat::of(0);

/// Whether the option `peers` goes with these settings: peers know no others.
pub(super) fn admits(options: &GolfOptions) -> Result<(), BadDeal> {
    let usual = GolfOptions::default();
    let fits = options.packs == usual.packs
        && options.values == Values::Bicycle
        && options.end_rule == EndRule::All
        && !options.flip_on_discard
        && options.rounds == usual.rounds;
    if fits {
        return Ok(());
    }
    Err(BadDeal::Options(
        "Peer players know one pack, the usual values, end_rule=all, no flip_on_discard and nine rounds: \
         only stealing can be switched on."
            .to_owned(),
    ))
}

/// The cards of one round as a dealer gives them out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DealtDeck {
    /// From the top to the bottom: first those that are dealt, one to each player in turn, then the stock.
    pub cards: [Card; Card::COUNT],
    /// How many of the last ones start the discard pile, the very last one on top. Our own dealers lay none there.
    pub discards: u8,
}

impl Golf {
    /// Deals the round that has just begun from this deck instead. Nothing happens once somebody has turned a card.
    pub fn deal_instead(&mut self, deck: &DealtDeck, listener: &mut impl Listener<Event>) {
        if !self.nobody_has_acted() {
            return;
        }
        let (stock, turned) = deck.cards.split_at(Card::COUNT - usize::from(deck.discards).min(Card::COUNT));
        self.lay_out(stock.iter().rev().copied().collect::<Pile>(), listener);
        self.discards = turned.iter().copied().collect();
    }

    /// The cards of the round that has just begun, as they were dealt; nothing once somebody has acted, and nothing
    /// without the option `peers`.
    ///
    /// This is for the dealer, and for nobody's eyes.
    #[must_use]
    pub fn deck_to_deal(&self) -> Option<DealtDeck> {
        if !self.options.peers || !self.nobody_has_acted() {
            return None;
        }
        let dealt = super::layout::Place::ALL.into_iter().flat_map(|place| {
            let seats = self.starter.round(self.seats());
            seats.map(move |seat| self.layouts[seat].cards()[place.index()])
        });
        let all: Vec<Card> = dealt.chain(self.stock.top_first()).collect();
        Some(DealtDeck { cards: all.try_into().ok()?, discards: 0 })
    }

    fn nobody_has_acted(&self) -> bool {
        self.stage == Stage::Reveal(::game::SeatSet::all(self.seats()))
    }

    /// This round ends after so many turns of all players together, even with cards hidden. Without a number it goes
    /// on until all cards are up, or until [`cut_round`](Self::cut_round).
    pub fn set_turn_cap(&mut self, turns: Option<u16>) {
        self.turn_cap = turns.unwrap_or(u16::MAX);
    }

    /// The dealer ends the round although cards are hidden; they are turned and scored. Nothing happens before
    /// everybody has had the most turns that a round usually allows, nor in the middle of a turn.
    pub fn cut_round(&mut self, listener: &mut impl Listener<Event>) {
        let may_be_cut = self.stage == Stage::Take && self.turns >= TURNS_EACH * u16::from(self.seats());
        if may_be_cut {
            listener.hear(::game::Audience::All, || Event::CapReached { turns: TURNS_EACH });
            // Play goes on after whoever had the last turn, and the turn has moved on already.
            let seats = self.seats();
            self.turn = self.turn.previous(seats);
            self.end_round(listener);
        }
    }
}
