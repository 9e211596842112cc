//! A client of the server without a user interface.
//!
//! [`Client`] keeps one connection. When it is lost, the client reconnects with the person's token, asks each table for
//! the updates it missed, watches the same tables as before, and repeats the requests that were not answered. An action
//! carries its number, so one that is sent twice is played once. The client contributes a random nonce to each deal and
//! checks whether the deal follows from the server's commitment.

mod client;
mod connection;
mod deals;
mod identity;
mod pending;

pub use client::{Client, ConnectError, Incoming, RequestError};
pub use deals::DealCheck;
pub use identity::Identity;
