//! What games are called in other languages than English, for texts that the server writes itself. The rules for players in
//! these languages have the same titles.

/// English title, language, title there. A game that is called the same everywhere is not listed.
const TITLES: &[(&str, &str, &str)] = &[
    ("Chicago", "zh", "芝加哥"),
    ("Gomoku for three", "sv", "Gomoku för tre"),
    ("Gomoku for three", "zh", "三人五子棋"),
    ("Six Card Golf", "sv", "Sexkortsgolf"),
    ("Six Card Golf", "zh", "六张高尔夫"),
];

/// The title of a game in a language, by its English title; that one if it has no other.
#[must_use]
pub fn title_in<'a>(language: &str, title: &'a str) -> &'a str {
    let found = TITLES.iter().find(|(english, other, _)| *english == title && *other == language);
    found.map_or(title, |(_, _, translated)| translated)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Kind;

    #[test]
    fn a_game_is_called_as_its_rules_in_that_language_are() {
        let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/games");
        for game in Kind::ALL {
            for language in ["sv", "zh"] {
                let rules = std::fs::read_to_string(format!("{docs}/{language}/{}.md", game.name())).unwrap();
                let heading = rules.lines().next().and_then(|line| line.strip_prefix("# ")).unwrap();
                assert_eq!(title_in(language, game.spec().title), heading);
            }
            assert_eq!(title_in("en", game.spec().title), game.spec().title);
        }
    }
}
