//! The golf manager inside the server.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Context, Result};
use gateways::golf::{Bridge, Kept, MAX_CHANGES, ManagerService, REGISTRATION_TIMEOUT, StateStorage};
use serde::{Deserialize, Serialize};
use store::{Store, Write};
use tables::Server;
use tokio::net::UdpSocket;

use super::settings::{LegacyPort, Settings, cannot_listen};

const META_KEY: &str = "golf_manager";

/// The lease of the node of a cluster that runs the manager, and how often that node renews it.
const LEASE: Duration = Duration::from_secs(4);
const RENEW_EVERY: Duration = Duration::from_secs(1);

async fn holds_lease(server: &Server) -> bool {
    matches!(server.store().hold_lease(META_KEY, LEASE).await, Ok(true))
}

/// The manager with all that is stored of it.
async fn manager_service(
    server: &Server,
    timeout: Duration,
) -> io::Result<ManagerService<StoreStateStorage>> {
    let storage = StoreStateStorage::new(server.store().clone());
    ManagerService::open(storage, timeout, server.config().limits(), server.time().clone()).await
}

/// Returns when another node may answer.
async fn lease_lost(server: &Server) {
    loop {
        tokio::time::sleep(RENEW_EVERY).await;
        if server.is_closing() || !holds_lease(server).await {
            return;
        }
    }
}

/// What the manager knows is kept with everything else of the server: under one key everything, and each change after it
/// under one of a fixed number of others.
pub(crate) struct StoreStateStorage {
    store: Store,
    /// The number of the next change.
    next: AtomicU64,
}

/// Everything, before the change of this number.
#[derive(Serialize, Deserialize)]
struct WholeState {
    next_change: u64,
    whole: String,
}

/// A change and its number: what stands under its key may be left from long ago.
#[derive(Serialize, Deserialize)]
struct NumberedChange {
    number: u64,
    change: String,
}

fn change_key(number: u64) -> String {
    format!("{META_KEY}_change_{}", number % MAX_CHANGES as u64)
}

impl StoreStateStorage {
    pub(crate) const fn new(store: Store) -> Self {
        Self { store, next: AtomicU64::new(0) }
    }

    async fn set(&self, key: String, value: &impl Serialize) -> io::Result<()> {
        let value = serde_json::to_string(value)?;
        self.store.commit(vec![Write::SetMeta { key, value }]).await.map_err(io::Error::other)
    }
}

impl StateStorage for StoreStateStorage {
    async fn load(&self) -> io::Result<Option<Kept>> {
        let Some(text) = self.store.meta(META_KEY).await.map_err(io::Error::other)? else { return Ok(None) };
        // Earlier versions stored the whole state without a list of changes.
        let WholeState { next_change, whole } =
            serde_json::from_str(&text).unwrap_or(WholeState { next_change: 0, whole: text });
        let mut changes = Vec::new();
        for number in next_change..next_change + MAX_CHANGES as u64 {
            let Some(text) = self.store.meta(&change_key(number)).await.map_err(io::Error::other)? else {
                break;
            };
            let found: NumberedChange = serde_json::from_str(&text)?;
            if found.number != number {
                break;
            }
            changes.push(found.change);
        }
        self.next.store(next_change + changes.len() as u64, Ordering::Relaxed);
        Ok(Some(Kept { whole, changes }))
    }

    async fn replace(&self, whole: String) -> io::Result<()> {
        let next_change = self.next.load(Ordering::Relaxed);
        self.set(META_KEY.to_owned(), &WholeState { next_change, whole }).await
    }

    async fn append(&self, change: String) -> io::Result<()> {
        let number = self.next.load(Ordering::Relaxed);
        self.set(change_key(number), &NumberedChange { number, change }).await?;
        self.next.store(number + 1, Ordering::Relaxed);
        Ok(())
    }
}

/// The manager's socket, bound but not served yet.
pub(crate) struct GolfManager {
    socket: UdpSocket,
    address: SocketAddr,
}

impl GolfManager {
    /// Takes the socket, if the operator wants a manager and the door does not shut it like the other legacy ports.
    pub(crate) async fn bind(settings: &Settings) -> Result<Option<Self>> {
        if settings.shuts_legacy_ports() {
            return Ok(None);
        }
        let Some(listen) = LegacyPort::place(settings.golf_manager.as_ref(), settings.legacy_ports) else {
            return Ok(None);
        };
        let bound = async { UdpSocket::bind(&*listen.resolve().await?).await };
        let socket = bound
            .await
            .map_err(|error| cannot_listen("The golf manager", &listen, "golf_manager", &error))?;
        let address = socket.local_addr()?;
        Ok(Some(Self { socket, address }))
    }

    pub(crate) const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers from now on, for as long as the server is open.
    pub(crate) async fn open(self, server: Arc<Server>, settings: &Settings) -> Result<()> {
        let seconds =
            settings.golf_registration_timeout.map(|seconds| Duration::from_secs(u64::from(seconds.0)));
        let timeout = seconds.unwrap_or(REGISTRATION_TIMEOUT);
        if server.cluster_status().is_some() {
            tokio::spawn(self.run_under_lease(server, timeout));
            return Ok(());
        }
        let service =
            manager_service(&server, timeout).await.context("What the golf manager knew cannot be read")?;
        tracing::info!(address = %self.address, "golf manager started");
        let bridge = Bridge::new(server, service.clone(), self.address.ip());
        tokio::spawn(bridge.run());
        tokio::spawn(async move { service.answer_at(&self.socket).await });
        Ok(())
    }

    /// Answers while this node has the lease for it: in a cluster one manager knows all players, and goes to another node
    /// when its own is gone.
    async fn run_under_lease(self, server: Arc<Server>, timeout: Duration) {
        while !server.is_closing() {
            if holds_lease(&server).await {
                match manager_service(&server, timeout).await {
                    Ok(service) => {
                        tracing::info!(address = %self.address, "golf manager started on this node");
                        let bridge = Bridge::new(server.clone(), service.clone(), self.address.ip());
                        let bridge = tokio::spawn(bridge.run());
                        tokio::select! {
                            _ = service.answer_at(&self.socket) => {}
                            () = lease_lost(&server) => {}
                        }
                        bridge.abort();
                        tracing::info!("golf manager stopped on this node");
                    }
                    Err(error) => tracing::warn!(%error, "what the golf manager knew cannot be read"),
                }
            }
            tokio::time::sleep(RENEW_EVERY).await;
        }
    }
}
