//! One table: what it is, what may happen at it, and who is told.

mod actor;
mod connections;
mod decide;
mod handle;
mod luck;
mod opening;
mod player_numbers;
mod publish;
mod replay;
mod seat_order;
mod state;
mod update;

pub(crate) use actor::{House, Seating, spawn};
pub(crate) use decide::Caller;
pub(crate) use handle::{
    Answer, Asked, ConnectionId, TableHandle, TableMsg, TableRequest, closing_house, no_such_table,
};
pub(crate) use luck::{FreshLuck, draw_secret};
pub(crate) use opening::read_new_table;
pub(crate) use state::TableState;
pub(crate) use update::{EventOf, UpdateHead};
