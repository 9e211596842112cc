//! Connections, and how they end.

use std::time::Duration;

use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_postgres::config::SslMode;
use tokio_postgres::{Client, Config, NoTls};

use super::failure::describe;
use crate::{OpenError, StoreLocation};

/// Where the database is, and its name without secrets.
pub(super) struct Address {
    config: Config,
    pub(super) place: String,
    /// Whoever does not answer within this time is lost.
    pub(super) response_timeout: Duration,
}

impl Address {
    pub(super) fn new(
        place: &StoreLocation,
        url: &str,
        response_timeout: Duration,
    ) -> Result<Self, OpenError> {
        let place = place.to_string();
        let mut config: Config = match url.parse() {
            Ok(config) => config,
            Err(error) => return Err(OpenError::Unreachable { place, detail: describe(&error) }),
        };
        if config.get_ssl_mode() == SslMode::Require {
            let detail = "it asks for TLS, which this program does not speak to a database".to_owned();
            return Err(OpenError::Unreachable { place, detail });
        }
        config.application_name("parlor");
        // A cable that was pulled must not hold the tables for the quarter of an hour that is usual.
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(Duration::from_secs(5));
        }
        if config.get_tcp_user_timeout().is_none() {
            config.tcp_user_timeout(Duration::from_secs(15));
            config.keepalives_idle(Duration::from_secs(15));
        }
        Ok(Self { config, place, response_timeout })
    }

    pub(super) async fn connect(&self) -> Result<PgConnection, OpenError> {
        // A server that takes connections and says nothing would be waited for as long as it likes.
        let connected = timeout(self.response_timeout, self.config.connect(NoTls)).await;
        let connected = connected.map_err(|_| self.silent())?;
        let (client, connection) = connected.map_err(|error| OpenError::Unreachable {
            place: self.place.clone(),
            detail: describe(&error),
        })?;
        // How a connection ended is told by the statements that fail on it.
        let ending = tokio::spawn(async move { drop(connection.await) });
        Ok(PgConnection { client, ending })
    }

    /// What is told of a database that takes no notice of us.
    pub(super) fn silence(&self) -> String {
        format!("it does not answer within {} seconds", self.response_timeout.as_secs_f64())
    }

    pub(super) fn silent(&self) -> OpenError {
        OpenError::Unreachable { place: self.place.clone(), detail: self.silence() }
    }

    /// What a statement that failed while the database was being made ready means.
    pub(super) fn failed(&self, error: &tokio_postgres::Error) -> OpenError {
        let (place, detail) = (self.place.clone(), describe(error));
        match error.as_db_error() {
            Some(_) => OpenError::Unfit { place, detail },
            None => OpenError::Unreachable { place, detail },
        }
    }
}

/// A connection.
pub(super) struct PgConnection {
    pub(super) client: Client,
    ending: JoinHandle<()>,
}

impl PgConnection {
    /// Cuts the connection off, without a word.
    pub(super) fn cut(&self) {
        self.ending.abort();
    }

    /// Says goodbye and returns when the connection is gone.
    pub(super) async fn close(self) {
        drop(self.client);
        let _ = self.ending.await;
    }
}
