//! Nodes that are killed and frozen, and a NATS and a PostgreSQL that go away.

use std::path::Path;
use std::time::{Duration, Instant};

use rustix::process::Signal;
use serde_json::json;

use super::harness::{Bed, wait_for, wait_until_ready};
use super::player::{Player, play_in_turn, play_to_the_end};
use crate::support::client::Client;
use crate::support::server::ServerProcess;
use crate::support::skipped::skipped;

/// Where Debian keeps it.
const LIBRARY: &str = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1";

/// How long a node hangs.
const FROZEN: Duration = Duration::from_secs(10);

/// A lease of two seconds and what comes after it, on a machine that others use too.
const TAKEOVER: Duration = Duration::from_secs(5);

#[tokio::test]
async fn the_tables_of_a_killed_node_go_on_elsewhere_and_lose_nothing() {
    let Some(bed) = Bed::new() else { return };
    let [a, b, c] = bed.three();
    let (mut ann, mut ben) = Player::pair(&a, &b).await;
    play_in_turn(&mut ann, &mut ben, 3).await;
    // It is Ann's turn, and her node dies.
    let killed = Instant::now();
    a.kill();
    ann.move_to(&c).await;
    ann.play().await;
    let took = killed.elapsed();
    assert!(took < TAKEOVER, "the next move took {took:?}");
    ben.play().await;
    play_to_the_end(&mut ann, &mut ben, &b).await;
    for node in [&b, &c] {
        wait_for(node, "parlor_cluster_nodes", |nodes| nodes == 2.0);
    }
}

