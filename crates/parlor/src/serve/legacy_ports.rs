//! The doors for old clients: bound before anything else, opened with the server.

use std::net::SocketAddr;
use std::path::Path;

use anyhow::{Context, Result};
use gateways::chicago::ChicagoConfig;
use gateways::gomoku::{GomokuConfig, GomokuLog};
use gateways::sorry::SorryConfig;
use gateways::{GatewayContext, chicago, gomoku, sorry};
use tokio::net::TcpListener;

use super::app::App;
use super::settings::{LegacyPort, ListenAddress, Settings};
use super::shutdown::ShutdownSignal;
use super::start;

/// The legacy ports, bound but not served yet.
pub(crate) struct LegacyPorts {
    chicago: Option<TcpListener>,
    gomoku: Option<(TcpListener, GomokuLog)>,
    sorry: Option<TcpListener>,
}

async fn bind(title: &str, address: Option<ListenAddress>, setting: &str) -> Result<Option<TcpListener>> {
    match address {
        None => Ok(None),
        Some(address) => {
            start::bind(&format!("The legacy port of {title}"), &address, setting).await.map(Some)
        }
    }
}

fn gomoku_log(path: Option<&Path>) -> Result<GomokuLog> {
    match path {
        None => Ok(GomokuLog::Server),
        Some(path) => GomokuLog::file(path)
            .with_context(|| format!("gomoku_log_file: {} cannot be written", path.display())),
    }
}

impl LegacyPorts {
    /// Binds the ports of the settings; the error names the one that failed.
    pub(crate) async fn bind(settings: &Settings) -> Result<Self> {
        let all = settings.legacy_ports;
        if settings.shuts_legacy_ports() {
            tracing::warn!("legacy ports not opened: door is not open, and door_admits_legacy is off");
            return Ok(Self { chicago: None, gomoku: None, sorry: None });
        }
        let gomoku = bind("Gomoku", LegacyPort::place(settings.gomoku.as_ref(), all), "gomoku").await?;
        Ok(Self {
            chicago: bind("Chicago", LegacyPort::place(settings.chicago.as_ref(), all), "chicago").await?,
            gomoku: match gomoku {
                Some(listener) => Some((listener, gomoku_log(settings.gomoku_log_file.as_deref())?)),
                None => None,
            },
            sorry: bind("Sorry!", LegacyPort::place(settings.sorry.as_ref(), all), "sorry").await?,
        })
    }

    /// What is spoken where, for people.
    pub(crate) fn places(&self) -> Vec<(&'static str, SocketAddr)> {
        let gomoku = self.gomoku.as_ref().map(|(listener, _)| listener);
        let listeners =
            [("Chicago", self.chicago.as_ref()), ("Gomoku", gomoku), ("Sorry!", self.sorry.as_ref())];
        listeners
            .into_iter()
            .filter_map(|(title, listener)| Some((title, listener?.local_addr().ok()?)))
            .collect()
    }

    /// Lets old clients in, until the server closes.
    pub(crate) fn open(self, app: &App, settings: &Settings, stop: &ShutdownSignal) {
        let limit_loopback = settings.legacy_limit_loopback.0;
        let door = GatewayContext::new(app.server.clone(), app.places.clone(), limit_loopback);
        let on_leave = settings.legacy_on_leave.0;
        let wanted = |stop: &ShutdownSignal| {
            let stop = stop.clone();
            async move { stop.wanted().await }
        };
        if let Some(listener) = self.chicago {
            let config = ChicagoConfig {
                ids: settings.chicago_id_byte_order.0,
                pause: settings.chicago_round_pause.0,
                clock: settings.chicago_clock.0,
                on_leave,
            };
            tokio::spawn(chicago::serve(door.clone(), listener, config, wanted(stop)));
        }
        if let Some((listener, log)) = self.gomoku {
            let config = GomokuConfig { clock: settings.gomoku_clock.0, on_leave };
            tokio::spawn(gomoku::serve(door.clone(), listener, config, log, wanted(stop)));
        }
        if let Some(listener) = self.sorry {
            let config = SorryConfig {
                players: settings.sorry_seats.0 as u8,
                dialect: settings.sorry_roll_numbering.0,
                clock: settings.sorry_clock.0,
                on_leave,
            };
            tokio::spawn(sorry::serve(door, listener, config, wanted(stop)));
        }
    }
}
