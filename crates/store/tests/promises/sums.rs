//! Sums of people and the lists of their games, held against a count over all results.

use std::collections::{BTreeMap, BTreeSet};

use store::{
    GamesQuery, HeadToHead, PastRating, PlayerGameStats, RatingHistoryQuery, Replay, ShownRating, SizeStats,
    Store, Write,
};

use super::backup::{back_up, restore};
use super::harness::Bed;
use super::migration::tamper;
use super::people::person;
use super::replays::{games_of, replay, result};

const PEOPLE: u64 = 5;
const GAMES: [&str; 2] = ["golf", "sorry"];

/// The same numbers in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % end
    }

    fn is_heads(&mut self) -> bool {
        self.below(2) == 0
    }
}

/// A game of two to four seats; bots, people who are not known, and somebody on two seats among them.
fn any_game(dice: &mut Dice, number: u64) -> Replay {
    let game = GAMES[usize::from(dice.below(3) == 0)];
    let seats = u8::try_from(2 + dice.below(3)).unwrap();
    let seat = |seat| {
        let sits = Some(1 + dice.below(PEOPLE + 1)).filter(|_| dice.below(4) > 0);
        result(seat, sits, dice.is_heads())
    };
    let results = (0..seats).map(seat).collect();
    let ended = i64::try_from(number).unwrap();
    Replay { public: dice.below(3) > 0, rated: true, ..replay(&format!("r{number}"), game, ended, results) }
}

/// All that is kept, as it is read one by one, in the order in which it was stored.
async fn all_replays(store: &Store, numbers: u64) -> Vec<Replay> {
    let mut kept = Vec::new();
    for number in 0..numbers {
        kept.extend(store.replay(&format!("r{number}")).await.unwrap());
    }
    kept
}

fn sat(replay: &Replay, person: u64) -> bool {
    replay.results.iter().any(|result| result.person == Some(person))
}

fn won(replay: &Replay, person: u64) -> bool {
    replay.results.iter().any(|result| result.person == Some(person) && result.won)
}

fn may_see(replay: &Replay, viewer: Option<u64>) -> bool {
    replay.public || viewer.is_some_and(|viewer| sat(replay, viewer))
}

async fn check_standings(store: &Store, replays: &[Replay], one: u64) {
    let mut sizes: BTreeMap<(String, u8), (u64, u64)> = BTreeMap::new();
    for replay in replays.iter().filter(|replay| sat(replay, one)) {
        let seats = u8::try_from(replay.results.len()).unwrap();
        let sums = sizes.entry((replay.game.clone(), seats)).or_default();
        *sums = (sums.0 + 1, sums.1 + u64::from(won(replay, one)));
    }
    let size = |((game, seats), (games, wins)): (&(String, u8), &(u64, u64))| SizeStats {
        game: game.clone(),
        seats: *seats,
        games: *games,
        wins: *wins,
    };
    assert_eq!(
        store.standing_by_seats(one).await.unwrap(),
        sizes.iter().map(size).collect::<Vec<_>>(),
        "{one}"
    );
    let name = format!("person {one}");
    let mut standing: Vec<PlayerGameStats> = Vec::new();
    for ((game, _), (games, wins)) in sizes {
        match standing.last_mut().filter(|last| last.game == game) {
            Some(last) => (last.games, last.wins) = (last.games + games, last.wins + wins),
            None => standing.push(PlayerGameStats { game, games, wins }),
        }
    }
    assert_eq!(store.standing(&name).await.unwrap(), standing, "{one}");
}

async fn check_head_to_head(store: &Store, replays: &[Replay], one: u64, other: u64, viewer: Option<u64>) {
    let mut expected: BTreeMap<&str, HeadToHead> = BTreeMap::new();
    let met = |replay: &&Replay| sat(replay, one) && sat(replay, other) && may_see(replay, viewer);
    for replay in replays.iter().filter(met) {
        let none = HeadToHead { game: replay.game.clone(), games: 0, wins: 0, opponent_wins: 0 };
        let sums = expected.entry(&replay.game).or_insert(none);
        sums.games += 1;
        sums.wins += u64::from(won(replay, one));
        sums.opponent_wins += u64::from(won(replay, other));
    }
    let found = store.head_to_head(one, other, viewer).await.unwrap();
    assert_eq!(found, expected.into_values().collect::<Vec<_>>(), "{one} against {other} for {viewer:?}");
}

