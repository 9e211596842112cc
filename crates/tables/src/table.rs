//! One table: what it is, what may happen at it, and who is notified.

mod actor;
mod connections;
mod deal_secrets;
mod decide;
mod handle;
mod host;
mod journal;
mod kept;
mod opening;
mod player_numbers;
mod publish;
mod rated;
mod replay;
mod seat_order;
mod solo;
mod state;
mod update;
mod vacation;

pub(crate) use actor::{NobodySince, SeatIndex, TableContext, spawn};
pub(crate) use deal_secrets::{NewSecrets, draw_secret};
pub(crate) use decide::Caller;
pub(crate) use handle::{
    ConnectionId, RequestEnvelope, Responder, TableHandle, TableMsg, TableRequest, busy, no_such_table,
    shutting_down,
};
pub(crate) use journal::read_stored;
pub(crate) use opening::read_new_table;
pub(crate) use state::TableState;
pub(crate) use update::{UpdateHead, UpdatePart};
