//! A tournament as everybody may see it.

use game::Seat;
use protocol::{
    OwnTournament, TableId, TournamentDetails, TournamentEntrant, TournamentForm, TournamentId,
    TournamentInfo, TournamentLuck, TournamentRound, TournamentSeat, TournamentSecret, TournamentStage,
    TournamentStanding, TournamentTable,
};

use super::ShownTables;
use super::stored::Loaded;
use crate::people::PersonId;
use crate::tournament::arena::{Doing, arena_standings};
use crate::tournament::pairing::Entrant;
use crate::tournament::settings::Form;
use crate::tournament::standings::{
    TableResult, draw_lot, has_dropped_out, round_points, standings, table_points,
};
use crate::tournament::{Round, Stage, Tournament};

/// How many finished tables of an arena its page shows.
const MAX_FINISHED: usize = 50;

/// What the list says of a tournament.
pub(super) fn info(id: TournamentId, stored: &Tournament, entrants: usize, round: usize) -> TournamentInfo {
    let settings = &stored.settings;
    let (stage, ended_at) = match stored.stage {
        Stage::Entry => (TournamentStage::Entry, None),
        Stage::Running => (TournamentStage::Running, None),
        Stage::Over { at } => (TournamentStage::Over, Some(at)),
        Stage::Cancelled { at } => (TournamentStage::Cancelled, Some(at)),
    };
    let (form, rounds, minutes) = match settings.form {
        Form::Rounds(rounds) => (TournamentForm::Rounds, Some(rounds), None),
        Form::Arena(arena) => (TournamentForm::Arena, None, Some(arena.minutes)),
    };
    TournamentInfo {
        id,
        name: settings.name.clone(),
        organiser: stored.organiser.as_ref().map(|organiser| organiser.name.clone()),
        game: settings.game.name().to_owned(),
        options: settings.options.clone(),
        seats: settings.seats,
        form,
        rounds: rounds.map_or(0, |form| form.rounds),
        minutes,
        clock: settings.clock,
        bots: settings.bots,
        level: settings.level.name().to_owned(),
        duplicate: settings.is_duplicate(),
        round_minutes: rounds.map_or(0, |form| form.round_minutes),
        break_seconds: rounds.map_or(0, |form| form.break_seconds),
        grace_seconds: settings.grace_seconds,
        stage,
        round: round as u8,
        entrant_count: entrants as u32,
        opened_at: stored.opened_at,
        closes_at: settings.closes_at,
        ends_at: stored.ends_at,
        ended_at,
    }
}

/// All that everybody may know, and what it is to one person.
pub(super) fn details(
    id: TournamentId,
    loaded: &Loaded,
    person: Option<PersonId>,
    shown: ShownTables,
    now: i64,
) -> TournamentDetails {
    let stored = &loaded.tournament;
    let form = stored.settings.form;
    let is_over = matches!(stored.stage, Stage::Over { .. } | Stage::Cancelled { .. });
    let secret = TournamentSecret { tournament: id, secret: stored.secret };
    let nonces = stored.nonces();
    let in_entry = stored.stage == Stage::Entry;
    let scored = loaded.ended_rounds();
    let is_gone = |entrant: Entrant| match form {
        Form::Rounds(_) => loaded.has_withdrawn(entrant) || has_dropped_out(entrant, &scored),
        Form::Arena(_) => loaded.doing(entrant) == Doing::Left,
    };
    let name = |entrant: Entrant| {
        stored.entrants.get(entrant.index()).map(|stored| stored.name.clone()).unwrap_or_default()
    };
    let is_forgotten =
        |entrant: Entrant| stored.entrants.get(entrant.index()).is_some_and(|stored| stored.forgotten);
    let count = stored.entrants.len();
    let by_entry = || (0..count as u16).map(Entrant).collect::<Vec<_>>();
    let (lot, rows) = match form {
        Form::Rounds(_) if in_entry => (by_entry(), Vec::new()),
        Form::Rounds(_) => {
            let lot = draw_lot(count, secret.lot(&nonces));
            let rows = standings(&lot, &scored, stored.settings.scoring());
            (lot, rows)
        }
        // Who left before the beginning is not in it.
        Form::Arena(_) if in_entry => {
            (by_entry().into_iter().filter(|entrant| !is_gone(*entrant)).collect(), Vec::new())
        }
        Form::Arena(_) => {
            let low_score_wins = stored.settings.scoring().low_score_wins;
            (by_entry(), arena_standings(count, &loaded.games, low_score_wins))
        }
    };
    let next_round_at = loaded
        .ended
        .last()
        .filter(|ended| stored.stage == Stage::Running && ended.number == loaded.rounds.len() as u8)
        .and_then(|ended| match form {
            Form::Rounds(form) => Some(ended.at + form.break_ms()),
            Form::Arena(_) => None,
        });
    TournamentDetails {
        info: info(id, stored, lot.len(), loaded.rounds.len()),
        now,
        luck: TournamentLuck {
            commitment: secret.commitment(),
            nonce_count: nonces.len() as u32,
            secret: is_over.then_some(stored.secret),
            nonces: is_over.then(|| nonces.clone()),
        },
        entrants: lot
            .iter()
            .map(|entrant| TournamentEntrant {
                name: name(*entrant),
                withdrawn: is_gone(*entrant),
                forgotten: is_forgotten(*entrant),
            })
            .collect(),
        standings: rows
            .iter()
            .map(|row| TournamentStanding {
                place: row.place,
                name: name(row.entrant),
                points: row.points,
                opponents: row.opponents,
                won: row.won,
                played: row.played,
                withdrawn: is_gone(row.entrant),
                forgotten: is_forgotten(row.entrant),
            })
            .collect(),
        rounds: loaded.rounds.iter().map(|round| shown_round(loaded, round, &name)).collect(),
        tables: arena_tables(loaded, shown, &name),
        waiting: if stored.stage == Stage::Running { waiting(loaded, &name) } else { Vec::new() },
        next_round_at,
        own: person.map(|person| own(loaded, person)),
    }
}