async fn check_list(store: &Store, replays: &[Replay], query: GamesQuery) {
    let own_result = |replay: &Replay| {
        let own = replay.results.iter().filter(|result| result.person == Some(query.person));
        own.map(|result| result.won).any(|won| query.won.is_none_or(|wanted| wanted == won))
    };
    let listed = |replay: &&Replay| {
        own_result(replay)
            && may_see(replay, query.viewer)
            && query.game.as_ref().is_none_or(|game| *game == replay.game)
            && query.opponent.is_none_or(|opponent| sat(replay, opponent))
    };
    let mut expected: Vec<&str> = replays.iter().filter(listed).map(|replay| replay.id.as_str()).collect();
    expected.reverse();
    // By small pages, to the end.
    let (mut found, mut before) = (Vec::new(), None);
    loop {
        let page = store.games_of(GamesQuery { before, limit: 3, ..query.clone() }).await.unwrap();
        let Some(last) = page.last() else { break };
        before = Some(last.place);
        found.extend(page.into_iter().map(|head| head.id));
    }
    assert_eq!(found, expected, "{query:?}");
}

async fn check_ratings(store: &Store, replays: &[Replay], one: u64) {
    for (game, seats) in [("golf", (2, 2)), ("golf", (3, 4)), ("sorry", (2, 10))] {
        let mut expected = Vec::new();
        for replay in replays.iter().rev() {
            let size = u8::try_from(replay.results.len()).unwrap();
            if replay.game == game && (seats.0..=seats.1).contains(&size) {
                let own = replay.results.iter().filter(|result| result.person == Some(one));
                expected.extend(
                    own.filter_map(|own| Some(PastRating { ended: replay.ended, rating: own.rating? })),
                );
            }
        }
        let query = RatingHistoryQuery { person: one, game: game.to_owned(), seats, limit: 100 };
        assert_eq!(store.rating_history(query).await.unwrap(), expected, "{one} in {game}");
    }
}

async fn check(store: &Store, numbers: u64) {
    let replays = all_replays(store, numbers).await;
    let viewers = || [None].into_iter().chain((1..=PEOPLE).map(Some));
    for one in 1..=PEOPLE {
        check_standings(store, &replays, one).await;
        check_ratings(store, &replays, one).await;
        for viewer in viewers() {
            check_list(store, &replays, GamesQuery { viewer, ..games_of(one) }).await;
            let game = Some(GAMES[1].to_owned());
            check_list(store, &replays, GamesQuery { viewer, game, won: Some(true), ..games_of(one) }).await;
            for other in 1..=PEOPLE {
                check_head_to_head(store, &replays, one, other, viewer).await;
                let met = GamesQuery { viewer, opponent: Some(other), ..games_of(one) };
                check_list(store, &replays, met.clone()).await;
                check_list(store, &replays, GamesQuery { won: Some(false), ..met }).await;
            }
        }
    }
}

fn named(id: u64) -> Write {
    Write::PutPerson(person(id, &format!("Person {id}")))
}

