//! The tables of a tournament: opened by the server, with everybody seated.

use game::Seat;
use protocol::{
    BoundSecret, Clock, Notice, NoticeKind, OnLeave, Refusal, ReplayId, ServerMsg, TableId, TournamentId,
    TournamentSecret, Watchers,
};
use store::Write;

use super::stored::Loaded;
use super::{Server, unavailable};
use crate::journal::{Fact, TableConfig, TournamentConfig};
use crate::live_game::check_options;
use crate::server::opening::NotOpened;
use crate::tournament::arena::ArenaTable;
use crate::tournament::pairing::Entrant;
use crate::tournament::standings::draw_seats;
use crate::tournament::{self, ARENA_ROUND, Round, StoredEntrant};

/// After this many missed deadlines in a row a bot plays on.
const MISSED_LIMIT: u8 = 3;

impl Server {
    /// Opens the tables of a round that are not open yet, and calls everybody to theirs.
    pub(super) async fn open_round(&self, id: TournamentId, loaded: &Loaded, round: &Round) -> bool {
        let mut all_open = true;
        for (place, seats) in round.tables.iter().enumerate() {
            if loaded.tables.contains_key(&place) {
                continue;
            }
            match self.open_tournament_table(id, loaded, round, place, seats).await {
                Ok(table) => self.call_to_table(loaded, seats, table).await,
                // Another node was first.
                Err(NotOpened::Exists) => {}
                Err(NotOpened::Refused(refusal)) => {
                    all_open = false;
                    tracing::warn!(%id, code = refusal.code, "a table of a tournament could not be opened");
                }
            }
        }
        all_open
    }

    async fn open_tournament_table(
        &self,
        id: TournamentId,
        loaded: &Loaded,
        round: &Round,
        place: usize,
        seats: &[Option<Entrant>],
    ) -> Result<TableId, NotOpened> {
        let stored = &loaded.tournament;
        let number = place as u16 + 1;
        let duplicate = stored.settings.is_duplicate();
        // All tables with one deal have one secret.
        let deal_number = if duplicate { 0 } else { number };
        let tournament_secret = TournamentSecret { tournament: id, secret: stored.secret };
        let secret = tournament_secret.of_table(round.number, deal_number, &stored.nonces());
        let place = TournamentConfig { id, round: round.number, table: number, duplicate };
        let config = table_config(loaded, place, secret, seats.len() as u8)?;
        let opened_at = stored.opened_at;
        self.open_with(config, seated(loaded, seats), |table, at| {
            let kind = tournament::tables(id, round.number);
            let document = tournament::document(kind, number.to_string(), opened_at, at, &table);
            let document = document.map_err(|error| unavailable(&error.into()))?;
            let mut writes = vec![Write::AddDocument(document)];
            if duplicate {
                let replay = ReplayId { table, game: 1 };
                writes.push(Write::PutDocument(tournament::withheld(replay, opened_at)));
            }
            Ok(writes)
        })
        .await
    }

    /// Opens the next table of an arena. Its players are stored with it, if none of them has left in the meantime: leaving
    /// removes a document that is required here, in a separate transaction that comes before or after this one.
    pub(super) async fn open_arena_table(
        &self,
        id: TournamentId,
        loaded: &Loaded,
        number: u16,
        people: &[Entrant],
    ) -> Result<(), NotOpened> {
        let stored = &loaded.tournament;
        let nonces = stored.nonces_of(people);
        let tournament_secret = TournamentSecret { tournament: id, secret: stored.secret };
        let all = stored.settings.bots.then_some(usize::from(stored.settings.seats));
        let drawn = draw_seats(&[people.to_vec()], all, u64::from(number), tournament_secret.lot(&nonces));
        let seats = drawn.into_iter().next().unwrap_or_default();
        let place = TournamentConfig { id, round: ARENA_ROUND, table: number, duplicate: false };
        let secret = tournament_secret.of_table(ARENA_ROUND, number, &nonces);
        let config = table_config(loaded, place, secret, seats.len() as u8)?;
        let opened_at = stored.opened_at;
        let facts = seated(loaded, &seats);
        let entrants = people.iter().filter_map(|entrant| stored.entrants.get(entrant.index()));
        let still_in = |at| {
            let kind = || tournament::ENTERED.to_owned();
            let key = |entrant: &StoredEntrant| tournament::entered_id(id, entrant.person);
            entrants.map(move |entrant| Write::RequireDocument { kind: kind(), id: key(entrant), at })
        };
        let table = self
            .open_with(config, facts, |table, at| {
                let kind = tournament::tables(id, ARENA_ROUND);
                let body = ArenaTable { table, begun_at: at, seats: seats.clone() };
                let document = tournament::document(kind, number.to_string(), opened_at, at, &body);
                let document = document.map_err(|error| unavailable(&error.into()))?;
                Ok(still_in(at).chain([Write::AddDocument(document)]).collect())
            })
            .await?;
        self.call_to_table(loaded, &seats, table).await;
        Ok(())
    }

    async fn call_to_table(&self, loaded: &Loaded, seats: &[Option<Entrant>], table: TableId) {
        let notice = Notice {
            id: None,
            kind: NoticeKind::RoundBegan,
            table: Some(table),
            message: loaded.tournament.settings.name.clone(),
        };
        let entrants = seats.iter().flatten().filter_map(|seat| loaded.tournament.entrants.get(seat.index()));
        let people: Vec<_> = entrants.map(|entrant| entrant.person).collect();
        self.send_to_all(&people, &ServerMsg::Notice(notice.clone()));
        if let Some(cluster) = self.cluster() {
            cluster.notify(people, notice).await;
        }
    }
}

/// Seats everybody, and bots on the free seats.
fn seated(loaded: &Loaded, seats: &[Option<Entrant>]) -> Vec<Fact> {
    let stored = &loaded.tournament;
    let facts = (0..).zip(seats).map(|(seat, entrant)| {
        let seat = Seat::of(seat);
        match entrant.and_then(|entrant| stored.entrants.get(entrant.index())) {
            Some(entrant) => Fact::Sat {
                seat,
                person: entrant.person,
                name: entrant.name.clone(),
                bot: false,
                legacy: false,
                nonce: None,
                address: None,
            },
            None => Fact::BotSat { seat, level: stored.settings.level },
        }
    });
    facts.collect()
}

fn table_config(
    loaded: &Loaded,
    place: TournamentConfig,
    secret: BoundSecret,
    seats: u8,
) -> Result<TableConfig, Refusal> {
    let settings = &loaded.tournament.settings;
    Ok(TableConfig {
        game: settings.game,
        seats,
        options: check_options(settings.game, &settings.options, seats)?,
        clock: match settings.clock {
            Clock::Off => Clock::default(),
            clock @ Clock::Seconds(_) => clock,
        },
        code: None,
        // Watchers of one table must not tell players of another what the same deal holds.
        watchers: if place.duplicate { Watchers::None } else { Watchers::Open },
        on_leave: OnLeave::Bot,
        grace: settings.grace_seconds * 1_000,
        level: settings.level,
        bot_pause: 700,
        missed_limit: Some(MISSED_LIMIT),
        legacy_protocol: None,
        keeps_numbers: false,
        hints: false,
        rated: false,
        same_address: false,
        kept: None,
        day: None,
        tournament: Some(Box::new(place)),
        secret: Some(secret),
    })
}
