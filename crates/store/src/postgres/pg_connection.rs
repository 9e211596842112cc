//! Connections, and how they end.

use std::time::Duration;

use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_postgres::{Client, Config, NoTls};

use super::failure::{describe, describe_connecting};
use super::tls::Tls;
use super::url::DatabaseUrl;
use crate::{OpenError, StoreLocation};

/// Where the database is, and its name without secrets.
pub(super) struct Address {
    /// The servers it may be on, in the order in which they are tried.
    servers: Vec<Config>,
    tls: Option<Tls>,
    pub(super) place: String,
    /// A server that does not answer within this time is treated as disconnected.
    pub(super) response_timeout: Duration,
}

impl Address {
    pub(super) fn new(
        place: &StoreLocation,
        url: &str,
        response_timeout: Duration,
    ) -> Result<Self, OpenError> {
        let place = place.to_string();
        let read = DatabaseUrl::parse(url).and_then(|url| Ok((url.servers, Tls::new(&url.tls)?)));
        match read {
            Ok((servers, tls)) => Ok(Self { servers, tls, place, response_timeout }),
            Err(detail) => Err(OpenError::Unreachable { place, detail }),
        }
    }

    /// Connects to the first server that can be written.
    pub(super) async fn connect(&self) -> Result<PgConnection, OpenError> {
        let mut details = Vec::new();
        for server in &self.servers {
            // A server that takes connections and says nothing would be waited for as long as it likes.
            match timeout(self.response_timeout, self.connect_to(server)).await {
                Ok(Ok(link)) => return Ok(link),
                Ok(Err(error)) => details.push(describe_connecting(&error)),
                Err(_) => details.push(self.silence()),
            }
        }
        details.dedup();
        Err(OpenError::Unreachable { place: self.place.clone(), detail: details.join("; ") })
    }

    async fn connect_to(&self, server: &Config) -> Result<PgConnection, tokio_postgres::Error> {
        // The statements that fail on a connection say how it ended.
        match &self.tls {
            Some(tls) => {
                let (client, connection) = server.connect(tls.clone()).await?;
                Ok(PgConnection { client, ending: tokio::spawn(async move { drop(connection.await) }) })
            }
            None => {
                let (client, connection) = server.connect(NoTls).await?;
                Ok(PgConnection { client, ending: tokio::spawn(async move { drop(connection.await) }) })
            }
        }
    }

    /// The message about a database that does not respond.
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
