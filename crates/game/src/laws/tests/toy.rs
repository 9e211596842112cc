//! Swap and show: each player holds a secret card and may swap it for one of the stock, all at the same time;
//! then each in turn shows the card or folds, and the highest card shown wins.

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicU8, Ordering};

use serde::{Deserialize, Serialize};

use super::super::Met;
use crate::{
    Audience, Chance, EventSink, FastRng, Game, Imagine, Outcome, PerSeat, Purpose, Refusal, Rng, Seat,
    SeatPiles, SeatSet, SeenOf, Status, Viewer, shuffle,
};

/// What is wrong with a [`Toy`].
pub(super) struct Flaw;

impl Flaw {
    pub(super) const NONE: u8 = 0;
    pub(super) const VIEW_LEAKS: u8 = 1;
    pub(super) const VIEW_LEAKS_TO_IMAGINATION: u8 = 2;
    pub(super) const EVENT_LEAKS: u8 = 3;
    pub(super) const ACCEPTS_ILLEGAL: u8 = 4;
    pub(super) const ARRIVAL_ORDER: u8 = 5;
    pub(super) const NEVER_ENDS: u8 = 6;
    pub(super) const ILLEGAL_DEFAULT: u8 = 7;
    pub(super) const ONE_WORLD: u8 = 8;
    pub(super) const LOSSY_JSON: u8 = 9;
    pub(super) const IMPLIES_ELSE: u8 = 10;
    pub(super) const FOREIGN_LUCK: u8 = 11;
    pub(super) const MUTE_REFUSAL: u8 = 12;
    pub(super) const WRITES_ELSE: u8 = 13;
    pub(super) const FIELDS_OUT_OF_ORDER: u8 = 14;
    pub(super) const LISTS_TOO_MUCH: u8 = 15;
    pub(super) const NUMBERS_NO_TURNS: u8 = 16;
    pub(super) const SEAL_LEAKS: u8 = 17;
    pub(super) const ONE_STOCK: u8 = 18;
    pub(super) const SHARED_VIEWS: u8 = 19;
}

const PACK: u8 = 9;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Toy<const FLAW: u8> {
    cards: PerSeat<u8>,
    stock: Vec<u8>,
    swaps: PerSeat<Option<bool>>,
    shown: PerSeat<Option<bool>>,
    luck: u8,
    piles: Option<SeatPiles>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Action {
    Keep,
    Swap,
    Show,
    Fold,
    Bow { twice: bool, deeply: bool },
}

impl<const FLAW: u8> Toy<FLAW> {
    /// One way to fold has fields that are not in alphabetical order.
    const FOLD: Action = match FLAW {
        Flaw::FIELDS_OUT_OF_ORDER => Action::Bow { twice: false, deeply: true },
        _ => Action::Fold,
    };
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Event {
    Swapped { seat: Seat },
    NewCard { card: u8 },
    Dealt { cards: Vec<u8> },
    Drawn { seat: Seat, card: u8 },
    Leak { card: u8 },
    Shown { seat: Seat, card: u8 },
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct View {
    cards: PerSeat<Option<u8>>,
    leak: Option<u8>,
    your_swap: Option<bool>,
    swapping: bool,
    // Who swapped is sent to all when everybody has chosen, so the view must remember it.
    swapped: SeatSet,
    shown: PerSeat<Option<bool>>,
    #[serde(skip)]
    lost: u8,
    /// Whether a choice was made to swap that others must not know yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sealed: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    odd: Option<Odd>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    padding: String,
}

/// A field whose name our own writer does not escape.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Odd {
    #[serde(rename = "a\"b")]
    quote: u8,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct WrongPhase(bool);

impl fmt::Display for WrongPhase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 { Ok(()) } else { f.write_str("This is not the time for that.") }
    }
}

impl Refusal for WrongPhase {
    fn code(&self) -> &'static str {
        "wrong_phase"
    }
}

crate::options! {
    /// Nothing can be set.
    #[allow(unreachable_pub, reason = "the macro declares a public type, as games need it")]
    pub struct NoOptions {}
}

impl<const FLAW: u8> Toy<FLAW> {
    fn swapping(&self) -> bool {
        self.swaps.iter().any(|(_, swap)| swap.is_none())
    }

    fn next_to_show(&self) -> Option<Seat> {
        self.shown.iter().find(|(_, shown)| shown.is_none()).map(|(seat, _)| seat)
    }

    fn draw(&mut self, seat: Seat) -> Option<u8> {
        if let Some(above) = self.piles.as_mut().and_then(|piles| piles.take(seat)) {
            let place = self.stock.len() - 1 - above;
            return Some(self.stock.remove(place));
        }
        self.stock.pop()
    }

