//! The data folder: made if it is not there, and locked for as long as the server lives.
//!
//! It holds the secrets of running games: what is made here is for the owner alone. What is there already keeps the
//! rights that its owner gave it.

use std::fs::{DirBuilder, File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;

use crate::OpenError;

/// Makes the folder and takes its lock. The lock lives as long as the file: the system lets go of it when the process
/// dies, in whatever way.
pub(super) fn lock(folder: &Path) -> Result<File, OpenError> {
    if folder.is_file() {
        return Err(OpenError::NotAFolder(folder.to_owned()));
    }
    folder_for_the_owner()
        .create(folder)
        .map_err(|reason| OpenError::CannotCreate { path: folder.to_owned(), reason })?;
    let path = folder.join("lock");
    let file = file_for_the_owner().open(&path);
    let file = file.map_err(|source| cannot_use(&path, source))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(OpenError::InUse(folder.display().to_string())),
        Err(TryLockError::Error(reason)) => Err(cannot_use(&path, reason)),
    }
}

/// Makes folders with all that are missing above them.
fn folder_for_the_owner() -> DirBuilder {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
}

/// Makes a file, or opens the one that is there.
pub(super) fn file_for_the_owner() -> OpenOptions {
    let mut options = File::options();
    options.create(true).truncate(false).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

pub(super) fn cannot_use(path: &Path, reason: io::Error) -> OpenError {
    OpenError::CannotUse { path: path.to_owned(), reason }
}
