//! Lists of games outside `crates/games/src/kind.rs` that no program can derive from it: each names every game.

use super::files::{read, root};

/// A file, how it names a game (`{}` stands for the name), and what to do about one that is missing.
const PLACES: &[(&str, &str, &str)] = &[
    ("README.md", "docs/games/{}.md", "add a row to the table of games"),
    ("docs/games/{}.md", "# ", "write the rules for players"),
    ("fuzz/record.dict", r#""\"{}\"""#, "add the name, and the game's actions, to the dictionary"),
    ("crates/games/benches/rollouts/main.rs", "(\"{}\", ", "add its usual table to TABLES"),
];

#[test]
fn every_list_of_games_names_every_game() {
    let mut missing = Vec::new();
    for kind in games::Kind::ALL {
        let spec = kind.spec();
        for (file, words, what) in PLACES {
            let filled = |text: &str| text.replace("{}", spec.name);
            let (file, words) = (filled(file), filled(words));
            let path = root().join(&file);
            if !path.exists() || !read(&path).contains(&words) {
                missing.push(format!("{file} does not name {} ({words}): {what}", spec.name));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}
