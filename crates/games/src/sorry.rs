//! Sorry! with one pawn each.
//!
//! Two to four players, each with one pawn, race once round a ring of 60 squares. The first seat is green, then
//! red, blue and yellow; each has a side of the board with a Start circle and, two squares before it, a Home
//! circle. Green begins, then the turn goes round.
//!
//! A turn is two steps: draw a card ("roll"), then use it. There are eleven cards:
//!
//! - 1 and 2: leave Start for the exit square, or go forward one or two squares. Nothing else leaves Start.
//! - 3, 5, 7, 8, 12: go forward that number of squares.
//! - 4: go backward 2 (option `four_back`).
//! - 10: go forward 10 or backward 1.
//! - 11: go forward 11, or change places with an opponent on the ring. In the dialect `unity` the pawn takes the
//!   opponent's square instead and sends that pawn to its Start.
//! - Sorry!: send an opponent's pawn on the ring to its Start; the own pawn stays. With `classic_sorry` only from
//!   Start, and the pawn takes the square.
//!
//! A pawn that lands on another sends it to its Start; passing does nothing. Home needs the exact count: with it
//! one must go Home, and a card that would go past Home cannot be moved. A card that can be moved must be; only an
//! 11 and a Sorry! may be forfeited freely, and any card must be if nothing is possible. The first pawn Home wins.
//! After 3000 turns the pawn nearest to Home wins; equals share.

mod action;
mod card;
mod choices;
mod draw_pile;
mod event;
mod figures;
mod geometry;
mod imagine;
mod options;
mod reason;
mod redraw;
mod refusal;
mod seat_packs;
#[cfg(test)]
mod tests;
mod text;
mod view;

use std::ops::RangeInclusive;

use game::{
    Audience, Chance, EventSink, Game, Imagine, Outcome, PerSeat, Rng, Seat, SeatSet, SeenOf, Status, Tell,
    Viewer, Voice,
};

pub use action::Action;
pub use card::{Card, Meaning};
pub use event::{Event, How};
pub use geometry::{Colour, NoSuchSquare, Place, SQUARES, STEPS_FROM_START, Square};
pub use options::{DeckKind, Dialect, FourBack, SorryOptions};
pub use reason::Reason;
pub use refusal::Refusal;
pub use view::{CardCount, Drawn, LastTurn, Pawn, Target, View, ViewPhase};

use draw_pile::DrawPile;
use seat_packs::SeatPacks;

/// After this many turns, of all players together, a game ends.
pub const MAX_TURNS: u16 = 3_000;

/// One position of Sorry!.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sorry {
    options: SorryOptions,
    pawns: PerSeat<Place, 4>,
    /// Counted from 1; stays at the last one when the game is over.
    turn: u16,
    mover: Seat,
    phase: Phase,
    last: Option<LastTurn>,
    /// The cards to come; in a duplicate deal those of the player in turn.
    pile: DrawPile,
    /// In a duplicate deal, what each player's own pack holds.
    packs: SeatPacks,
    chance: Chance,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    Roll,
    Move(Card),
    Over,
}

impl Sorry {
    /// The seats nearest to Home. A pawn at Home has no step left, so it is alone in this.
    fn nearest(&self) -> SeatSet {
        let left = |seat: Seat| Colour::of(seat).steps_left(self.pawns[seat]);
        let least = Seat::all(self.seats()).map(left).min();
        Seat::all(self.seats()).filter(|seat| Some(left(*seat)) == least).collect()
    }

    #[inline]
    fn roll(&mut self, listener: &mut impl EventSink<Event>) {
        let deck = self.options.deck;
        if self.chance.is_duplicate() && self.pile.upcoming().is_empty() {
            self.packs.renew(self.mover);
            self.pile = self.packs.pile(self.mover, deck, &self.chance);
            self.pile.tell(deck, listener);
        }
        let card = self.pile.draw(deck, &mut self.chance, listener);
        self.packs.note(self.mover, deck, card);
        self.phase = Phase::Move(card);
        let (seat, options) = (self.mover, self.options);
        listener.emit(Audience::All, || Event::Rolled {
            seat,
            card,
            roll: card.roll(options.dialect),
            meaning: card.meaning(&options),
        });
    }

    #[inline]
    fn use_card(&mut self, card: Card, action: Action, listener: &mut impl EventSink<Event>) {
        let seat = self.mover;
        let from = self.pawns[seat];
        let landing = self.landing(card, action);
        self.tell(card, action, landing, listener);
        self.pawns[seat] = landing.to;
        if let Some((other, place)) = landing.other {
            self.pawns[other] = place;
        }
        self.last = Some(LastTurn {
            seat,
            card,
            meaning: card.meaning(&self.options),
            action,
            from,
            to: landing.to,
            bumped: landing.bumped(),
        });
        if landing.to == Place::Home {
            self.phase = Phase::Over;
            listener.emit(Audience::All, || Event::Won { seat });
        } else if self.turn >= MAX_TURNS {
            self.phase = Phase::Over;
            let (turns, winners) = (self.turn, self.nearest());
            listener.emit(Audience::All, || Event::Stopped { turns, winners });
        } else {
            self.phase = Phase::Roll;
            self.turn += 1;
            self.mover = seat.next(self.seats());
            if self.chance.is_duplicate() {
                self.pile = self.packs.pile(self.mover, self.options.deck, &self.chance);
            }
        }
    }