    fn swap_all(&mut self, listener: &mut impl EventSink<Event>) {
        for seat in Seat::all(self.seats()) {
            if self.swaps[seat] == Some(true)
                && let Some(card) = self.draw(seat)
            {
                self.cards[seat] = card;
                listener.emit(Audience::Nobody, || Event::Drawn { seat, card });
                listener.emit(Audience::Only(seat), || Event::NewCard { card });
                listener.emit(Audience::AllBut(seat), || Event::Swapped { seat });
                if FLAW == Flaw::EVENT_LEAKS {
                    listener.emit(Audience::All, || Event::Leak { card });
                }
            }
        }
    }
}

impl<const FLAW: u8> Game for Toy<FLAW> {
    const NAME: &'static str = "toy";
    const TITLE: &'static str = "Swap and show";
    const SUMMARY: &'static str = "A toy.";
    const SEATS: RangeInclusive<u8> = 2..=3;
    const PRIVATE_VIEWS: bool = FLAW != Flaw::SHARED_VIEWS;
    const LEGAL_IS_IMPLIED: bool = FLAW == Flaw::IMPLIES_ELSE;
    type Options = NoOptions;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Refusal = WrongPhase;

    fn deal(
        _: u16,
        _: &NoOptions,
        seats: u8,
        mut chance: Chance,
        listener: &mut impl EventSink<Event>,
    ) -> Self {
        static FOREIGN: AtomicU8 = AtomicU8::new(0);
        let mut stock: Vec<u8> = (0..PACK).collect();
        chance.shuffle_numbered(Purpose::Stock, 1, &mut stock);
        listener.emit(Audience::Nobody, || Event::Dealt { cards: stock.clone() });
        let cards = PerSeat::from_fn(seats, |_| stock.pop().unwrap_or_default());
        let cut = chance.is_duplicate() && FLAW != Flaw::ONE_STOCK;
        let piles = cut.then(|| SeatPiles::cut(stock.len(), seats));
        let luck = if FLAW == Flaw::FOREIGN_LUCK { FOREIGN.fetch_add(1, Ordering::Relaxed) } else { 0 };
        Self { cards, stock, swaps: PerSeat::new(seats), shown: PerSeat::new(seats), luck, piles }
    }

    fn seats(&self) -> u8 {
        self.cards.seats()
    }

    fn status(&self) -> Status {
        if self.swapping() {
            let waiting = self.swaps.iter().filter(|(_, swap)| swap.is_none()).map(|(seat, _)| seat);
            return Status::Sealed(waiting.collect());
        }
        match self.next_to_show() {
            Some(seat) => Status::ToAct(SeatSet::only(seat)),
            None => {
                let shown = self.cards.iter().filter(|(seat, _)| self.shown[*seat] == Some(true));
                Status::Over(
                    shown
                        .max_by_key(|(_, card)| **card)
                        .map_or(Outcome::DRAW, |(seat, _)| Outcome::won_by(seat)),
                )
            }
        }
    }

    fn legal_actions(&self, seat: Seat, out: &mut Vec<Action>) {
        if self.status().to_act().contains(seat) {
            out.extend(if self.swapping() {
                [Action::Keep, Action::Swap]
            } else {
                [Action::Show, Self::FOLD]
            });
        }
    }

    fn check_rule(&self, _: Seat, action: Action) -> Result<(), WrongPhase> {
        let swap = matches!(action, Action::Keep | Action::Swap);
        let accepted = FLAW == Flaw::ACCEPTS_ILLEGAL && action == Action::Fold;
        if swap == self.swapping() || accepted { Ok(()) } else { Err(WrongPhase(FLAW == Flaw::MUTE_REFUSAL)) }
    }

    fn apply(&mut self, seat: Seat, action: Action, listener: &mut impl EventSink<Event>) {
        match action {
            Action::Keep | Action::Swap => {
                if FLAW == Flaw::ARRIVAL_ORDER {
                    // The seat that chooses first gets the better card.
                    self.stock.sort_unstable();
                    self.cards[seat] = self.stock.pop().unwrap_or_default();
                }
                self.swaps[seat] = Some(action == Action::Swap);
                if !self.swapping() {
                    self.swap_all(listener);
                }
            }
            Action::Show | Action::Fold | Action::Bow { .. } => {
                if FLAW == Flaw::NEVER_ENDS && action == Action::Fold {
                    return;
                }
                self.shown[seat] = Some(action == Action::Show);
                if action == Action::Show {
                    let card = self.cards[seat];
                    listener.emit(Audience::All, || Event::Shown { seat, card });
                }
            }
        }
    }

    fn default_action(&self, _: Seat) -> Action {
        match (self.swapping(), FLAW == Flaw::ILLEGAL_DEFAULT) {
            (true, _) => Action::Keep,
            (false, true) => Action::Swap,
            (false, false) => Self::FOLD,
        }
    }

    fn scores(&self) -> PerSeat<i32> {
        PerSeat::new(self.seats())
    }

