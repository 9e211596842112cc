//! A tournament as everybody may see it.

use game::Seat;
use protocol::{
    OwnTournament, TableId, TournamentDetails, TournamentEntrant, TournamentId, TournamentInfo,
    TournamentLuck, TournamentRound, TournamentSeat, TournamentSecret, TournamentStage, TournamentStanding,
    TournamentTable,
};

use super::stored::Loaded;
use crate::people::PersonId;
use crate::tournament::pairing::Entrant;
use crate::tournament::standings::{TableResult, draw_lot, has_dropped_out, round_points, standings};
use crate::tournament::{Round, Stage, Tournament};

/// What the list says of a tournament.
pub(super) fn info(id: TournamentId, stored: &Tournament, entrants: usize, round: usize) -> TournamentInfo {
    let settings = &stored.settings;
    let (stage, ended_at) = match stored.stage {
        Stage::Entry => (TournamentStage::Entry, None),
        Stage::Running => (TournamentStage::Running, None),
        Stage::Over { at } => (TournamentStage::Over, Some(at)),
        Stage::Cancelled { at } => (TournamentStage::Cancelled, Some(at)),
    };
    TournamentInfo {
        id,
        name: settings.name.clone(),
        organiser: stored.organiser.as_ref().map(|organiser| organiser.name.clone()),
        game: settings.game.name().to_owned(),
        options: settings.options.clone(),
        seats: settings.seats,
        rounds: settings.rounds,
        clock: settings.clock,
        bots: settings.bots,
        level: settings.level.name().to_owned(),
        duplicate: settings.duplicate,
        round_minutes: settings.round_minutes,
        break_seconds: settings.break_seconds,
        grace_seconds: settings.grace_seconds,
        stage,
        round: round as u8,
        entrant_count: entrants as u32,
        opened_at: stored.opened_at,
        closes_at: settings.closes_at,
        ended_at,
    }
}

/// All that everybody may know, and what it is to one person.
pub(super) fn details(
    id: TournamentId,
    loaded: &Loaded,
    person: Option<PersonId>,
    now: i64,
) -> TournamentDetails {
    let stored = &loaded.tournament;
    let is_over = matches!(stored.stage, Stage::Over { .. } | Stage::Cancelled { .. });
    let secret = TournamentSecret { tournament: id, secret: stored.secret };
    let nonces = stored.nonces();
    let in_entry = stored.stage == Stage::Entry;
    let scored = loaded.ended_rounds();
    let is_gone = |entrant: Entrant| loaded.has_withdrawn(entrant) || has_dropped_out(entrant, &scored);
    let name = |entrant: Entrant| {
        stored.entrants.get(entrant.index()).map(|stored| stored.name.clone()).unwrap_or_default()
    };
    let lot = match in_entry {
        true => (0..stored.entrants.len() as u16).map(Entrant).collect(),
        false => draw_lot(stored.entrants.len(), secret.lot(&nonces)),
    };
    let rows = if in_entry { Vec::new() } else { standings(&lot, &scored, stored.settings.scoring()) };
    let next_round_at = loaded
        .ended
        .last()
        .filter(|ended| stored.stage == Stage::Running && ended.number == loaded.rounds.len() as u8)
        .map(|ended| ended.at + stored.settings.break_ms());
    TournamentDetails {
        info: info(id, stored, stored.entrants.len(), loaded.rounds.len()),
        now,
        luck: TournamentLuck {
            commitment: secret.commitment(),
            nonce_count: nonces.len() as u32,
            secret: is_over.then_some(stored.secret),
            nonces: is_over.then(|| nonces.clone()),
        },
        entrants: lot
            .iter()
            .map(|entrant| TournamentEntrant { name: name(*entrant), withdrawn: is_gone(*entrant) })
            .collect(),
        standings: rows
            .iter()
            .map(|row| TournamentStanding {
                place: row.place,
                name: name(row.entrant),
                points: row.points,
                opponents: row.opponents,
                won: row.won,
                withdrawn: is_gone(row.entrant),
            })
            .collect(),
        rounds: loaded.rounds.iter().map(|round| shown_round(loaded, round, &name)).collect(),
        next_round_at,
        own: person.map(|person| own(loaded, person)),
    }
}

fn own(loaded: &Loaded, person: PersonId) -> OwnTournament {
    let stored = &loaded.tournament;
    let entrant = stored.number_of(person);
    let seated = entrant
        .zip(loaded.current())
        .and_then(|(entrant, round)| round.tables.iter().position(|table| table.contains(&Some(entrant))));
    let is_played = seated.filter(|table| !loaded.results.contains_key(table));
    OwnTournament {
        organises: stored.organiser.as_ref().is_some_and(|organiser| organiser.person == person),
        entered: entrant.is_some_and(|entrant| !loaded.has_withdrawn(entrant)),
        nonce: entrant.and_then(|entrant| stored.entrants[entrant.index()].nonce.clone()),
        table: is_played.and_then(|table| loaded.tables.get(&table).copied()),
    }
}

fn shown_round(loaded: &Loaded, round: &Round, name: &impl Fn(Entrant) -> String) -> TournamentRound {
    let place = usize::from(round.number) - 1;
    let ended = loaded.ended.get(place);
    let points = ended.and_then(|_| {
        let scored = loaded.ended_rounds();
        scored.get(place).map(|scored| round_points(scored, loaded.tournament.settings.scoring()))
    });
    let is_hidden = loaded.tournament.settings.duplicate && ended.is_none();
    let tables = round.tables.iter().enumerate().map(|(number, seats)| {
        let (table, result): (Option<TableId>, Option<&TableResult>) = match ended {
            Some(ended) => (
                ended.tables.get(number).copied().flatten(),
                ended.results.get(number).and_then(Option::as_ref),
            ),
            None => (loaded.tables.get(&number).copied(), loaded.results.get(&number)),
        };
        // Others still play the same deal: no score says anything about it.
        let shown = result.filter(|_| !is_hidden);
        let seats = seats.iter().enumerate().map(|(seat, entrant)| {
            let number_of_seat = Seat::of(seat as u8);
            TournamentSeat {
                name: entrant.map(name),
                score: shown.and_then(|result| result.scores.get(seat).copied()),
                won: shown.is_some_and(|result| result.winners.contains(number_of_seat)),
                away: shown.is_some_and(|result| result.away.contains(number_of_seat)),
                points: points.as_ref().and_then(|points| points.get(number)?.get(seat).copied()),
            }
        });
        TournamentTable {
            number: number as u16 + 1,
            table,
            seats: seats.collect(),
            finished: result.is_some() || ended.is_some(),
            stopped: result.map_or(ended.is_some(), |result| result.stopped),
            replay_id: shown.map(|result| result.replay),
        }
    });
    TournamentRound {
        number: round.number,
        begun_at: round.begun_at,
        deadline_at: round.deadline_at,
        ended_at: ended.map(|ended| ended.at),
        tables: tables.collect(),
        free: round.free.iter().map(|entrant| name(*entrant)).collect(),
    }
}