pub(crate) async fn sums_and_lists_are_what_counting_all_results_gives(harness: Bed) {
    let store = harness.open().await;
    store.commit((1..=PEOPLE).map(named).collect()).await.unwrap();
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    let mut numbers = 0;
    for step in 0..160 {
        let any = format!("r{}", dice.below(numbers + 1));
        match dice.below(10) {
            0 => {
                let body = store.replay(&any).await.unwrap().map(|replay| replay.body).unwrap_or_default();
                let seat = u8::try_from(dice.below(4)).unwrap();
                let (name, before) = ("Player".to_owned(), body.clone());
                let forget = Write::ForgetSeat { replay: any, seat, name, before, body: body + " " };
                store.commit(vec![forget]).await.unwrap();
            }
            1 => {
                let replays = (0..3).map(|_| format!("r{}", dice.below(numbers + 1))).collect();
                let ended_before = i64::try_from(dice.below(numbers + 1)).unwrap();
                store.commit(vec![Write::PruneReplays { replays, ended_before }]).await.unwrap();
            }
            2 if step % 4 == 0 => {
                let person = 1 + dice.below(PEOPLE);
                store.commit(vec![Write::RemovePerson { person }, named(person)]).await.unwrap();
            }
            2 | 3 => {
                let rating = ShownRating { points: step, interval: 9, change: 1 };
                let ratings = (0..4).filter(|_| dice.is_heads()).map(|seat| (seat, rating)).collect();
                store.commit(vec![Write::PutRatings { replay: any, ratings }]).await.unwrap();
            }
            _ => {
                let games = 1 + dice.below(3);
                let games = (0..games).map(|more| Write::PutReplay(any_game(&mut dice, numbers + more)));
                let games: Vec<Write> = games.collect();
                numbers += games.len() as u64;
                // A call that is refused adds to no sum.
                let twice = games.iter().chain(&games[..1]).cloned().collect();
                store.commit(twice).await.unwrap_err();
                store.commit(games).await.unwrap();
            }
        }
        if step % 40 == 39 {
            check(&store, numbers).await;
        }
    }
    // When all is gone nothing is left of it.
    let replays = (0..numbers).map(|number| format!("r{number}")).collect();
    store.commit(vec![Write::PruneReplays { replays, ended_before: i64::MAX }]).await.unwrap();
    check(&store, numbers).await;
    store.close().await;
    for table in ["standings", "meetings", "rated_results"] {
        let sql = format!("INSERT INTO {{}}meta SELECT '{table}', game FROM {{}}{table} LIMIT 1");
        tamper(&harness, &sql.replace("{}", ""), &sql.replace("{}", "parlor."));
    }
    let store = harness.open().await;
    for table in ["standings", "meetings", "rated_results"] {
        assert_eq!(store.meta(table).await.unwrap(), None, "{table}");
    }
    store.close().await;
}

/// Fills a store with games, and makes some of them as an older version left them.
async fn with_older_games(harness: &Bed) -> Store {
    let store = harness.open().await;
    store.commit((1..=PEOPLE).map(named).collect()).await.unwrap();
    let mut dice = Dice(77);
    let games = (0..30).map(|number| Write::PutReplay(any_game(&mut dice, number)));
    store.commit(games.collect()).await.unwrap();
    let ratings = vec![(0, ShownRating { points: 3, interval: 9, change: 1 })];
    store.commit(vec![Write::PutRatings { replay: "r2".to_owned(), ratings }]).await.unwrap();
    store.close().await;
    let sql = "DELETE FROM {}standings; DELETE FROM {}meetings; DELETE FROM {}rated_results;
               UPDATE {}replays SET summed = NULL;";
    tamper(harness, &sql.replace("{}", ""), &sql.replace("{}", "parlor."));
    harness.open().await
}

pub(crate) async fn games_of_an_older_format_are_summed_later_and_once(harness: Bed) {
    let store = with_older_games(&harness).await;
    let newest = store.unsummed_replays(4).await.unwrap();
    assert_eq!(newest, ["r29", "r28", "r27", "r26"]);
    // What becomes of games meanwhile, before and after they are summed.
    let prune = |ids: &[&str]| Write::PruneReplays {
        replays: ids.iter().map(ToString::to_string).collect(),
        ended_before: 100,
    };
    store.commit(vec![Write::SumReplays { replays: newest.clone() }]).await.unwrap();
    store.commit(vec![prune(&["r28", "r1"]), Write::RemovePerson { person: 3 }, named(3)]).await.unwrap();
    let mut dice = Dice(5);
    store.commit(vec![Write::PutReplay(any_game(&mut dice, 30))]).await.unwrap();
    let mut seen = BTreeSet::new();
    loop {
        let replays = store.unsummed_replays(7).await.unwrap();
        if replays.is_empty() {
            break;
        }
        assert!(replays.iter().all(|id| seen.insert(id.clone())), "{replays:?}");
        let twice = vec![Write::SumReplays { replays: replays.clone() }, Write::SumReplays { replays }];
        store.commit(twice).await.unwrap();
    }
    store.commit(vec![Write::SumReplays { replays: newest }]).await.unwrap();
    check(&store, 31).await;
    store.close().await;
}

pub(crate) async fn a_restored_backup_has_its_sums(harness: Bed) {
    let store = with_older_games(&harness).await;
    let bytes = back_up(&harness.place).await;
    store.close().await;
    for next in [Some(Bed::sqlite()), Bed::postgres()].into_iter().flatten() {
        restore(&next.place, &bytes).await.unwrap();
        let store = next.open().await;
        assert_eq!(store.unsummed_replays(1).await.unwrap(), [""; 0]);
        check(&store, 30).await;
        store.close().await;
    }
}
