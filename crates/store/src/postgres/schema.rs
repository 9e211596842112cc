//! The tables: checked, created, or migrated, all in one transaction.

use tokio_postgres::Client;

use super::pg_connection::Address;
use crate::OpenError;

/// One script for each format; the format of a database is the number of scripts it has seen.
const MIGRATIONS: &[&str] = &[
    include_str!("../migrations/postgres/1.sql"),
    include_str!("../migrations/postgres/2.sql"),
    include_str!("../migrations/postgres/3.sql"),
    include_str!("../migrations/postgres/4.sql"),
    include_str!("../migrations/postgres/5.sql"),
    include_str!("../migrations/postgres/6.sql"),
    include_str!("../migrations/postgres/7.sql"),
    include_str!("../migrations/postgres/8.sql"),
    include_str!("../migrations/postgres/9.sql"),
    include_str!("../migrations/postgres/10.sql"),
];

/// The newest format.
pub(super) const KNOWN: i64 = MIGRATIONS.len() as i64;

/// Creates or upgrades the tables. They are in a separate schema, because the database may also hold other applications'
/// tables.
pub(super) async fn prepare(client: &Client, address: &Address) -> Result<(), OpenError> {
    let place = address.place.clone();
    let failed = |error| address.failed(&error);
    let encoding: String =
        client.query_one("SELECT current_setting('server_encoding')", &[]).await.map_err(failed)?.get(0);
    if encoding != "UTF8" {
        let detail = format!("its encoding is {encoding}; create it with encoding UTF8");
        return Err(OpenError::Unfit { place, detail });
    }
    let sql = "SELECT to_regclass('parlor.format')::text, to_regnamespace('parlor')::text,
               (SELECT count(*) FROM pg_class WHERE relnamespace = to_regnamespace('parlor'))";
    let row = client.query_one(sql, &[]).await.map_err(failed)?;
    let (marked, there, relations): (Option<String>, Option<String>, i64) =
        (row.get(0), row.get(1), row.get(2));
    let seen = match marked {
        Some(_) => {
            let rows = client.query("SELECT version FROM parlor.format", &[]).await.map_err(failed)?;
            let [row] = &rows[..] else {
                let detail = "the table parlor.format does not have one row".to_owned();
                return Err(OpenError::Damaged { place, detail });
            };
            row.try_get(0).map_err(|_| OpenError::Foreign(place.clone()))?
        }
        None if relations > 0 => return Err(OpenError::Foreign(place)),
        None => 0,
    };
    let Some(missing) = usize::try_from(seen).ok().and_then(|seen| MIGRATIONS.get(seen..)) else {
        return Err(OpenError::Future { place, found: seen, known: KNOWN });
    };
    if missing.is_empty() {
        return Ok(());
    }
    let mut script = "BEGIN;\n".to_owned();
    // A host may have made the schema for us, and given us no right to make one.
    if there.is_none() {
        script.push_str("CREATE SCHEMA parlor;\n");
    }
    if seen == 0 {
        script.push_str(
            "CREATE TABLE parlor.format (version bigint NOT NULL); INSERT INTO parlor.format VALUES (0);\n",
        );
    }
    script.extend(missing.iter().copied());
    script.push_str(&format!("UPDATE parlor.format SET version = {KNOWN};\nCOMMIT;"));
    client.batch_execute(&script).await.map_err(failed)
}
