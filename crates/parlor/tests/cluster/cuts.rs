//! A node that loses its way to NATS or to PostgreSQL, while the others keep theirs.

use super::harness::{Bed, wait_for, wait_until_ready};
use super::player::{Player, play_in_turn, play_to_the_end};
use super::wire::Condition;
use super::wired::WiredNode;

async fn three(bed: &Bed) -> [WiredNode; 3] {
    let nodes = [
        WiredNode::start(bed, "a").await,
        WiredNode::start(bed, "b").await,
        WiredNode::start(bed, "c").await,
    ];
    for node in &nodes {
        tokio::task::block_in_place(|| wait_for(&node.server, "parlor_cluster_nodes", |nodes| nodes == 3.0));
    }
    nodes
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_is_cut_off_from_nats_serves_its_own_tables_and_finds_the_others_again() {
    let Some(bed) = Bed::new() else { return };
    let [a, b, c] = three(&bed).await;
    let (mut ann, mut ben) = Player::pair(&a.server, &b.server).await;
    play_in_turn(&mut ann, &mut ben, 2).await;
    a.nats.set(Condition::Severed);
    wait_for(&a.server, "parlor_cluster_link_up", |up| up == 0.0);
    wait_until_ready(&a.server, 200);
    ann.play().await;
    a.nats.set(Condition::Up);
    wait_for(&a.server, "parlor_cluster_link_up", |up| up == 1.0);
    ben.play().await;
    play_to_the_end(&mut ann, &mut ben, &c.server).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_is_cut_off_from_postgresql_loses_its_tables_to_the_others_and_nothing_else() {
    let Some(bed) = Bed::new() else { return };
    let [a, b, c] = three(&bed).await;
    let (mut ann, mut ben) = Player::pair(&a.server, &b.server).await;
    play_in_turn(&mut ann, &mut ben, 2).await;
    a.database.set(Condition::Silent);
    wait_until_ready(&a.server, 503);
    // Its balancer leads Ann elsewhere, where her table is by now.
    ann.move_to(&c.server).await;
    play_in_turn(&mut ann, &mut ben, 2).await;
    a.database.set(Condition::Up);
    wait_until_ready(&a.server, 200);
    wait_for(&a.server, "parlor_cluster_tables_lost_total", |lost| lost >= 1.0);
    ann.move_to(&a.server).await;
    ann.refresh().await;
    play_to_the_end(&mut ann, &mut ben, &a.server).await;
}
