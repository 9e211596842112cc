//! The sample of the document, event by event, and its log to the letter.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use cards::Card;
use game::{PerSeat, Seat, SeatSet};
use games::onecard::{Event, OneCardOptions, StartReason};
use terminal::onecard::{header, lines};

fn cards(text: &str) -> Vec<Card> {
    text.split_whitespace().map(|card| card.parse().unwrap()).collect()
}

fn card(text: &str) -> Card {
    text.parse().unwrap()
}

/// Player 1 or 2.
fn seat(number: u8) -> Seat {
    Seat::of(number - 1)
}

fn dealt(number: u8, hand: &str) -> Event {
    Event::Dealt { seat: seat(number), cards: cards(hand) }
}

fn plays(number: u8, what: &str, hand: &str) -> Vec<Event> {
    let hand = cards(hand);
    let mut events = vec![Event::Played { seat: seat(number), cards: cards(what), left: hand.len() as u16 }];
    if !hand.is_empty() {
        events.push(Event::Hand { seat: seat(number), cards: hand });
    }
    events
}

fn draws(number: u8, what: &str, hand: &str) -> Vec<Event> {
    let drew = Event::Drew { seat: seat(number), cards: cards(what) };
    let count = cards(what).len() as u16;
    vec![
        drew,
        Event::DrewFaceDown { seat: seat(number), count },
        Event::Hand { seat: seat(number), cards: cards(hand) },
    ]
}

#[test]
fn the_sample_game_gives_the_sample_log() {
    let deck = "S2 S10 H2 DA C3 H5 S7 D9 SJ SA H2 DQ HA SQ CA";
    let scores = PerSeat::from_fn(2, |seat| if seat.number() == 0 { 0 } else { -3 });
    let mut events = vec![
        Event::RoundBegan { round: 1, cards: 104 },
        Event::Shuffled { cards: cards(deck) },
        dealt(1, "S2 S10 H2 DA C3"),
        Event::DealtFaceDown { seat: seat(1), count: 5 },
        dealt(2, "S7 SJ SA H5 D9"),
        Event::DealtFaceDown { seat: seat(2), count: 5 },
        Event::OrderCard { seat: seat(1), card: card("H2") },
        Event::OrderCard { seat: seat(2), card: card("DQ") },
        Event::Begins { seat: seat(1), reason: StartReason::LowestCard },
        Event::FirstCard { card: card("HA") },
    ];
    events.extend(plays(1, "H2", "S2 S10 DA C3"));
    events.push(Event::Attacked { seat: seat(2), cards: 2 });
    events.extend(draws(2, "SQ CA", "S7 SJ SQ SA H5 D9 CA"));
    events.extend(plays(1, "S2", "S10 DA C3"));
    events.push(Event::Attacked { seat: seat(2), cards: 2 });
    events.extend(plays(2, "S7", "SJ SQ SA H5 D9 CA"));
    events.push(Event::Parried { seat: seat(2) });
    events.push(Event::Reshuffled { count: 80 });
    events.extend(draws(1, "", "S10 DA C3"));
    events.extend(plays(1, "S10 D10", ""));
    events.push(Event::RoundWon { seat: seat(1), round: 1 });
    events.push(Event::RoundScored { round: 1, scores, totals: scores });
    events.push(Event::GameWon { winners: SeatSet::all(2) });
    let log: String = events.iter().map(lines).collect();
    assert_eq!(header(&OneCardOptions::default(), 2) + &log, EXPECTED);
}

const EXPECTED: &str = "\
########################
#                      #
# Welcome to One Card! #
#                      #
########################
---- Initial setup ----
Number of rounds: 1
Number of decks: 2
Number of players: 2
Shuffling cards...
Shuffle result:
Spades 2, Spades 10, Hearts 2, Diamonds A, Clubs 3, Hearts 5, Spades 7, Diamonds 9, Spades J, Spades A, \
Hearts 2, Diamonds Q, Hearts A, Spades Q, Clubs A
Dealing cards...
Player 1: Spades 2, Spades 10, Hearts 2, Diamonds A, Clubs 3
Player 2: Spades 7, Spades J, Spades A, Hearts 5, Diamonds 9
Determining the playing order...
Player 1: Hearts 2
Player 2: Diamonds Q
The game will start with player 1
---- Game start ----
First card: Hearts A
Player 1 plays: Hearts 2
Player 1 cards: Spades 2, Spades 10, Diamonds A, Clubs 3
Player 2 draws: Spades Q, Clubs A
Player 2 cards: Spades 7, Spades J, Spades Q, Spades A, Hearts 5, Diamonds 9, Clubs A
Player 1 plays: Spades 2
Player 1 cards: Spades 10, Diamonds A, Clubs 3
Player 2 plays: Spades 7
Player 2 cards: Spades J, Spades Q, Spades A, Hearts 5, Diamonds 9, Clubs A
Stock pile exhausted. Shuffling the discard pile and restore the stock pile
Player 1 draws: nothing
Player 1 cards: Spades 10, Diamonds A, Clubs 3
Player 1 plays: Spades 10, Diamonds 10
Player 1 wins!
---- Stats ----
Round 1 result:
Player 1: 0, total: 0
Player 2: -3, total: -3
Round 1 ends.
Player 1 wins the game!
Player 2 wins the game!
";
