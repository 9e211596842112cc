//! What a viewer knows.

use cards::{Card, CardSet};
use game::{PerSeat, Seat, SeatSet, Viewer};
use serde::{Deserialize, Serialize};

use super::exchange::Opened;
use super::{Award, CHICAGO_MAX_SEATS, Chicago, HAND_SIZE, Phase, Trick};

/// What a viewer knows.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct View {
    /// The round, from 1.
    pub round: u8,
    /// Who deals this round. The next seat is the first in turn.
    pub dealer: Seat,
    /// What is decided now.
    pub phase: Phase,
    /// The exchange under way or the last one made, from 1.
    pub exchange: u8,
    /// Your cards in their places; a card that was played leaves its place empty.
    pub hand: Option<[Option<Card>; HAND_SIZE]>,
    /// What you changed in each exchange of this round, the one just chosen included.
    pub thrown: Vec<CardSet>,
    /// How many cards each seat changed, for each exchange in which all have chosen.
    pub changed: Vec<PerSeat<u8, CHICAGO_MAX_SEATS>>,
    /// The cards that were turned up in this round for those who changed exactly one.
    pub open_cards: Vec<OpenCard>,
    /// How many cards are left to draw.
    pub deck: u8,
    /// How many cards were given back.
    pub returned: u8,
    /// The exchange in which the returned cards were last shuffled into the deck, if that happened.
    pub reshuffled: Option<u8>,
    /// What the hands of this round were paid, from the first exchange on.
    pub awards: Vec<Award>,
    /// Whether you said Chicago in this round, once you have answered.
    pub your_call: Option<bool>,
    /// Who plays Chicago in this round.
    pub caller: Option<Seat>,
    /// The tricks of this round, the one under way last.
    pub tricks: Vec<TrickView>,
    /// How many tricks of this round each seat has won.
    pub tricks_won: PerSeat<u8, CHICAGO_MAX_SEATS>,
    /// Who has made a Chicago in this game.
    pub made_chicago: SeatSet,
    /// The round that ended last.
    pub last_round: Option<LastRound>,
    /// All that was hidden, for those who may know everything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unhidden: Option<Unhidden>,
}

/// A card that was turned up for a player who changed exactly one.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OpenCard {
    /// In which exchange, from 1.
    pub exchange: u8,
    /// For whom.
    pub seat: Seat,
    /// The card.
    pub card: Card,
    /// Whether it was taken; nothing as long as that is open.
    pub taken: Option<bool>,
}

/// One trick.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TrickView {
    /// Who led.
    pub leader: Seat,
    /// The cards in order of play, beginning with the leader's.
    pub cards: Vec<Card>,
    /// Who won it, once it is complete.
    pub winner: Option<Seat>,
}

/// The result of the round that ended last.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LastRound {
    /// What its three hands were paid.
    pub awards: Vec<Award>,
    /// Who played Chicago.
    pub caller: Option<Seat>,
    /// Whether that succeeded.
    pub chicago_made: Option<bool>,
    /// Its five tricks.
    pub tricks: Vec<TrickView>,
    /// Who was paid for the last trick.
    pub last_trick_paid: Option<Seat>,
}

/// What nobody sees, or only one seat, while the game runs.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Unhidden {
    /// All hands.
    pub hands: Vec<[Option<Card>; HAND_SIZE]>,
    /// What each seat changed in each exchange; what is sealed too.
    pub thrown: Vec<PerSeat<CardSet, CHICAGO_MAX_SEATS>>,
    /// Who said Chicago.
    pub callers: SeatSet,
    /// The deck in the order in which it will be drawn.
    pub deck: Vec<Card>,
    /// The cards that were given back.
    pub returned: CardSet,
}

impl TrickView {
    fn of(trick: &Trick, seats: u8) -> Self {
        let complete = trick.played == seats;
        Self {
            leader: trick.leader,
            cards: trick.cards().collect(),
            winner: complete.then_some(trick.winner),
        }
    }

    /// Each card with who played it, at a table of `seats`.
    pub fn played(&self, seats: u8) -> impl Iterator<Item = (Seat, Card)> + '_ {
        self.leader.round(seats).zip(self.cards.iter().copied())
    }
}

