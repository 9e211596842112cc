//! Opens the table of people who have all accepted.

use std::sync::Arc;

use protocol::{NewTable, OnLeave, Pace, Refusal, TableId, Watchers};
use store::Write;

use super::super::{Server, opening::NotOpened};
use super::ended_calls;
use crate::journal::{Fact, TableConfig};
use crate::ready::{OpenProposal, forget_wish};
use crate::table::read_new_table;

/// A bot takes the seat of somebody who is away from a game of days after this time, in seconds.
const DAYS_GRACE: u32 = 604_800;

impl Server {
    /// Opens the table in a separate task, so that it is opened even if the last person to accept disconnects.
    pub(super) fn seat_soon(self: &Arc<Self>, proposal: OpenProposal) {
        let server = self.clone();
        tokio::spawn(async move { server.seat(proposal).await });
    }

    /// Opens the table of a proposal that all have accepted.
    async fn seat(&self, proposal: OpenProposal) {
        self.write_calls(ended_calls(&proposal));
        let opened = self.open_proposed(&proposal).await.inspect_err(|refusal| {
            tracing::warn!(code = refusal.code, "a table for people who would play could not be opened");
            self.write_calls(ended_wishes(&proposal));
        });
        self.ready().list.seated(proposal.number, opened.ok(), self.time().now());
        self.match_ready();
    }

    async fn open_proposed(&self, proposal: &OpenProposal) -> Result<TableId, Refusal> {
        for member in &proposal.members {
            self.may_sit(member.caller.person, None).await?;
        }
        let is_slow = proposal.pace == Pace::Days;
        let new = NewTable {
            game: proposal.game.name().to_owned(),
            seats: Some(proposal.seats),
            options: game::options::RawOptions::default(),
            clock: proposal.pace.clock(),
            private: false,
            watch_policy: Watchers::default(),
            on_leave: OnLeave::default(),
            grace_seconds: is_slow.then_some(DAYS_GRACE),
            bots: Vec::new(),
            substitute_level: None,
            bot_delay_ms: None,
            hints: None,
            rated: false,
            same_address: false,
        };
        let config = TableConfig {
            secret: Some(proposal.secret),
            ..read_new_table(&new, None, &self.config.entropy)?
        };
        let level = config.level;
        let mut facts = Vec::with_capacity(usize::from(proposal.seats));
        for (number, member) in (0..proposal.seats).zip(&proposal.members) {
            facts.push(Fact::Sat {
                seat: game::Seat::of(number),
                person: member.caller.person,
                name: member.caller.name.clone(),
                bot: member.caller.bot,
                legacy: false,
                nonce: member.nonce.clone(),
                address: None,
            });
        }
        let taken = proposal.members.len() as u8;
        facts.extend(
            (taken..proposal.seats).map(|number| Fact::BotSat { seat: game::Seat::of(number), level }),
        );
        self.open_with(config, facts, |_, _| Ok(ended_wishes(proposal))).await.map_err(NotOpened::refusal)
    }
}

fn ended_wishes(proposal: &OpenProposal) -> Vec<Write> {
    proposal.stored.iter().map(|(person, said)| forget_wish(*person, *said)).collect()
}
