//! Settings: file, environment, flag, and what each says when it is wrong.

use std::path::Path;

use tempfile::TempDir;

use crate::support::http::get;
use crate::support::server::{Ended, ServerProcess, parlor, run};

/// `parlor serve --print-config` with these arguments, variables and file.
fn print(args: &[&str], variables: &[(&str, &str)], file: Option<&str>) -> (Ended, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let mut command = parlor(&["serve", "--print-config"]);
    command.args(args).envs(variables.iter().copied()).current_dir(folder.path());
    if let Some(text) = file {
        std::fs::write(folder.path().join("parlor.toml"), text).unwrap();
        command.args(["--config", "parlor.toml"]);
    }
    (run(&mut command), folder)
}

fn value<'a>(printed: &'a str, name: &str) -> &'a str {
    let line = printed.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(" = "));
    line.unwrap_or_else(|| panic!("{name} is not in {printed}"))
}

#[test]
fn a_flag_is_stronger_than_the_environment_and_that_than_the_file() {
    let file = "max_tables = 10\nempty_table_timeout = 11\nbot_threads = 2\n";
    let variables = [("PARLOR_EMPTY_TABLE_TIMEOUT", "22"), ("PARLOR_BOT_THREADS", "3")];
    let (ended, _folder) = print(&["--bot-threads", "4"], &variables, Some(file));
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    assert_eq!(value(&ended.stdout, "max_tables"), "10 # parlor.toml");
    assert_eq!(value(&ended.stdout, "empty_table_timeout"), "22 # PARLOR_EMPTY_TABLE_TIMEOUT");
    assert_eq!(value(&ended.stdout, "bot_threads"), "4 # --bot-threads");
    assert_eq!(value(&ended.stdout, "listen"), "\"127.0.0.1:8080\" # default");
    assert_eq!(value(&ended.stdout, "data_dir"), "\"./parlor-data\" # default");
}

