//! The rules that hold with the option `peers`, and rounds whose cards come from outside.
//!
//! Peers share no random generator: a dealer sends every card of a round to everybody, and from then on each program
//! computes the table's state itself. So nothing may be shuffled after the deal, and some rules differ from the usual ones:
//! - The discard pile starts empty. When a turn begins and the stock is empty, the discard pile is turned over as it
//!   is and becomes the stock.
//! - A card taken from the discard pile may be thrown back on it.
//! - Seat 0 deals. The seat after it begins the first round, and play goes on round the table from round to round.
//! - The dealer says when a round is over; after 60 turns each it may do so with cards still hidden.

use ::game::{DealError, EventSink, Game as _, Seat};
use cards::Card;

use super::Pile;
use super::event::Event;
use super::options::{EndRule, GolfOptions, Values};
use super::{Golf, Phase, TURNS_EACH};

/// Where the dealer sits.
pub(super) const DEALER: Seat = Seat::of(0);

/// Whether the option `peers` goes with these settings: peers know no others.
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

/// The cards of one round in the order in which a dealer sends them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DealtDeck {
    /// From the top to the bottom: first those that are dealt, one to each player in turn, then the stock.
    pub cards: [Card; Card::COUNT],
    /// How many of the last ones start the discard pile, the very last one on top. Our own dealers lay none there.
    pub discards: u8,
}

/// When a round ends whose cards come from outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RoundEnd {
    /// When all cards of all players are up.
    AllUp,
    /// After exactly this many turns of all players together, whether cards are hidden or all are up.
    AfterTurns(u16),
    /// When [`end_round_by_dealer`](Golf::end_round_by_dealer) is called.
    Dealer,
}

impl Golf {
    /// Deals the round that has just begun from this deck instead. Nothing happens once somebody has turned a card.
    pub fn deal_instead(&mut self, deck: &DealtDeck, listener: &mut impl EventSink<Event>) {
        if !self.nobody_has_acted() {
            return;
        }
        let (stock, turned) = deck.cards.split_at(Card::COUNT - usize::from(deck.discards).min(Card::COUNT));
        self.lay_out(stock.iter().rev().copied().collect::<Pile>(), listener);
        self.discards = turned.iter().copied().collect();
    }

    /// The cards of the round that has just begun, as they were dealt; `None` once somebody has acted, and without the
    /// option `peers`.
    ///
    /// This is for the dealer's program; no player may see it.
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
        self.phase == Phase::Reveal(::game::SeatSet::all(self.seats()))
    }

    /// From now on rounds end so.
    pub fn set_round_end(&mut self, end: RoundEnd) {
        (self.turn_cap, self.fixed_length) = match end {
            RoundEnd::AllUp => (u16::MAX, false),
            RoundEnd::AfterTurns(turns) => (turns, true),
            RoundEnd::Dealer => (u16::MAX, true),
        };
    }

    /// The dealer ends the round; cards that are still hidden are turned and scored. Nothing happens in the middle of a
    /// turn, nor before all cards are up or everybody has had the most turns that a round usually allows.
    pub fn end_round_by_dealer(&mut self, listener: &mut impl EventSink<Event>) {
        let all_up = self.everything_is_up();
        let most_turns = self.turns >= TURNS_EACH * u16::from(self.seats());
        if self.phase == Phase::Take && (all_up || most_turns) {
            if !all_up {
                listener.emit(::game::Audience::All, || Event::CapReached { turns: TURNS_EACH });
            }
            // Play goes on after the player who had the last turn, and the turn has moved on already.
            let seats = self.seats();
            self.mover = self.mover.previous(seats);
            self.end_round(listener);
        }
    }
}
