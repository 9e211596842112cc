//! Settings: file, environment, flag, and what each says when it is wrong.

use std::path::Path;

use tempfile::TempDir;

use crate::support::server::{Ended, Server, parlor, run};

/// `parlor serve --print-config` with these arguments, variables and file.
fn print(args: &[&str], variables: &[(&str, &str)], file: Option<&str>) -> (Ended, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let mut command = parlor(&["serve", "--print-config"]);
    command.args(args).envs(variables.iter().copied()).current_dir(folder.path());
    if let Some(text) = file {
        std::fs::write(folder.path().join("house.toml"), text).unwrap();
        command.args(["--config", "house.toml"]);
    }
    (run(&mut command), folder)
}

fn value<'a>(printed: &'a str, name: &str) -> &'a str {
    let line = printed.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(" = "));
    line.unwrap_or_else(|| panic!("{name} is not in {printed}"))
}

#[test]
fn a_flag_is_stronger_than_the_environment_and_that_than_the_file() {
    let file = "most_tables = 10\nempty_minutes = 11\nbot_threads = 2\n";
    let variables = [("PARLOR_EMPTY_MINUTES", "22"), ("PARLOR_BOT_THREADS", "3")];
    let (ended, _folder) = print(&["--bot-threads", "4"], &variables, Some(file));
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    assert_eq!(value(&ended.stdout, "most_tables"), "10 # house.toml");
    assert_eq!(value(&ended.stdout, "empty_minutes"), "22 # PARLOR_EMPTY_MINUTES");
    assert_eq!(value(&ended.stdout, "bot_threads"), "4 # --bot-threads");
    assert_eq!(value(&ended.stdout, "listen"), "\"127.0.0.1:8080\" # default");
    assert_eq!(value(&ended.stdout, "data"), "\"./parlor-data\" # default");
}

#[test]
fn every_setting_can_come_from_each_of_the_three() {
    let settings = [
        ("listen", "[::1]:81", true),
        ("data", "here", true),
        ("admin_from", "10.0.0.0/8", true),
        ("allowed_origins", "https://friend.example", true),
        ("log_level", "warn", true),
        ("log_format", "json", true),
        ("most_tables", "7", false),
        ("most_tables_each", "8", false),
        ("most_connections", "9", false),
        ("empty_minutes", "10", false),
        ("bot_threads", "11", false),
        ("most_connections_each", "14", false),
        ("most_connections_person", "15", false),
        ("connects_per_minute", "16", false),
        ("requests_per_second", "17", false),
        ("unlimited_from", "10.1.0.0/16", true),
        ("trusted_proxies", "10.2.0.1", true),
        ("silent_seconds", "18", false),
        ("head_seconds", "19", false),
        ("request_seconds", "22", false),
        ("line_seconds", "23", false),
        ("store_seconds", "24", false),
        ("messages_per_second", "12", false),
        ("tables_per_minute", "20", false),
        ("chat_per_minute", "13", false),
        ("chicago_clock", "14", false),
        ("chicago_pause", "0", false),
        ("chicago_ids", "big", true),
        ("gomoku_clock", "off", true),
        ("sorry_clock", "86400", false),
        ("sorry_players", "3", false),
        ("sorry_dialect", "unity", true),
        ("old_on_leave", "bot", true),
        ("old_connections_each", "15", false),
        ("old_messages_per_second", "16", false),
        ("chicago", "0.0.0.0:17", true),
        ("gomoku", "off", true),
        ("sorry", "[::1]:18", true),
        ("golf", "127.0.0.1:19", true),
        ("golf_expire", "21", false),
        ("gomoku_log", "gomoku.log", true),
        ("admin_token_file", "token", true),
        ("store", "postgres://ann@db/parlor", true),
        ("public_url", "https://games.example/", true),
    ];
    let mut file = String::new();
    let (mut variables, mut flags) = (Vec::new(), Vec::new());
    for (name, text, quoted) in settings {
        let written = match (name, quoted) {
            ("admin_from" | "allowed_origins" | "unlimited_from" | "trusted_proxies", _) => {
                format!("[\"{text}\"]")
            }
            (_, true) => format!("\"{text}\""),
            (_, false) => text.to_owned(),
        };
        file += &format!("{name} = {written}\n");
        variables.push((format!("PARLOR_{}", name.to_uppercase()), text));
        flags.extend([format!("--{}", name.replace('_', "-")), text.to_owned()]);
    }
    let switches = ["all_ports", "old_limit_loopback"];
    for name in switches {
        file += &format!("{name} = \"on\"\n");
        variables.push((format!("PARLOR_{}", name.to_uppercase()), "on"));
        flags.push(format!("--{}", name.replace('_', "-")));
    }
    let variables: Vec<_> = variables.iter().map(|(name, text)| (name.as_str(), *text)).collect();
    let flags: Vec<_> = flags.iter().map(String::as_str).collect();
    let without_source = |ended: &Ended| -> String {
        assert_eq!(ended.code, Some(0), "{}", ended.stderr);
        ended.stdout.lines().map(|line| line.split(" # ").next().unwrap().to_owned() + "\n").collect()
    };
    let (by_file, _folder) = print(&[], &[], Some(&file));
    let (by_environment, _folder) = print(&[], &variables, None);
    let (by_flags, _folder) = print(&flags, &[], None);
    let printed = without_source(&by_file);
    assert_eq!(
        printed.lines().count(),
        settings.len() + switches.len(),
        "a setting is missing here:\n{printed}"
    );
    assert_eq!(printed, without_source(&by_environment));
    assert_eq!(printed, without_source(&by_flags));
    // What was printed is a file of settings again.
    let (again, _folder) = print(&[], &[], Some(&by_file.stdout));
    assert_eq!(printed, without_source(&again));
}

