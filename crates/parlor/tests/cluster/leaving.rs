//! A node that is stopped hands its tables over and moves its clients.

use std::time::{Duration, Instant};

use rustix::process::Signal;

use super::harness::{Bed, wait_for};
use super::player::{Player, play_in_turn, play_to_the_end};

#[tokio::test]
async fn a_node_that_is_stopped_hands_its_tables_over_and_ends_within_ten_seconds() {
    let Some(bed) = Bed::new() else { return };
    let [a, b, c] = bed.three();
    let (mut ann, mut ben) = Player::pair(&a, &b).await;
    play_in_turn(&mut ann, &mut ben, 3).await;
    let stopped = Instant::now();
    a.signal(Signal::TERM);
    let bye = ann.client.last_words().await.expect("a reason");
    assert_eq!(bye["bye"]["reason"], "server_shutdown", "{bye}");
    ann.move_to(&c).await;
    ann.play().await;
    let took = stopped.elapsed();
    assert!(a.wait().success());
    assert!(stopped.elapsed() < Duration::from_secs(10), "it took {:?} to end", stopped.elapsed());
    assert!(took < Duration::from_secs(5), "the next move took {took:?}");
    ben.play().await;
    play_to_the_end(&mut ann, &mut ben, &b).await;
}

#[tokio::test]
async fn nodes_are_replaced_one_after_the_other_during_a_game() {
    let Some(bed) = Bed::new() else { return };
    let [a, b, c] = bed.three();
    let (mut ann, mut ben) = Player::pair(&a, &b).await;
    play_in_turn(&mut ann, &mut ben, 1).await;
    let d = bed.node("d");
    wait_for(&d, "parlor_cluster_nodes", |nodes| nodes == 4.0);
    a.signal(Signal::TERM);
    ann.client.last_words().await;
    ann.move_to(&d).await;
    assert!(a.wait().success());
    play_in_turn(&mut ann, &mut ben, 1).await;
    b.signal(Signal::TERM);
    ben.client.last_words().await;
    ben.move_to(&c).await;
    assert!(b.wait().success());
    play_to_the_end(&mut ann, &mut ben, &d).await;
}
