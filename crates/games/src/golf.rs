//! Six Card Golf: nine rounds, few points.
//!
//! Each player has six cards in two rows of three, all face down; nobody knows their faces, not even the owner.
//! The rest is the stock, and its top card starts the discard pile. Before play everybody turns two cards of the
//! own six, all at the same time.
//!
//! A turn: take the top card of the stock or of the discard pile and swap it for one of the own six, which goes
//! on the discard pile. The new card lies face up, and any of the six may be replaced. A card from the stock may
//! be thrown away instead. Only who took a stock card sees it, until it lands face up. When the stock is empty
//! and a card of it is wanted, all discards but the top one are shuffled into a new stock.
//!
//! A round ends when all cards of all players are face up (or earlier, by option), at the latest after 60 turns
//! for each player; what is hidden then is turned. Two cards of one rank in a column count nothing together, all
//! others count what they are worth: ace 1, two -2, three to ten their number, jack and queen 10, king 0.
//! The player who has the fewest points after nine rounds wins; ties share the win. Round 1 begins with seat 0, round 2
//! with seat 1, and so on round the table.
//!
//! With the option `peers`, for programs that share no random generator, some rules differ: see [`DealtDeck`] and the
//! options.
//!
//! By option a turn can be a steal: another player's open card against an own hidden one, and both lie face up.

mod action;
mod event;
mod figures;
mod imagine;
pub mod layout;
mod legal;
mod options;
mod peers;
mod reason;
mod redraw;
mod refusal;
mod rounds;
pub mod scoring;
pub mod steal;
#[cfg(test)]
mod tests;
mod text;
mod turns;
mod view;

pub use action::{Action, Steal, TwoPlaces};
pub use event::{Event, Then};
pub use options::{EndRule, GolfOptions, Values};
pub use peers::{DealtDeck, RoundEnd};
pub use reason::Reason;
pub use refusal::Refusal;
pub use view::{Held, LastRound, LastTurns, Source, View, ViewPhase};

use std::ops::RangeInclusive;

use cards::Card;
use game::{
    Chance, DealError, EventSink, Game, Imagine, Outcome, PerSeat, Played, Rng, Seat, SeatPiles, SeatSet,
    SeenOf, Status, Tell, Viewer, Voice,
};

use layout::{Layout, Place};

/// A pile with room for two packs.
type Pile = cards::Pile<{ 2 * Card::COUNT }>;

/// The largest table.
pub const GOLF_MAX_SEATS: usize = 8;

/// The most turns each player has in a round, so that nobody can refuse for ever to turn the last card.
pub const TURNS_EACH: u16 = 60;

const MAX_ROUNDS: usize = 9;

/// After a round people look at the cards and the scores before they turn new ones.
const ROUND_PAUSE_SECONDS: u32 = 5;

/// What the table waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// These seats have still to turn two cards.
    Reveal(SeatSet),
    /// The player in turn takes a card, or steals.
    Take,
    /// The player in turn holds a card.
    Holding { card: Card, source: Source },
    /// The player in turn threw a stock card away and turns one.
    TurnOne,
    /// The last round is scored.
    Over,
}

/// One position of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Golf {
    options: GolfOptions,
    chance: Chance,
    stock: Pile,
    /// How the stock of a duplicate deal is cut.
    piles: Option<SeatPiles>,
    discards: Pile,
    layouts: PerSeat<Layout, GOLF_MAX_SEATS>,
    phase: Phase,
    mover: Seat,
    /// Counts the turns of the game: all reveals of a round are one.
    turn_number: u32,
    /// Who began this round.
    starter: Seat,
    /// From 1.
    round: u8,
    /// Turns finished in this round, by all players together.
    turns: u16,
    /// After this many the round ends in any case.
    turn_cap: u16,
    /// It does not end before, even if all cards are up: somebody else decides.
    fixed_length: bool,
    /// How often discards have become the stock in this round: from then on all know which cards are in it.
    new_stocks: u16,
    /// Once somebody is out, where that ends the round.
    last_turns: Option<LastTurns>,
    /// The latest action of a turn in this round. Reveals are not noted: their order must mean nothing.
    last: Option<Played<Action>>,
    last_round: Option<LastRound>,
    /// What each layout counted in each finished round. A layout counts from -6 to 69.
    results: [[i8; GOLF_MAX_SEATS]; MAX_ROUNDS],
    totals: PerSeat<i32>,
}

impl Golf {
    fn layout(&self, seat: Seat) -> &Layout {
        &self.layouts[seat]
    }

