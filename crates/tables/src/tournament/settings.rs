//! What a tournament is played by: checked once, when it is opened.

use bots::Level;
use game::options::RawOptions;
use games::Kind;
use protocol::{ChatText, Clock, NewTournament, Refusal, RefusalCode, TournamentForm};
use serde::{Deserialize, Serialize};

use super::pairing::TableSize;
use super::standings::Scoring;
use crate::live_game::check_options;

const MAX_NAME: usize = 60;
const MAX_ROUNDS: u8 = 20;
const MAX_SEATS: u8 = 4;
/// How far ahead entry may close, in milliseconds.
const MAX_AHEAD: i64 = 30 * 86_400_000;

const CLOCK: u32 = 30;
const ROUND_MINUTES: u32 = 60;
const MAX_ROUND_MINUTES: u32 = 10_080;
const BREAK_SECONDS: u32 = 60;
const MAX_BREAK_SECONDS: u32 = 3_600;
const GRACE_SECONDS: u32 = 120;
/// In an arena the others wait for their next table meanwhile.
const ARENA_GRACE_SECONDS: u32 = 60;
const ARENA_MINUTES: u32 = 60;
const MIN_ARENA_MINUTES: u32 = 5;
const MAX_ARENA_MINUTES: u32 = 480;
const MIN_GRACE_SECONDS: u32 = 30;
const MAX_GRACE_SECONDS: u32 = 3_600;

/// How people are brought together.
///
/// It is stored among the other settings and recognised by its fields: tournaments that were stored before there were
/// arenas have rounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum Form {
    Rounds(RoundsForm),
    Arena(ArenaForm),
}

/// Everybody plays one game in each round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct RoundsForm {
    pub(crate) rounds: u8,
    pub(crate) duplicate: bool,
    pub(crate) round_minutes: u32,
    pub(crate) break_seconds: u32,
}

/// People come and go, and have the next table as soon as there is one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct ArenaForm {
    pub(crate) minutes: u32,
}

impl RoundsForm {
    pub(crate) fn round_ms(&self) -> i64 {
        i64::from(self.round_minutes) * 60_000
    }

    pub(crate) fn break_ms(&self) -> i64 {
        i64::from(self.break_seconds) * 1_000
    }

    fn check(new: &NewTournament) -> Result<Self, Refusal> {
        if !(1..=MAX_ROUNDS).contains(&new.rounds) {
            return Err(bad(format!("A tournament has 1 to {MAX_ROUNDS} rounds.")));
        }
        if new.minutes.is_some() {
            return Err(bad("Only an arena has a duration: a tournament in rounds has `rounds`."));
        }
        if new.duplicate && !new.bots {
            let sentence = "With the same deal for all tables, bots must take the seats that are left over.";
            return Err(bad(sentence));
        }
        let what = "Seconds between rounds";
        Ok(Self {
            rounds: new.rounds,
            duplicate: new.duplicate,
            round_minutes: within(
                "Minutes of a round",
                new.round_minutes,
                ROUND_MINUTES,
                1,
                MAX_ROUND_MINUTES,
            )?,
            break_seconds: within(what, new.break_seconds, BREAK_SECONDS, 0, MAX_BREAK_SECONDS)?,
        })
    }
}

impl ArenaForm {
    pub(crate) fn duration_ms(&self) -> i64 {
        i64::from(self.minutes) * 60_000
    }

    fn check(new: &NewTournament) -> Result<Self, Refusal> {
        let has_rounds = new.rounds != 0 || new.round_minutes.is_some() || new.break_seconds.is_some();
        if has_rounds || new.duplicate {
            return Err(bad("An arena has no rounds, and no deal that is the same for all tables."));
        }
        let (least, most) = (MIN_ARENA_MINUTES, MAX_ARENA_MINUTES);
        Ok(Self { minutes: within("Minutes of an arena", new.minutes, ARENA_MINUTES, least, most)? })
    }
}