/// `PARLOR_TIMED_KILLS=50` measures more of them; `scripts/bench-cluster` does.
#[tokio::test]
async fn the_next_move_after_a_kill_is_accepted_soon() {
    let kills = std::env::var("PARLOR_TIMED_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(2);
    let Some(bed) = Bed::new() else { return };
    let [a, b, c] = bed.three();
    let mut nodes = vec![a, b, c];
    let mut seconds = Vec::new();
    for kill in 0..kills {
        let (host, guest) = (&nodes[0], &nodes[1]);
        let names = [format!("Ann {kill}"), format!("Ben {kill}")];
        let (mut ann, mut ben) = Player::pair_named(host, guest, [&names[0], &names[1]]).await;
        play_in_turn(&mut ann, &mut ben, 2).await;
        // By turns the player to move loses the connection, or only the node of the table.
        let moves_on = kill % 2 == 0;
        if !moves_on {
            ann.play().await;
        }
        let killed = Instant::now();
        nodes.remove(0).kill();
        if moves_on {
            ann.move_to(&nodes[1]).await;
            ann.play().await;
        } else {
            ben.play().await;
        }
        let took = killed.elapsed();
        assert!(took < TAKEOVER, "the next move took {took:?}");
        seconds.push(format!("{:.3}", took.as_secs_f64()));
        nodes.push(bed.node(&format!("d{kill}")));
        for node in &nodes {
            wait_for(node, "parlor_cluster_nodes", |nodes| nodes == 3.0);
        }
    }
    println!("seconds: {}", seconds.join(" "));
}

#[tokio::test]
async fn a_frozen_node_that_wakes_up_is_refused_and_its_clients_are_led_to_the_table() {
    let Some(bed) = Bed::new() else { return };
    let [a, b, c] = bed.three();
    let (mut ann, mut ben) = Player::pair(&a, &b).await;
    let mut watcher = Client::hello(&a, "Wim").await;
    watcher.done("watch", json!({"table": ann.table})).await;
    play_in_turn(&mut ann, &mut ben, 2).await;
    a.signal(Signal::STOP);
    let frozen_since = tokio::time::Instant::now();
    // Ann has another device; the one before it hangs.
    let token = ann.client.token.clone();
    let mut frozen = std::mem::replace(&mut ann.client, Client::resume(&c, &token).await.0);
    play_in_turn(&mut ann, &mut ben, 2).await;
    // A process that does not run has no clock that could be set: this takes the time it takes.
    tokio::time::sleep_until(frozen_since + FROZEN).await;
    a.signal(Signal::CONT);
    wait_for(&a, "parlor_cluster_tables_lost_total", |lost| lost >= 1.0);
    play_in_turn(&mut ann, &mut ben, 1).await;
    // Both connections of the node that was frozen see the table as it is now, wherever it is.
    for client in [&mut frozen, &mut watcher] {
        let mut seq = 0;
        loop {
            let message = client.next().await.expect("the connection stays");
            let body = ["update", "table"].iter().find_map(|kind| message.get(kind));
            let Some(body) = body else { continue };
            let now = body["seq"].as_u64().unwrap();
            assert!(now >= seq, "the view went back from {seq} to {now}");
            seq = now;
            if body["seen"]["view"]["pebbles"] == 10 {
                break;
            }
        }
    }
    play_to_the_end(&mut ann, &mut ben, &a).await;
}

#[tokio::test]
async fn a_restart_of_nats_loses_nothing_and_everything_comes_back_by_itself() {
    let Some(mut bed) = Bed::new() else { return };
    let [a, b, c] = bed.three();
    let (mut ann, mut ben) = Player::pair(&a, &b).await;
    play_in_turn(&mut ann, &mut ben, 2).await;
    bed.nats.stop();
    wait_for(&a, "parlor_cluster_link_up", |up| up == 0.0);
    // A table of the node itself needs no NATS.
    ann.play().await;
    bed.nats.start_again();
    for node in [&a, &b, &c] {
        wait_for(node, "parlor_cluster_link_up", |up| up == 1.0);
    }
    ben.play().await;
    play_to_the_end(&mut ann, &mut ben, &c).await;
}

#[tokio::test]
async fn a_restart_of_postgresql_loses_nothing_and_everything_comes_back_by_itself() {
    let Some(bed) = Bed::new() else { return };
    let [a, b, c] = bed.three();
    let (mut ann, mut ben) = Player::pair(&a, &b).await;
    play_in_turn(&mut ann, &mut ben, 2).await;
    bed.postgres.crash().unwrap();
    for node in [&a, &b, &c] {
        wait_until_ready(node, 503);
    }
    bed.postgres.start_again().unwrap();
    for node in [&a, &b, &c] {
        wait_until_ready(node, 200);
    }
    play_in_turn(&mut ann, &mut ben, 2).await;
    play_to_the_end(&mut ann, &mut ben, &c).await;
}

#[tokio::test]
async fn nodes_whose_clocks_are_five_minutes_apart_run_no_clock_down() {
    if !Path::new(LIBRARY).is_file() {
        skipped("nodes whose clocks are apart", "libfaketime is not installed");
        return;
    }
    let Some(bed) = Bed::new() else { return };
    let a = bed.node("a");
    let mut ahead = bed.command("b");
    ahead.env("LD_PRELOAD", LIBRARY).env("FAKETIME", "+5m").env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
    let b = ServerProcess::spawn(&mut ahead);
    for node in [&a, &b] {
        wait_for(node, "parlor_cluster_nodes", |nodes| nodes == 2.0);
    }
    let mut ann = Client::hello(&a, "Ann").await;
    let config = json!({"game": "gomoku", "seats": 2, "clock": 60});
    let table = ann.open(config).await;
    let mut ben = Client::hello(&b, "Ben").await;
    ben.done("join", json!({ "table": table })).await;
    let token = ann.token.clone();
    a.kill();
    let (mut ann, _) = Client::resume(&b, &token).await;
    let scene = ann.until("table").await;
    let left = scene["deadlines"][0]["remaining_ms"].as_u64().unwrap_or_else(|| panic!("{scene}"));
    assert!((40_000..=60_000).contains(&left), "{left} ms are left of 60 s");
    assert_eq!(scene["nth"], 0, "nobody's time ran out");
}
