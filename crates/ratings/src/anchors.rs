//! Players whose strength is known: the bots of the server.

use bots::Level;
use games::Kind;

/// Ratings of bots of earlier versions, as they were measured when those versions played. When [`bots::VERSION`] rises, the
/// ratings of the version before are added here: games against it keep their meaning.
const EARLIER: &[(Kind, Level, u16, f64)] = &[
    (Kind::Chicago, Level::Easy, 1, 789.3),
    (Kind::Chicago, Level::Casual, 1, 881.5),
    (Kind::Chicago, Level::Medium, 1, 1000.0),
    (Kind::Chicago, Level::Hard, 1, 1034.3),
    (Kind::Golf, Level::Easy, 1, 601.9),
    (Kind::Golf, Level::Casual, 1, 879.4),
    (Kind::Golf, Level::Medium, 1, 1000.0),
    (Kind::Golf, Level::Hard, 1, 1275.2),
    (Kind::Golf, Level::Expert, 1, 1804.0),
    (Kind::OneCard, Level::Random, 1, 926.2),
    (Kind::OneCard, Level::Easy, 1, 977.0),
    (Kind::OneCard, Level::Medium, 1, 1000.0),
    (Kind::OneCard, Level::Hard, 1, 1041.9),
    (Kind::OneCard, Level::Expert, 1, 1077.4),
    (Kind::Sorry, Level::Random, 1, 842.5),
    (Kind::Sorry, Level::Easy, 1, 933.9),
    (Kind::Sorry, Level::Medium, 1, 1000.0),
    (Kind::Sorry, Level::Casual, 1, 1023.0),
    (Kind::Sorry, Level::Expert, 1, 1027.8),
    (Kind::Gomoku, Level::Easy, 1, 481.2),
    (Kind::Gomoku, Level::Casual, 1, 760.8),
    (Kind::Gomoku, Level::Medium, 1, 1000.0),
];

/// The rating of a bot, if the arena measured it. A bot without one is rated by its games, as people are.
#[must_use]
pub fn anchor(game: &str, level: &str, version: u16) -> Option<f64> {
    let kind: Kind = game.parse().ok()?;
    let level: Level = level.parse().ok()?;
    if version == bots::VERSION {
        let measured = bots::ratings(kind);
        return measured.iter().find(|rating| rating.level == level).map(|rating| rating.points);
    }
    let is_it =
        |(other, of, known, _): &&(Kind, Level, u16, f64)| (*other, *of, *known) == (kind, level, version);
    EARLIER.iter().find(is_it).map(|(.., points)| *points)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_have_the_ratings_that_the_arena_measured() {
        for kind in Kind::ALL {
            for rating in bots::ratings(*kind) {
                let found = anchor(kind.name(), rating.level.name(), bots::VERSION);
                assert_eq!(found, Some(rating.points), "{kind} {}", rating.level);
            }
            assert_eq!(anchor(kind.name(), "medium", bots::VERSION), Some(crate::START), "{kind}");
        }
    }

    #[test]
    fn what_was_never_measured_is_not_an_anchor() {
        assert_eq!(anchor("sorry", "hard", bots::VERSION), None);
        assert_eq!(anchor("golf", "medium", bots::VERSION + 1), None);
        assert_eq!(anchor("gomoku", "expert", 1), None);
        assert_eq!(anchor("chess", "medium", bots::VERSION), None);
        assert_eq!(anchor("golf", "grandmaster", bots::VERSION), None);
    }

    #[test]
    fn bots_of_an_earlier_version_keep_the_rating_of_their_own_games() {
        assert_eq!(anchor("gomoku", "casual", 1), Some(760.8));
        assert_ne!(anchor("gomoku", "casual", 1), anchor("gomoku", "casual", bots::VERSION));
    }
}
