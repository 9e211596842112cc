//! A client of the server without a user interface.
//!
//! [`Client`] keeps one connection. When it is lost it comes back by itself with the person's token, asks each table
//! for what it missed, watches again what it watched, and sends again what was not answered: an action carries its number, so sent twice it is
//! played once. It adds a random nonce to the luck of each game and tells whether the server kept its word about the deal.

mod client;
mod connection;
mod deals;
mod identity;
mod pending;

pub use client::{Client, ConnectError, Incoming, RequestError};
pub use deals::DealCheck;
pub use identity::Identity;
