//! Every roll from every interesting place, against an independent telling of the rules.

use game::playthrough::random_record;
use game::{Record, Replay, Seed};

use super::super::{Action, Card, Colour, Dialect, Phase, Sorry, Square};
use super::reference::{Variant, results};
use super::{after, codes, drawn, legal, seat};

const DOCUMENT: [Card; 11] = [
    Card::One,
    Card::Two,
    Card::Three,
    Card::Four,
    Card::Five,
    Card::Seven,
    Card::Eight,
    Card::Ten,
    Card::Twelve,
    Card::Eleven,
    Card::Sorry,
];

fn variant(settings: &str) -> Variant {
    Variant {
        four_is_four: settings.contains("four_back=4"),
        classic_sorry: settings.contains("classic_sorry=on"),
        must_advance: settings.contains("must_advance_11=on"),
        unity: settings.contains("dialect=unity"),
    }
}

/// The rules give exactly the results of the reference with every card.
fn agree(settings: &str, codes: &[u8], mover: u8) {
    for card in Card::ALL {
        agrees(settings, &drawn(settings, codes, mover, card), card);
    }
}

/// The rules give exactly the results of the reference with the card drawn.
fn agrees(settings: &str, table: &Sorry, card: Card) {
    let dialect = if variant(settings).unity { Dialect::Unity } else { Dialect::Document };
    let expected = results(variant(settings), &codes(table), table.mover.index(), card.roll(dialect));
    let mut found: Vec<_> = legal(table).into_iter().map(|action| after(table, action)).collect();
    found.sort();
    assert_eq!(found, expected, "{settings} {:?}, {} draws {card}", codes(table), table.mover);
}

const SETTINGS: [&str; 7] = [
    "",
    "four_back=4",
    "classic_sorry=on",
    "must_advance_11=on",
    "dialect=unity",
    "dialect=unity,must_advance_11=on",
    "dialect=unity,must_advance_11=on,classic_sorry=on,four_back=4,deck=uniform",
];

#[test]
fn sot1_all_rolls_from_start_exit_entry_and_the_wrap_give_the_listed_results() {
    for settings in SETTINGS {
        for mover in 0..4 {
            let colour = Colour::of(seat(mover));
            let entry = colour.entry().number();
            let places = [0, colour.exit().number(), entry, colour.entry().backward(1).number(), 60, 1];
            for place in places {
                let mut codes = [0; 4];
                codes[usize::from(mover)] = place;
                agree(settings, &codes, mover);
            }
        }
    }
}

#[test]
fn sot1_every_roll_from_the_named_places_written_out_for_green() {
    // One line per roll 1 to 11: from Start, E = 5, H = 3, H - 1 = 2, 60, 1. H is Home, = no move.
    const OUT: [[&str; 6]; 11] = [
        ["5", "6", "H", "3", "1", "2"],
        ["5", "7", "=", "H", "2", "3"],
        ["=", "8", "=", "=", "3", "H"],
        ["=", "3", "1", "60", "58", "59"],
        ["=", "10", "=", "=", "=", "="],
        ["=", "12", "=", "=", "=", "="],
        ["=", "13", "=", "=", "=", "="],
        ["=", "15 4", "2", "1", "59", "60"],
        ["=", "17", "=", "=", "=", "="],
        ["=", "16 =", "=", "=", "=", "="],
        ["=", "=", "=", "=", "=", "="],
    ];
    for (card, line) in DOCUMENT.into_iter().zip(OUT) {
        for (place, expected) in [0, 5, 3, 2, 60, 1].into_iter().zip(line) {
            let table = drawn("", &[place, 0], 0, card);
            let emitted = |action| match (action, after(&table, action)[0]) {
                (Action::Forfeit, _) => "=".to_owned(),
                (_, 99) => "H".to_owned(),
                (_, square) => square.to_string(),
            };
            let found: Vec<_> = legal(&table).into_iter().map(emitted).collect();
            assert_eq!(found.join(" "), expected, "card {card} from {place}");
        }
    }
}

#[test]
fn sot2_each_distance_from_1_to_13_with_each_roll_gives_the_listed_results() {
    for settings in SETTINGS {
        for mover in 0..4 {
            for distance in 1..=13 {
                let place = Colour::of(seat(mover)).entry().backward(distance - 1).number();
                let mut alone = [0; 4];
                alone[usize::from(mover)] = place;
                agree(settings, &alone, mover);
                // The same with somebody to bump, to change places with, and to be sorry for.
                let mut codes = alone;
                let other = usize::from((mover + 1) % 4);
                for square in [place % 60 + 1, (place + 10) % 60 + 1, (place + 57) % 60 + 1] {
                    codes[other] = square;
                    agree(settings, &codes, mover);
                }
            }
        }
    }
}

#[test]
fn every_square_with_every_card_gives_the_listed_results() {
    for settings in SETTINGS {
        for mover in 0..3u8 {
            for place in 0..=60 {
                // The others stand where they are hit now and then, and one is in Start.
                let others = [Square::new(20 + mover).map_or(0, Square::number), (place + 10) % 60 + 1, 0];
                let mut codes = [0; 4];
                let mut next = others.into_iter();
                for (index, code) in codes.iter_mut().enumerate() {
                    *code = if index == usize::from(mover) { place } else { next.next().unwrap() };
                }
                if place != 0 && codes.iter().filter(|code| **code == place).count() > 1 {
                    continue;
                }
                if others[0] == others[1] {
                    continue;
                }
                agree(settings, &codes, mover);
            }
        }
    }
}

#[test]
fn every_card_of_whole_random_games_gives_the_listed_results() {
    for settings in SETTINGS {
        for number in 0..90 {
            let options = crate::testing::options::<Sorry>(settings);
            let (seats, seed) = (2 + (number % 3) as u8, Seed::from_number(number));
            let record = random_record::<Sorry>(&options, seats, seed, number, 10_000).unwrap();
            let replay = Replay::<Sorry>::of(&Record::parse(&record.to_line()).unwrap()).unwrap();
            for table in replay.steps().map(|step| step.position) {
                if let Phase::Move(card) = table.phase {
                    agrees(settings, &table, card);
                }
            }
        }
    }
}
