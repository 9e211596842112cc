//! Six Card Golf between peers.
//!
//! A manager on UDP brings players together; the game itself goes from player to player. [`Message`] is what players
//! say to each other, [`Table`] the table as one player follows it, [`Peer`] a player or a dealer without I/O (datagrams,
//! choices and time in; datagrams and questions out), [`Node`] the same with its three sockets. [`ManagerService`] is
//! the manager with its socket, [`ManagerClient`] how it is asked. [`Bridge`] lets peers sit at tables of the server.

mod bridge;
mod client;
mod contact;
pub mod manager;
mod manager_changes;
mod message;
mod node;
mod peer;
mod peer_deals;
mod peer_game;
mod peer_record;
mod reply_budget;
mod service;
mod standing;
mod state_storage;
mod table;
mod words;

pub use bridge::Bridge;

/// The default port of a manager.
pub const MANAGER_PORT: u16 = 4500;

pub use client::{Answered, AskError, ManagerClient, Started};
pub use contact::{Contact, Socket};
pub use message::{GameState, Laid, Message, PileName, Pop, Unreadable};
pub use node::{Node, NodeEvent, OpenError};
pub use peer::{Ending, Outgoing, Peer, Question, Timing};
pub use peer_deals::{PeerDeals, PeerOptions};
pub use peer_game::PeerGame;
pub use peer_record::{PEER_GAME, PeerRecordError, PeerReplay};
pub use service::{ManagerService, REGISTRATION_TIMEOUT};
pub use state_storage::{FileStateStorage, Kept, MAX_CHANGES, StateStorage};
pub use table::{Foul, Table};