    /// How many rounds are scored.
    fn finished_rounds(&self) -> usize {
        usize::from(self.round) - usize::from(self.phase != Phase::Over)
    }
}

impl Game for Golf {
    const NAME: &'static str = "golf";
    const TITLE: &'static str = "Six Card Golf";
    const SUMMARY: &'static str = "Swap your six cards for lower ones; pairs in a column count nothing.";
    const SEATS: RangeInclusive<u8> = 2..=GOLF_MAX_SEATS as u8;
    const DEFAULT_SEATS: u8 = 2;
    const LOW_SCORE_WINS: bool = true;
    type Options = GolfOptions;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Refusal = Refusal;

    fn admits(options: &GolfOptions, seats: u8) -> Result<(), DealError> {
        DealError::unless_seats_fit(seats, Self::SEATS)?;
        if options.packs.get() == 1 && seats > 4 {
            return Err(DealError::Options(format!(
                "One pack is enough for 2 to 4 players, not for {seats}: play with two packs."
            )));
        }
        if options.peers {
            peers::admits(options)?;
        }
        Ok(())
    }

    fn deal(
        _: u16,
        options: &GolfOptions,
        seats: u8,
        chance: Chance,
        listener: &mut impl EventSink<Event>,
    ) -> Self {
        let mut golf = Self::empty(options, seats, chance);
        golf.deal_round(listener);
        golf
    }

    #[inline]
    fn status(&self) -> Status {
        match self.phase {
            Phase::Reveal(waiting) => Status::ToAct(waiting),
            Phase::Over => Status::Over(Outcome::shared_by(scoring::winners(self.totals.as_slice()))),
            Phase::Take | Phase::Holding { .. } | Phase::TurnOne => Status::ToAct(SeatSet::only(self.mover)),
        }
    }

    fn seats(&self) -> u8 {
        self.layouts.seats()
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

    #[inline]
    fn check_rule(&self, seat: Seat, action: Action) -> Result<(), Refusal> {
        self.check_legal(seat, action)
    }

    fn apply(&mut self, seat: Seat, action: Action, listener: &mut impl EventSink<Event>) {
        if seat.number() >= self.seats() {
            return;
        }
        match action {
            Action::Reveal(places) => self.reveal(seat, places, listener),
            Action::TakeStock => self.take_stock(seat, listener),
            Action::TakeDiscard => self.take_discard(seat, listener),
            Action::Swap(place) => self.swap(seat, place, listener),
            Action::ThrowAway => self.throw_away(seat, listener),
            Action::Turn(place) => self.turn_one(seat, place, listener),
            Action::Steal(steal) => self.steal(seat, steal, listener),
        }
    }

    fn default_action(&self, seat: Seat) -> Action {
        match self.phase {
            Phase::Reveal(_) => Action::Reveal(TwoPlaces::DIFFERENT[0]),
            Phase::Take | Phase::Over if self.can_take_stock() => Action::TakeStock,
            Phase::Take | Phase::Over => Action::TakeDiscard,
            Phase::Holding { source: Source::Stock, .. } => Action::ThrowAway,
            Phase::Holding { source: Source::Discard, .. } => Action::Swap(self.lowest_hidden(seat)),
            Phase::TurnOne => Action::Turn(self.lowest_hidden(seat)),
        }
    }

    fn scores(&self) -> PerSeat<i32> {
        self.totals
    }

    fn view(&self, viewer: Viewer) -> View {
        self.build_view(viewer)
    }
}

/// What a viewer sees of this game.
pub type Seen = game::SeenOf<Golf>;

impl Tell for Golf {
    fn sentence(event: &Event, voice: &Voice) -> String {
        event.sentence(voice)
    }

    fn text(seen: &SeenOf<Self>) -> String {
        text::Table(seen).to_string()
    }

    fn pause_seconds(_: &GolfOptions, event: &Event) -> u32 {
        if matches!(event, Event::RoundScored { .. }) { ROUND_PAUSE_SECONDS } else { 0 }
    }
}

impl Imagine for Golf {
    fn imagine(_: u16, options: &GolfOptions, _: Seat, seen: &SeenOf<Self>, rng: &mut impl Rng) -> Self {
        imagine::world(options, seen, rng)
    }
}

impl Golf {
    /// The lowest place with a hidden card; the first place if there is none.
    fn lowest_hidden(&self, seat: Seat) -> Place {
        self.layout(seat).lowest_hidden().unwrap_or(Place::ALL[0])
    }
}
