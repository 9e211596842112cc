//! What every request can reach.

use std::sync::Arc;
use std::time::Duration;

use prometheus_client::registry::Registry;
use store::Faults;
use tables::Hall;
use tokio::sync::Semaphore;

use super::admin_lock::AdminLock;
use super::cookie::CookieJar;
use super::doorman::Doorman;
use super::operator::Operator;
use super::origin::Origins;
use super::settings::Addresses;

/// The house behind its door.
pub(crate) struct App {
    pub(crate) hall: Arc<Hall>,
    pub(crate) operator: Operator,
    pub(crate) admin_lock: AdminLock,
    pub(crate) admin_networks: Addresses,
    /// From which pages one may come in.
    pub(crate) origins: Origins,
    pub(crate) cookies: CookieJar,
    pub(crate) doorman: Arc<Doorman>,
    /// Who is believed about whom they ask for.
    pub(crate) trusted_proxies: Addresses,
    /// Whoever gives no sign of life for so long is gone.
    pub(crate) silent_after: Duration,
    /// A request is read and answered within this time, or not at all.
    pub(crate) request_within: Duration,
    /// One place for each WebSocket that may be open.
    pub(crate) places: Arc<Semaphore>,
    pub(crate) max_connections: u32,
    /// Every metric of the server.
    pub(crate) metrics: Registry,
    /// How tests make the store fail; nothing in a house that people use.
    pub(crate) faults: Option<Faults>,
}

impl App {
    /// Waits until all WebSockets are closed.
    pub(crate) async fn all_have_left(&self) {
        // The semaphore is never closed.
        let _ = self.places.acquire_many(self.max_connections).await;
    }
}
