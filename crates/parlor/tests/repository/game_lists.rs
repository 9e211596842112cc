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
    ("e2e/fingers.test.js", "\n  {}: {", "play it with a finger"),
    ("e2e/in-firefox.test.js", "\n  {}: [", "play a whole game in Firefox"),
    ("e2e/shell.test.js", "\n  {}: {", "look where the focus is after each of its actions"),
    ("e2e/sizes.test.js", "\n  {}: {", "measure its board at every size"),
    ("e2e/smooth.test.js", "\n  {}: [", "look whether anything jumps while it is played"),
    ("e2e/spoken.test.js", "{}: [", "listen to what a screen reader says of it"),
    ("web/src/advice/suggest.ts", "case '{}':", "mark the better choice of a review on its board"),
    ("web/src/advice/words.ts", "\n    {}: {", "write its actions as a review names them"),
    ("web/src/boards/figureTitles.ts", "\n  {}: ", "type the titles of its figures in other languages"),
    (
        "web/src/rules/BoardPicture.svelte",
        "\n    {}: '",
        "choose the moment that the rules show a picture of",
    ),
    ("crates/terminal/src/play/boards.rs", "\"{}\" => Box::new", "draw a board for the terminal"),
    ("crates/terminal/src/play/help.rs", "(Place::Playing, \"{}\")", "write the keys of its terminal board"),
    ("scripts/bench_peers.py", "\"{}\", ", "compare its speed with another library's game"),
    ("scripts/bench-bots", " {} ", "measure its bots"),
    ("clients/python/tests/test_client.py", "\"{}\"", "play it with the Python client"),
    ("clients/python/tests/test_schema.py", "\"{}\"", "check its schema from Python"),
];

/// Lists in Rust that name a game by its variant of `Kind`.
const VARIANTS: &[(&str, &str, &str)] = &[
    ("crates/bots/src/choose.rs", "games_with_bots!(", "add it when it has bots of its own"),
    ("crates/bots/src/search/tests/work.rs", "tests_of!(", "hold its bots to their budget at its extremes"),
    ("crates/parlor/src/schema.rs", "described!(", "describe its messages in a schema"),
    ("crates/games/src/day.rs", "match kind {", "say how the deal of the day is compared"),
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
    for (file, list, what) in VARIANTS {
        let text = read(&root().join(file));
        let named = text.split(list).last().and_then(|rest| rest.split("\n}").next()).unwrap_or_default();
        for kind in games::Kind::ALL {
            // A whole word: a game may be named as the beginning of another.
            let words = named.split(|letter: char| !letter.is_alphanumeric());
            let variant = format!("{kind:?}");
            if !words.into_iter().any(|word| word == variant) {
                missing.push(format!("{file} does not name {variant} in `{list}`: {what}"));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}
