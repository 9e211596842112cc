//! How well they play, and what they see.

use game::options::RawOptions;
use game::{Chance, DiscardEvents, Game, Options, Seed, Viewer, dice};
use games::gomoku::GomokuOptions;

use super::*;
use crate::{Bot, Budget, HeuristicBot, Random};

/// What came of many games in which the first bot had each seat equally often.
#[derive(Default)]
struct Tally {
    won: u32,
    lost: u32,
    pebbles: u32,
}

fn options(settings: &str) -> GomokuOptions {
    GomokuOptions::from_settings(&RawOptions::parse(settings).unwrap()).unwrap()
}

fn play(settings: &str, mut bots: Vec<Box<dyn Bot<Gomoku>>>, games: u32) -> Tally {
    let options = options(settings);
    let mut tally = Tally::default();
    let mut dice = dice(1);
    for game in 0..games {
        let chance = Chance::new(Seed::from_number(0));
        let mut position = Gomoku::start(&options, bots.len() as u8, chance, &mut DiscardEvents).unwrap();
        let hero = Seat::of((game % bots.len() as u32) as u8);
        while let Some(seat) = position.status().to_act().first() {
            let view = position.seen(Viewer::Seat(seat));
            let input = BotInput { rules: 1, options: &options, seat, view: &view };
            let which = (seat.index() + bots.len() - hero.index()) % bots.len();
            let action = bots[which].choose(input, &mut dice, Budget::simulations(0));
            position.play(seat, action, &mut DiscardEvents).unwrap();
        }
        let winners = position.status().outcome().unwrap().winners;
        tally.won += u32::from(winners.contains(hero));
        tally.lost += u32::from(!winners.contains(hero) && !winners.is_empty());
        tally.pebbles += u32::from(position.pebbles());
    }
    tally
}

/// The view of player 1 of three, with these rows at the top.
fn view(rows: &[&str]) -> games::gomoku::Seen {
    let chance = Chance::new(Seed::from_number(0));
    let empty = Gomoku::start(&GomokuOptions::default(), 3, chance, &mut DiscardEvents).unwrap();
    let mut view = empty.seen(Viewer::Seat(Seat::of(0)));
    for (row, given) in view.view.rows.iter_mut().zip(rows) {
        *row = format!("{given}{}", &row[given.len()..]).parse().unwrap();
    }
    view.view.pebbles = rows.concat().bytes().filter(|letter| *letter != b'.').count() as u16;
    view.legal = Crossing::all(15).filter(|at| view.pebble(*at).is_none()).map(Action::Place).collect();
    view
}

/// What the rule of thumb and the yardstick choose here for player 1.
fn chosen(settings: &str, rows: &[&str]) -> [Action; 2] {
    let (options, view) = (options(settings), view(rows));
    let input = || BotInput { rules: 1, options: &options, seat: Seat::of(0), view: &view };
    let mut dice = dice(5);
    [
        HeuristicBot.choose(input(), &mut dice, Budget::simulations(0)),
        Block.choose(input(), &mut dice, Budget::simulations(0)),
    ]
}

#[test]
fn the_rule_of_thumb_always_beats_two_random_players_in_under_20_pebbles() {
    let bots: Vec<Box<dyn Bot<Gomoku>>> = vec![Box::new(HeuristicBot), Box::new(Random), Box::new(Random)];
    let tally = play("", bots, 300);
    assert_eq!(tally.won, 300);
    assert!(tally.pebbles < 300 * 18, "{} pebbles", tally.pebbles);
}

#[test]
fn the_rule_of_thumb_beats_two_who_block_and_does_not_lose() {
    for (settings, least) in [("", 190), ("exact_five=on", 190), ("size=10", 150)] {
        let bots: Vec<Box<dyn Bot<Gomoku>>> = vec![Box::new(HeuristicBot), Box::new(Block), Box::new(Block)];
        let tally = play(settings, bots, 200);
        assert!(tally.won >= least && tally.lost == 0, "{settings}: {} won, {} lost", tally.won, tally.lost);
    }
}

