//! Nodes of two builds side by side: the files of both are served by each, and no node takes what it cannot read.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use protocol::TableId;

use super::harness::{Bed, wait_for};
use super::player::{Player, play_in_turn, play_to_the_end};
use crate::support::client::Client;
use crate::support::http::{get, request};
use crate::support::server::ServerProcess;

/// How long something that must not happen is waited for: two leases and some renewals.
const NOTHING_HAPPENS: Duration = Duration::from_secs(6);

/// The pages of a build: one page, and a script in three forms.
fn pages(bed: &Bed, build: &str) -> PathBuf {
    let folder = bed.path(&format!("pages-{build}"));
    std::fs::create_dir_all(folder.join("assets")).unwrap();
    std::fs::write(folder.join("build.txt"), build).unwrap();
    let script = format!("/assets/app-{build}.js");
    std::fs::write(folder.join("index.html"), format!("<script src=\"{script}\"></script>")).unwrap();
    for (ending, text) in [("", "plain"), (".gz", "small"), (".br", "smallest")] {
        let path = folder.join(format!("assets/app-{build}.js{ending}"));
        std::fs::write(path, format!("{text} {build}")).unwrap();
    }
    folder
}

fn node_with_pages(bed: &Bed, name: &str, build: &str) -> ServerProcess {
    ServerProcess::spawn(bed.command(name).arg("--test-pages").arg(pages(bed, build)))
}

#[tokio::test]
async fn every_node_serves_the_files_of_every_build_for_a_week() {
    let Some(bed) = Bed::new() else { return };
    let old = node_with_pages(&bed, "a", "old");
    let new = node_with_pages(&bed, "b", "new");
    for node in [&old, &new] {
        for build in ["old", "new"] {
            let path = format!("/assets/app-{build}.js");
            let plain = get(node, &path);
            assert_eq!((plain.status, plain.body), (200, format!("plain {build}")), "{path}");
            assert!(
                plain.head.contains("immutable") && plain.head.contains("text/javascript"),
                "{}",
                plain.head
            );
            let small = request(node, "GET", &path, &["Accept-Encoding: gzip, br"], "");
            assert_eq!(small.body, format!("smallest {build}"), "{path}");
            assert!(small.head.contains("content-encoding: br"), "{}", small.head);
        }
        assert_eq!(get(node, "/assets/app-other.js").status, 404);
        assert_eq!(get(node, "/assets/..%2Fbuild.txt").status, 404);
    }
    assert!(get(&old, "/").body.contains("app-old") && get(&new, "/").body.contains("app-new"));

    // The last node of a build is gone: its files are there for a week and longer.
    old.stop();
    assert_eq!(get(&new, "/assets/app-old.js").body, "plain old");
    let left =
        "SELECT extract(day FROM min(kept_until) - now()) FROM parlor.page_files WHERE name LIKE 'app-old%'";
    let days: u32 = bed.sql(left).parse().unwrap();
    assert!((7..=8).contains(&days), "{days} days");
    bed.sql(
        "UPDATE parlor.page_files SET kept_until = now() - interval '1 second' WHERE name LIKE 'app-old%'",
    );
    assert_eq!(get(&new, "/assets/app-old.js").status, 404);
    // A node that starts deletes what nobody keeps any more.
    let newer = node_with_pages(&bed, "c", "newer");
    assert_eq!(bed.sql("SELECT count(*) FROM parlor.page_files WHERE name LIKE 'app-old%'"), "0");
    assert_eq!(get(&newer, "/assets/app-new.js").body, "plain new");
}

/// The table as the database has it: its owner and its epoch.
fn owner(bed: &Bed, table: &str) -> (String, u64) {
    let number = table.parse::<TableId>().unwrap().number().cast_signed();
    let row = bed.sql(&format!("SELECT owner, epoch FROM parlor.tables WHERE id = {number}"));
    let (owner, epoch) = row.split_once('|').unwrap_or_else(|| panic!("{row}"));
    (owner.to_owned(), epoch.parse().unwrap())
}

/// What a newer program leaves behind: a table of rules, or of facts, that this one does not know.
#[tokio::test]
async fn a_node_leaves_tables_alone_whose_rules_or_facts_it_cannot_read() {
    let Some(bed) = Bed::new() else { return };
    let [a, b, c] = bed.three();
    let (mut ann, mut ben) = Player::pair(&a, &b).await;
    let (mut cee, dee) = Player::pair_named(&a, &b, ["Cee", "Dee"]).await;
    play_in_turn(&mut ann, &mut ben, 2).await;
    let rules = |table: &str, change: &str| {
        let number = table.parse::<TableId>().unwrap().number().cast_signed();
        bed.sql(&format!("UPDATE parlor.tables SET rules = rules {change} WHERE id = {number}"));
    };
    rules(&ann.table, "+ 1000");
    // A version of facts stands above the rules in the same number.
    rules(&cee.table, "+ 65536");
    let before = [owner(&bed, &ann.table), owner(&bed, &cee.table)];
    a.kill();
    for node in [&b, &c] {
        wait_for(node, "parlor_cluster_nodes", |nodes| nodes == 2.0);
    }
    let since = Instant::now();
    let mut asking = Client::resume(&c, &ann.client.token).await.0;
    while since.elapsed() < NOTHING_HAPPENS {
        // The client receives `table_busy`; no node takes the table for it.
        let answer = asking.refused("watch", serde_json::json!({"table": ann.table})).await;
        assert_eq!(answer["code"], "table_busy", "{answer}");
    }
    assert_eq!([owner(&bed, &ann.table), owner(&bed, &cee.table)], before);

    // A program that knows them takes them, and nothing is lost.
    rules(&ann.table, "- 1000");
    rules(&cee.table, "- 65536");
    ann.move_to(&c).await;
    ann.refresh().await;
    play_to_the_end(&mut ann, &mut ben, &b).await;
    cee.move_to(&c).await;
    cee.play().await;
    drop(dee);
}