#[test]
fn every_setting_can_come_from_each_of_the_three() {
    let settings = [
        ("listen", "[::1]:81", true),
        ("data_dir", "here", true),
        ("admin_networks", "10.0.0.0/8", true),
        ("allowed_origins", "https://friend.example", true),
        ("allowed_hosts", "parlor.lan", true),
        ("log_level", "warn", true),
        ("log_format", "json", true),
        ("max_tables", "7", false),
        ("max_stored_tables", "26", false),
        ("table_sleep_timeout", "27", false),
        ("max_tables_per_person", "8", false),
        ("max_connections", "9", false),
        ("empty_table_timeout", "10", false),
        ("suspended_table_timeout", "12", false),
        ("vacation_days", "13", false),
        ("bot_threads", "11", false),
        ("max_connections_per_address", "14", false),
        ("max_connections_per_person", "15", false),
        ("connections_per_minute", "16", false),
        ("requests_per_second", "17", false),
        ("unlimited_networks", "10.1.0.0/16", true),
        ("webhook_networks", "10.3.0.0/16", true),
        ("announce_webhook_format", "ntfy", true),
        ("trusted_proxies", "10.2.0.1", true),
        ("proxy_user_header", "Remote-User", true),
        ("door", "invited", true),
        ("idle_timeout", "18", false),
        ("header_timeout", "19", false),
        ("request_timeout", "22", false),
        ("http_connection_timeout", "23", false),
        ("database_timeout", "24", false),
        ("messages_per_second", "12", false),
        ("tables_per_minute", "20", false),
        ("chat_messages_per_minute", "13", false),
        ("drafts_per_minute", "25", false),
        ("bots_per_minute", "31", false),
        ("people_per_address", "32", false),
        ("names_per_hour", "33", false),
        ("golf_requests_per_second", "34", false),
        ("closed_table_retention_days", "28", false),
        ("idle_person_retention_days", "29", false),
        ("replay_retention_days", "30", false),
        ("lobby_chat_retention_days", "31", false),
        ("chicago_clock", "14", false),
        ("chicago_round_pause", "0", false),
        ("chicago_id_byte_order", "big", true),
        ("gomoku_clock", "off", true),
        ("sorry_clock", "86400", false),
        ("sorry_seats", "3", false),
        ("sorry_roll_numbering", "unity", true),
        ("legacy_on_leave", "bot", true),
        ("legacy_max_connections_per_address", "15", false),
        ("legacy_messages_per_second", "16", false),
        ("chicago", "0.0.0.0:17", true),
        ("gomoku", "off", true),
        ("sorry", "[::1]:18", true),
        ("golf_manager", "127.0.0.1:19", true),
        ("golf_registration_timeout", "21", false),
        ("gomoku_log_file", "gomoku.log", true),
        ("admin_token_file", "token", true),
        ("database_url", "postgres://ann@db/parlor", true),
        ("cluster", "nats://bus:4222", true),
        ("cluster_root_certificates", "ca.pem", true),
        ("node_name", "north", true),
        ("public_url", "https://games.example/", true),
        ("push_contact", "mailto:ann@example.org", true),
        ("announce_webhook", "https://ntfy.sh/hidden", true),
    ];
    let mut file = String::new();
    let (mut variables, mut flags) = (Vec::new(), Vec::new());
    for (name, text, quoted) in settings {
        let written = match (name, quoted) {
            (
                "admin_networks" | "allowed_origins" | "allowed_hosts" | "unlimited_networks"
                | "webhook_networks" | "trusted_proxies",
                _,
            ) => {
                format!("[\"{text}\"]")
            }
            (_, true) => format!("\"{text}\""),
            (_, false) => text.to_owned(),
        };
        file += &format!("{name} = {written}\n");
        variables.push((format!("PARLOR_{}", name.to_uppercase()), text));
        flags.extend([format!("--{}", name.replace('_', "-")), text.to_owned()]);
    }
    let switches =
        ["unattended_bots", "no_day_deals", "legacy_ports", "legacy_limit_loopback", "door_admits_legacy"];
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

/// The names of settings as they were before 1.0, and what each is called now.
const RENAMED: [(&str, &str); 29] = [
    ("data", "data_dir"),
    ("store", "database_url"),
    ("admin_from", "admin_networks"),
    ("most_tables", "max_tables"),
    ("most_tables_each", "max_tables_per_person"),
    ("most_connections", "max_connections"),
    ("most_connections_each", "max_connections_per_address"),
    ("most_connections_person", "max_connections_per_person"),
    ("connects_per_minute", "connections_per_minute"),
    ("unlimited_from", "unlimited_networks"),
    ("silent_seconds", "idle_timeout"),
    ("head_seconds", "header_timeout"),
    ("request_seconds", "request_timeout"),
    ("line_seconds", "http_connection_timeout"),
    ("store_seconds", "database_timeout"),
    ("empty_minutes", "empty_table_timeout, in seconds instead of minutes"),
    ("chat_per_minute", "chat_messages_per_minute"),
    ("all_ports", "legacy_ports"),
    ("chicago_pause", "chicago_round_pause"),
    ("chicago_ids", "chicago_id_byte_order"),
    ("gomoku_log", "gomoku_log_file"),
    ("sorry_players", "sorry_seats"),
    ("sorry_dialect", "sorry_roll_numbering"),
    ("old_on_leave", "legacy_on_leave"),
    ("old_connections_each", "legacy_max_connections_per_address"),
    ("old_messages_per_second", "legacy_messages_per_second"),
    ("old_limit_loopback", "legacy_limit_loopback"),
    ("golf", "golf_manager"),
    ("golf_expire", "golf_registration_timeout, in seconds instead of minutes"),
];

#[test]
fn an_old_name_is_refused_with_the_new_one_in_file_environment_and_flags() {
    let said = |ended: Ended, code, expected: &str| {
        assert_eq!(ended.code, Some(code), "{} {}", ended.stdout, ended.stderr);
        assert!(ended.stderr.contains(expected), "{expected:?} is not in {:?}", ended.stderr);
    };
    for (old, new) in RENAMED {
        let (name, note) = new.split_once(',').map_or((new, ""), |(name, _)| (name, &new[name.len()..]));
        let (by_file, _folder) = print(&[], &[], Some(&format!("listen = \"[::1]:1\"\n{old} = 1")));
        said(by_file, 1, &format!("parlor.toml: line 2: {old} is now {name}{note}."));

        let variable = |name: &str| format!("PARLOR_{}", name.to_uppercase());
        let (by_environment, _folder) = print(&[], &[(&variable(old), "1")], None);
        said(by_environment, 1, &format!("{} is now {}{note}.", variable(old), variable(name)));
        let (empty, _folder) = print(&[], &[(&variable(old), "")], None);
        assert_eq!(empty.code, Some(0), "a variable that is empty says nothing: {}", empty.stderr);

        let flag = |name: &str| format!("--{}", name.replace('_', "-"));
        let sentence = format!("error: {} is now {}{note}\n", flag(old), flag(name));
        for args in [vec![flag(old)], vec![flag(old), "1".into()], vec![format!("{}=1", flag(old))]] {
            let args: Vec<_> = args.iter().map(String::as_str).collect();
            let (by_flag, _folder) = print(&args, &[], None);
            said(by_flag, 2, &sentence);
        }
    }
    let (ended, _folder) = print(&[], &[], None);
    for (_, new) in RENAMED {
        let name = new.split(',').next().unwrap();
        let listed = |line: &str| line.trim_start_matches("# ").split(' ').next() == Some(name);
        assert!(ended.stdout.lines().any(listed), "{name} is not a setting");
    }
}

#[test]
fn an_old_name_is_not_shown_in_the_help() {
    let help = run(&mut parlor(&["serve", "--help"])).stdout;
    assert!(help.contains("--max-tables <N>"), "{help}");
    for (old, _) in RENAMED {
        let flag = format!("--{} ", old.replace('_', "-"));
        assert!(!help.contains(&flag), "{flag} is in {help}");
    }
}

#[test]
fn times_are_in_seconds_and_their_defaults_are_as_long_as_before() {
    let (ended, _folder) = print(&[], &[], None);
    assert_eq!(value(&ended.stdout, "empty_table_timeout"), "600 # default");
    assert!(ended.stdout.contains("# golf_registration_timeout is not set"), "{}", ended.stdout);
    // As long as could be said in minutes.
    let longest = "60000000";
    for flag in ["--empty-table-timeout", "--golf-registration-timeout"] {
        assert_eq!(print(&[flag, longest], &[], None).0.code, Some(0), "{flag}");
        let (ended, _folder) = print(&[flag, "60000001"], &[], None);
        assert!(ended.stderr.contains("from 1 to 60000000"), "{}", ended.stderr);
    }
}

#[test]
fn a_server_listens_on_localhost() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = parlor(&["serve", "--listen", "localhost:0", "--gomoku", "localhost:0", "--data-dir"]);
    let server = ServerProcess::spawn(command.arg(folder.path()));
    assert!(server.address.ip().is_loopback(), "{}", server.address);
    assert_eq!(get(&server, "/healthz").status, 200);
    assert!(server.line().contains(" 127.0.0.1:"), "the legacy port has an address as well");
    server.stop();
    let (ended, _folder) = print(&["--listen", "localhost:8080"], &[], None);
    assert_eq!(value(&ended.stdout, "listen"), "\"localhost:8080\" # --listen");
}

