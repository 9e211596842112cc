//! `parlor healthcheck`, as a container's own check uses it.

use crate::support::http::fault;
use crate::support::server::{ServerProcess, parlor, run};

#[test]
fn the_status_says_whether_the_server_is_ready() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(folder.path(), &["--test-faults"]);
    let url = format!("http://{}", server.address);
    let check = |args: &[&str]| {
        let ended = run(&mut parlor(&[&["healthcheck", &url], args].concat()));
        (ended.code, ended.stdout + &ended.stderr)
    };
    assert_eq!(check(&[]), (Some(0), "ready\n".to_owned()));
    assert_eq!(check(&["--live"]), (Some(0), "ok\n".to_owned()));
    fault(&server, Some("full"));
    let (code, said) = check(&[]);
    assert!(code == Some(1) && said.starts_with("parlor: ") && said.trim_end().ends_with('.'), "{said}");
    assert_eq!(check(&["--live"]).0, Some(0), "it runs");
    fault(&server, None);
    assert_eq!(check(&[]).0, Some(0));
    server.stop();
    let (code, said) = check(&[]);
    assert!(code == Some(1) && said.contains("No server answers"), "{said}");
}

#[test]
fn without_a_url_the_server_of_the_settings_is_asked() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path());
    let port = server.address.port();
    for listen in [format!("127.0.0.1:{port}"), format!("0.0.0.0:{port}")] {
        let ended = run(parlor(&["healthcheck"]).env("PARLOR_LISTEN", listen));
        assert_eq!((ended.code, ended.stdout.as_str()), (Some(0), "ready\n"), "{}", ended.stderr);
    }
    let ended = run(parlor(&["healthcheck"]).env("PARLOR_LISTEN", "127.0.0.1:0"));
    assert!(ended.code == Some(1) && ended.stderr.contains("give the URL"), "{}", ended.stderr);
    server.stop();
}