#[test]
fn the_file_can_be_named_by_the_environment() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("house.toml");
    std::fs::write(&path, "bot_threads = 5").unwrap();
    let ended = run(parlor(&["serve", "--print-config"]).env("PARLOR_CONFIG", &path));
    assert!(value(&ended.stdout, "bot_threads").starts_with("5 "), "{}", ended.stdout);
}

#[test]
fn a_password_is_not_printed() {
    let (ended, _folder) = print(&["--store", "postgres://ann:hush@db/parlor?password=hush"], &[], None);
    assert_eq!(value(&ended.stdout, "store"), "\"postgres://ann@db/parlor\" # --store");
    assert!(!ended.stdout.contains("hush"));
}

#[test]
fn what_is_wrong_is_named_and_nothing_starts() {
    let check = |args: &[&str], variables: &[(&str, &str)], file: Option<&str>, code, parts: &[&str]| {
        let (ended, folder) = print(args, variables, file);
        assert_eq!(ended.code, Some(code), "{} {}", ended.stdout, ended.stderr);
        for part in parts {
            assert!(ended.stderr.contains(part), "{part:?} is not in {:?}", ended.stderr);
        }
        assert!(!Path::new(&folder.path().join("parlor-data")).exists());
    };
    // Flags: the command line's own errors, with status 2.
    check(&["--listen", "8080"], &[], None, 2, &["--listen", "an address and a port"]);
    check(&["--most-tables", "0"], &[], None, 2, &["--most-tables", "from 1 to"]);
    check(&["--store", "./x"], &[], None, 2, &["--store", "postgres://"]);
    check(&["--public-url", "games.example"], &[], None, 2, &["--public-url", "https://games.example.org"]);
    check(&["--admin-from", "me"], &[], None, 2, &["--admin-from", "\"me\" is no address"]);
    check(&["--log-level", "loud"], &[], None, 2, &["--log-level", "error, warn, info"]);
    check(&["--log-format", "xml"], &[], None, 2, &["--log-format", "text or json"]);
    check(&["--colour", "red"], &[], None, 2, &["--colour"]);
    check(&["--chicago", "4713"], &[], None, 2, &["--chicago", "an address and a port", "127.0.0.1:4713"]);
    check(&["--chicago-clock", "4"], &[], None, 2, &["--chicago-clock", "5 to 86400, or off"]);
    check(&["--sorry-players", "5"], &[], None, 2, &["--sorry-players", "from 2 to 4"]);
    check(&["--sorry-dialect", "swedish"], &[], None, 2, &["--sorry-dialect", "document or unity"]);
    check(&["--chicago-ids", "middle"], &[], None, 2, &["--chicago-ids", "little or big"]);
    check(&["--old-on-leave", "wait"], &[], None, 2, &["--old-on-leave", "end or bot"]);
    check(&["--all-ports=perhaps"], &[], None, 2, &["--all-ports", "on or off"]);
    // The environment.
    check(
        &[],
        &[("PARLOR_LISTEN", "here")],
        None,
        1,
        &["PARLOR_LISTEN cannot be \"here\": it is an address"],
    );
    check(&[], &[("PARLOR_BOT_THREADS", "many")], None, 1, &["PARLOR_BOT_THREADS", "from 1 to 1024"]);
    // The file.
    check(&[], &[], Some("lisen = 1"), 1, &["house.toml: line 1: lisen: unknown field"]);
    check(&[], &[], Some("\n\nlisten = \"here\""), 1, &["house.toml: line 3: listen: it is an address"]);
    check(
        &[],
        &[],
        Some("bot_threads = \"3\""),
        1,
        &["house.toml: line 1: bot_threads: it is a whole number"],
    );
    check(&[], &[], Some("listen = "), 1, &["house.toml: line 1"]);
    check(&["--config", "none.toml"], &[], None, 1, &["none.toml", "No such file"]);
}

#[test]
fn every_setting_stands_in_the_guide() {
    let guide =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/running.md")).unwrap();
    let (ended, _folder) = print(&[], &[], None);
    for line in ended.stdout.lines() {
        let name = line.trim_start_matches("# ").split(' ').next().unwrap();
        assert!(guide.contains(&format!("\n| `{name}` | ")), "docs/running.md does not explain {name}");
    }
}

#[test]
fn a_variable_that_is_empty_says_nothing_and_one_that_is_misspelt_is_named_in_the_log() {
    let (ended, folder) = print(&[], &[("PARLOR_STORE", "")], None);
    assert!(ended.stdout.contains("# store is not set"), "{} {}", ended.stdout, ended.stderr);
    let mut command = parlor(&["serve", "--listen", "127.0.0.1:0", "--data"]);
    let server = Server::spawn(command.arg(folder.path()).env("PARLOR_LISEN", "here"));
    server.log_until("PARLOR_LISEN");
    server.stop();
}
