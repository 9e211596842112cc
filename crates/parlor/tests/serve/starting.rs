//! The first start, the second, and folders that cannot be used.

use std::path::Path;

use crate::support::http::{get, get_as};
use crate::support::server::{Server, parlor, run};

/// What a server that must not start says.
fn refused(data: &Path, listen: &str) -> String {
    let mut command = parlor(&["serve", "--listen", listen, "--data-dir"]);
    let ended = run(command.arg(data));
    assert_eq!(ended.code, Some(1), "{} {}", ended.stdout, ended.stderr);
    assert_eq!(ended.stdout, "", "nothing is promised");
    ended.stderr
}

#[test]
fn the_first_start_makes_the_folder_and_tells_the_token_once() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("deep/data");
    let server = Server::start(&data);
    let token = server.admin_token().to_owned();
    assert_eq!(token.len(), 64);
    assert_eq!(get_as(&server, "/api/admin/status", &token).status, 200);
    server.stop();
    let stored = std::fs::read(data.join("parlor.db")).unwrap();
    let finds = |needle: &str| stored.windows(needle.len()).any(|window| window == needle.as_bytes());
    assert!(finds("admin_token_sha256") && !finds(&token), "only the hash is stored");

    let server = Server::start(&data);
    assert_eq!(server.token, None);
    assert_eq!(get_as(&server, "/api/admin/status", &token).status, 200);
    server.stop();

    let server = Server::start_with(&data, &["--new-admin-token"]);
    assert_ne!(server.admin_token(), token);
    assert_eq!(get_as(&server, "/api/admin/status", server.admin_token()).status, 200);
    assert_eq!(get_as(&server, "/api/admin/status", &token).status, 401);
    server.stop();
}

#[test]
fn the_address_for_people_is_told_if_there_is_one() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = parlor(&["serve", "--listen", "127.0.0.1:0", "--public-url", "https://games.example"]);
    let server = Server::spawn(command.arg("--data-dir").arg(folder.path()).arg("--log-format").arg("json"));
    assert_eq!(get(&server, "/healthz").status, 200);
    server.stop();
}

#[test]
fn a_second_server_on_one_folder_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let sentence = refused(folder.path(), "127.0.0.1:0");
    assert!(sentence.contains("in use by another server"), "{sentence}");
    assert_eq!(get(&server, "/readyz").status, 200);
}

#[test]
fn a_port_that_is_taken_is_named_and_no_folder_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let data = folder.path().join("data");
    let sentence = refused(&data, &address);
    let expected = format!(
        "parlor: The server cannot listen on {address}: Address already in use (os error 98); stop the other program, or \
         set another port with listen.\n"
    );
    assert_eq!(sentence, expected);
    assert!(!data.exists());
}

#[test]
fn a_folder_from_the_future_or_a_damaged_one_is_refused_and_left_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    Server::start(folder.path()).stop();
    let path = folder.path().join("parlor.db");
    let good = std::fs::read(&path).unwrap();

    let mut future = good.clone();
    future[60..64].copy_from_slice(&99_u32.to_be_bytes());
    let mut foreign = good.clone();
    foreign[68..72].copy_from_slice(b"Mine");
    let mut damaged = good.clone();
    damaged[0..16].copy_from_slice(b"no database here");
    for (bytes, part) in [
        (future, "written by a newer version"),
        (foreign, "a database of another program"),
        (damaged, "is not a database"),
    ] {
        std::fs::write(&path, &bytes).unwrap();
        let sentence = refused(folder.path(), "127.0.0.1:0");
        assert!(sentence.contains(part), "{sentence}");
        assert!(std::fs::read(&path).unwrap() == bytes, "it was changed");
    }
    std::fs::write(&path, good).unwrap();
    Server::start(folder.path()).stop();
}

#[test]
fn a_file_where_the_folder_should_be_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    std::fs::write(&data, "hello").unwrap();
    let sentence = refused(&data, "127.0.0.1:0");
    assert!(sentence.contains("must be a directory"), "{sentence}");
    assert_eq!(std::fs::read_to_string(&data).unwrap(), "hello");
}
