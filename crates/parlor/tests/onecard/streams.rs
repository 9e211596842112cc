//! Where output goes, and what happens when it cannot.

use std::io::Read;
use std::process::Stdio;

use super::program::{Folder, text};
use super::reader;

#[test]
fn ow16_the_demo_prints_exactly_the_log() {
    let folder = Folder::new("demo-log");
    for args in [vec!["-a"], vec!["-a", "-n", "7", "-r", "3"], vec!["--auto", "--color=always", "--bots=2"]] {
        let output = folder.run(&args);
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
        assert_eq!(text(&output.stdout), folder.read("onecard.log"));
    }
}

#[test]
fn ow16_art_stands_between_the_lines_of_the_demo_and_never_in_the_log() {
    let folder = Folder::new("demo-art");
    folder.run(&["-a", "--seed=4"]);
    let plain = folder.read("onecard.log");
    for art in ["--art", "--art=ascii", "--art=unicode"] {
        let output = folder.run(&["-a", "--seed=4", art]);
        assert_eq!(folder.read("onecard.log"), plain);
        let shown = text(&output.stdout);
        assert!(shown.len() > plain.len());
        let is_picture = |line: &&str| line.starts_with(['+', '|', '╭', '│', '╰']);
        let without: String =
            shown.lines().filter(|line| !is_picture(line)).map(|line| format!("{line}\n")).collect();
        assert_eq!(without, plain);
    }
    let spaced = folder.run(&["-a", "--seed=4", "--art", "unicode"]);
    assert!(text(&spaced.stdout).contains('╭'));
}

#[test]
fn ow16_a_closed_pipe_ends_the_demo_quietly() {
    let folder = Folder::new("closed-pipe");
    let mut command = folder.command(&["-a", "-r", "1000"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut some = [0; 100];
    child.stdout.take().unwrap().read_exact(&mut some).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
    let log = folder.read("onecard.log");
    assert!(log.ends_with('\n'));
    reader::check_beginning(&log, &reader::Rules::default());
}

#[test]
fn ow16_the_pace_changes_nothing_but_the_time() {
    let folder = Folder::new("pace");
    let slow = folder.run(&["-a", "--seed=4", "-c2", "--pace", "1"]);
    let fast = folder.run(&["-a", "--seed=4", "-c2", "--pace=0"]);
    assert_eq!(slow.stdout, fast.stdout);
}

#[test]
fn the_same_seed_gives_the_same_log_and_without_one_games_differ() {
    let folder = Folder::new("seeds");
    let shuffle = |args: &[&str]| {
        folder.run(&[args, &["-a"]].concat());
        folder.read("onecard.log")
    };
    assert_eq!(shuffle(&["--seed", "18446744073709551615"]), shuffle(&["--seed=18446744073709551615"]));
    assert_ne!(shuffle(&["--seed", "0"]), shuffle(&["--seed", "1"]));
    assert_ne!(shuffle(&[]), shuffle(&[]));
}

#[test]
fn ow18_a_log_that_cannot_be_opened_is_named_and_nothing_is_played() {
    let folder = Folder::new("unwritable");
    std::fs::create_dir(folder.path("folder")).unwrap();
    for name in ["missing/onecard.log", "folder"] {
        for mode in [&["-a"][..], &[]] {
            let output = folder.run(&[mode, &["--log", name]].concat());
            assert_eq!(output.status.code(), Some(1));
            assert_eq!(text(&output.stdout), "");
            let errors = text(&output.stderr);
            assert!(errors.contains(name) && errors.lines().count() == 1, "{errors}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn ow18_a_full_disk_is_told_with_the_name_of_the_log() {
    let folder = Folder::new("full-log");
    for mode in [&["-a"][..], &[]] {
        let output = folder.run(&[mode, &["--log=/dev/full"]].concat());
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(1), String::new()));
        assert!(text(&output.stderr).contains("/dev/full"));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_screen_that_cannot_be_written_is_told() {
    let folder = Folder::new("full-screen");
    for mode in [&["-a"][..], &["-h"], &[]] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output =
            folder.command(mode).stdout(full).stderr(Stdio::piped()).spawn().unwrap().wait_with_output();
        let output = output.unwrap();
        assert_eq!(output.status.code(), Some(1), "{mode:?}");
        assert!(text(&output.stderr).contains("screen"), "{mode:?}");
    }
}
