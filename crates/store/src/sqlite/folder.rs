//! The data folder: made if it is not there, and locked for as long as the server lives.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;

use crate::OpenError;

/// Makes the folder and takes its lock. The lock lives as long as the file: the system lets go of it when the process
/// dies, in whatever way.
pub(super) fn lock(folder: &Path) -> Result<File, OpenError> {
    if folder.is_file() {
        return Err(OpenError::NotAFolder(folder.to_owned()));
    }
    fs::create_dir_all(folder)
        .map_err(|reason| OpenError::CannotCreate { path: folder.to_owned(), reason })?;
    let path = folder.join("lock");
    let file = File::options().create(true).truncate(false).write(true).open(&path);
    let file = file.map_err(|source| cannot_use(&path, source))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(OpenError::InUse(folder.display().to_string())),
        Err(TryLockError::Error(reason)) => Err(cannot_use(&path, reason)),
    }
}

pub(super) fn cannot_use(path: &Path, reason: io::Error) -> OpenError {
    OpenError::CannotUse { path: path.to_owned(), reason }
}
