//! Chicago: poker hands are made and paid, then five tricks are played.
//!
//! Two to four play with 52 cards. Each round is dealt from a fresh pack, five cards to each. Three times all
//! change any of their cards, at the same time and without knowing what the others do. After the first and the
//! second exchange the best poker hand is paid, and only the best: a pair 1, two pairs 2, three of a kind 3, a
//! straight 4, a flush 5, a full house 6, four of a kind 7, a straight flush 10. Equal best hands pay nobody, a
//! high card is worth nothing. A royal flush wins the game at once.
//!
//! Then each says in secret whether to play Chicago: to win all five tricks. The first caller in turn order
//! plays it and leads; without a caller the player after the dealer leads. Suit must be followed, the highest
//! card of the led suit wins the trick (the ace is high), and the winner leads the next. The last trick earns 5
//! points. A Chicago earns 15 instead, or costs 15 if it fails, and a caller who fails is not paid for the last
//! trick. At last the hand that was held when the tricks began is paid.
//!
//! The player who has 52 points when a round ends wins; of several the highest, and if those are level, another round
//! is played. The deal passes on. After 200 rounds the highest total wins.

mod action;
mod award;
mod call;
mod deck;
mod event;
mod exchange;
mod figures;
mod hand;
mod imagine;
mod legal;
mod options;
mod reason;
mod redraw;
mod refusal;
mod round;
mod sentence;
#[cfg(test)]
mod tests;
mod text;
mod tricks;
mod view;

use std::ops::RangeInclusive;

use cards::CardSet;
use game::{
    Chance, EventSink, Game, Imagine, Outcome, PerSeat, Rng, Seat, SeatPiles, SeatSet, SeenOf, Status, Tell,
    Viewer, Voice,
};
use serde::{Deserialize, Serialize};

pub use action::Action;
pub use award::{Award, points_for};
use deck::Deck;
pub use event::{Ending, Event, Swap};
use exchange::Opened;
use hand::Hand;
pub use options::{BuyStop, ChicagoOptions, StraightFlush};
pub use reason::Reason;
pub use refusal::Refusal;
use round::EndedRound;
use tricks::Trick;
pub use view::{LastRound, OpenCard, TrickView, Unhidden, View};

/// How many cards a hand has.
pub const HAND_SIZE: usize = 5;
/// The total that wins when a round ends.
pub const GOAL: i8 = 52;
/// The round after which the highest total wins.
pub const LAST_ROUND: u8 = 200;
/// Points for a Chicago, and the price of one that fails.
pub const CHICAGO: i8 = 15;
/// Points for the last trick.
pub const LAST_TRICK: i8 = 5;

/// The largest table.
const CHICAGO_MAX_SEATS: usize = 4;
/// How often cards are changed in a round.
const EXCHANGES: usize = 3;

/// What is decided now.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// All choose the cards they change.
    Exchange,
    /// One who has changed a single card takes the open card or the next one.
    OpenCard,
    /// All say whether they call Chicago.
    Call,
    /// One plays a card.
    Tricks,
    /// Nothing: the game has ended.
    Over,
}

/// One position of Chicago.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chicago {
    options: ChicagoOptions,
    chance: Chance,
    seats: u8,
    round: u8,
    dealer: Seat,
    phase: Phase,
    /// Who has still to act in this phase.
    waiting: SeatSet,
    /// The exchange under way or the last one made, from 1.
    exchange: u8,
    /// The exchange in which the returned cards were last shuffled into the deck; 0 = not in this round.
    reshuffled: u8,
    deck: Deck,
    /// How the deck of a duplicate deal is cut.
    piles: Option<SeatPiles>,
    /// Cards that were given back. They are shuffled before they are dealt again, so their order is nothing.
    returned: CardSet,
    hands: PerSeat<Hand, CHICAGO_MAX_SEATS>,
    /// What each seat changed in each exchange of the round; until all have chosen, what it wants to change.
    thrown: [PerSeat<CardSet, CHICAGO_MAX_SEATS>; EXCHANGES],
    /// The cards that were turned up for those who changed exactly one.
    opened: [PerSeat<Option<Opened>, CHICAGO_MAX_SEATS>; EXCHANGES],
    /// Who has said Chicago. It stays secret who called in vain.
    callers: SeatSet,
    /// Who plays Chicago in this round.
    caller: Option<Seat>,
    tricks: [Trick; HAND_SIZE],
    /// The trick under way, from 0; [`HAND_SIZE`] when all are played.
    trick: u8,
    awards: [Option<Award>; EXCHANGES],
    /// A total is a signed byte: it stays between -128 and 127.
    totals: PerSeat<i8, CHICAGO_MAX_SEATS>,
    /// Who has made a Chicago in this game.
    made_chicago: SeatSet,
    last_round: Option<EndedRound>,
    /// Counts the times that somebody new is to act.
    turn_number: u32,
    winners: SeatSet,
}

