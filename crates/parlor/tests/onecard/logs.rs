//! Hundreds of games of the demo, read again card by card.

use super::program::{Folder, text};
use super::reader::{Met, Rules, check, is_right};

/// One game: players, cards, decks, rounds, and which rules are on, a bit each.
fn demo(folder: &Folder, seed: u64, [players, cards, decks, rounds]: [usize; 4], rules: usize) -> Met {
    let on = |bit: usize| rules >> bit & 1 == 1;
    let switch = |bit| if on(bit) { "on" } else { "off" };
    let redirect = if on(4) { "suit_or_rank" } else { "same_suit" };
    let text_of_rules = format!(
        "may_draw={},play_drawn={},queen_skips_2={},multi={},redirect={redirect}",
        switch(0),
        switch(1),
        switch(2),
        switch(3)
    );
    let log = format!("{seed}.log");
    let output = folder.run(&[
        "-a",
        "--seed",
        &seed.to_string(),
        "-n",
        &players.to_string(),
        "-c",
        &cards.to_string(),
        "-d",
        &decks.to_string(),
        "-r",
        &rounds.to_string(),
        "--rules",
        &text_of_rules,
        "--log",
        &log,
    ]);
    assert_eq!(text(&output.stderr), "");
    let shown = text(&output.stdout);
    assert_eq!(shown, folder.read(&log));
    std::fs::remove_file(folder.path(&log)).unwrap();
    check(
        &shown,
        &Rules {
            may_draw: on(0),
            play_drawn: on(1),
            queen_skips_2: on(2),
            multi: on(3),
            suit_or_rank: on(4),
        },
    )
}

fn most_cards(players: usize, decks: usize) -> usize {
    (52 * decks - 1) / players - 1
}

#[test]
fn games_of_all_sizes_by_the_plain_rules_are_right_card_by_card() {
    let folder = Folder::new("plain-demos");
    let mut met = Met::default();
    for players in 2..=10 {
        for (index, decks) in [2, 3, 8].into_iter().enumerate() {
            for cards in [2, 5, most_cards(players, 2)] {
                let seed = (players * 100 + index * 10 + cards % 10) as u64;
                met.add(&demo(&folder, seed, [players, cards, decks, 1 + seed as usize % 3], 0));
            }
        }
    }
    assert!(met.rounds >= 100 && met.turns > 4_000, "{met:?}");
    let seen = [met.reshuffles, met.attacks_drawn, met.sevens, met.redirections];
    assert!(seen.iter().all(|count| *count > 5) && met.largest_attack > 10, "{met:?}");
    assert_eq!([met.plays_of_several, met.plays_of_drawn, met.draws_by_choice], [0; 3]);
}

#[test]
fn games_by_every_choice_of_rules_are_right_card_by_card() {
    let folder = Folder::new("rules-demos");
    let mut met = Met::default();
    for rules in 0..32 {
        for players in [2, 3, 4, 10] {
            let decks = 2 + (rules + players) % 3;
            let cards = if rules % 4 == 3 { most_cards(players, decks) } else { 5 };
            let seed = (rules * 16 + players) as u64;
            met.add(&demo(&folder, seed, [players, cards, decks, 2], rules));
        }
    }
    let seen = [met.plays_of_several, met.plays_of_drawn, met.draws_by_choice, met.redirections];
    assert!(seen.iter().all(|count| *count > 50), "{met:?}");
    assert!(met.reshuffles_under_attack > 0, "{met:?}");
}

#[test]
fn games_with_nearly_all_cards_dealt_run_out_of_cards_and_are_right() {
    let folder = Folder::new("full-demos");
    let mut met = Met::default();
    for seed in 0..40 {
        let players = 2 + seed as usize % 9;
        met.add(&demo(&folder, seed, [players, most_cards(players, 2), 2, 2], 0));
    }
    assert!(met.short_draws > 0 && met.reshuffles > 20, "{met:?}");
}

#[test]
fn ow1_a_whole_log_as_it_stands() {
    let folder = Folder::new("golden");
    let shown = text(&folder.run(&["-a", "--seed", "7", "-n", "2", "-c", "2"]).stdout);
    let shuffle = shown.lines().nth(11).unwrap();
    assert_eq!(shuffle.split(", ").count(), 104);
    assert_eq!(shown.replace(shuffle, "..."), include_str!("demo-7.txt"));
}

#[test]
fn ow2_a_log_that_is_not_right_to_the_letter_is_refused_by_the_reader() {
    let folder = Folder::new("mutants");
    let rules = Rules::default();
    let log = text(&folder.run(&["-a", "--seed", "3", "-n", "3", "-r", "2"]).stdout);
    assert!(is_right(&log, &rules));
    let lines: Vec<_> = log.split_inclusive('\n').collect();
    for index in 0..lines.len() {
        let changed = |line: &str| [&lines[..index], &[line], &lines[index + 1..]].concat().concat();
        assert!(!is_right(&changed(""), &rules), "without {:?}", lines[index]);
        assert!(!is_right(&changed(&lines[index].repeat(2)), &rules), "twice {:?}", lines[index]);
        for (from, to) in [("Hearts", "Heart"), ("Spades", "Clubs"), (" 10", " T"), (", ", ","), ("1", "2")] {
            let line = lines[index].replacen(from, to, 1);
            assert!(line == lines[index] || !is_right(&changed(&line), &rules), "{line:?}");
        }
    }
    for end in [" ", "\n", "\r\n", "The end\n"] {
        assert!(!is_right(&format!("{log}{end}"), &rules), "{end:?}");
    }
}

#[test]
fn ow7_many_rounds_and_shared_wins_are_right() {
    let folder = Folder::new("many-rounds");
    let mut met = demo(&folder, 1, [3, 2, 2, 1000], 0);
    assert_eq!(met.rounds, 1000);
    for seed in 2..12 {
        met.add(&demo(&folder, seed, [10, 2, 2, 2], 0));
    }
    assert!(met.shared_wins > 0, "{met:?}");
}
