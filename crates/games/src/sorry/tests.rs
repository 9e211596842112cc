//! Tests by decision (`so…`) and by case (`sot…`), on rigged positions.

mod board;
mod cards;
mod duplicate;
mod goldens;
mod grid;
mod laws;
mod opponents;
mod reference;
mod table;
mod turns;

use game::{Chance, DiscardEvents, EventLog, Game, IllegalAction, PerSeat, Seat, Seed, Tell, Voice};

use super::draw_pile::{DrawPile, PACK};
use super::{Action, Card, Event, Place, Refusal, Sorry, Square};

/// The seat with this number.
fn seat(number: u8) -> Seat {
    Seat::of(number)
}

/// The place with this code: 0 is Start.
fn place(code: u8) -> Place {
    Square::new(code).map_or(Place::Start, Place::Square)
}

/// A table whose pawns stand so (0 is Start), with `mover` in turn and these cards next.
fn rigged(settings: &str, codes: &[u8], mover: u8, next: &[Card]) -> Sorry {
    let options = crate::testing::options::<Sorry>(settings);
    let chance = Chance::new(Seed::from_number(7));
    let mut table = Sorry::start(&options, codes.len() as u8, chance, &mut DiscardEvents).unwrap();
    table.pawns = PerSeat::from_fn(codes.len() as u8, |seat| place(codes[seat.index()]));
    table.mover = seat(mover);
    table.pile = stacked(next);
    table
}

/// The same, with the card drawn already.
fn drawn(settings: &str, codes: &[u8], mover: u8, card: Card) -> Sorry {
    let mut table = rigged(settings, codes, mover, &[card]);
    table.play(seat(mover), Action::Roll, &mut DiscardEvents).unwrap();
    table
}

/// A pile whose next cards are these; then it is shuffled.
fn stacked(next: &[Card]) -> DrawPile {
    let mut pile = DrawPile { cards: [Card::One; PACK], drawn: (PACK - next.len()) as u8 };
    pile.cards[PACK - next.len()..].copy_from_slice(next);
    pile
}

fn legal(table: &Sorry) -> Vec<Action> {
    let mut actions = Vec::new();
    table.legal_actions(table.mover, &mut actions);
    actions
}

/// Where the pawns stand after the action, as codes; 99 is Home.
fn after(table: &Sorry, action: Action) -> Vec<u8> {
    let mut table = table.clone();
    table.play(table.mover, action, &mut DiscardEvents).unwrap();
    codes(&table)
}

fn codes(table: &Sorry) -> Vec<u8> {
    let code = |place: &Place| match place {
        Place::Start => 0,
        Place::Square(square) => square.number(),
        Place::Home => 99,
    };
    table.pawns.as_slice().iter().map(code).collect()
}

/// Why the player in turn may not do this.
fn refusal(table: &Sorry, action: Action) -> Refusal {
    match table.check(table.mover, action) {
        Err(IllegalAction::Rule(refusal)) => refusal,
        other => panic!("{action} gives {other:?}"),
    }
}

/// The sentences a watcher receives when the player in turn does this.
fn sentences(table: &Sorry, action: Action) -> Vec<String> {
    let (mut table, mut emitted) = (table.clone(), EventLog::<Event>::new());
    table.play(table.mover, action, &mut emitted).unwrap();
    let voice = Voice::new(["Ann", "Bo", "Cy", "Di"].map(str::to_owned).to_vec());
    emitted.for_viewer(game::Viewer::Watcher).map(|event| Sorry::sentence(event, &voice)).collect()
}