    /// Tells what the action is about to do.
    #[inline]
    fn tell(
        &self,
        card: Card,
        action: Action,
        landing: choices::Landing,
        listener: &mut impl EventSink<Event>,
    ) {
        let seat = self.mover;
        let from = self.pawns[seat];
        let to = landing.to;
        let meaning = card.meaning(&self.options);
        let steps = meaning.forward().unwrap_or(0);
        let how = match action {
            Action::Leave => Some(How::Leave),
            Action::Forward => Some(How::Forward(steps)),
            Action::Backward => Some(How::Backward(meaning.backward().unwrap_or(0))),
            Action::Home => Some(How::Home(steps)),
            Action::Take(_) => Some(How::Take),
            Action::Sorry(_) if meaning == Meaning::SorryFromStart => Some(How::Take),
            Action::Roll | Action::Switch(_) | Action::Sorry(_) | Action::Forfeit => None,
        };
        if let Action::Sorry(opponent) = action {
            listener.emit(Audience::All, || Event::Sorry { seat, to: opponent });
        }
        if let Some(how) = how {
            listener.emit(Audience::All, || Event::Moved { seat, how, from, to });
        }
        match (action, landing.other) {
            (Action::Switch(with), _) => {
                if let (Some(from), Some(to)) = (from.square(), to.square()) {
                    listener.emit(Audience::All, || Event::Switched { seat, from, with, to });
                }
            }
            (_, Some((bumped, _))) => {
                if let Some(from) = self.pawns[bumped].square() {
                    listener.emit(Audience::All, || Event::Bumped { seat: bumped, by: seat, from });
                }
            }
            (Action::Forfeit, None) => {
                listener.emit(Audience::All, || {
                    let mut actions = Vec::new();
                    self.choices(card).list(&mut actions);
                    Event::Forfeited { seat, forced: actions.len() == 1 }
                });
            }
            (_, None) => {}
        }
    }
}

impl Game for Sorry {
    const NAME: &'static str = "sorry";
    const TITLE: &'static str = "Sorry!";
    const SUMMARY: &'static str =
        "A race once round the board: draw a card, move your pawn, bump the others.";
    const SEATS: RangeInclusive<u8> = 2..=4;
    /// The order of the cards is hidden, and from everybody alike.
    const PRIVATE_VIEWS: bool = false;
    const DEFAULT_SEATS: u8 = 4;

    type Options = SorryOptions;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Refusal = Refusal;

    fn deal(
        _: u16,
        options: &SorryOptions,
        seats: u8,
        mut chance: Chance,
        listener: &mut impl EventSink<Event>,
    ) -> Self {
        let packs = SeatPacks::new(seats);
        let pile = if chance.is_duplicate() {
            let pile = packs.pile(Seat::of(0), options.deck, &chance);
            pile.tell(options.deck, listener);
            pile
        } else {
            DrawPile::fresh(options.deck, &mut chance, listener)
        };
        Self {
            options: *options,
            pawns: PerSeat::new(seats),
            turn: 1,
            mover: Seat::of(0),
            phase: Phase::Roll,
            last: None,
            pile,
            packs,
            chance,
        }
    }

    #[inline]
    fn status(&self) -> Status {
        match self.phase {
            Phase::Over => Status::Over(Outcome::shared_by(self.nearest())),
            Phase::Roll | Phase::Move(_) => Status::ToAct(SeatSet::only(self.mover)),
        }
    }

    #[inline]
    fn seats(&self) -> u8 {
        self.pawns.seats()
    }

    fn turn(&self) -> u32 {
        u32::from(self.turn)
    }

    #[inline]
    fn legal_actions(&self, seat: Seat, out: &mut Vec<Action>) {
        if seat == self.mover {
            match self.phase {
                Phase::Roll => out.push(Action::Roll),
                Phase::Move(card) => self.choices(card).list(out),
                Phase::Over => {}
            }
        }
    }

    #[inline]
    fn check_rule(&self, _: Seat, action: Action) -> Result<(), Refusal> {
        match self.phase {
            Phase::Move(card) if self.choices(card).allow(action) => Ok(()),
            Phase::Move(card) => Err(self.reason(card, action)),
            Phase::Roll | Phase::Over if action == Action::Roll => Ok(()),
            Phase::Roll | Phase::Over => Err(Refusal::RollFirst),
        }
    }

    #[inline]
    fn apply(&mut self, _: Seat, action: Action, listener: &mut impl EventSink<Event>) {
        match self.phase {
            Phase::Roll => self.roll(listener),
            Phase::Move(card) => self.use_card(card, action, listener),
            Phase::Over => {}
        }
    }

    fn default_action(&self, _: Seat) -> Action {
        match self.phase {
            Phase::Move(card) => self.choices(card).default(),
            Phase::Roll | Phase::Over => Action::Roll,
        }
    }

    /// How far each pawn has come: 0 in Start, 61 at Home. So the winner is always the one with the most.
    fn scores(&self) -> PerSeat<i32> {
        PerSeat::from_fn(self.seats(), |seat| {
            i32::from(STEPS_FROM_START) - i32::from(Colour::of(seat).steps_left(self.pawns[seat]))
        })
    }

    fn view(&self, viewer: Viewer) -> View {
        self.build_view(viewer)
    }
}

/// What a viewer sees of this game.
pub type Seen = game::SeenOf<Sorry>;

impl Tell for Sorry {
    fn sentence(event: &Event, voice: &Voice) -> String {
        event.sentence(voice)
    }

    fn text(seen: &SeenOf<Self>) -> String {
        text::Table(seen).to_string()
    }
}

impl Imagine for Sorry {
    fn imagine(_: u16, options: &SorryOptions, _: Seat, seen: &SeenOf<Self>, rng: &mut impl Rng) -> Self {
        imagine::world(options, seen, rng)
    }
}
