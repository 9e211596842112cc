//! The tables of a round: opened by the server, with everybody seated.

use game::Seat;
use protocol::{
    Clock, Notice, NoticeKind, OnLeave, Refusal, ReplayId, ServerMsg, TableId, TournamentId,
    TournamentSecret, Watchers,
};
use store::Write;

use super::stored::Loaded;
use super::{Server, unavailable};
use crate::journal::{Fact, TableConfig, TournamentConfig};
use crate::live_game::check_options;
use crate::server::opening::NotOpened;
use crate::tournament::pairing::Entrant;
use crate::tournament::{self, Round};

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
                Ok(table) => self.call_to_table(loaded, seats, table),
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
        let config = table_config(id, loaded, round.number, number, seats.len() as u8)?;
        let (level, duplicate) = (config.level, stored.settings.duplicate);
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
                None => Fact::BotSat { seat, level },
            }
        });
        let opened_at = stored.opened_at;
        self.open_with(config, facts.collect(), |table, at| {
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

    fn call_to_table(&self, loaded: &Loaded, seats: &[Option<Entrant>], table: TableId) {
        let notice = ServerMsg::Notice(Notice {
            id: None,
            kind: NoticeKind::RoundBegan,
            table: Some(table),
            message: loaded.tournament.settings.name.clone(),
        });
        for entrant in seats.iter().flatten() {
            if let Some(stored) = loaded.tournament.entrants.get(entrant.index()) {
                self.send_to(stored.person, &notice);
            }
        }
    }
}

fn table_config(
    id: TournamentId,
    loaded: &Loaded,
    round: u8,
    table: u16,
    seats: u8,
) -> Result<TableConfig, Refusal> {
    let stored = &loaded.tournament;
    let settings = &stored.settings;
    let luck = TournamentSecret { tournament: id, secret: stored.secret };
    // All tables with one deal have one secret.
    let luck_of = if settings.duplicate { 0 } else { table };
    Ok(TableConfig {
        game: settings.game,
        seats,
        options: check_options(settings.game, &settings.options, seats)?,
        clock: match settings.clock {
            Clock::Off => Clock::default(),
            clock @ Clock::Seconds(_) => clock,
        },
        code: None,
        // What happens at one table with the same deal must not be told at another.
        watchers: if settings.duplicate { Watchers::None } else { Watchers::Open },
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
        tournament: Some(Box::new(TournamentConfig { id, round, table, duplicate: settings.duplicate })),
        secret: Some(luck.of_table(round, luck_of, &stored.nonces())),
    })
}
