//! Tournaments, in rounds or as arenas: what is stored of them, and the rules without I/O or clock.
//!
//! What is stored, as documents:
//!
//! | Kind | Id | What |
//! | --- | --- | --- |
//! | `tournament` | tournament | its settings, the secret that the server is bound to, and everybody who entered, once entry is closed |
//! | `tournament_live` | tournament | that it is not over: these are looked after |
//! | `tournament_entry` | tournament | that entry is open: entering requires it. The start of rounds removes it, or the end of an arena |
//! | `tournament_begun` | tournament | that the organiser has started an arena |
//! | `tournament_entrant ID` | person | somebody who entered, with their nonce; in an arena with their number and when they joined last |
//! | `tournament_number ID` | number | everybody who ever entered an arena, in the order of entry |
//! | `tournament_entered` | tournament/person | the same by person, to count; until the tournament is over |
//! | `tournament_organised` | tournament | by organiser, to count; until the tournament is over |
//! | `tournament_withdrawn ID` | person | that they are not paired any more |
//! | `tournament_cancelled` | tournament | that it was called off |
//! | `tournament_round ID` | round | the pairing of a round, before its tables are opened |
//! | `tournament_table ID ROUND` | table | where it is played; added with the table. In an arena the round is 0, and it says who sits there |
//! | `tournament_result ID ROUND` | table | how its game ended; stored with the last action |
//! | `tournament_ended ID` | round | that the round is over, and all its results |
//! | `withheld_replay` | replay | that nobody sees it yet: others still play the same deal |
//!
//! Each step is added once, in an order in which the server can continue from every prefix. Points and standings are
//! computed from them and never stored.

pub(crate) mod arena;
pub(crate) mod pairing;
pub(crate) mod settings;
pub(crate) mod standings;

use protocol::{Nonce, ReplayId, Secret, TableId, TournamentId};
use serde::{Deserialize, Serialize};
use store::{Document, Write};

use self::pairing::Entrant;
pub(crate) use self::settings::Settings;
use self::standings::TableResult;
use crate::people::{NOBODY, PersonId};

/// Maximum number of people who enter one tournament.
pub const MAX_ENTRANTS: u32 = 256;
/// Maximum number of tournaments one person organises at a time.
pub const MAX_ORGANISED: u32 = 3;
/// Maximum number of tournaments one person has entered at a time.
pub const MAX_ENTERED: u32 = 10;
/// Maximum number of tournaments that are not over.
pub const MAX_LIVE: u32 = 100;
/// How long a tournament is kept after it was opened, in milliseconds: longer than the longest can last.
const KEPT_MS: i64 = 430 * 86_400_000;

pub(crate) const TOURNAMENT: &str = "tournament";
pub(crate) const LIVE: &str = "tournament_live";
pub(crate) const ENTRY: &str = "tournament_entry";
pub(crate) const BEGUN: &str = "tournament_begun";
/// The round that tables of an arena are stored under.
pub(crate) const ARENA_ROUND: u8 = 0;
pub(crate) const ENTERED: &str = "tournament_entered";
pub(crate) const ORGANISED: &str = "tournament_organised";
pub(crate) const CANCELLED: &str = "tournament_cancelled";
pub(crate) const WITHHELD: &str = "withheld_replay";

pub(crate) fn entrants(id: TournamentId) -> String {
    format!("tournament_entrant {id}")
}

pub(crate) fn numbers(id: TournamentId) -> String {
    format!("tournament_number {id}")
}

pub(crate) fn withdrawn(id: TournamentId) -> String {
    format!("tournament_withdrawn {id}")
}

pub(crate) fn rounds(id: TournamentId) -> String {
    format!("tournament_round {id}")
}

pub(crate) fn tables(id: TournamentId, round: u8) -> String {
    format!("tournament_table {id} {round}")
}

pub(crate) fn results(id: TournamentId, round: u8) -> String {
    format!("tournament_result {id} {round}")
}

pub(crate) fn ended(id: TournamentId) -> String {
    format!("tournament_ended {id}")
}

pub(crate) fn entered_id(id: TournamentId, person: PersonId) -> String {
    format!("{id}/{}", person.0)
}

/// The stage of a stored tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Stage {
    /// Entry is open, or is being closed.
    Entry,
    /// It is played.
    Running,
    Over {
        at: i64,
    },
    Cancelled {
        at: i64,
    },
}

