//! Finished games and who won them.

use store::{
    CommitError, FigureTotals, GamesQuery, HeadToHead, PastRating, PersonFigure, PlayerGameStats,
    RatingHistoryQuery, Replay, SeatFigure, SeatResult, SeatedBot, ShownRating, SizeStats, StoredReview,
    Write,
};

use super::harness::Bed;
use super::people::person;

pub(super) fn result(seat: u8, person: Option<u64>, won: bool) -> SeatResult {
    let score = i64::from(seat) - 3;
    SeatResult { person, name: format!("seat {seat}"), seat, won, score, ..SeatResult::default() }
}

pub(super) fn replay(id: &str, game: &str, ended: i64, results: Vec<SeatResult>) -> Replay {
    Replay {
        id: id.to_owned(),
        game: game.to_owned(),
        ended,
        public: true,
        rated: false,
        body: format!("{{\"{id}\":1}}"),
        results,
    }
}

fn ids(heads: &[store::ReplayHead]) -> Vec<&str> {
    heads.iter().map(|head| head.id.as_str()).collect()
}

/// Ann is 1, Bob is 2.
async fn with_people(harness: &Bed) -> store::Store {
    let store = harness.open().await;
    store.commit(vec![Write::PutPerson(person(1, "Ann")), Write::PutPerson(person(2, "Bob"))]).await.unwrap();
    store
}

pub(crate) async fn a_replay_comes_back_as_it_was(harness: Bed) {
    let store = with_people(&harness).await;
    let whole = replay(
        "r1",
        "golf",
        5,
        vec![result(0, Some(1), true), result(1, None, false), result(255, Some(2), true)],
    );
    let empty = replay("r2", "golf", 6, vec![]);
    store.commit(vec![Write::PutReplay(whole.clone()), Write::PutReplay(empty.clone())]).await.unwrap();
    let store = harness.reopen(store).await;
    assert_eq!(store.replay("r1").await.unwrap(), Some(whole));
    assert_eq!(store.replay("r2").await.unwrap(), Some(empty));
    assert_eq!(store.replay("r3").await.unwrap(), None);
    let twice = replay("r4", "golf", 7, vec![result(1, None, true), result(1, None, true)]);
    let refused = store.commit(vec![Write::PutReplay(twice)]).await;
    assert!(matches!(refused, Err(CommitError::Malformed(_))), "{refused:?}");
    store.close().await;
}

pub(crate) async fn rated_games_are_listed_in_order_and_what_was_shown_after_them_stays(harness: Bed) {
    let store = with_people(&harness).await;
    let bot = SeatedBot { level: "hard".to_owned(), version: 3 };
    let rated = |id: &str, game: &str| Replay {
        rated: true,
        ..replay(
            id,
            game,
            5,
            vec![
                SeatResult { departed: true, ..result(0, Some(1), false) },
                SeatResult { bot: Some(bot.clone()), ..result(1, None, true) },
            ],
        )
    };
    let games =
        [rated("r1", "golf"), replay("r2", "golf", 6, vec![]), rated("r3", "sorry"), rated("r4", "golf")];
    store.commit(games.into_iter().map(Write::PutReplay).collect()).await.unwrap();
    let found = store.rated_games(0, 100).await.unwrap();
    assert_eq!(ids(&found), ["r1", "r3", "r4"]);
    assert!(found.iter().all(|head| head.rated && head.results[0].departed && !head.results[1].departed));
    assert_eq!(found[0].results[1].bot, Some(bot.clone()));
    assert_eq!(ids(&store.rated_games(found[0].place, 1).await.unwrap()), ["r3"]);
    assert_eq!(ids(&store.rated_games(u64::MAX, 1).await.unwrap()), [""; 0]);
    assert!(store.games_of(games_of(1)).await.unwrap().iter().all(|head| head.rated));

    let shown = ShownRating { points: 1_012, interval: 640, change: -12 };
    let put = |ratings| Write::PutRatings { replay: "r1".to_owned(), ratings };
    store.commit(vec![put(vec![(0, shown)])]).await.unwrap();
    let other = ShownRating { points: 1, ..shown };
    let gone = Write::PutRatings { replay: "gone".to_owned(), ratings: vec![(0, other)] };
    store.commit(vec![put(vec![(0, other), (9, other)]), gone]).await.unwrap();
    let store = harness.reopen(store).await;
    let kept = store.replay("r1").await.unwrap().unwrap();
    assert_eq!((kept.results[0].rating, kept.results[1].rating), (Some(shown), None));

    let history = RatingHistoryQuery { person: 1, game: "golf".to_owned(), seats: (2, 2), limit: 9 };
    let past = store.rating_history(history.clone()).await.unwrap();
    assert_eq!(past, [PastRating { ended: 5, rating: shown }]);
    for other in [
        RatingHistoryQuery { seats: (3, 4), ..history.clone() },
        RatingHistoryQuery { game: "sorry".to_owned(), ..history.clone() },
        RatingHistoryQuery { person: 2, ..history.clone() },
    ] {
        assert_eq!(store.rating_history(other).await.unwrap(), []);
    }

    let names = store.names_of(vec![2, 7, 1]).await.unwrap();
    assert_eq!(names.len(), 2);
    assert!(names.contains(&(1, "Ann".to_owned())) && names.contains(&(2, "Bob".to_owned())));
    store.close().await;
}

