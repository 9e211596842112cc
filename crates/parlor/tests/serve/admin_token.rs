//! Where the admin token comes from, and that it is never lost.

use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::support::http::get_as;
use crate::support::server::{Ended, ServerProcess, parlor, run};

const CHOSEN: &str = "correct-horse-battery-staple";

fn opens(server: &ServerProcess, token: &str) -> bool {
    get_as(server, "/api/admin/status", token).status == 200
}

fn kept(data: &Path) -> String {
    fs::read_to_string(data.join("admin-token")).unwrap().trim_end().to_owned()
}

/// A start that must fail.
fn refused(data: &Path, args: &[&str], variable: Option<&str>) -> String {
    let mut command = parlor(&["serve", "--listen", "127.0.0.1:0", "--data-dir"]);
    command.arg(data).args(args).envs(variable.map(|token| ("PARLOR_ADMIN_TOKEN", token)));
    let Ended { code, stdout, stderr } = run(&mut command);
    assert_eq!((code, stdout.as_str()), (Some(1), ""), "{stderr}");
    stderr
}

#[test]
fn the_first_token_is_also_in_a_file_and_the_path_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path());
    assert_eq!(kept(folder.path()), server.admin_token());
    let shown = server.token_file.clone().unwrap();
    assert_eq!(Path::new(&shown), folder.path().join("admin-token"));
    // An operator who has noted it down may remove the file.
    fs::remove_file(&shown).unwrap();
    let token = server.admin_token().to_owned();
    server.stop();
    let server = ServerProcess::start(folder.path());
    assert!(opens(&server, &token) && server.token.is_none() && !Path::new(&shown).exists());
    server.stop();
    let server = ServerProcess::start_with(folder.path(), &["--new-admin-token"]);
    assert!(opens(&server, &kept(folder.path())) && !opens(&server, &token));
    server.stop();
}

#[test]
fn a_token_from_the_environment_or_a_file_holds_as_long_as_it_is_given() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("secret");
    fs::write(&file, format!("{CHOSEN}\n")).unwrap();
    let data = folder.path().join("data");
    let by_file = || ServerProcess::start_with(&data, &["--admin-token-file", file.to_str().unwrap()]);
    let by_variable = || {
        let mut command = parlor(&["serve", "--listen", "127.0.0.1:0", "--data-dir"]);
        ServerProcess::spawn(command.arg(&data).env("PARLOR_ADMIN_TOKEN", CHOSEN))
    };
    for start in [&by_file as &dyn Fn() -> ServerProcess, &by_variable] {
        let server = start();
        assert!(opens(&server, CHOSEN) && !opens(&server, "another-long-token-here"));
        assert_eq!((&server.token, &server.token_file), (&None, &None));
        assert!(!data.join("admin-token").exists(), "nothing of it is kept");
        server.stop();
    }
    // No token is set any more: this is the first start at which the server makes its own.
    let server = ServerProcess::start(&data);
    assert!(opens(&server, server.admin_token()) && !opens(&server, CHOSEN));
    server.stop();
}

#[test]
fn a_token_that_is_given_wrongly_is_refused_before_anything_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let file = folder.path().join("secret");
    let by_file = ["--admin-token-file", file.to_str().unwrap()];
    let sentence = refused(&data, &by_file, None);
    assert!(sentence.contains("admin_token_file") && sentence.contains("No such file"), "{sentence}");
    for (wrong, part) in
        [("short", "at least 16 characters"), ("", "visible"), ("with a space in the middle", "visible")]
    {
        fs::write(&file, wrong).unwrap();
        let sentence = refused(&data, &by_file, None);
        assert!(sentence.contains(part), "{sentence}");
    }
    assert!(
        refused(&data, &[], Some("short")).contains("PARLOR_ADMIN_TOKEN: an admin token has at least 16")
    );
    fs::write(&file, CHOSEN).unwrap();
    assert!(refused(&data, &by_file, Some(CHOSEN)).contains("given twice"));
    assert!(!data.exists());
    assert!(refused(&data, &["--new-admin-token"], Some(CHOSEN)).contains("change it there"));
}

#[test]
fn parlor_admin_finds_the_token_where_the_server_keeps_it() {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("parlor.toml");
    fs::write(&config, format!("data_dir = {:?}\n", folder.path().join("data"))).unwrap();
    let mut command = parlor(&["serve", "--listen", "127.0.0.1:0", "--config"]);
    let server = ServerProcess::spawn(command.arg(&config));
    let status = |more: &[&str]| {
        let mut command = parlor(&["admin", "status", "--url", &format!("http://{}", server.address)]);
        run(command.args(more).current_dir(folder.path()))
    };
    let ended = status(&["--config", config.to_str().unwrap()]);
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    let ended = status(&[]);
    assert_eq!(ended.code, Some(1));
    assert!(ended.stderr.contains("The admin token is missing"), "{}", ended.stderr);
    server.stop();
}

/// Kills at instants spread over a whole first start.
#[test]
fn a_first_start_that_is_killed_never_loses_the_token() {
    let (mut before, mut after) = (0, 0);
    for instant in 0..30 {
        let folder = tempfile::tempdir().unwrap();
        let mut command = parlor(&["serve", "--listen", "127.0.0.1:0", "--data-dir"]);
        let mut first = command.arg(folder.path()).stdout(std::process::Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(3 * instant));
        first.kill().unwrap();
        first.wait().unwrap();
        let server = ServerProcess::start(folder.path());
        match &server.token {
            Some(token) => {
                before += 1;
                assert!(opens(&server, token));
            }
            None => after += 1,
        }
        assert!(opens(&server, &kept(folder.path())), "killed after {} ms", 3 * instant);
        server.stop();
    }
    println!("{before} starts were killed before the token was stored, {after} after");
}
