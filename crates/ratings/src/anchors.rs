//! Players whose strength is known: the bots of the server.

use bots::Level;
use games::Kind;

/// Ratings of bots of earlier versions, as they were measured when those versions played. When [`bots::VERSION`] rises, the
/// ratings of the version before are added here: games against it keep their meaning.
const EARLIER: &[(Kind, Level, u16, f64)] = &[];

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
        assert_eq!(anchor("chess", "medium", bots::VERSION), None);
        assert_eq!(anchor("golf", "grandmaster", bots::VERSION), None);
    }
}