#[test]
fn the_rule_of_thumb_beats_one_player_too() {
    for other in [Box::new(Random) as Box<dyn Bot<Gomoku>>, Box::new(Block)] {
        let tally = play("", vec![Box::new(HeuristicBot), other], 200);
        assert!(tally.won >= 195, "{} won", tally.won);
    }
}

#[test]
fn whoever_blocks_beats_two_random_players() {
    let bots: Vec<Box<dyn Bot<Gomoku>>> = vec![Box::new(Block), Box::new(Random), Box::new(Random)];
    let tally = play("", bots, 200);
    assert!(tally.won >= 185, "{} won", tally.won);
}

#[test]
fn the_own_five_comes_first_then_the_next_players_then_that_of_the_player_after() {
    let [own, next, after] = [Action::place(4, 0), Action::place(4, 2), Action::place(4, 4)];
    assert_eq!(chosen("", &["1111.", "", "2222.", "", "3333."]), [own; 2]);
    assert_eq!(chosen("", &["111..", "", "2222.", "", "3333."]), [next; 2]);
    assert_eq!(chosen("", &["111..", "", "222..", "", "3333."]), [after; 2]);
}

#[test]
fn where_exactly_five_win_a_six_is_not_made() {
    let rows = ["111.11.", "", "2222."];
    assert_eq!(chosen("", &rows), [Action::place(3, 0); 2]);
    assert_eq!(chosen("exact_five=on", &rows), [Action::place(4, 2); 2]);
}

#[test]
fn more_fours_than_can_be_closed_are_made_at_once_and_taken_from_others() {
    // An open three across and one down meet where (4, 4) gives four ways to win.
    let forked = |own: &str, other: &str| {
        let rows = [
            "2222133331",
            "....x.....",
            "....x.....",
            "....x.....",
            ".xxx......",
            "..........",
            "y.........",
        ];
        rows.map(|row| row.replace('x', own).replace('y', other))
    };
    let texts = forked("1", "2");
    let [thumb, _] = chosen("", &texts.each_ref().map(String::as_str));
    assert_eq!(thumb, Action::place(4, 4));
    for other in ["2", "3"] {
        let texts = forked(other, "1");
        let rows = texts.each_ref().map(String::as_str);
        let (options, view) = (options(""), view(&rows));
        let input = BotInput { rules: 1, options: &options, seat: Seat::of(0), view: &view };
        let thought =
            Assessment::new(BotInput { rules: 1, options: &options, seat: Seat::of(0), view: &view });
        assert!(thought.others().any(|seat| thought.forks(Crossing::new(4, 4), seat)));
        let answer = Gomoku::heuristic(input, &mut dice(3));
        assert_eq!(thought.forks_left(answer.crossing()), 0, "{answer}");
    }
}

#[test]
fn bots_choose_only_from_the_list_they_are_given() {
    let mut view = view(&[]);
    for row in &mut view.view.rows[..5] {
        *row = format!("{}1", &row[..14]).parse().unwrap();
    }
    view.view.rows[4] = format!("{}.", &view.rows[4][..14]).parse().unwrap();
    view.legal = Crossing::all(15).filter(|at| view.pebble(*at).is_none()).map(Action::Place).collect();
    // A table may leave legal actions out of the list.
    let listed = |action: &Action| action.crossing().x != 14 && action.crossing().y != 14;
    view.legal.retain(listed);
    let options = GomokuOptions { dead_draw: false, ..GomokuOptions::default() };
    let input = || BotInput { rules: 1, options: &options, seat: Seat::of(0), view: &view };
    for number in 0..20 {
        let mut dice = dice(number);
        let thumb = HeuristicBot.choose(input(), &mut dice, Budget::simulations(0));
        let block = Block.choose(input(), &mut dice, Budget::simulations(0));
        assert!([thumb, block].iter().all(listed));
    }
}
