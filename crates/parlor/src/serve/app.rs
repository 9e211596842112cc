//! What every request can reach.

use std::sync::Arc;
use std::time::Duration;

use prometheus_client::registry::Registry;
use store::Faults;
use tables::Server;
use tokio::sync::Semaphore;

use super::admin_auth::AdminAuth;
use super::admin_service::AdminService;
use super::calls::{PushSender, WebhookPoster};
use super::hosts::Hosts;
use super::limited_addresses::LimitedAddresses;
use super::origin::Origins;
use super::page_files::PageFiles;
use super::session_cookie::SessionCookie;
use super::settings::{Addresses, ProxyUserHeader};

/// The server behind its door.
pub(crate) struct App {
    pub(crate) server: Arc<Server>,
    pub(crate) admin_service: AdminService,
    pub(crate) admin_auth: AdminAuth,
    pub(crate) admin_networks: Addresses,
    /// The web origins whose pages may connect.
    pub(crate) origins: Origins,
    /// The names that it answers to.
    pub(crate) hosts: Hosts,
    pub(crate) cookies: SessionCookie,
    pub(crate) limited_addresses: Arc<LimitedAddresses>,
    /// Who is believed about whom they ask for.
    pub(crate) trusted_proxies: Addresses,
    /// The header in which a trusted proxy names the user whom it has signed in.
    pub(crate) proxy_user_header: Option<ProxyUserHeader>,
    /// A client that sends nothing for this long, not even a pong, is disconnected.
    pub(crate) silent_after: Duration,
    /// A request is read and answered within this time, or not at all.
    pub(crate) request_within: Duration,
    /// One place for each WebSocket that may be open.
    pub(crate) places: Arc<Semaphore>,
    pub(crate) max_connections: u32,
    /// Where the pages are, for links.
    pub(crate) public_url: Option<String>,
    /// Sends calls to people.
    pub(crate) webhooks: WebhookPoster,
    /// Sends calls to browsers; `None` if the operator has not enabled web push.
    pub(crate) push: Option<Arc<PushSender>>,
    /// The files of the pages.
    pub(crate) pages: PageFiles,
    /// Every metric of the server.
    pub(crate) metrics: Registry,
    /// How tests make the store fail; nothing in a server that people use.
    pub(crate) faults: Option<Faults>,
}

impl App {
    /// Waits until all WebSockets are closed.
    pub(crate) async fn all_have_left(&self) {
        // The semaphore is never closed.
        let _ = self.places.acquire_many(self.max_connections).await;
    }
}