impl Chicago {
    pub(super) fn build_view(&self, viewer: Viewer) -> View {
        let own = viewer.seat().filter(|seat| seat.number() < self.seats);
        View {
            round: self.round,
            dealer: self.dealer,
            phase: self.phase,
            exchange: self.exchange,
            hand: own.map(|seat| self.hands[seat].held_slots()),
            thrown: own.map(|seat| self.thrown_by(seat)).unwrap_or_default(),
            changed: self.changed_counts(),
            open_cards: self.open_cards(),
            deck: self.deck.len() as u8,
            returned: self.returned.len() as u8,
            reshuffled: (self.reshuffled > 0).then_some(self.reshuffled),
            awards: self.awards.iter().flatten().copied().collect(),
            your_call: own.filter(|&seat| self.has_answered(seat)).map(|seat| self.callers.contains(seat)),
            caller: self.caller,
            tricks: self.trick_views(),
            tricks_won: PerSeat::from_fn(self.seats, |seat| self.tricks_won(seat)),
            made_chicago: self.made_chicago,
            last_round: self.shown_last_round(),
            unhidden: viewer.knows_everything().then(|| self.unhidden()),
        }
    }

    /// In how many exchanges of this round all have chosen.
    const fn resolved_exchanges(&self) -> usize {
        self.exchange as usize - matches!(self.phase, Phase::Exchange) as usize
    }

    fn thrown_by(&self, seat: Seat) -> Vec<CardSet> {
        let chosen = self.phase == Phase::Exchange && !self.waiting.contains(seat);
        let exchanges = self.resolved_exchanges() + usize::from(chosen);
        self.thrown[..exchanges].iter().map(|thrown| thrown[seat]).collect()
    }

    fn changed_counts(&self) -> Vec<PerSeat<u8, CHICAGO_MAX_SEATS>> {
        let resolved = &self.thrown[..self.resolved_exchanges()];
        resolved.iter().map(|thrown| thrown.map(|_, cards| cards.len() as u8)).collect()
    }

    fn open_cards(&self) -> Vec<OpenCard> {
        let mut open_cards = Vec::new();
        for (index, opened) in self.opened.iter().enumerate() {
            for seat in self.in_turn() {
                let Some(Opened { card, taken }) = opened[seat] else { continue };
                let undecided = self.phase == Phase::OpenCard
                    && index == self.exchange_index()
                    && self.waiting.contains(seat);
                let taken = (!undecided).then_some(taken);
                open_cards.push(OpenCard { exchange: index as u8 + 1, seat, card, taken });
            }
        }
        open_cards
    }

    /// Whether the seat has said in this round if it plays Chicago.
    fn has_answered(&self, seat: Seat) -> bool {
        match self.phase {
            Phase::Exchange | Phase::OpenCard => false,
            Phase::Call => !self.waiting.contains(seat),
            Phase::Tricks => true,
            // A royal flush ends the game before anybody is asked.
            Phase::Over => self.trick > 0,
        }
    }

    fn trick_views(&self) -> Vec<TrickView> {
        let complete = &self.tricks[..usize::from(self.trick)];
        complete.iter().chain(self.current_trick()).map(|trick| TrickView::of(trick, self.seats)).collect()
    }

    fn shown_last_round(&self) -> Option<LastRound> {
        let last = self.last_round.as_ref()?;
        let made = |caller| last.tricks.iter().all(|trick| trick.winner == caller);
        Some(LastRound {
            awards: last.awards.iter().flatten().copied().collect(),
            caller: last.caller,
            chicago_made: last.caller.map(made),
            tricks: last.tricks.iter().map(|trick| TrickView::of(trick, self.seats)).collect(),
            last_trick_paid: last.last_trick_paid,
        })
    }

    fn unhidden(&self) -> Unhidden {
        Unhidden {
            hands: self.hands.as_slice().iter().map(super::Hand::held_slots).collect(),
            thrown: self.thrown[..usize::from(self.exchange)].to_vec(),
            callers: self.callers,
            deck: self.deck_from_top(),
            returned: self.returned,
        }
    }
}
