//! Files of the pages, which any node serves.

use std::collections::BTreeSet;
use std::time::Duration;

use super::reader::Reader;
use crate::{KeptFile, ReadError};

impl Reader {
    pub(crate) async fn keep_files(&self, files: &[KeptFile], length: Duration) -> Result<(), ReadError> {
        let length = length.as_secs_f64() * 1_000.0;
        // Most are there: their content cannot have changed and is not sent again.
        let known = "UPDATE parlor.page_files SET kept_until = greatest(kept_until, clock_timestamp() + $2 * interval '1 ms')
                     WHERE name = ANY ($1) RETURNING name";
        let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
        let rows = self.rows(known, &[&names, &length]).await?;
        let known: BTreeSet<String> = rows.iter().map(|row| row.get(0)).collect();
        let add = "INSERT INTO parlor.page_files AS f (name, kept_until, data)
                   VALUES ($1, clock_timestamp() + $2 * interval '1 ms', $3)
                   ON CONFLICT (name) DO UPDATE SET kept_until = greatest(f.kept_until, excluded.kept_until)";
        for KeptFile { name, data } in files.iter().filter(|file| !known.contains(&file.name)) {
            self.rows(add, &[name, &length, data]).await?;
        }
        self.rows("DELETE FROM parlor.page_files WHERE kept_until <= clock_timestamp()", &[]).await.map(drop)
    }

    pub(crate) async fn kept_file(&self, name: &str) -> Result<Option<Vec<u8>>, ReadError> {
        let sql = "SELECT data FROM parlor.page_files WHERE name = $1 AND kept_until > clock_timestamp()";
        Ok(self.row(sql, &[&name]).await?.map(|row| row.get(0)))
    }
}
