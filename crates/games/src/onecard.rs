//! One Card: get rid of your cards by following the suit or the rank of the card on top.
//!
//! Two or more packs are shuffled together and everybody is dealt the same number of cards. Before the first round
//! each player gets one card more, face up: the lowest rank begins, and these cards become the discard pile. Then
//! one card is turned up on it.
//!
//! In turn, each player lays one card that has the suit or the rank of the card on top. The player who has none draws one
//! card, and the turn is over. When the stock runs out, all discards but the top one are shuffled to be the stock.
//!
//! Five ranks do something:
//! - a two makes the next player draw two cards, a three three. The player under attack may answer with another
//!   two or three that matches, and all of it falls on the next player;
//! - a seven that matches parries the attack: nobody draws;
//! - a queen turns the direction of play, and under attack sends the attack back, if it has the suit of the top;
//! - a jack skips the next player, and under attack passes it over to the one after, if it has the suit of the top.
//!
//! The player who does not answer an attack draws all its cards, and is free.
//!
//! A round ends as soon as somebody has no card left. Everybody else loses a point for each card still held. The
//! winner of a round begins the next, and the highest total after the last round wins. If nobody can play or draw
//! any more, or after 5000 turns, a round ends without a winner.
//!
//! Players sit in the order of their seats; play begins counter-clockwise, which is towards rising numbers.

mod action;
mod bag;
mod event;
mod figures;
mod follow;
mod imagine;
mod legal;
mod options;
mod piles;
mod reason;
mod redraw;
mod refusal;
mod rounds;
mod sentence;
mod stored;
#[cfg(test)]
mod tests;
mod text;
mod turns;
mod view;

use std::ops::RangeInclusive;

use cards::CardSet;
use game::{
    Chance, DealError, EventSink, Game, Imagine, Outcome, PerSeat, Rng, Seat, SeatPiles, SeatSet, SeenOf,
    Status, Tell, Viewer, Voice,
};
use serde_json::value::RawValue;

pub use action::Action;
use bag::Bag;
pub use event::{Event, NoWinner, StartReason};
pub use options::{OneCardOptions, Redirect};
use piles::Piles;
pub use reason::Reason;
pub use refusal::Refusal;
use stored::StoredAction;
pub use view::{Direction, LastTurn, RoundResult, Stuck, View};

/// After this many turns a round ends without a winner.
pub const MAX_TURNS: u16 = 5000;

/// After a round people look at the scores before the next one begins.
const ROUND_PAUSE_SECONDS: u32 = 3;

/// A position of One Card.
///
/// It is `Copy` so that a clone is one block move; it has a kilobyte, so pass it by reference.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OneCard {
    options: OneCardOptions,
    chance: Chance,
    piles: Piles,
    /// How the stock of a duplicate deal is cut.
    seat_piles: Option<SeatPiles>,
    /// What the stock was made of when the discards were last shuffled in this round; empty before that. All have
    /// seen those cards lie open, so it is not secret.
    remade_of: Bag,
    hands: PerSeat<Bag>,
    /// How many cards each hand holds.
    held: PerSeat<u16>,
    turn: Seat,
    direction: Direction,
    /// How many cards the player to act must draw or pass on; 0 = no attack.
    attack: u16,
    /// Whether the player to act has just drawn a card that fits, and may play or keep it.
    choosing: bool,
    /// How many cards the player to act has laid in this turn, and is not done.
    laid: u8,
    /// Counts the turns of all rounds.
    turn_number: u32,
    /// How many turns of this round are over.
    turns: u16,
    /// How many turns in a row went by without a play or a draw.
    idle: u8,
    /// The number of the round, from 1.
    round: u16,
    starter: Seat,
    start_reason: StartReason,
    last_turns: PerSeat<Option<LastTurn>>,
    stuck: PerSeat<Option<Stuck>>,
    totals: PerSeat<i32>,
    last_round: Option<RoundResult>,
    /// Empty until the game is over.
    winners: SeatSet,
}

impl OneCard {
    /// The different cards that a seat holds: to play imagined worlds on.
    #[must_use]
    pub fn cards_of(&self, seat: Seat) -> CardSet {
        self.hands[seat].any()
    }

    /// The number of the round, from 1.
    #[must_use]
    pub const fn round(&self) -> u16 {
        self.round
    }

    /// How many cards a seat holds.
    #[must_use]
    pub fn held(&self, seat: Seat) -> u16 {
        self.held[seat]
    }
}

/// How many rounds a new table may play. Records and simulations may have more.
const MAX_ROUNDS_TO_OPEN: u32 = 100;