pub(crate) async fn figures_are_apart_by_seats_and_between_two_people_as_far_as_the_viewer_may_know(
    harness: Bed,
) {
    let store = with_people(&harness).await;
    let both = |first, second| vec![result(0, Some(1), first), result(1, Some(2), second)];
    let three = vec![result(0, Some(1), true), result(1, None, false), result(2, None, false)];
    let games = [
        replay("a", "golf", 1, both(true, false)),
        replay("b", "golf", 2, both(true, true)),
        Replay { public: false, ..replay("c", "golf", 3, both(false, true)) },
        replay("d", "golf", 4, three),
        replay("e", "sorry", 5, both(false, false)),
    ];
    store.commit(games.into_iter().map(Write::PutReplay).collect()).await.unwrap();
    let size = |game: &str, seats, games, wins| SizeStats { game: game.to_owned(), seats, games, wins };
    let found = store.standing_by_seats(1).await.unwrap();
    assert_eq!(found, [size("golf", 2, 3, 2), size("golf", 3, 1, 1), size("sorry", 2, 1, 0)]);
    let row = |game: &str, games, wins, opponent_wins| HeadToHead {
        game: game.to_owned(),
        games,
        wins,
        opponent_wins,
    };
    let seen = |viewer| store.head_to_head(1, 2, viewer);
    assert_eq!(seen(None).await.unwrap(), [row("golf", 2, 2, 1), row("sorry", 1, 0, 0)]);
    assert_eq!(seen(Some(9)).await.unwrap(), [row("golf", 2, 2, 1), row("sorry", 1, 0, 0)]);
    assert_eq!(seen(Some(2)).await.unwrap(), [row("golf", 3, 2, 2), row("sorry", 1, 0, 0)]);
    assert_eq!(store.head_to_head(1, 9, None).await.unwrap(), []);
    store.close().await;
}

pub(crate) async fn a_replay_is_never_overwritten(harness: Bed) {
    let store = with_people(&harness).await;
    let first = replay("r1", "golf", 5, vec![result(0, Some(1), true)]);
    store.commit(vec![Write::PutReplay(first.clone())]).await.unwrap();
    let other = replay("r1", "sorry", 6, vec![result(0, Some(2), true)]);
    let refused = store.commit(vec![Write::PutReplay(other)]).await;
    assert_eq!(refused, Err(CommitError::ReplayExists { id: "r1".to_owned() }));
    assert_eq!(store.replay("r1").await.unwrap(), Some(first));
    store.close().await;
}

pub(super) fn games_of(person: u64) -> GamesQuery {
    let limit = 100;
    GamesQuery { person, viewer: None, game: None, opponent: None, won: None, before: None, limit }
}

