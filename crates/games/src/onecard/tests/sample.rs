//! The log, written from events, to the letter.

use game::playthrough::random_record;
use game::{Chance, EventLog, Game, Seed};

use super::log::log;
use super::scene::{Scene, dealt, scene};
use crate::onecard::{OneCard, OneCardOptions};
use crate::testing::options;

fn lines(scene: &Scene) -> Vec<String> {
    let seats = scene.position.hands.seats();
    log(&scene.position.options, seats, &scene.emitted).lines().map(str::to_owned).collect()
}

/// The lines after those of the setup.
fn turns(scene: &Scene) -> Vec<String> {
    lines(scene).split_off(9)
}

#[test]
fn oct1_the_sample_game_writes_the_sample_log() {
    let deck = "S2 S10 H2 DA C3 H5 S7 D9 SJ SA H2 DQ HA SQ CA";
    let mut sample = dealt("", 2, deck);
    sample.play(&["H2", "draw", "S2", "S7", "S10", "SJ", "SA", "DA", "CA", "C3"]);
    let written = log(&OneCardOptions::default(), 2, &sample.emitted);
    let shuffle = written.lines().find(|line| line.starts_with("Spades 2, Spades 10, ")).unwrap();
    assert_eq!(shuffle.split(", ").count(), 104);
    assert_eq!(written.replace(shuffle, "Spades 2, Spades 10, ..."), EXPECTED);
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
Spades 2, Spades 10, ...
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
Player 1 plays: Spades 10
Player 1 cards: Diamonds A, Clubs 3
Player 2 plays: Spades J
Player 2 cards: Spades Q, Spades A, Hearts 5, Diamonds 9, Clubs A
Player 2 plays: Spades A
Player 2 cards: Spades Q, Hearts 5, Diamonds 9, Clubs A
Player 1 plays: Diamonds A
Player 1 cards: Clubs 3
Player 2 plays: Clubs A
Player 2 cards: Spades Q, Hearts 5, Diamonds 9
Player 1 plays: Clubs 3
Player 1 wins!
---- Stats ----
Round 1 result:
Player 1: 0, total: 0
Player 2: -3, total: -3
Round 1 ends.
Player 1 wins the game!
";

#[test]
fn ow5_an_empty_hand_has_no_line_and_the_win_follows_the_play() {
    let mut scene = scene("", "S5", &["S9", "H2 H3"]);
    scene.play(&["S9"]);
    assert_eq!(turns(&scene)[..2], ["Player 1 plays: Spades 9", "Player 1 wins!"]);
}

#[test]
fn ow6_a_later_round_is_shuffled_and_dealt_without_a_playing_order() {
    let mut table = scene("rounds=2", "S5", &["H2 H3", "S9"]).turn(1);
    table.play(&["S9"]);
    let lines = turns(&table);
    let second = lines.iter().position(|line| line == "Round 1 ends.").unwrap() + 1;
    assert_eq!(lines[second..second + 2], ["Shuffling cards...", "Shuffle result:"]);
    assert_eq!(lines[second + 3], "Dealing cards...");
    assert!(lines[second + 4].starts_with("Player 1: ") && lines[second + 5].starts_with("Player 2: "));
    assert_eq!(lines[second + 6..second + 8], ["The game will start with player 2", "---- Game start ----"]);
    assert!(lines[second + 8].starts_with("First card: "));
    assert_eq!(lines.len(), second + 9);
}

#[test]
fn ow7_every_winner_of_the_game_has_a_line_after_the_last_round() {
    let mut table = scene("", "S5", &["H2 H3 H5", "S9", "D4"]).turn(1);
    table.position.totals.as_mut_slice().copy_from_slice(&[0, -3, -2]);
    table.play(&["S9"]);
    let lines = turns(&table);
    let last = lines.iter().position(|line| line == "Round 1 ends.").unwrap() + 1;
    assert_eq!(lines[last..], [1, 2, 3].map(|number| format!("Player {number} wins the game!")));
}

#[test]
fn ow9_a_draw_lists_what_there_was_or_nothing() {
    let mut short = scene("", "S5 S2", &["H4 H9", "D9 D8"]).stock("C4").attack(2);
    short.play(&["draw", "draw"]);
    let lines = turns(&short);
    assert_eq!(
        lines[..3],
        [
            "Stock pile exhausted. Shuffling the discard pile and restore the stock pile",
            "Player 1 draws: Clubs 4, Spades 5",
            "Player 1 cards: Spades 5, Hearts 4, Hearts 9, Clubs 4",
        ]
    );
    assert_eq!(lines[3..], ["Player 2 draws: nothing", "Player 2 cards: Diamonds 8, Diamonds 9"]);
}

#[test]
fn ow11_a_shuffle_of_the_discards_stands_before_the_one_line_of_the_draw_that_needed_it() {
    let mut table = scene("", "H5 H6 H7 S2", &["D4 D9", "D6 D8"]).stock("C4 C6").attack(3);
    table.play(&["draw"]);
    let lines = turns(&table);
    assert!(lines[0].starts_with("Stock pile exhausted."));
    assert!(lines[1].starts_with("Player 1 draws: Clubs 4, Clubs 6, Hearts "));
    assert!(lines[2].starts_with("Player 1 cards: "));
    assert_eq!(lines.len(), 3);
    // With nothing under the top card there is nothing to shuffle, and nothing is said.
    let mut bare = scene("", "S2", &["D4 D9", "D6 D8"]).stock("C4").attack(3);
    bare.play(&["draw"]);
    assert_eq!(turns(&bare)[0], "Player 1 draws: Clubs 4");
}

#[test]
fn ow12_a_round_without_a_winner_says_so_after_the_last_hand() {
    let mut table = scene("", "S2", &["D4 D9", "D6 D8"]);
    table.play(&["draw", "draw"]);
    let lines = turns(&table);
    assert_eq!(
        lines[2..6],
        [
            "Player 2 draws: nothing",
            "Player 2 cards: Diamonds 6, Diamonds 8",
            "Nobody wins!",
            "---- Stats ----"
        ]
    );
}

#[test]
fn ow13_draws_are_told_as_drawn_and_hands_in_display_order() {
    let mut table = scene("", "S2", &["D4 C9", "D6 D8"]).stock("CA HK S4").attack(3);
    table.play(&["draw"]);
    assert_eq!(
        turns(&table)[..2],
        [
            "Player 1 draws: Clubs A, Hearts K, Spades 4",
            "Player 1 cards: Spades 4, Hearts K, Diamonds 4, Clubs 9, Clubs A",
        ]
    );
}

#[test]
fn ow14_the_shuffle_is_one_line_of_all_cards_and_the_log_is_plain_ascii() {
    let table = dealt("decks=3", 2, "");
    let written = log(&table.position.options, 2, &table.emitted);
    let shuffle = written.lines().nth(11).unwrap();
    assert_eq!(shuffle.split(", ").count(), 156);
    assert!(shuffle.starts_with("Spades 2, Spades 3, ") && shuffle.ends_with(", Clubs A"));
    assert!(written.is_ascii() && written.ends_with('\n') && !written.contains("\n\n"));
}

#[test]
fn oc29_a_game_played_again_writes_the_same_log_over_the_old_one() {
    let options = options::<OneCard>("rounds=3,initial_cards=7");
    let seed = Seed::from_number(5);
    let record = random_record::<OneCard>(&options, 3, seed, 6, 20_000).unwrap();
    let logs = [(); 2].map(|()| {
        let mut emitted = EventLog::new();
        let mut position = OneCard::start(&options, 3, Chance::new(seed), &mut emitted).unwrap();
        for played in &record.actions {
            position.play(played.seat, played.action, &mut emitted).unwrap();
        }
        log(&options, 3, &emitted)
    });
    assert_eq!(logs[0], logs[1]);
    assert!(logs[0].contains("Round 3 ends.\nPlayer "));
}