impl Game for OneCard {
    const NAME: &'static str = "onecard";
    const TITLE: &'static str = "One Card";
    const SUMMARY: &'static str = "Follow suit or rank and be the first without cards, for 2 to 10.";
    const SEATS: RangeInclusive<u8> = 2..=10;
    const DEFAULT_SEATS: u8 = 4;
    type Options = OneCardOptions;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Refusal = Refusal;

    fn admits(options: &OneCardOptions, seats: u8) -> Result<(), DealError> {
        DealError::unless_seats_fit(seats, Self::SEATS)?;
        let (wanted, most) = (options.initial_cards.get(), options.most_initial_cards(seats));
        if wanted <= most {
            return Ok(());
        }
        Err(DealError::Options(format!(
            "{wanted} cards each are too many: {} packs are enough to deal {seats} players at most {most} cards.",
            options.decks.get()
        )))
    }

    fn may_open(options: &OneCardOptions, seats: u8) -> Result<(), DealError> {
        Self::admits(options, seats)?;
        let rounds = options.rounds.get();
        if rounds <= MAX_ROUNDS_TO_OPEN {
            return Ok(());
        }
        Err(DealError::Options(format!(
            "{rounds} rounds are too many for one table: it plays at most {MAX_ROUNDS_TO_OPEN}."
        )))
    }

    fn deal(
        _: u16,
        options: &OneCardOptions,
        seats: u8,
        chance: Chance,
        listener: &mut impl EventSink<Event>,
    ) -> Self {
        let mut position = Self::unshuffled(options, seats, chance);
        position.shuffle_and_deal(listener);
        position
    }

    #[inline]
    fn status(&self) -> Status {
        if self.winners.is_empty() {
            Status::ToAct(SeatSet::only(self.turn))
        } else {
            Status::Over(Outcome::shared_by(self.winners))
        }
    }

    #[inline]
    fn seats(&self) -> u8 {
        self.hands.seats()
    }

    fn turn(&self) -> u32 {
        self.turn_number
    }

    fn round(&self) -> u32 {
        u32::from(self.round)
    }

    fn legal_actions(&self, seat: Seat, out: &mut Vec<Action>) {
        if seat == self.turn && self.winners.is_empty() {
            self.list_legal(seat, out);
        }
    }

    #[inline]
    fn check_rule(&self, seat: Seat, action: Action) -> Result<(), Refusal> {
        self.check_legal(seat, action)
    }

    #[inline]
    fn apply(&mut self, seat: Seat, action: Action, listener: &mut impl EventSink<Event>) {
        self.take_turn(seat, action, listener);
    }

    fn default_action(&self, seat: Seat) -> Action {
        if self.choosing {
            return Action::Keep;
        }
        match self.firsts(seat).first() {
            Some(card) if self.laid > 0 || !self.may_draw(seat) => Action::Play(card),
            _ => Action::Draw,
        }
    }

    fn scores(&self) -> PerSeat<i32> {
        self.totals
    }

    fn view(&self, viewer: Viewer) -> View {
        self.build_view(viewer)
    }

    /// Older programs wrote several cards of one turn as one action.
    fn read_stored_action(
        &self,
        seat: Seat,
        stored: &RawValue,
        out: &mut Vec<Action>,
    ) -> Result<(), serde_json::Error> {
        match serde_json::from_str(stored.get())? {
            StoredAction::PlaySeveral(several) => {
                let first = (several.under() & self.firsts(seat)).first();
                let mut cards: Vec<_> = several.laid(first).collect();
                let top = cards.pop();
                out.extend(cards.into_iter().map(Action::Lay));
                out.extend(top.map(Action::Play));
            }
            StoredAction::Now(action) => out.push(action),
        }
        Ok(())
    }
}

/// What a viewer sees of this game.
pub type Seen = game::SeenOf<OneCard>;

impl Tell for OneCard {
    fn sentence(event: &Event, voice: &Voice) -> String {
        event.sentence(voice)
    }

    fn text(seen: &SeenOf<Self>) -> String {
        text::Table(seen).to_string()
    }

    fn pause_seconds(_: &OneCardOptions, event: &Event) -> u32 {
        if event.ends_round() { ROUND_PAUSE_SECONDS } else { 0 }
    }
}

impl Imagine for OneCard {
    fn imagine(
        _: u16,
        options: &OneCardOptions,
        seat: Seat,
        seen: &SeenOf<Self>,
        rng: &mut impl Rng,
    ) -> Self {
        imagine::world(options, seat, seen, rng)
    }
}
