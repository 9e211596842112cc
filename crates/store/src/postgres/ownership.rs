//! Leases and claims, on a connection of their own: a renewal waits for nothing else.

use std::time::Duration;

use tokio_postgres::Row;

use super::queries::number;
use super::reader::Reader;
use crate::store_options::SINGLE_SERVER;
use crate::{Claim, ClaimedTable, Node, ReadError, ReadableGames, RenewedLease};

/// A moment as milliseconds since 1970.
macro_rules! millis {
    ($moment:literal) => {
        concat!("(extract(epoch FROM ", $moment, ") * 1000)::bigint")
    };
}

/// Whether a server can read a table, if the parameters are its games and the oldest and newest rules of each.
macro_rules! readable {
    ($games:literal, $oldest:literal, $newest:literal) => {
        concat!(
            "(t.game IS NULL OR EXISTS (SELECT 1 FROM unnest(",
            $games,
            "::text[], ",
            $oldest,
            "::integer[], ",
            $newest,
            "::integer[]) AS can (game, oldest, newest)
              WHERE can.game = t.game AND t.rules BETWEEN can.oldest AND can.newest))"
        )
    };
}

/// Tables of a server that is gone were owned by nobody else meanwhile. Owner 0 is nobody, and a single server has no lease.
const WITHOUT_LEASE: [i64; 2] = [0, SINGLE_SERVER.cast_signed()];

impl Reader {
    /// Renews the lease of a server, which is made if there is none.
    pub(crate) async fn renew_lease(
        &self,
        node: u64,
        name: &str,
        build: &str,
        length: Duration,
    ) -> Result<RenewedLease, ReadError> {
        let sql = concat!(
            "WITH before AS (SELECT alive_until FROM parlor.nodes WHERE id = $1),
             renewed AS (
                 INSERT INTO parlor.nodes (id, name, build, started, renewed, alive_until)
                 VALUES ($1, $2, $3, clock_timestamp(), clock_timestamp(), clock_timestamp() + $4 * interval '1 ms')
                 ON CONFLICT (id) DO UPDATE SET name = $2, build = $3, renewed = clock_timestamp(),
                     alive_until = clock_timestamp() + $4 * interval '1 ms'
                 RETURNING renewed
             ) SELECT coalesce((SELECT alive_until > clock_timestamp() FROM before), false), ",
            millis!("renewed"),
            " FROM renewed"
        );
        let length = length.as_secs_f64() * 1_000.0;
        let row = self.row(sql, &[&node.cast_signed(), &name, &build, &length]).await?;
        let row = row.ok_or_else(|| ReadError::Failed("a lease was not renewed".to_owned()))?;
        let living = self.living_nodes().await?;
        Ok(RenewedLease { had_lapsed: !row.get::<_, bool>(0), now: row.get(1), living })
    }

    pub(crate) async fn living_nodes(&self) -> Result<Vec<Node>, ReadError> {
        let sql = concat!(
            "SELECT id, name, build, ",
            millis!("started"),
            ", ",
            millis!("renewed"),
            " FROM parlor.nodes WHERE alive_until > clock_timestamp() ORDER BY id"
        );
        let node = |row: &Row| Node {
            id: number(row, 0),
            name: row.get(1),
            build: row.get(2),
            started: row.get(3),
            renewed: row.get(4),
        };
        Ok(self.rows(sql, &[]).await?.iter().map(node).collect())
    }

    /// Ends the lease of a server now.
    pub(crate) async fn end_lease(&self, node: u64) -> Result<(), ReadError> {
        let sql = "UPDATE parlor.nodes SET alive_until = clock_timestamp() WHERE id = $1";
        self.rows(sql, &[&node.cast_signed()]).await.map(drop)
    }

    /// Makes a server the owner of a table that has no living owner. Of several servers, the first to raise the epoch wins.
    pub(crate) async fn claim_table(
        &self,
        node: u64,
        table: u64,
        can: &ReadableGames,
    ) -> Result<Claim, ReadError> {
        let look = concat!(
            "SELECT owner, epoch, wake_at, n.alive_until > clock_timestamp(), ",
            millis!("n.renewed"),
            ", ",
            readable!("$2", "$3", "$4"),
            " FROM parlor.tables AS t LEFT JOIN parlor.nodes AS n ON n.id = t.owner
              WHERE t.id = $1 AND closed IS NULL"
        );
        let take = "UPDATE parlor.tables SET owner = $2, epoch = epoch + 1, wake_at = NULL
                    WHERE id = $1 AND epoch = $3 AND owner IS NOT DISTINCT FROM $4 AND closed IS NULL
                    RETURNING epoch";
        let (id, me) = (table.cast_signed(), node.cast_signed());
        loop {
            let found = self.row(look, &[&id, &can.games, &can.oldest, &can.newest]).await?;
            let Some(row) = found else { return Ok(Claim::NoTable) };
            let (owner, epoch): (Option<i64>, i64) = (row.get(0), row.get(1));
            match owner {
                Some(owner) if owner != me && row.get::<_, Option<bool>>(3) == Some(true) => {
                    return Ok(Claim::OwnedBy(owner.cast_unsigned()));
                }
                _ if !row.get::<_, bool>(5) => return Ok(Claim::Unreadable),
                _ => {}
            }
            if let Some(taken) = self.row(take, &[&id, &me, &epoch, &owner]).await? {
                return Ok(Claim::Taken(ClaimedTable {
                    table,
                    epoch: number(&taken, 0),
                    wake_at: row.get(2),
                    slept: owner.is_none(),
                    last_alive: row.get(4),
                }));
            }
            // Somebody was quicker: who owns it now?
        }
    }

