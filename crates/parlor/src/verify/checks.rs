//! What is checked of one game, each in a sentence.

use std::fmt;

use game::{Record, RecordError, Seat, SeatSet};
use games::Kind;
use protocol::{
    Commitment, Deal, DealDay, DealForm, NameHash, NameSalt, Nonce, ReplayId, Seal, SealedNames, TableId,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One thing that was looked at.
#[derive(Debug, Serialize)]
pub(super) struct Check {
    pub(super) name: &'static str,
    pub(super) finding: Finding,
    pub(super) says: String,
}

/// What was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Finding {
    Holds,
    /// Something to do oneself.
    Note,
    NotChecked,
    Wrong,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Holds => "holds",
            Self::Note => "note",
            Self::NotChecked => "not checked",
            Self::Wrong => "WRONG",
        })
    }
}

/// What somebody noted before the game.
pub(super) struct Noted {
    pub(super) commitment: Option<Commitment>,
    pub(super) seal: Option<Seal>,
    pub(super) nonces: Vec<(Seat, Nonce)>,
}

/// A replay as the server keeps it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HouseReplay {
    id: ReplayId,
    table: TableId,
    /// Milliseconds since 1970: the seal alone vouches for it.
    #[serde(rename = "ended")]
    _ended: i64,
    names: Vec<String>,
    winners: SeatSet,
    scores: Vec<i32>,
    abandoned: bool,
    /// Seats that took hints: the seal alone vouches for it.
    #[serde(default, rename = "hinted")]
    _hinted: SeatSet,
    record: Record<Value>,
    deal: Option<Deal>,
    seal: Option<Seal>,
    /// What was sealed before somebody was forgotten.
    old_seal: Option<Seal>,
    name_hashes: Option<Vec<NameHash>>,
    name_salts: Option<Vec<Option<NameSalt>>>,
    /// How often something was taken back: the seal alone vouches for it.
    #[serde(default, rename = "undo_count")]
    _undo_count: u32,
}

#[derive(Default)]
struct Checks(Vec<Check>);

impl Checks {
    fn note(&mut self, name: &'static str, finding: Finding, says: impl Into<String>) {
        self.0.push(Check { name, finding, says: says.into() });
    }

    fn hold(&mut self, name: &'static str, holds: bool, good: impl Into<String>, bad: impl Into<String>) {
        if holds { self.note(name, Finding::Holds, good) } else { self.note(name, Finding::Wrong, bad) }
    }
}

/// Checks one game: returns a description of it and the results.
pub(super) fn examine(json: &str, noted: &Noted) -> (String, Vec<Check>) {
    let mut checks = Checks::default();
    let what = match serde_json::from_str::<Value>(json) {
        Err(error) => {
            checks.note("form", Finding::Wrong, format!("This is not JSON: {error}."));
            "no game".to_owned()
        }
        Ok(value) if value.get("record").is_some() => server_replay(&value, noted, &mut checks),
        Ok(value) => bare_record(&value, noted, &mut checks),
    };
    (what, checks.0)
}

fn bare_record(value: &Value, noted: &Noted, checks: &mut Checks) -> String {
    let record = match Record::<Value>::deserialize(value) {
        Ok(record) => record,
        Err(error) => {
            checks.note("form", Finding::Wrong, format!("This is neither a record nor a replay: {error}."));
            return "no game".to_owned();
        }
    };
    let says = "There is no commitment in this record: whoever wrote it may have chosen the luck.";
    let promised = noted.commitment.is_some() || noted.seal.is_some();
    let finding = if promised { Finding::Wrong } else { Finding::NotChecked };
    checks.note("deal", finding, says);
    if let Some(end) = played(&record, checks) {
        let how = if end.winners.is_some() { "to its end" } else { "; it stops before its end" };
        checks.note("game", Finding::Holds, format!("Every action is legal {how}."));
    }
    format!("a record of {}", record.game)
}