pub(crate) async fn lists_are_newest_first_and_hide_what_is_private(harness: Bed) {
    let store = with_people(&harness).await;
    let both = || vec![result(0, Some(1), true), result(1, Some(2), false)];
    let private = |game| Replay { public: false, ..game };
    let games = [
        replay("a", "golf", 10, both()),
        replay("b", "sorry", 20, vec![result(0, Some(1), false), result(1, None, true)]),
        private(replay("hidden", "golf", 30, both())),
        private(replay("alone", "golf", 40, vec![result(0, Some(1), true), result(1, None, false)])),
        // Two seats of one game are one game.
        replay("c", "golf", 50, vec![result(0, Some(1), true), result(1, Some(1), false)]),
        replay("bob", "golf", 60, vec![result(0, Some(2), true)]),
    ];
    for game in games {
        store.commit(vec![Write::PutReplay(game)]).await.unwrap();
    }
    let listed = async |query| ids(&store.games_of(query).await.unwrap()).join(" ");
    assert_eq!(listed(games_of(1)).await, "c b a");
    assert_eq!(listed(GamesQuery { viewer: Some(1), ..games_of(1) }).await, "c alone hidden b a");
    assert_eq!(listed(GamesQuery { viewer: Some(2), ..games_of(1) }).await, "c hidden b a");
    assert_eq!(listed(GamesQuery { opponent: Some(2), ..games_of(1) }).await, "a");
    assert_eq!(listed(GamesQuery { game: Some("sorry".to_owned()), ..games_of(1) }).await, "b");
    assert_eq!(listed(GamesQuery { game: Some("so\0rry".to_owned()), ..games_of(1) }).await, "");
    assert_eq!(listed(GamesQuery { won: Some(true), ..games_of(1) }).await, "c a");
    assert_eq!(listed(GamesQuery { won: Some(false), ..games_of(1) }).await, "c b");
    assert_eq!(listed(games_of(77)).await, "");
    let first = store.games_of(GamesQuery { limit: 2, ..games_of(1) }).await.unwrap();
    assert_eq!(ids(&first), ["c", "b"]);
    assert_eq!(first[0].results.len(), 2);
    let rest = GamesQuery { before: Some(first[1].place), ..games_of(1) };
    assert_eq!(listed(rest).await, "a");
    store.close().await;
}

pub(crate) async fn standings_follow_the_person_through_a_rename(harness: Bed) {
    let store = with_people(&harness).await;
    let games = [
        replay("1", "sorry", 1, vec![result(0, Some(1), true), result(1, Some(2), false)]),
        replay("2", "sorry", 2, vec![result(0, Some(1), false), result(1, Some(2), true)]),
        // Two seats of one game are one game.
        replay("3", "golf", 3, vec![result(0, Some(1), true), result(1, Some(1), false)]),
        replay("4", "Chicago", 4, vec![result(0, Some(1), false), result(1, None, true)]),
    ];
    store.commit(games.into_iter().map(Write::PutReplay).collect()).await.unwrap();
    let name_key = "anna".to_owned();
    store.commit(vec![Write::RenamePerson { person: 1, name: "Anna".to_owned(), name_key }]).await.unwrap();
    let standing = |game: &str, games, wins| PlayerGameStats { game: game.to_owned(), games, wins };
    let expected = [standing("Chicago", 1, 0), standing("golf", 1, 1), standing("sorry", 2, 1)];
    assert_eq!(store.standing("anna").await.unwrap(), expected);
    assert_eq!(store.standing("bob").await.unwrap(), [standing("sorry", 2, 1)]);
    assert_eq!(store.standing("ann").await.unwrap(), []);
    store.close().await;
}

pub(crate) async fn a_removed_person_leaves_only_a_name(harness: Bed) {
    let store = with_people(&harness).await;
    let game = |id: &str| replay(id, "golf", 1, vec![result(0, Some(1), true), result(1, Some(2), false)]);
    store.commit(vec![Write::PutReplay(game("1")), Write::RemovePerson { person: 1 }]).await.unwrap();
    // The game ends after its player was removed: it is kept all the same.
    store.commit(vec![Write::PutReplay(game("2"))]).await.unwrap();
    for id in ["1", "2"] {
        let results = store.replay(id).await.unwrap().unwrap().results;
        assert_eq!(results, [result(0, None, true), result(1, Some(2), false)]);
    }
    // The next person with this name inherits nothing else.
    store.commit(vec![Write::PutPerson(person(1, "Ann"))]).await.unwrap();
    assert_eq!(store.standing("ann").await.unwrap(), []);
    store.close().await;
}

