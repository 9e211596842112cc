//! Our players with dealers that others wrote, and with all that these do by accident.

use std::net::{SocketAddr, UdpSocket};
use std::thread;
use std::time::{Duration, Instant};

use gateways::golf::{Contact, Ending, FileStateStorage, ManagerService, REGISTRATION_TIMEOUT};
use tables::{LimitConfig, Time};
use tokio::task::JoinSet;

use super::wild::{DEALER, Habits, Player, Wild, ours, run, seat_together};

/// Who sits at a table beside the old dealer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Other {
    Ours,
    Wild,
}

use Other::{Ours as O, Wild as W};

/// How many games of each seating: `make golf-long` plays a hundred.
fn games() -> u64 {
    let wanted = std::env::var("PARLOR_OLD_DEALER_GAMES").ok().and_then(|text| text.parse().ok());
    wanted.unwrap_or(1)
}

/// A whole game with an old dealer; all of ours have counted the same.
async fn play(habits: Habits, others: &[Other], steal: bool, seed: u64) {
    let mut dealer = Wild::new(DEALER, false);
    dealer.habits = habits;
    let (mut list, mut nodes, mut wilds): (Vec<Player>, _, _) = (Vec::new(), Vec::new(), Vec::new());
    for (other, name) in others.iter().zip(["ann", "bob", "cid"]) {
        let port = match other {
            O => {
                nodes.push(ours(name).await);
                nodes[nodes.len() - 1].port()
            }
            W => {
                let mut wild = Wild::new(name, false);
                wild.habits = Habits { any_ack: habits.any_ack, ..Habits::default() };
                wilds.push(wild);
                wilds[wilds.len() - 1].port
            }
        };
        list.push((name.to_owned(), port));
    }
    list.push((DEALER.to_owned(), dealer.port));
    seat_together(wilds.iter_mut().chain([&mut dealer]));
    let place = format!("{others:?}, steal {steal}, seed {seed}");
    let nodes: Vec<_> =
        nodes.into_iter().zip(seed..).map(|(node, seed)| tokio::spawn(run(node, seed))).collect();
    let wilds: Vec<_> = wilds.into_iter().map(|wild| thread::spawn(move || wild.play())).collect();
    let deals = dealer.deal(&list, steal);
    let dot = thread::spawn(move || dealer.play());
    let mut totals = Vec::new();
    for node in nodes {
        let (ending, points) = node.await.unwrap();
        let Ending::Finished { named, .. } = ending else { panic!("{place}: {ending:?}") };
        assert_eq!(named, DEALER, "{place}");
        totals.push(points);
    }
    assert!(totals.iter().all(|points| *points == totals[0]), "{place}: {totals:?}");
    tokio::task::spawn_blocking(move || {
        wilds.into_iter().chain([dot]).for_each(|player| drop(player.join().unwrap()));
        deals.join().unwrap();
    })
    .await
    .unwrap();
}

const SEATINGS: &[&[Other]] =
    &[&[O], &[O, O], &[O, W], &[W, O], &[O, O, O], &[O, W, O], &[W, O, W], &[W, W, O]];

/// How many games of each seating are played at a time. They wait for the clock for most of their time, but on a machine
/// that is too busy programs of others deadlock among themselves.
const AT_ONCE: usize = 2;

/// Every seating, some games at a time.
#[allow(clippy::print_stdout, reason = "a long run says how far it is")]
async fn play_all(habits: Habits) {
    let started = Instant::now();
    let numbers: Vec<u64> = (0..games()).collect();
    for batch in numbers.chunks(AT_ONCE) {
        let mut running = JoinSet::new();
        for game in batch {
            for (others, number) in SEATINGS.iter().zip(1..) {
                let seed = game * 1_000 + number * 10;
                running.spawn(play(habits, others, (game + number) % 2 == 0, seed));
            }
        }
        while let Some(played) = running.join_next().await {
            played.unwrap();
        }
        let done = batch.last().map_or(0, |game| game + 1);
        println!("{done} games of each of {} seatings in {:?}", SEATINGS.len(), started.elapsed());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dealer_that_says_continue_once_too_often_is_played_on_with() {
    play_all(Habits { extra_continue: true, ..Habits::default() }).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dealer_that_turns_its_second_card_late_does_not_lose_its_own_word() {
    let late_second = Some(Duration::from_millis(300));
    play_all(Habits { late_second, any_ack: true, ..Habits::default() }).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dealer_with_all_these_habits_at_once_is_played_with() {
    let late_second = Some(Duration::from_millis(150));
    play_all(Habits { late_second, any_ack: true, extra_continue: true }).await;
}

/// One request to a manager.
fn ask(manager: SocketAddr, request: &str) -> String {
    let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
    socket.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    socket.send_to(request.as_bytes(), manager).unwrap();
    let mut buffer = [0; 4096];
    let length = socket.recv(&mut buffer).unwrap();
    String::from_utf8_lossy(&buffer[..length]).into_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_that_deregisters_as_soon_as_it_hears_the_end_is_gone_with_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let state_storage = FileStateStorage::new(&folder.path().join("golf.json"));
    let service =
        ManagerService::open(state_storage, REGISTRATION_TIMEOUT, LimitConfig::default(), Time::real())
            .await
            .unwrap();
    let socket = tokio::net::UdpSocket::bind("127.0.0.1:0").await.unwrap();
    let manager = socket.local_addr().unwrap();
    tokio::spawn(async move { service.answer_at(&socket).await });

    let wild = Wild::new("ann", true);
    let mut dealer = ours(DEALER).await;
    let list = [("ann", wild.port), (DEALER, dealer.port())];
    for (name, port) in list {
        assert_eq!(ask(manager, &format!("register {name} {port}")), "SUCCESS");
    }
    assert!(ask(manager, &format!("start game {DEALER} 1")).starts_with("SUCCESS"));
    let leaves = thread::spawn(move || {
        let end = wild.play();
        // It exits at anything else and stays registered.
        (end, ask(manager, "de-register ann"))
    });
    let list = list.map(|(name, port)| Contact::new(name, [127, 0, 0, 1].into(), port).unwrap());
    let now = dealer.now();
    assert!(dealer.peer_mut().start(&list, false, now));
    let (ending, _) = run(dealer, 1).await;
    assert!(matches!(ending, Ending::Finished { .. }), "{ending:?}");
    let (end, deregistered) = tokio::task::spawn_blocking(move || leaves.join().unwrap()).await.unwrap();
    assert!(end.starts_with("game state\nend"), "{end}");
    assert_eq!(deregistered, "SUCCESS");
    assert!(ask(manager, "query games").starts_with("1\n"), "the dealer has not ended the game");
    assert_eq!(ask(manager, &format!("end 0 {DEALER}")), "SUCCESS");
    let left = ask(manager, "query players");
    assert!(left.starts_with(&format!("1\n({DEALER}, ")), "{left}");
}
