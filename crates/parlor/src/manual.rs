//! Man pages and shell completions, generated from the definition of the command line. They are files in `packaging/`,
//! written by these tests, so that the program needs no generator inside.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use clap::{Command, CommandFactory};
use clap_complete::Shell;

use crate::cli::Cli;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../packaging");

type Files = BTreeMap<String, Vec<u8>>;

/// The command line without what changes from build to build.
fn command() -> Command {
    let mut command = Cli::command().version(env!("CARGO_PKG_VERSION")).disable_help_subcommand(true);
    command.build();
    command
}

/// A page for the program and one for each of its commands.
fn man_pages() -> Files {
    fn add(pages: &mut Files, command: Command, name: &str) {
        let inner: Vec<_> = command.get_subcommands().filter(|inner| !inner.is_hide_set()).cloned().collect();
        for inner in inner.into_iter().filter(|inner| inner.get_name() != "help") {
            let name = format!("{name}-{}", inner.get_name());
            add(pages, inner, &name);
        }
        let shown: &'static str = name.to_owned().leak();
        let mut page = Vec::new();
        let man = clap_mangen::Man::new(command.name(shown)).section("1").manual("Parlor").date("");
        man.render(&mut page).unwrap();
        // The text below the options is laid out for a terminal: keep its lines.
        let page = String::from_utf8(page).unwrap();
        let page =
            page.replace(".SH EXTRA\n", ".SH NOTES\n.nf\n").replace(".SH VERSION\n", ".fi\n.SH VERSION\n");
        pages.insert(format!("man/{name}.1"), page.into_bytes());
    }
    let mut pages = Files::new();
    add(&mut pages, command(), "parlor");
    pages
}

/// A command with what a shell offers: names that are hidden, and those that are refused, are not.
fn offered(command: &Command) -> Command {
    let shown = command.get_subcommands().filter(|inner| !inner.is_hide_set()).map(offered);
    Command::new(command.get_name().to_owned())
        .about(command.get_about().cloned().unwrap_or_default())
        .version(command.get_version().unwrap_or_default().to_owned())
        // Both are among the arguments that are copied.
        .disable_help_flag(true)
        .disable_version_flag(true)
        .disable_help_subcommand(true)
        .args(command.get_arguments().filter(|argument| !argument.is_hide_set()).cloned())
        .subcommands(shown)
}

fn completions() -> Files {
    let shells = [(Shell::Bash, "parlor"), (Shell::Fish, "parlor.fish"), (Shell::Zsh, "_parlor")];
    let files = shells.map(|(shell, name)| {
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut offered(&command()), "parlor", &mut script);
        (format!("completions/{shell}/{name}"), script)
    });
    files.into()
}

/// Compares generated files with those in the tree, or writes them there.
fn check(folder: &str, files: &Files) {
    let place = |name: &str| Path::new(FOLDER).join(name);
    if std::env::var_os("UPDATE_GENERATED").is_some() {
        let _ = fs::remove_dir_all(place(folder));
        for (name, bytes) in files {
            fs::create_dir_all(place(name).parent().unwrap()).unwrap();
            fs::write(place(name), bytes).unwrap();
        }
    }
    for (name, bytes) in files {
        let kept = fs::read(place(name)).unwrap_or_default();
        assert!(kept == *bytes, "packaging/{name} is out of date: `make generated` writes it again");
    }
}

#[test]
fn the_man_pages_in_the_tree_are_what_the_code_says() {
    let pages = man_pages();
    check("man", &pages);
    let kept = fs::read_dir(Path::new(FOLDER).join("man")).unwrap().count();
    assert_eq!(kept, pages.len(), "a page in packaging/man belongs to no command");
}

#[test]
fn the_completions_in_the_tree_are_what_the_code_says() {
    check("completions", &completions());
}
