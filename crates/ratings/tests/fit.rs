//! What holds of ratings, whatever the games: tested with games made by a small generator, and against an oracle that is
//! written in another way.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "fit/games.rs"]
mod games;
#[path = "fit/oracle.rs"]
mod oracle;

use games::{Dice, games_of, person};
use ratings::{BoardKey, Player, RatedGame, TableClass, fit_board, fit_boards, places};

const NOW: i64 = 1_800_000_000_000;

#[test]
fn the_same_games_in_another_order_give_the_same_numbers_bit_for_bit() {
    let mut dice = Dice(7);
    for game in ["chicago", "golf", "gomoku", "sorry", "onecard"] {
        let games = games_of(&mut dice, game, 4, 30, 400);
        let fitted = fit_boards(&games, NOW);
        for _ in 0..5 {
            let mut other = games.clone();
            dice.shuffle(&mut other);
            assert_eq!(fit_boards(&other, NOW), fitted, "{game}");
        }
    }
}

#[test]
fn a_game_between_others_never_changes_the_numbers_of_pools_that_it_does_not_touch() {
    let mut dice = Dice(11);
    for game in ["golf", "sorry"] {
        // Two pools that never met, with different people; bots play in both.
        let one = games_of(&mut dice, game, 3, 12, 120);
        let mut two = games_of(&mut dice, game, 3, 12, 120);
        for (number, game) in (1_000..).zip(&mut two) {
            game.number = number;
            for person in game.seats.iter_mut().filter_map(|seat| seat.person.as_mut()) {
                *person += 500;
            }
        }
        let people: Vec<Player> = (0..12).map(|number| Player::Person(person(number))).collect();
        let mut all: Vec<RatedGame> = one.clone();
        let key = BoardKey { game: game.to_owned(), class: TableClass::Few };
        let before = fit_board(&key, all.iter().collect(), NOW, &|| false).unwrap();
        for added in two {
            all.insert(dice.below(all.len()), added);
            let after = fit_board(&key, all.iter().collect(), NOW, &|| false).unwrap();
            for player in &people {
                assert_eq!(after.rating(player), before.rating(player), "{game} {player:?}");
            }
        }
    }
}

#[test]
fn an_oracle_that_climbs_blindly_finds_the_same_ratings_and_intervals() {
    let mut dice = Dice(3);
    for (game, seats) in
        [("golf", 2), ("golf", 4), ("onecard", 3), ("chicago", 4), ("gomoku", 2), ("sorry", 3)]
    {
        let mut games = games_of(&mut dice, game, seats, 4, 25);
        // Some leave, some draw, some games are old.
        for (index, game) in games.iter_mut().enumerate() {
            if index % 6 == 0 {
                game.seats[0].left = game.seats[0].bot.is_none();
            }
            if index % 5 == 0 {
                game.seats.iter_mut().for_each(|seat| (seat.won, seat.score) = (false, 3));
            }
            game.ended_at = NOW - index as i64 * 20 * 86_400_000;
        }
        let key = BoardKey { game: game.to_owned(), class: TableClass::of(seats) };
        let board = fit_board(&key, games.iter().collect(), NOW, &|| false).unwrap();
        for (player, (points, interval)) in oracle::ratings(&key, &games, NOW) {
            let found = board.rating(&player);
            assert!((found.points - points).abs() < 0.05, "{game} {player:?}: {} {points}", found.points);
            assert!(
                (found.interval - interval).abs() < 0.2,
                "{game} {player:?}: {} {interval}",
                found.interval
            );
        }
    }
}

#[test]
fn people_who_play_as_a_bot_does_get_its_rating_within_the_interval() {
    let mut dice = Dice(5);
    for level in ["easy", "medium", "expert"] {
        let anchor = ratings::anchor("onecard", level, bots::VERSION).unwrap();
        // One person against `medium` and `expert`, who wins as often as that level would.
        let games: Vec<RatedGame> = (0..600)
            .map(|number| {
                let other = if number % 2 == 0 { "medium" } else { "expert" };
                let other_points = ratings::anchor("onecard", other, bots::VERSION).unwrap();
                let chance = 1.0 / (1.0 + 10.0f64.powf((other_points - anchor) / 400.0));
                let won = dice.chance() < chance;
                games::two(number, "onecard", Player::Person(1), games::bot(other), won)
            })
            .collect();
        let rating = fit_boards(&games, NOW)[&BoardKey::of(&games[0])].rating(&Player::Person(1));
        assert!((rating.points - anchor).abs() < rating.interval, "{level}: {rating:?} {anchor}");
        // 95 %: about 681 points divided by the root of the number of games.
        assert!((24.0..34.0).contains(&rating.interval), "{level}: {rating:?}");
    }
}

