//! The session that writes. It holds the lock: alone, or together with the other servers of a cluster.

use std::time::Duration;

use tokio::time::{Instant, sleep, timeout};
use tokio_postgres::Client;

use super::pg_connection::{Address, PgConnection};
use super::schema;
use super::statements::Statements;
use crate::OpenError;

/// The number of our lock among the advisory locks of the database: "Parlor".
const LOCK: i64 = 0x5061_726C_6F72;

/// Held by a server of a cluster while it looks at the schema, so that two that start at once do not both make it.
const SCHEMA_LOCK: i64 = LOCK + 1;

/// Held to the end of a transaction that changes sums of people, and taken before any of their rows: servers whose games end at the
/// same time do not wait for each other in a circle.
pub(super) const SUMS_LOCK: i64 = LOCK + 2;

/// In whose name a session works.
#[derive(Clone, Copy)]
pub(super) struct Member {
    /// The owner of the tables that are opened and taken.
    pub(super) node: u64,
    /// Whether other servers may work on the same database.
    pub(super) shared: bool,
}

/// How often a lock that is taken is tried again.
const LOCK_RETRY_DELAY: Duration = Duration::from_millis(50);

/// A session on the side of the server. A number alone may be given out again.
#[derive(Clone)]
pub(super) struct Identity {
    pid: i32,
    started: String,
}

pub(super) struct Session {
    link: PgConnection,
    pub(super) statements: Statements,
    pub(super) identity: Identity,
    shared: bool,
}

impl Session {
    /// Connects, takes the lock, and checks the tables, which a newer server may have changed since the last time.
    ///
    /// `former` is the session we had before: if the server has not noticed that its connection is gone, it is
    /// ended. Once the lock is ours nothing that was sent on it can happen any more.
    pub(super) async fn open(
        address: &Address,
        member: Member,
        former: Option<&Identity>,
        wait: Duration,
    ) -> Result<Self, OpenError> {
        let link = address.connect().await?;
        let taken =
            timeout(wait + address.response_timeout, Self::take(address, member, former, wait, &link)).await;
        match taken.unwrap_or_else(|_| Err(address.silent())) {
            Ok((statements, identity)) => Ok(Self { link, statements, identity, shared: member.shared }),
            Err(error) => {
                link.cut();
                Err(error)
            }
        }
    }

    async fn take(
        address: &Address,
        member: Member,
        former: Option<&Identity>,
        wait: Duration,
        link: &PgConnection,
    ) -> Result<(Statements, Identity), OpenError> {
        let failed = |error| address.failed(&error);
        let client = &link.client;
        // A plan that was made when there were few tables would read all of them for every fact when there are a million.
        let sql = "SELECT set_config(name, 'force_custom_plan', false) FROM pg_settings WHERE name = 'plan_cache_mode'";
        client.query(sql, &[]).await.map_err(failed)?;
        // A database may be set up to acknowledge before the disk has it: that would break our word.
        let sql = "SELECT pid, backend_start::text, CASE current_setting('synchronous_commit')
                       WHEN 'off' THEN set_config('synchronous_commit', 'on', false) END
                   FROM pg_stat_activity WHERE pid = pg_backend_pid()";
        let row = client.query_one(sql, &[]).await.map_err(failed)?;
        let identity = Identity { pid: row.get(0), started: row.get(1) };
        if let Some(former) = former {
            end(client, former).await.map_err(failed)?;
        }
        let deadline = Instant::now() + wait;
        loop {
            // A lock that others share does not say that our former session is gone.
            let gone = match former {
                Some(former) if member.shared => is_gone(client, former).await.map_err(failed)?,
                _ => true,
            };
            if gone && lock(client, member).await.map_err(failed)? {
                break;
            }
            if Instant::now() >= deadline {
                return Err(OpenError::InUse(address.place.clone()));
            }
            sleep(LOCK_RETRY_DELAY).await;
        }
        if member.shared {
            client.execute("SELECT pg_advisory_lock($1)", &[&SCHEMA_LOCK]).await.map_err(failed)?;
        }
        schema::prepare(client, address).await?;
        if member.shared {
            client.execute("SELECT pg_advisory_unlock($1)", &[&SCHEMA_LOCK]).await.map_err(failed)?;
        }
        let statements = Statements::prepare(client, member.node).await.map_err(failed)?;
        Ok((statements, identity))
    }

    /// Cuts the connection off. The database may still do what was sent on it, until another session has the lock.
    pub(super) fn cut(self) {
        self.link.cut();
    }

    pub(super) fn client(&self) -> &Client {
        &self.link.client
    }

    /// Releases the lock and returns when the connection is closed.
    pub(super) async fn close(self) {
        let sql = if self.shared {
            "SELECT pg_advisory_unlock_shared($1)"
        } else {
            "SELECT pg_advisory_unlock($1)"
        };
        let _ = self.client().execute(sql, &[&LOCK]).await;
        self.link.close().await;
    }
}

async fn lock(client: &Client, member: Member) -> Result<bool, tokio_postgres::Error> {
    let sql = if member.shared {
        "SELECT pg_try_advisory_lock_shared($1)"
    } else {
        "SELECT pg_try_advisory_lock($1)"
    };
    Ok(client.query_one(sql, &[&LOCK]).await?.get(0))
}

async fn is_gone(client: &Client, former: &Identity) -> Result<bool, tokio_postgres::Error> {
    let sql = "SELECT 1 FROM pg_stat_activity WHERE pid = $1 AND backend_start::text = $2";
    Ok(client.query_opt(sql, &[&former.pid, &former.started]).await?.is_none())
}

async fn end(client: &Client, former: &Identity) -> Result<(), tokio_postgres::Error> {
    let sql =
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND backend_start::text = $2";
    client.query(sql, &[&former.pid, &former.started]).await?;
    Ok(())
}