    fn turn(&self) -> u32 {
        let shown = self.shown.iter().filter(|(_, shown)| shown.is_some()).count() as u32;
        if FLAW == Flaw::NUMBERS_NO_TURNS { 1 } else { 1 + u32::from(!self.swapping()) + shown }
    }

    fn view(&self, viewer: Viewer) -> View {
        let open = |seat: Seat| viewer.knows_secrets_of(seat) || self.shown[seat] == Some(true);
        let leaks = [Flaw::VIEW_LEAKS, Flaw::VIEW_LEAKS_TO_IMAGINATION].contains(&FLAW);
        View {
            cards: self.cards.map(|seat, &card| open(seat).then_some(card)),
            leak: leaks.then(|| self.stock[0]),
            your_swap: viewer.seat().and_then(|seat| self.swaps[seat]),
            swapping: self.swapping(),
            swapped: self
                .swaps
                .iter()
                .filter(|(_, swap)| !self.swapping() && **swap == Some(true))
                .map(|(seat, _)| seat)
                .collect(),
            shown: self.shown,
            lost: u8::from(FLAW == Flaw::LOSSY_JSON),
            sealed: (FLAW == Flaw::SEAL_LEAKS && self.swapping())
                .then(|| self.swaps.iter().filter(|(_, swap)| swap.is_some()).count() as u8),
            odd: (FLAW == Flaw::WRITES_ELSE).then_some(Odd { quote: 1 }),
            padding: if FLAW == Flaw::LISTS_TOO_MUCH { "x".repeat(40_000) } else { String::new() },
        }
    }

    fn implied_actions(view: &View, out: &mut Vec<Action>) {
        if view.swapping {
            out.extend([Action::Swap, Action::Keep]);
        }
    }
}

impl<const FLAW: u8> Imagine for Toy<FLAW> {
    fn imagine(_: u16, _: &NoOptions, seat: Seat, view: &SeenOf<Self>, rng: &mut impl Rng) -> Self {
        let seats = view.cards.seats();
        let known = |card: &u8| view.cards.iter().any(|(_, seen)| seen == &Some(*card));
        let mut stock: Vec<u8> = (0..PACK).filter(|card| !known(card)).collect();
        if FLAW != Flaw::ONE_WORLD {
            shuffle(rng, &mut stock);
        }
        if FLAW == Flaw::VIEW_LEAKS_TO_IMAGINATION
            && let Some(leak) = view.leak
        {
            stock.retain(|card| *card != leak);
            stock.insert(0, leak);
        }
        let cards = view.cards.map(|_, card| card.unwrap_or_else(|| stock.pop().unwrap_or_default()));
        let others_swap = |rng: &mut _| FLAW != Flaw::ONE_WORLD && crate::below(rng, 2) == 0;
        let swaps = PerSeat::from_fn(seats, |other| {
            if other == seat {
                view.your_swap
            } else if !view.swapping {
                Some(view.swapped.contains(other))
            } else {
                (!view.to_act.contains(other)).then(|| others_swap(rng))
            }
        });
        Self { cards, stock, swaps, shown: view.shown, luck: 0, piles: None }
    }
}

/// What a seat was dealt in a duplicate deal, as far as the event shows it.
pub(super) fn met<const FLAW: u8>(toy: &Toy<FLAW>, event: &Event) -> Option<Met> {
    match event {
        Event::Drawn { seat, card } => Some(Met::Drew { seat: *seat, cards: vec![u32::from(*card)] }),
        Event::Dealt { cards } => Some(Met::Dealt {
            round: 1,
            cards: cards.iter().copied().map(u32::from).collect(),
            pile: toy.stock.len() / usize::from(toy.seats()),
        }),
        _ => None,
    }
}

/// Rearranges the stock, the cards nobody has shown to the viewer, and the others' sealed choices.
pub(super) fn scramble<const FLAW: u8>(toy: &Toy<FLAW>, viewer: Viewer, dice: &mut FastRng) -> Toy<FLAW> {
    let mut toy = toy.clone();
    let hidden = |toy: &Toy<FLAW>, seat| !viewer.knows_secrets_of(seat) && toy.shown[seat] != Some(true);
    let mut pool = toy.stock.clone();
    pool.extend(toy.cards.iter().filter(|(seat, _)| hidden(&toy, *seat)).map(|(_, card)| *card));
    shuffle(dice, &mut pool);
    for seat in Seat::all(toy.seats()) {
        if hidden(&toy, seat) {
            toy.cards[seat] = pool.pop().unwrap_or_default();
        }
        if !viewer.knows_secrets_of(seat) && toy.swapping() && toy.swaps[seat].is_some() {
            toy.swaps[seat] = Some(crate::below(dice, 2) == 0);
        }
    }
    toy.stock = pool;
    toy
}
