//! From what somebody asks for to a table that can be.

use games::Kind;
use protocol::{Clock, InviteCode, LegacyProtocol, NewTable, OnLeave, Refusal, RefusalCode};

use crate::entropy::Entropy;
use crate::journal::TableConfig;
use crate::live_game::check_options;

/// The usual grace time, in seconds.
const GRACE: u32 = 30;
/// The same in milliseconds.
pub(crate) const DEFAULT_GRACE: i64 = GRACE as i64 * 1_000;
/// The longest grace time, in seconds: no shorter than the longest clock.
const MAX_GRACE: u32 = Clock::MAX_SECONDS;
/// The usual pause of a bot, in milliseconds.
const BOT_PAUSE: u16 = 700;
const MAX_BOT_PAUSE: u16 = 10_000;
/// After this many missed deadlines in a row a bot plays on.
const MISSED_LIMIT: u8 = 3;

/// Checks what somebody asks for.
///
/// # Errors
/// What cannot be, as a sentence.
pub(crate) fn read_new_table(
    new: &NewTable,
    legacy_protocol: Option<LegacyProtocol>,
    entropy: &Entropy,
) -> Result<TableConfig, Refusal> {
    let kind: Kind = new
        .game
        .parse()
        .map_err(|unknown: games::UnknownGame| Refusal::new(RefusalCode::NoSuchGame, unknown.to_string()))?;
    let seats = new.seats.unwrap_or_else(|| kind.spec().default_seats);
    let options = check_options(kind, &new.options, seats)?;
    let bad = |sentence: String| Refusal::new(RefusalCode::BadOptions, sentence);
    let usual_grace = match new.clock {
        // People of a game of days are away between their decisions.
        Clock::Seconds(seconds) if seconds >= Clock::DAY_SECONDS => MAX_GRACE,
        Clock::Seconds(_) | Clock::Off => GRACE,
    };
    let grace = new.grace_seconds.unwrap_or(usual_grace);
    if grace > MAX_GRACE {
        return Err(bad(format!("The grace time is 0 to {MAX_GRACE} seconds.")));
    }
    let bot_pause = new.bot_delay_ms.unwrap_or(BOT_PAUSE);
    if bot_pause > MAX_BOT_PAUSE {
        return Err(bad(format!("A bot pauses 0 to {MAX_BOT_PAUSE} milliseconds.")));
    }
    let level = new.substitute_level.as_deref().unwrap_or(bots::Level::Casual.name());
    let no_bot = |unknown: bots::UnknownLevel| Refusal::new(RefusalCode::NoSuchBot, unknown.to_string());
    let level = level.parse().map_err(no_bot)?;
    new.bots.iter().try_for_each(|bot| bot.parse::<bots::Level>().map(drop)).map_err(no_bot)?;
    if new.bots.len() >= usize::from(seats) {
        return Err(bad(format!("{} bots leave no seat for you at a table of {seats}.", new.bots.len())));
    }
    if new.rated {
        let wrong = match (new.hints, new.clock, new.on_leave) {
            (Some(true), ..) => Some("A rated table has no hints."),
            (_, Clock::Off, _) => Some("A rated table needs a clock: nobody may wait for ever."),
            (.., OnLeave::End) => Some("At a rated table a bot plays for somebody who leaves."),
            _ => None,
        };
        if let Some(sentence) = wrong {
            return Err(bad(sentence.to_owned()));
        }
    }
    let rated = new.rated && legacy_protocol.is_none();
    let code =
        if new.private { Some(InviteCode::from_random(u128::from_le_bytes(entropy.bytes()?))) } else { None };
    Ok(TableConfig {
        game: kind,
        seats,
        kept: None,
        options,
        clock: new.clock,
        code,
        watchers: new.watch_policy,
        on_leave: new.on_leave,
        grace: grace * 1_000,
        level,
        bot_pause: u32::from(bot_pause),
        missed_limit: (new.on_leave == OnLeave::Bot && legacy_protocol.is_none()).then_some(MISSED_LIMIT),
        legacy_protocol,
        keeps_numbers: legacy_protocol.is_some(),
        // Against bots alone nobody is wronged by a hint.
        hints: new.hints.unwrap_or(new.bots.len() + 1 == usize::from(seats) && !rated)
            && legacy_protocol.is_none(),
        rated,
        same_address: new.same_address,
        day: None,
        tournament: None,
        secret: None,
    })
}