/// The settings of a tournament, checked.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Settings {
    pub(crate) name: String,
    #[serde(with = "crate::journal::as_text")]
    pub(crate) game: Kind,
    /// As they were given: completed for each size of table.
    pub(crate) options: RawOptions,
    pub(crate) seats: u8,
    #[serde(flatten)]
    pub(crate) form: Form,
    pub(crate) clock: Clock,
    pub(crate) closes_at: Option<i64>,
    pub(crate) bots: bool,
    #[serde(with = "crate::journal::as_text")]
    pub(crate) level: Level,
    pub(crate) grace_seconds: u32,
}

fn bad(sentence: impl Into<String>) -> Refusal {
    Refusal::new(RefusalCode::BadOptions, sentence)
}

/// A number within bounds, or its usual value.
fn within(what: &str, given: Option<u32>, usual: u32, least: u32, most: u32) -> Result<u32, Refusal> {
    let number = given.unwrap_or(usual);
    if (least..=most).contains(&number) {
        return Ok(number);
    }
    Err(bad(format!("{what}: {least} to {most}.")))
}

impl Settings {
    /// Checks what somebody asks for.
    ///
    /// # Errors
    /// What cannot be, as a sentence.
    pub(crate) fn check(new: NewTournament, now: i64) -> Result<Self, Refusal> {
        let game: Kind = new.game.parse().map_err(|unknown: games::UnknownGame| {
            Refusal::new(RefusalCode::NoSuchGame, unknown.to_string())
        })?;
        let name = ChatText::clean(&new.name).map_err(|_| bad("A tournament needs a name."))?;
        if name.as_str().chars().count() > MAX_NAME {
            return Err(bad(format!("The name of a tournament has at most {MAX_NAME} characters.")));
        }
        let max_seats = MAX_SEATS.min(game.spec().max_seats);
        let min_seats = game.spec().min_seats.max(2);
        if !(min_seats..=max_seats).contains(&new.seats) {
            return Err(bad(format!("Seats of a table: {min_seats} to {max_seats} in this game.")));
        }
        let (form, usual_grace) = match new.form {
            TournamentForm::Rounds => (Form::Rounds(RoundsForm::check(&new)?), GRACE_SECONDS),
            TournamentForm::Arena => (Form::Arena(ArenaForm::check(&new)?), ARENA_GRACE_SECONDS),
        };
        let level = match new.level.as_deref() {
            Some(level) => level.parse().map_err(|unknown: bots::UnknownLevel| {
                Refusal::new(RefusalCode::NoSuchBot, unknown.to_string())
            })?,
            None => Level::Casual,
        };
        if let Some(closes_at) = new.closes_at
            && !(now..=now + MAX_AHEAD).contains(&closes_at)
        {
            return Err(bad("A tournament begins within 30 days from now."));
        }
        let clock = within(
            "Seconds for a decision",
            new.clock_seconds,
            CLOCK,
            Clock::MIN_SECONDS,
            Clock::DAY_SECONDS,
        )?;
        let settings = Self {
            name: name.as_str().to_owned(),
            game,
            options: new.options,
            seats: new.seats,
            form,
            clock: Clock::Seconds(clock),
            closes_at: new.closes_at,
            bots: new.bots,
            level,
            grace_seconds: within(
                "Seconds until a bot plays for somebody who is not there",
                new.grace_seconds,
                usual_grace,
                MIN_GRACE_SECONDS,
                MAX_GRACE_SECONDS,
            )?,
        };
        // Without bots there are smaller tables: the options must fit them, too.
        let smallest = if settings.bots { settings.seats } else { min_seats };
        for seats in smallest..=settings.seats {
            check_options(game, &settings.options, seats)?;
        }
        Ok(settings)
    }

