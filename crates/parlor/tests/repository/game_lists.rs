//! Lists of games outside `crates/games/src/kind.rs` that no program can derive from it: each names every game.

use super::files::{read, root};

/// A file, how it names a game (`{}` stands for the name), and what to do about one that is missing.
const PLACES: &[(&str, &str, &str)] = &[
    ("README.md", "docs/games/{}.md", "add a row to the table of games"),
    ("docs/games/{}.md", "# ", "write the rules for players"),
    (
        "crates/games/lessons/{}.json",
        "\"id\": ",
        "write five to eight lessons, and list the file in lessons.rs",
    ),
    ("fuzz/record.dict", r#""\"{}\"""#, "add the name, and the game's actions, to the dictionary"),
    ("crates/games/benches/rollouts/main.rs", "(\"{}\", ", "add its usual table to TABLES"),
    (
        "web/src/boards/registry.ts",
        "  {}: () => import('./",
        "write a board; until then the generic one plays it",
    ),
    (
        "web/src/lobby/GameEmblem.svelte",
        "game === '{}'",
        "draw an emblem; until then it has its first letter",
    ),
    ("web/src/i18n/en.ts", "\n      {}:", "write the tip for a first game, in `tips`"),
    ("web/src/i18n/sv.ts", "\n      {}:", "translate the tip"),
    ("web/src/i18n/zh.ts", "\n      {}:", "translate the tip"),
    ("web/src/i18n/games.sv.ts", "\n  {}: {", "translate the title and the options"),
    ("web/src/i18n/games.zh.ts", "\n  {}: {", "translate the title and the options"),
    ("docs/games/sv/{}.md", "# ", "translate the rules"),
    ("docs/games/zh/{}.md", "# ", "translate the rules"),
    ("e2e/players.js", "async function {}(page)", "write a player for the tests of the pages"),
    ("e2e/whole-games.test.js", "decide.{}", "play a whole game in the browser"),
    ("e2e/keyboard.test.js", "['{}', ", "play it by keys in the browser"),
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