#[test]
fn older_games_weigh_less_and_a_year_halves_them() {
    let bot = || games::bot("medium");
    let win = |number, days: i64| RatedGame {
        ended_at: NOW - days * 86_400_000,
        ..games::two(number, "golf", Player::Person(1), bot(), true)
    };
    let points =
        |games: &[RatedGame]| fit_boards(games, NOW)[&BoardKey::of(&games[0])].rating(&Player::Person(1));
    let new = points(&[win(1, 0)]);
    let old = points(&[win(1, 365)]);
    assert!(new.points > old.points && old.points > ratings::START, "{new:?} {old:?}");
    assert!(new.interval < old.interval);
    // Two games of a year ago weigh as much as one of today.
    let two = points(&[win(1, 365), win(2, 365)]);
    assert!((two.points - new.points).abs() < 1e-6 && two.games == 2, "{two:?} {new:?}");
}

#[test]
fn ratings_are_uncertain_at_first_and_leaders_have_enough_games() {
    let game = |number| games::two(number, "golf", Player::Person(1), games::bot("medium"), number % 2 == 0);
    let board = |count| {
        let games: Vec<_> = (0..count).map(game).collect();
        fit_boards(&games, NOW).into_values().next().unwrap()
    };
    let few = board(3);
    assert!(few.rating(&Player::Person(1)).is_provisional());
    assert!(few.leaders().is_empty());
    let enough = board(40);
    assert!(!enough.rating(&Player::Person(1)).is_provisional());
    assert_eq!(enough.leaders().len(), 1, "bots are not listed");
    assert!(board(u64::from(ratings::LEADERBOARD_GAMES) - 1).leaders().is_empty());
    assert_eq!(board(u64::from(ratings::LEADERBOARD_GAMES)).leaders().len(), 1);
}

#[test]
fn a_bot_that_was_never_measured_is_rated_by_its_games() {
    let unmeasured = Player::Bot { level: "hard".to_owned(), version: bots::VERSION };
    let games: Vec<RatedGame> = (0..30)
        .map(|number| games::two(number, "sorry", Player::Person(1), unmeasured.clone(), number % 3 == 0))
        .collect();
    let rating = fit_boards(&games, NOW)[&BoardKey::of(&games[0])].rating(&unmeasured);
    assert!(rating.interval > 0.0 && rating.points > ratings::START, "{rating:?}");
}

#[test]
fn somebody_who_was_deleted_is_a_stranger_in_each_game_and_changes_nobody_else_much() {
    let mut games: Vec<RatedGame> = (0..30)
        .map(|number| games::two(number, "golf", Player::Person(1), Player::Person(2), true))
        .collect();
    let whole = fit_boards(&games, NOW)[&BoardKey::of(&games[0])].rating(&Player::Person(1));
    for game in &mut games {
        (game.seats[1].person, game.seats[1].name) = (None, None);
    }
    let board = &fit_boards(&games, NOW)[&BoardKey::of(&games[0])];
    let left = board.rating(&Player::Person(1));
    assert!(left.games == 30 && left.points > ratings::START, "{left:?} {whole:?}");
    assert_eq!(board.players.len(), 31);
    assert!(board.players.keys().all(|player| *player != Player::Person(2)));
}

#[test]
fn a_fit_stops_when_it_is_not_wanted_any_more() {
    let games = games_of(&mut Dice(2), "golf", 4, 30, 200);
    let key = BoardKey::of(&games[0]);
    assert!(fit_board(&key, games.iter().collect(), NOW, &|| true).is_none());
}

#[test]
fn exported_games_are_read_again_as_they_were() {
    let games = games_of(&mut Dice(13), "chicago", 4, 6, 20);
    let text = serde_json::to_string(&games).unwrap();
    assert_eq!(serde_json::from_str::<Vec<RatedGame>>(&text).unwrap(), games);
    assert!(!text.contains("null"), "{text}");
    assert!(places(ratings::finish_order("chicago"), &games[0].seats).len() <= 2);
}