#[test]
fn what_the_system_says_of_a_path_is_told_once_and_with_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let data = file.join("data");
    let ended = run(parlor(&["serve", "--listen", "127.0.0.1:0", "--data-dir"]).arg(&data));
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(1), ""));
    let expected = format!(
        "parlor: The data directory {} cannot be created: Not a directory (os error 20). Create it for the user that runs \
         the server, or choose another.\n",
        data.display()
    );
    assert_eq!(ended.stderr, expected);
    let data = folder.path().join("data");
    std::fs::create_dir_all(data.join("lock")).unwrap();
    let ended = run(parlor(&["serve", "--listen", "127.0.0.1:0", "--data-dir"]).arg(&data));
    assert_eq!(ended.stderr.matches("Is a directory").count(), 1, "{}", ended.stderr);
    let ended = run(parlor(&["serve", "--config"]).arg(folder.path()));
    let expected =
        format!("parlor: {} cannot be read: Is a directory (os error 21).\n", folder.path().display());
    assert_eq!(ended.stderr, expected);
}

#[test]
fn the_file_can_be_named_by_the_environment() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("parlor.toml");
    std::fs::write(&path, "bot_threads = 5").unwrap();
    let ended = run(parlor(&["serve", "--print-config"]).env("PARLOR_CONFIG", &path));
    assert!(value(&ended.stdout, "bot_threads").starts_with("5 "), "{}", ended.stdout);
}

