//! Tables laid out by hand.

use cards::Card;
use game::{Chance, DiscardEvents, EventLog, Game, IllegalAction, Seat, Seed, Viewer};

use super::super::Pile;
use super::super::layout::{Layout, Place};
use super::super::{Action, Event, Golf, GolfOptions, Phase, Refusal, TwoPlaces};
use crate::testing;

pub(super) const ANN: u8 = 0;
pub(super) const BO: u8 = 1;

pub(super) fn seat(number: u8) -> Seat {
    Seat::of(number)
}

pub(super) fn place(number: u8) -> Place {
    Place::new(number).unwrap()
}

pub(super) fn reveal(one: u8, other: u8) -> Action {
    Action::Reveal(TwoPlaces::new(place(one), place(other)))
}

pub(super) fn swap(number: u8) -> Action {
    Action::Swap(place(number))
}

pub(super) fn card(text: &str) -> Card {
    text.parse().unwrap()
}

pub(super) fn cards(text: &str) -> Vec<Card> {
    text.split_whitespace().map(card).collect()
}

pub(super) fn options(settings: &str) -> GolfOptions {
    testing::options::<Golf>(settings)
}

/// Six cards as `HK (S5) D7 CK H3 S9`; those in brackets lie face down.
pub(super) fn layout(text: &str) -> Layout {
    let texts: Vec<_> = text.split_whitespace().collect();
    let bare = |text: &str| card(text.trim_matches(['(', ')']));
    let mut layout = Layout::face_down(std::array::from_fn(|index| bare(texts[index])));
    for place in Place::ALL {
        if !texts[place.index()].starts_with('(') {
            layout.turn_up(place);
        }
    }
    layout
}

/// A table in the middle of round 1, with seat 0 in turn. Piles are written from the bottom to the top.
pub(super) fn table(settings: &str, layouts: &[&str], stock: &str, discards: &str) -> Golf {
    let seats = layouts.len() as u8;
    let mut golf = Golf::empty(&options(settings), seats, Chance::new(Seed::from_number(0)));
    golf.round = 1;
    golf.phase = Phase::Take;
    golf.stock = cards(stock).into_iter().collect();
    golf.discards = cards(discards).into_iter().collect();
    for (seat, text) in Seat::all(seats).zip(layouts) {
        golf.layouts[seat] = layout(text);
    }
    golf
}

/// A first round dealt from a deck whose top cards are these, in this order; the other cards follow in order.
pub(super) fn dealt(settings: &str, seats: u8, top: &str) -> (Golf, EventLog<Event>) {
    let options = options(settings);
    let top = cards(top);
    let rest = Card::pack().into_iter().filter(|card| !top.contains(card));
    let mut deck: Vec<_> = top.iter().copied().chain(rest).collect();
    deck.reverse();
    let mut golf = Golf::empty(&options, seats, Chance::new(Seed::from_number(0)));
    let mut emitted = EventLog::new();
    golf.deal_from(deck.into_iter().collect::<Pile>(), &mut emitted);
    (golf, emitted)
}

/// A fresh table as it is really dealt.
pub(super) fn fresh(settings: &str, seats: u8) -> Golf {
    Golf::start(&options(settings), seats, Chance::new(Seed::from_number(1)), &mut DiscardEvents).unwrap()
}

/// Plays a legal action and returns what happened.
pub(super) fn play(golf: &mut Golf, number: u8, action: Action) -> Vec<Event> {
    let mut emitted = EventLog::new();
    golf.play(seat(number), action, &mut emitted).unwrap_or_else(|refusal| panic!("{action}: {refusal}"));
    emitted.0.into_iter().map(|(_, event)| event).collect()
}

/// Plays an action that a rule must refuse; the law that nothing changes then is held elsewhere too.
pub(super) fn refused(golf: &mut Golf, number: u8, action: Action) -> Refusal {
    let before = golf.clone();
    match golf.play(seat(number), action, &mut DiscardEvents) {
        Err(IllegalAction::Rule(refusal)) => {
            assert_eq!(*golf, before, "{action} was refused, yet something changed");
            refusal
        }
        other => panic!("{action} gives {other:?}"),
    }
}

/// What one player can do.
pub(super) fn legal(golf: &Golf, number: u8) -> Vec<Action> {
    let mut legal = Vec::new();
    golf.legal_actions(seat(number), &mut legal);
    legal
}

/// What a player sees of a layout: `HK ** D7 CK H3 S9`.
pub(super) fn seen(golf: &Golf, viewer: Viewer, of: u8) -> String {
    let faces = golf.seen(viewer).layouts[seat(of)];
    faces.map(|face| face.map_or_else(|| "**".to_owned(), |card| format!("{card:?}"))).join(" ")
}

/// A layout as everybody sees it.
pub(super) fn shown(golf: &Golf, of: u8) -> String {
    seen(golf, Viewer::Watcher, of)
}
