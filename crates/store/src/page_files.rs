//! [`Store`] as the place where nodes of a cluster leave files of their pages for each other.

use std::time::Duration;

use crate::store::Reader;
use crate::{ReadError, Store};

/// A file under a name that holds a hash of its content: what it names never changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptFile {
    /// Its name.
    pub name: String,
    /// What is in it.
    pub data: Vec<u8>,
}

impl Store {
    /// Keeps files for `length` from now on, by the clock of the database, and deletes those whose time is over.
    ///
    /// # Errors
    /// If the database cannot be asked, or is not one that several servers can share. Some may be kept all the same.
    pub async fn keep_files(&self, files: &[KeptFile], length: Duration) -> Result<(), ReadError> {
        match &self.reader {
            #[cfg(feature = "postgres")]
            Reader::Postgres(reader) => reader.keep_files(files, length).await,
            _ => {
                let _ = (files, length);
                Err(not_shared())
            }
        }
    }

    /// The content of a file that some server has stored; `None` if none has.
    ///
    /// # Errors
    /// As [`Self::keep_files`].
    pub async fn kept_file(&self, name: &str) -> Result<Option<Vec<u8>>, ReadError> {
        match &self.reader {
            #[cfg(feature = "postgres")]
            Reader::Postgres(reader) => reader.kept_file(name).await,
            _ => {
                let _ = name;
                Err(not_shared())
            }
        }
    }
}

fn not_shared() -> ReadError {
    ReadError::Failed("only PostgreSQL keeps files for several servers".to_owned())
}