    pub(crate) fn table_size(&self) -> TableSize {
        TableSize {
            seats: usize::from(self.seats),
            fewest: usize::from(self.game.spec().min_seats.max(2)),
            bots: self.bots,
        }
    }

    pub(crate) fn scoring(&self) -> Scoring {
        Scoring { low_score_wins: self.game.spec().low_score_wins, duplicate: self.is_duplicate() }
    }

    /// Whether all tables of a round have the same deal.
    pub(crate) const fn is_duplicate(&self) -> bool {
        matches!(self.form, Form::Rounds(RoundsForm { duplicate: true, .. }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn usual() -> NewTournament {
        NewTournament {
            name: "Friday".to_owned(),
            game: Kind::ALL[0].name().to_owned(),
            options: RawOptions::default(),
            seats: 3,
            form: TournamentForm::Rounds,
            rounds: 3,
            minutes: None,
            clock_seconds: None,
            closes_at: None,
            bots: true,
            level: None,
            duplicate: false,
            round_minutes: None,
            break_seconds: None,
            grace_seconds: None,
        }
    }

    fn arena() -> NewTournament {
        NewTournament { form: TournamentForm::Arena, rounds: 0, minutes: Some(30), ..usual() }
    }

    #[test]
    fn what_was_stored_before_there_were_arenas_has_rounds_and_both_forms_are_read_again() {
        let old = r#"{"name":"Friday","game":"golf","options":{},"seats":2,"rounds":2,"clock":30,"closes_at":null,
            "bots":true,"level":"casual","duplicate":true,"round_minutes":60,"break_seconds":0,"grace_seconds":60}"#;
        let read: Settings = serde_json::from_str(old).unwrap();
        let form = RoundsForm { rounds: 2, duplicate: true, round_minutes: 60, break_seconds: 0 };
        assert_eq!(read.form, Form::Rounds(form));
        for new in [usual(), arena()] {
            let settings = Settings::check(new, 0).unwrap();
            let written = serde_json::to_string(&settings).unwrap();
            assert_eq!(serde_json::from_str::<Settings>(&written).unwrap(), settings, "{written}");
        }
    }

    #[test]
    fn what_cannot_be_is_refused_with_a_sentence() {
        let now = 1_000_000;
        assert!(Settings::check(usual(), now).is_ok());
        assert!(Settings::check(arena(), now).is_ok());
        let wrong = [
            NewTournament { name: "  ".to_owned(), ..usual() },
            NewTournament { name: "x".repeat(61), ..usual() },
            NewTournament { game: "bridge".to_owned(), ..usual() },
            NewTournament { seats: 1, ..usual() },
            NewTournament { seats: 5, ..usual() },
            NewTournament { rounds: 0, ..usual() },
            NewTournament { rounds: 21, ..usual() },
            NewTournament { clock_seconds: Some(4), ..usual() },
            NewTournament { level: Some("genius".to_owned()), ..usual() },
            NewTournament { duplicate: true, bots: false, ..usual() },
            NewTournament { closes_at: Some(now - 1), ..usual() },
            NewTournament { closes_at: Some(now + MAX_AHEAD + 1), ..usual() },
            NewTournament { round_minutes: Some(0), ..usual() },
            NewTournament { break_seconds: Some(3_601), ..usual() },
            NewTournament { grace_seconds: Some(29), ..usual() },
            NewTournament { minutes: Some(30), ..usual() },
            NewTournament { minutes: Some(4), ..arena() },
            NewTournament { minutes: Some(481), ..arena() },
            NewTournament { rounds: 3, ..arena() },
            NewTournament { duplicate: true, ..arena() },
            NewTournament { break_seconds: Some(0), ..arena() },
            NewTournament {
                options: RawOptions([("nonsense".to_owned(), "1".to_owned())].into_iter().collect()),
                ..usual()
            },
        ];
        for new in wrong {
            let shown = format!("{new:?}");
            assert!(Settings::check(new, now).is_err(), "{shown}");
        }
    }
}
