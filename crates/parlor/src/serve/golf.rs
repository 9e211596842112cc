//! The golf manager inside the house.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use gateways::golf::{Bridge, Keeper, ManagerService};
use store::{Store, Write};
use tables::Hall;
use tokio::net::UdpSocket;

use super::settings::{OldPort, Settings, cannot_listen};

const META_KEY: &str = "golf_manager";

/// What the manager knows is kept with everything else of the house.
#[derive(Clone)]
pub(crate) struct StoreKeeper(Store);

impl Keeper for StoreKeeper {
    async fn load(&self) -> io::Result<Option<String>> {
        self.0.meta(META_KEY).await.map_err(io::Error::other)
    }

    async fn save(&self, text: String) -> io::Result<()> {
        let write = Write::SetMeta { key: META_KEY.to_owned(), value: text };
        self.0.commit(vec![write]).await.map_err(io::Error::other)
    }
}

/// The manager's socket, before anybody is answered.
pub(crate) struct GolfManager {
    socket: UdpSocket,
    address: SocketAddr,
}

impl GolfManager {
    /// Takes the socket, if the operator wants a manager.
    pub(crate) async fn bind(settings: &Settings) -> Result<Option<Self>> {
        let Some(listen) = OldPort::place(settings.golf_manager.as_ref(), settings.legacy_ports) else {
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

    /// Answers from now on, for as long as the house is open.
    pub(crate) async fn open(self, hall: Arc<Hall>, settings: &Settings) -> Result<()> {
        let expire =
            settings.golf_registration_timeout.map(|seconds| Duration::from_secs(u64::from(seconds.0)));
        let service = ManagerService::open(StoreKeeper(hall.store().clone()), expire)
            .await
            .context("What the golf manager knew cannot be read")?;
        tracing::info!(address = %self.address, "golf manager started");
        let bridge = Bridge::new(hall, service.clone(), self.address.ip());
        tokio::spawn(bridge.run());
        tokio::spawn(async move { service.answer_at(&self.socket).await });
        Ok(())
    }
}