pub(crate) async fn a_review_is_asked_for_once_and_kept_until_its_replay_goes(harness: Bed) {
    let store = with_people(&harness).await;
    let games =
        ["r1", "r2"].map(|id| Write::PutReplay(replay(id, "golf", 5, vec![result(0, Some(1), true)])));
    store.commit(games.into()).await.unwrap();
    let ask = |id: &str, at| Write::AskReview { replay: id.to_owned(), at };
    assert_eq!(store.review("r1").await.unwrap(), None);
    store.commit(vec![ask("r2", 9), ask("r1", 7), ask("r1", 8), ask("nothing", 7)]).await.unwrap();
    let store = harness.reopen(store).await;
    assert_eq!(store.review("r1").await.unwrap(), Some(StoredReview { asked: 7, body: None }));
    assert_eq!(store.open_reviews(9).await.unwrap(), ["r1", "r2"]);
    assert_eq!(store.open_reviews(1).await.unwrap(), ["r1"]);
    let put = |id: &str, body: &str| Write::PutReview { replay: id.to_owned(), body: body.to_owned() };
    store.commit(vec![put("r1", "{}"), put("nothing", "{}")]).await.unwrap();
    assert_eq!(
        store.review("r1").await.unwrap(),
        Some(StoredReview { asked: 7, body: Some("{}".to_owned()) })
    );
    assert_eq!(
        (store.open_reviews(9).await.unwrap(), store.review("nothing").await.unwrap()),
        (vec!["r2".into()], None)
    );
    // Asked again, it is not computed again.
    store.commit(vec![ask("r1", 20)]).await.unwrap();
    assert_eq!(store.review("r1").await.unwrap().unwrap().asked, 7);
    let prune = Write::PruneReplays { replays: vec!["r1".into(), "r2".into()], ended_before: 6 };
    store.commit(vec![prune]).await.unwrap();
    assert_eq!((store.review("r1").await.unwrap(), store.open_reviews(9).await.unwrap()), (None, vec![]));
    store.close().await;
}

pub(crate) async fn figures_of_a_game_are_counted_once_for_each_person_who_stayed(harness: Bed) {
    let store = with_people(&harness).await;
    let figure = |seat: u8, key: &str, value: i64| SeatFigure {
        seat,
        key: key.to_owned(),
        totals: FigureTotals { samples: 1, total: value, lowest: value, highest: value },
    };
    let count = |id: &str, figures: Vec<SeatFigure>| Write::CountFigures { replay: id.to_owned(), figures };
    let left = SeatResult { departed: true, ..result(2, Some(2), false) };
    let games = [
        replay("a", "golf", 1, vec![result(0, Some(1), true), result(1, None, false), left]),
        replay("b", "golf", 2, vec![result(0, Some(1), true), result(1, Some(2), false)]),
        // Somebody on two seats.
        replay("c", "sorry", 3, vec![result(0, Some(1), true), result(1, Some(1), false)]),
    ];
    store.commit(games.into_iter().map(Write::PutReplay).collect()).await.unwrap();
    assert_eq!(store.uncounted_replays(9).await.unwrap(), ["c", "b", "a"]);
    assert_eq!(store.uncounted_replays(1).await.unwrap(), ["c"]);
    let of_a = || vec![figure(0, "round", 7), figure(1, "round", 50), figure(2, "round", 90)];
    store.commit(vec![count("a", of_a()), count("gone", of_a())]).await.unwrap();
    // Twice, also in one call, and after a restart.
    store.commit(vec![count("a", of_a()), count("a", of_a())]).await.unwrap();
    let store = harness.reopen(store).await;
    store.commit(vec![count("a", of_a())]).await.unwrap();
    let of_b = vec![figure(0, "round", -2), figure(1, "round", 4), figure(0, "steals", 1)];
    let of_c = vec![figure(0, "bumps", 3), figure(1, "bumps", 5)];
    store.commit(vec![count("b", of_b), count("c", of_c)]).await.unwrap();
    assert_eq!(store.uncounted_replays(9).await.unwrap(), [""; 0]);
    let of = |game: &str, key: &str, samples, total, lowest, highest| PersonFigure {
        game: game.to_owned(),
        key: key.to_owned(),
        totals: FigureTotals { samples, total, lowest, highest },
    };
    let ann = [
        of("golf", "round", 2, 5, -2, 7),
        of("golf", "steals", 1, 1, 1, 1),
        of("sorry", "bumps", 2, 8, 3, 5),
    ];
    assert_eq!(store.figures_of(1).await.unwrap(), ann);
    assert_eq!(store.figures_of(2).await.unwrap(), [of("golf", "round", 1, 4, 4, 4)]);
    // They go with the person, and with nothing else.
    store
        .commit(vec![
            Write::PruneReplays { replays: vec!["a".to_owned()], ended_before: 9 },
            Write::RemovePerson { person: 2 },
        ])
        .await
        .unwrap();
    assert_eq!(store.figures_of(1).await.unwrap(), ann);
    assert_eq!(store.figures_of(2).await.unwrap(), []);
    store.close().await;
}