#[test]
fn a_password_is_not_printed() {
    let (ended, _folder) =
        print(&["--database-url", "postgres://ann:hush@db/parlor?password=hush"], &[], None);
    assert_eq!(value(&ended.stdout, "database_url"), "\"postgres://ann@db/parlor\" # --database-url");
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
    check(&["--max-tables", "0"], &[], None, 2, &["--max-tables", "from 1 to"]);
    check(&["--database-url", "./x"], &[], None, 2, &["--database-url", "postgres://"]);
    check(&["--public-url", "games.example"], &[], None, 2, &["--public-url", "https://games.example.org"]);
    check(&["--admin-networks", "me"], &[], None, 2, &["--admin-networks", "\"me\" is not an address"]);
    check(&["--log-level", "loud"], &[], None, 2, &["--log-level", "error, warn, info"]);
    check(&["--log-format", "xml"], &[], None, 2, &["--log-format", "text or json"]);
    check(&["--colour", "red"], &[], None, 2, &["--colour"]);
    check(&["--chicago", "4713"], &[], None, 2, &["--chicago", "an address and a port", "127.0.0.1:4713"]);
    check(&["--chicago-clock", "4"], &[], None, 2, &["--chicago-clock", "5 to 86400, or off"]);
    check(&["--sorry-seats", "5"], &[], None, 2, &["--sorry-seats", "from 2 to 4"]);
    check(
        &["--sorry-roll-numbering", "swedish"],
        &[],
        None,
        2,
        &["--sorry-roll-numbering", "document or unity"],
    );
    check(
        &["--chicago-id-byte-order", "middle"],
        &[],
        None,
        2,
        &["--chicago-id-byte-order", "little or big"],
    );
    check(&["--legacy-on-leave", "wait"], &[], None, 2, &["--legacy-on-leave", "end or bot"]);
    check(&["--legacy-ports=perhaps"], &[], None, 2, &["--legacy-ports", "on or off"]);
    // The environment.
    check(&[], &[("PARLOR_LISTEN", "here")], None, 1, &["PARLOR_LISTEN: must be an address"]);
    check(&[], &[("PARLOR_BOT_THREADS", "many")], None, 1, &["PARLOR_BOT_THREADS", "from 1 to 1024"]);
    // The file.
    check(&[], &[], Some("lisen = 1"), 1, &["parlor.toml: line 1: unknown setting lisen"]);
    check(&[], &[], Some("\n\nlisten = \"here\""), 1, &["parlor.toml: line 3: listen: must be an address"]);
    check(
        &[],
        &[],
        Some("bot_threads = \"3\""),
        1,
        &["parlor.toml: line 1: bot_threads: must be a whole number"],
    );
    check(&[], &[], Some("listen = "), 1, &["parlor.toml: line 1: this is not TOML"]);
    check(
        &[],
        &[],
        Some("admin_networks = \"::1\""),
        1,
        &["line 1: admin_networks: must be a list of texts"],
    );
    check(&["--config", "none.toml"], &[], None, 1, &["none.toml cannot be read: No such file"]);
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
    let (ended, folder) = print(&[], &[("PARLOR_DATABASE_URL", "")], None);
    assert!(ended.stdout.contains("# database_url is not set"), "{} {}", ended.stdout, ended.stderr);
    let mut command = parlor(&["serve", "--listen", "127.0.0.1:0", "--data-dir"]);
    let server = ServerProcess::spawn(command.arg(folder.path()).env("PARLOR_LISEN", "here"));
    server.log_until("PARLOR_LISEN");
    server.stop();
}