impl Chicago {
    /// A table before the deal.
    fn blank(options: &ChicagoOptions, seats: u8, chance: Chance) -> Self {
        Self {
            options: *options,
            chance,
            seats,
            round: 1,
            dealer: Seat::default(),
            phase: Phase::Exchange,
            waiting: SeatSet::EMPTY,
            exchange: 1,
            reshuffled: 0,
            deck: Deck::packs(1),
            piles: None,
            returned: CardSet::EMPTY,
            hands: PerSeat::new(seats),
            thrown: [PerSeat::new(seats); EXCHANGES],
            opened: [PerSeat::new(seats); EXCHANGES],
            callers: SeatSet::EMPTY,
            caller: None,
            tricks: [Trick::default(); HAND_SIZE],
            trick: 0,
            awards: [None; EXCHANGES],
            totals: PerSeat::new(seats),
            made_chicago: SeatSet::EMPTY,
            last_round: None,
            turn_number: 0,
            winners: SeatSet::EMPTY,
        }
    }

    /// These seats are to act now: a new turn.
    fn begin_turn(&mut self, waiting: SeatSet) {
        self.waiting = waiting;
        self.turn_number += 1;
    }

    /// All seats, beginning with the one after the dealer.
    fn in_turn(&self) -> impl Iterator<Item = Seat> + Clone + use<> {
        self.dealer.next(self.seats).round(self.seats)
    }

    /// The totals as events and views show them.
    fn shown_totals(&self) -> PerSeat<i32, CHICAGO_MAX_SEATS> {
        self.totals.map(|_, &total| i32::from(total))
    }
}

impl Game for Chicago {
    const NAME: &'static str = "chicago";
    const TITLE: &'static str = "Chicago";
    const SUMMARY: &'static str = "Make the best poker hand, then win the last trick: first to 52 points.";
    const SEATS: RangeInclusive<u8> = 2..=4;
    const DEFAULT_SEATS: u8 = 4;

    type Options = ChicagoOptions;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Refusal = Refusal;

    fn deal(
        _: u16,
        options: &ChicagoOptions,
        seats: u8,
        chance: Chance,
        listener: &mut impl EventSink<Event>,
    ) -> Self {
        let mut position = Self::blank(options, seats, chance);
        position.begin_round(listener);
        position
    }

    #[inline]
    fn status(&self) -> Status {
        match self.phase {
            Phase::Over => Status::Over(Outcome::shared_by(self.winners)),
            Phase::Exchange | Phase::Call => Status::Sealed(self.waiting),
            Phase::OpenCard | Phase::Tricks => Status::ToAct(self.waiting),
        }
    }

    #[inline]
    fn seats(&self) -> u8 {
        self.seats
    }

    fn turn(&self) -> u32 {
        self.turn_number
    }

    fn round(&self) -> u32 {
        u32::from(self.round)
    }

    fn legal_actions(&self, seat: Seat, out: &mut Vec<Action>) {
        self.list_legal(seat, out);
    }

    fn check_rule(&self, seat: Seat, action: Action) -> Result<(), Refusal> {
        self.check_legal(seat, action)
    }

    fn apply(&mut self, seat: Seat, action: Action, listener: &mut impl EventSink<Event>) {
        if !self.waiting.contains(seat) {
            return;
        }
        match (self.phase, action) {
            (Phase::Exchange, Action::Change(cards)) => self.choose_change(seat, cards, listener),
            (Phase::OpenCard, Action::TakeOpen) => self.take_open(seat, listener),
            (Phase::OpenCard, Action::DrawUnseen) => self.draw_unseen(seat, listener),
            (Phase::Call, Action::CallChicago) => self.answer_call(seat, true, listener),
            (Phase::Call, Action::NoChicago) => self.answer_call(seat, false, listener),
            (Phase::Tricks, Action::Play(card)) => self.play_card(seat, card, listener),
            // Never legal, so nothing is promised; doing nothing is the kindest.
            _ => {}
        }
    }

    fn default_action(&self, seat: Seat) -> Action {
        match self.phase {
            Phase::Exchange | Phase::Over => Action::Change(CardSet::EMPTY),
            Phase::OpenCard => Action::TakeOpen,
            Phase::Call => Action::NoChicago,
            Phase::Tricks => self.lowest_legal_card(seat),
        }
    }

    fn scores(&self) -> PerSeat<i32> {
        PerSeat::from_fn(self.seats, |seat| i32::from(self.totals[seat]))
    }

    fn view(&self, viewer: Viewer) -> View {
        self.build_view(viewer)
    }
}

/// What a viewer sees of this game.
pub type Seen = game::SeenOf<Chicago>;

impl Tell for Chicago {
    fn sentence(event: &Event, voice: &Voice) -> String {
        sentence::of(event, voice)
    }

    fn text(seen: &SeenOf<Self>) -> String {
        text::Table(seen).to_string()
    }

    fn pause_seconds(options: &ChicagoOptions, event: &Event) -> u32 {
        if matches!(event, Event::RoundEnded { .. }) { options.pause.get() } else { 0 }
    }
}

impl Imagine for Chicago {
    fn imagine(
        _: u16,
        options: &ChicagoOptions,
        seat: Seat,
        seen: &SeenOf<Self>,
        rng: &mut impl Rng,
    ) -> Self {
        imagine::world(options, seat, seen, rng)
    }
}