fn server_replay(value: &Value, noted: &Noted, checks: &mut Checks) -> String {
    let replay = match HouseReplay::deserialize(value) {
        Ok(replay) => replay,
        Err(error) => {
            checks.note("form", Finding::Wrong, format!("This is not a replay of a server: {error}."));
            return "no game".to_owned();
        }
    };
    let seats = usize::from(replay.record.seats);
    checks.hold(
        "form",
        replay.id.table == replay.table && replay.names.len() == seats && replay.scores.len() == seats,
        "Its parts belong together.",
        "Its id is of another table, or names and scores are not one for each seat.",
    );
    match replay.seal {
        Some(seal) => checks.hold(
            "seal",
            Seal::of(value) == seal,
            format!("Not a byte was changed since it was sealed with {seal}."),
            "It is not what was sealed: something in it was changed.",
        ),
        None => checks.note("seal", Finding::NotChecked, "It has no seal: it may have been changed."),
    }
    if let Some(old_seal) = replay.old_seal {
        checks.note(
            "sealed anew",
            Finding::Note,
            format!("Somebody who played was forgotten: before that its seal was {old_seal}."),
        );
    }
    of_names(&replay, checks);
    if let Some(seal) = noted.seal {
        checks.hold(
            "sent after",
            [replay.seal, replay.old_seal].contains(&Some(seal)),
            if replay.seal == Some(seal) {
                "It is the seal that was sent with the result."
            } else {
                "It is the seal that was sent with the result, before somebody was forgotten."
            },
            format!("With the result {seal} was sent."),
        );
    }
    match &replay.deal {
        Some(deal) => of_deal(&replay, deal, noted, checks),
        None => {
            let says = "It was dealt before deals could be checked: the server may have chosen the cards.";
            let finding = if noted.commitment.is_some() { Finding::Wrong } else { Finding::NotChecked };
            checks.note("deal", finding, says);
        }
    }
    of_game(&replay, checks);
    format!("{}, {}: {}", replay.id, replay.record.game, replay.names.join(", "))
}

/// Names are sealed as hashes, so that they can be forgotten; in replays of the first form they are sealed as they are.
fn of_names(replay: &HouseReplay, checks: &mut Checks) {
    let (name_hashes, name_salts) = match (&replay.name_hashes, &replay.name_salts) {
        (None, None) => return,
        (Some(hashes), Some(salts)) => (hashes.clone(), salts.clone()),
        _ => return checks.note("names", Finding::Wrong, "It has hashes of names or salts, but not both."),
    };
    let sealed = SealedNames { name_hashes, name_salts };
    checks.hold(
        "names",
        sealed.hold(&replay.names),
        "The names are those that were sealed.",
        "A name is not the one that was sealed.",
    );
    match sealed.forgotten() {
        0 => {}
        1 => checks.note(
            "forgotten",
            Finding::Note,
            "One name was forgotten since: nothing vouches for what stands there.",
        ),
        count => {
            let says = format!("{count} names were forgotten since: nothing vouches for what stands there.");
            checks.note("forgotten", Finding::Note, says);
        }
    }
}