/// A tournament as it is stored.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Tournament {
    pub(crate) settings: Settings,
    /// Nobody if the operator opened it.
    pub(crate) organiser: Option<Organiser>,
    pub(crate) secret: Secret,
    pub(crate) opened_at: i64,
    pub(crate) stage: Stage,
    /// When the time of an arena that has begun is up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) ends_at: Option<i64>,
    /// In the order of entry, once entry is closed.
    #[serde(default)]
    pub(crate) entrants: Vec<StoredEntrant>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Organiser {
    pub(crate) person: PersonId,
    pub(crate) name: String,
}

/// Somebody who entered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct StoredEntrant {
    pub(crate) person: PersonId,
    pub(crate) name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) nonce: Option<Nonce>,
    /// The place in the list of entrants of an arena.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) number: Option<u16>,
    /// When they joined an arena last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) joined_at: Option<i64>,
    /// Whether the name was taken away: they were forgotten.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) forgotten: bool,
}

/// What somebody is called who was forgotten, by their place in the list of entrants from 0.
fn nobody(place: usize) -> String {
    format!("{NOBODY} {}", place + 1)
}

impl StoredEntrant {
    /// Takes their name away. False if it was gone.
    pub(crate) fn forget(&mut self, place: usize) -> bool {
        let is_known = !self.forgotten;
        (self.name, self.forgotten) = (nobody(place), true);
        is_known
    }
}

impl Tournament {
    /// Removes a person's name. False if it does not occur.
    pub(crate) fn forget(&mut self, person: PersonId) -> bool {
        let mut is_known = false;
        for (place, entrant) in self.entrants.iter_mut().enumerate() {
            is_known |= entrant.person == person && entrant.forget(place);
        }
        if let Some(organiser) = self.organiser.as_mut().filter(|organiser| organiser.person == person) {
            is_known |= organiser.name != NOBODY;
            NOBODY.clone_into(&mut organiser.name);
        }
        is_known
    }

    /// The nonces of all entrants.
    pub(crate) fn nonces(&self) -> Vec<Nonce> {
        sorted(self.entrants.iter().filter_map(|entrant| entrant.nonce.clone()).collect())
    }

    /// The nonces of the people of one table.
    pub(crate) fn nonces_of(&self, people: &[Entrant]) -> Vec<Nonce> {
        let entrants = people.iter().filter_map(|entrant| self.entrants.get(entrant.index()));
        sorted(entrants.filter_map(|entrant| entrant.nonce.clone()).collect())
    }

    pub(crate) fn number_of(&self, person: PersonId) -> Option<Entrant> {
        let place = self.entrants.iter().position(|entrant| entrant.person == person)?;
        Some(Entrant(place as u16))
    }
}

fn sorted(mut nonces: Vec<Nonce>) -> Vec<Nonce> {
    nonces.sort_unstable_by(|one, other| one.as_str().cmp(other.as_str()));
    nonces
}

/// The pairing of a round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Round {
    pub(crate) number: u8,
    pub(crate) begun_at: i64,
    pub(crate) deadline_at: i64,
    /// Who sits where; nothing is a bot.
    pub(crate) tables: Vec<Vec<Option<Entrant>>>,
    pub(crate) free: Vec<Entrant>,
}

/// A round that is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Ended {
    pub(crate) number: u8,
    pub(crate) at: i64,
    /// Its tables; `None` for one that was never opened.
    pub(crate) tables: Vec<Option<TableId>>,
    pub(crate) results: Vec<Option<TableResult>>,
}

/// A document of a tournament that belongs to nobody.
pub(crate) fn document(
    kind: String,
    id: String,
    opened_at: i64,
    at: i64,
    body: &impl Serialize,
) -> Result<Document, serde_json::Error> {
    Ok(Document {
        kind,
        id,
        person: None,
        at,
        expires: Some(opened_at + KEPT_MS),
        body: serde_json::to_string(body)?,
    })
}

/// The write that stores how the game of a table ended. It is committed with the last action.
pub(crate) fn result_write(
    id: TournamentId,
    round: u8,
    table: u16,
    result: &TableResult,
) -> Result<Write, serde_json::Error> {
    let (kind, at) = (results(id, round), result.at);
    Ok(Write::PutDocument(document(kind, table.to_string(), at, at, result)?))
}

/// The document that withholds a replay.
pub(crate) fn withheld(replay: ReplayId, opened_at: i64) -> Document {
    Document {
        kind: WITHHELD.to_owned(),
        id: replay.to_string(),
        person: None,
        at: opened_at,
        expires: Some(opened_at + KEPT_MS),
        body: String::new(),
    }
}