    /// Makes a server the owner of tables whose owner is gone, or that are due. Those that others are taking are left to
    /// them.
    pub(crate) async fn claim_waiting(
        &self,
        node: u64,
        now: i64,
        below: u64,
        limit: u32,
        can: &ReadableGames,
    ) -> Result<Vec<ClaimedTable>, ReadError> {
        let sql = concat!(
            "WITH gone AS MATERIALIZED (
                 SELECT id FROM parlor.nodes WHERE alive_until <= clock_timestamp() AND id <> $1
                 UNION ALL SELECT unnest($8::bigint[])
             ), found AS MATERIALIZED (
                 SELECT t.id, t.owner, t.wake_at FROM parlor.tables AS t
                 WHERE (t.owner = ANY (ARRAY(SELECT id FROM gone)) OR (t.owner IS NULL AND t.wake_at <= $2))
                 AND closed IS NULL AND t.id < $3 AND ",
            readable!("$5", "$6", "$7"),
            "    LIMIT $4 FOR UPDATE OF t SKIP LOCKED
             ), taken AS (
                 UPDATE parlor.tables AS t SET owner = $1, epoch = t.epoch + 1, wake_at = NULL
                 FROM found WHERE t.id = found.id RETURNING t.id, t.epoch
             ) SELECT taken.id, taken.epoch, found.wake_at, found.owner IS NULL, ",
            millis!("n.renewed"),
            " FROM taken JOIN found USING (id) LEFT JOIN parlor.nodes AS n ON n.id = found.owner"
        );
        let (me, below, limit) = (node.cast_signed(), below.cast_signed(), i64::from(limit));
        let (games, oldest, newest) = (&can.games, &can.oldest, &can.newest);
        let without = &WITHOUT_LEASE[..];
        let rows = self.rows(sql, &[&me, &now, &below, &limit, games, oldest, newest, &without]).await?;
        let claimed = |row: &Row| ClaimedTable {
            table: number(row, 0),
            epoch: number(row, 1),
            wake_at: row.get(2),
            slept: row.get(3),
            last_alive: row.get(4),
        };
        Ok(rows.iter().map(claimed).collect())
    }

    /// The tables that a server owns, with their epochs, by rising number.
    pub(crate) async fn tables_owned_by(&self, node: u64) -> Result<Vec<(u64, u64)>, ReadError> {
        let sql = "SELECT id, epoch FROM parlor.tables WHERE owner = $1 AND closed IS NULL ORDER BY id";
        let rows = self.rows(sql, &[&node.cast_signed()]).await?;
        Ok(rows.iter().map(|row| (number(row, 0), number(row, 1))).collect())
    }

    /// Takes or keeps a lease that one server has at a time. Whether it has it.
    pub(crate) async fn hold_lease(
        &self,
        node: u64,
        name: &str,
        length: Duration,
    ) -> Result<bool, ReadError> {
        let sql = "INSERT INTO parlor.leases AS l (name, node, held_until)
                   VALUES ($1, $2, clock_timestamp() + $3 * interval '1 ms')
                   ON CONFLICT (name) DO UPDATE SET node = $2, held_until = clock_timestamp() + $3 * interval '1 ms'
                   WHERE l.node = $2 OR l.held_until <= clock_timestamp() RETURNING 1";
        let length = length.as_secs_f64() * 1_000.0;
        Ok(self.row(sql, &[&name, &node.cast_signed(), &length]).await?.is_some())
    }

    /// Forgets servers that are gone and own nothing.
    pub(crate) async fn forget_gone_nodes(&self) -> Result<(), ReadError> {
        let sql = "DELETE FROM parlor.nodes AS n WHERE alive_until < clock_timestamp() - interval '1 minute'
                   AND NOT EXISTS (SELECT 1 FROM parlor.tables WHERE owner = n.id)";
        self.rows(sql, &[]).await.map(drop)
    }

    /// The newest open table with at least this number.
    pub(crate) async fn newest_table(&self, at_least: u64) -> Result<Option<u64>, ReadError> {
        let sql = "SELECT max(id) FROM parlor.tables WHERE closed IS NULL AND id >= $1";
        let row = self.row(sql, &[&at_least.cast_signed()]).await?;
        Ok(row.and_then(|row| row.get::<_, Option<i64>>(0)).map(i64::cast_unsigned))
    }
}
