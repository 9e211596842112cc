//! Which ports are open, and what the server says about them.

use crate::support::server::{Server, parlor, run};

#[test]
fn old_ports_are_closed_unless_they_are_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(folder.path());
    server.type_line("status");
    let line = server.line();
    assert!(!line.contains("legacy protocol"), "{line}");
    server.stop();
}

#[test]
fn a_port_that_is_taken_is_named_with_its_protocol_and_nothing_is_made() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let place = taken.local_addr().unwrap().to_string();
    for (flag, title) in [("--chicago", "Chicago"), ("--gomoku", "Gomoku"), ("--sorry", "Sorry!")] {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        let mut command = parlor(&["serve", "--listen", "127.0.0.1:0", flag, &place, "--data-dir"]);
        let ended = run(command.arg(&data));
        assert_eq!(ended.code, Some(1));
        let said = format!("The legacy port of {title} cannot listen on {place}");
        assert!(ended.stderr.contains(&said), "{}", ended.stderr);
        assert!(!data.exists());
    }
}

#[test]
fn a_log_that_cannot_be_written_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("missing/gomoku.log");
    let mut command =
        parlor(&["serve", "--listen", "127.0.0.1:0", "--gomoku", "127.0.0.1:0", "--gomoku-log-file"]);
    let ended = run(command.arg(&log).arg("--data-dir").arg(folder.path()));
    assert_eq!(ended.code, Some(1));
    assert!(ended.stderr.contains("gomoku_log_file: "), "{}", ended.stderr);
}

#[test]
fn all_ports_are_those_of_the_guides() {
    let ended = run(parlor(&["serve", "--legacy-ports", "--print-config"]).current_dir(std::env::temp_dir()));
    assert!(ended.stdout.contains("legacy_ports = \"on\" # --legacy-ports"), "{}", ended.stdout);
    for (page, port) in [("chicago", 4713), ("gomoku", 51888), ("sorry", 4645)] {
        let path = format!("{}/../../docs/wire/{page}.md", env!("CARGO_MANIFEST_DIR"));
        let page = std::fs::read_to_string(path).unwrap();
        assert!(page.contains(&format!("127.0.0.1:{port}")));
    }
    let ended = run(&mut parlor(&["serve", "--print-config", "--chicago", "--gomoku", "--sorry"]));
    for place in ["127.0.0.1:4713", "127.0.0.1:51888", "127.0.0.1:4645"] {
        assert!(ended.stdout.contains(place), "{}", ended.stdout);
    }
}