/// Who waits for a table of an arena, the longest first.
fn waiting(loaded: &Loaded, name: &impl Fn(Entrant) -> String) -> Vec<String> {
    if let Form::Rounds(_) = loaded.tournament.settings.form {
        return Vec::new();
    }
    let all = (0..loaded.tournament.entrants.len() as u16).map(Entrant);
    let mut waiting: Vec<(i64, Entrant)> = all
        .filter_map(|entrant| match loaded.doing(entrant) {
            Doing::Waits { since } => Some((since, entrant)),
            Doing::Left | Doing::Plays { .. } => None,
        })
        .collect();
    waiting.sort_unstable();
    waiting.into_iter().map(|(_, entrant)| name(entrant)).collect()
}

/// The tables of an arena, the latest first.
fn arena_tables(
    loaded: &Loaded,
    shown: ShownTables,
    name: &impl Fn(Entrant) -> String,
) -> Vec<TournamentTable> {
    let low_score_wins = loaded.tournament.settings.scoring().low_score_wins;
    let mut finished = 0;
    let latest = loaded.games.iter().rev().filter(|game| {
        finished += usize::from(game.result.is_some());
        shown == ShownTables::All || game.result.is_none() || finished <= MAX_FINISHED
    });
    let tables = latest.map(|game| {
        let result = game.result.as_ref();
        let points = result
            .map(|result| table_points(game.played.seats.len(), Some(result), low_score_wins))
            .unwrap_or_default();
        TournamentTable {
            number: game.number,
            table: Some(game.played.table),
            seats: shown_seats(&game.played.seats, result, &points, name),
            finished: result.is_some(),
            stopped: result.is_some_and(|result| result.stopped),
            replay_id: result.map(|result| result.replay),
        }
    });
    tables.collect()
}

/// Who sat where, and what came of it as far as it is known.
fn shown_seats(
    seats: &[Option<Entrant>],
    result: Option<&TableResult>,
    points: &[u32],
    name: &impl Fn(Entrant) -> String,
) -> Vec<TournamentSeat> {
    let shown = seats.iter().enumerate().map(|(seat, entrant)| {
        let number = Seat::of(seat as u8);
        TournamentSeat {
            name: entrant.map(name),
            score: result.and_then(|result| result.scores.get(seat).copied()),
            won: result.is_some_and(|result| result.winners.contains(number)),
            away: result.is_some_and(|result| result.away.contains(number)),
            points: points.get(seat).copied(),
        }
    });
    shown.collect()
}

fn own(loaded: &Loaded, person: PersonId) -> OwnTournament {
    let stored = &loaded.tournament;
    let entrant = stored.number_of(person);
    let organises = stored.organiser.as_ref().is_some_and(|organiser| organiser.person == person);
    let nonce = entrant.and_then(|entrant| stored.entrants[entrant.index()].nonce.clone());
    if let Form::Arena(_) = stored.settings.form {
        let doing = entrant.map_or(Doing::Left, |entrant| loaded.doing(entrant));
        let is_in = entrant.is_some_and(|entrant| !loaded.has_withdrawn(entrant));
        return OwnTournament {
            organises,
            entered: doing != Doing::Left && is_in,
            nonce,
            table: match doing {
                Doing::Plays { table } => Some(table),
                Doing::Left | Doing::Waits { .. } => None,
            },
        };
    }
    let seated = entrant
        .zip(loaded.current())
        .and_then(|(entrant, round)| round.tables.iter().position(|table| table.contains(&Some(entrant))));
    let is_played = seated.filter(|table| !loaded.results.contains_key(table));
    OwnTournament {
        organises,
        entered: entrant.is_some_and(|entrant| !loaded.has_withdrawn(entrant)),
        nonce,
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
    let is_hidden = loaded.tournament.settings.is_duplicate() && ended.is_none();
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
        let own_points = points.as_ref().and_then(|points| points.get(number)).map_or(&[][..], Vec::as_slice);
        TournamentTable {
            number: number as u16 + 1,
            table,
            seats: shown_seats(seats, shown, own_points, name),
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