fn of_deal(replay: &HouseReplay, deal: &Deal, noted: &Noted, checks: &mut Checks) {
    let commitment = deal.commitment;
    checks.hold(
        "commitment",
        deal.keeps_commitment(),
        format!("The secret is the one that the server was bound to by {commitment}."),
        format!("The secret does not hash to the commitment {commitment}."),
    );
    match noted.commitment {
        Some(sent) => checks.hold(
            "sent before",
            sent == commitment,
            "It is the commitment that was sent before the game.",
            format!("Before the game {sent} was sent."),
        ),
        None => checks.note(
            "sent before",
            Finding::Note,
            "Compare the commitment with the one sent before the game, or give that with --commitment.",
        ),
    }
    let given = deal.nonces.iter().flatten().count();
    match &deal.day {
        Some(day) => of_day(replay, deal, day, checks),
        None => checks.hold(
            "nonces",
            deal.nonces.len() == usize::from(replay.record.seats),
            format!("{given} of {} seats added to the luck.", replay.record.seats),
            "There is not one place for a nonce for each seat.",
        ),
    }
    checks.hold(
        "kind of deal",
        // Other tables of a tournament may have had the same deal, without a day.
        replay.record.duplicate || deal.day.is_none(),
        if replay.record.duplicate {
            "It is a duplicate deal: each seat's luck is its own."
        } else {
            "It is an ordinary deal."
        },
        "The record says another kind of deal than the deal does.",
    );
    for (seat, nonce) in &noted.nonces {
        if deal.day.is_some() {
            // The nonces of a day do not belong to seats, so the given nonce may be any in the list.
            checks.hold(
                "own nonce",
                deal.nonces.iter().flatten().any(|given| given == nonce),
                format!("{nonce} was among what people added to that day."),
                format!("{nonce} is not among what people added to that day."),
            );
            continue;
        }
        checks.hold(
            "own nonce",
            deal.nonces.get(seat.index()).and_then(Option::as_ref) == Some(nonce),
            format!("Seat {seat} gave {nonce}."),
            format!("Seat {seat} did not give {nonce}."),
        );
    }
    checks.hold(
        "seed",
        deal.seed(replay.id) == replay.record.seed,
        "The game's luck follows from the secret and the nonces.",
        "The game's luck does not follow from the secret and the nonces.",
    );
    if deal.form == DealForm::First {
        checks.note(
            "form of deal",
            Finding::Note,
            "It was dealt by version 0.1, whose server chose the id of the table and could have tried several.",
        );
    }
}

/// What is particular to the deal of a day.
fn of_day(replay: &HouseReplay, deal: &Deal, day: &DealDay, checks: &mut Checks) {
    let nonces: Vec<&str> = deal.nonces.iter().flatten().map(Nonce::as_str).collect();
    checks.hold(
        "nonces",
        nonces.len() == deal.nonces.len() && nonces.is_sorted(),
        match nonces.len() {
            0 => "Nobody added to the luck of that day: the server alone chose it.".to_owned(),
            count => format!("{count} people added to the luck of that day before it began."),
        },
        "What people added to that day is not a list in alphabetical order.",
    );
    checks.hold(
        "day",
        day.game == replay.record.game,
        format!("It is the deal of {} in {}, the same for everybody.", day.date, day.game),
        format!("The deal is one of {}, and the game is {}.", day.game, replay.record.game),
    );
}

/// Where a record ends.
struct End {
    winners: Option<SeatSet>,
    scores: Vec<i32>,
}

fn of_game(replay: &HouseReplay, checks: &mut Checks) {
    let Some(end) = played(&replay.record, checks) else { return };
    let actions = replay.record.actions.len();
    checks.note("game", Finding::Holds, format!("All {actions} actions are legal, from that deal on."));
    let result = match end.winners {
        Some(winners) => !replay.abandoned && replay.winners == winners,
        None => replay.abandoned && replay.winners.is_empty(),
    };
    checks.hold(
        "result",
        result && end.scores == replay.scores,
        if replay.abandoned {
            "It was abandoned, with these scores."
        } else {
            "Winners and scores are right."
        },
        format!("The game ends otherwise: scores {:?}.", end.scores),
    );
}

/// Plays a record through; what is wrong with it is noted.
fn played(record: &Record<Value>, checks: &mut Checks) -> Option<End> {
    let Ok(kind) = record.game.parse::<Kind>() else {
        checks.note("game", Finding::Wrong, format!("There is no game called {:?}.", record.game));
        return None;
    };
    let end = kind.face().replay(&record.to_line()).map(|replay| {
        replay.steps().last().map(|step| End {
            winners: step.status().outcome().map(|outcome| outcome.winners),
            scores: step.scores().as_slice().to_vec(),
        })
    });
    match end {
        Ok(end) => end,
        Err(error @ RecordError::OtherRules { .. }) => {
            checks.note("game", Finding::NotChecked, error.to_string());
            None
        }
        Err(error) => {
            checks.note("game", Finding::Wrong, error.to_string());
            None
        }
    }
}
