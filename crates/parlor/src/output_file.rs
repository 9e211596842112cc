//! A file that is complete or not there at all.

use std::fs::{self, File};
use std::io::{BufWriter, ErrorKind};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// The exit status that shells use for a program ended by Ctrl-C.
const INTERRUPTED: i32 = 130;

/// Who may read a new file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Access {
    /// Everybody whom the umask allows.
    Public,
    /// Its owner only.
    Private,
}

/// Written beside its place and put there when it is complete.
pub(crate) struct OutputFile {
    /// What is written, for errors.
    what: &'static str,
    /// As it was asked for, for errors.
    path: PathBuf,
    /// None for a device or a pipe, which is written at once and never replaced.
    partial: Option<Partial>,
    file: File,
}

/// The file while it is not complete. It is removed unless it has been put in its place.
struct Partial {
    path: PathBuf,
    place: PathBuf,
    finished: bool,
}

impl OutputFile {
    pub(crate) fn create(path: &Path, what: &'static str, access: Access) -> Result<Self> {
        let failure = || failure(what, path);
        let create = |place| Partial::create(place, access).with_context(failure);
        let (file, partial) = match fs::metadata(path) {
            Ok(about) if about.is_dir() => bail!("{}: it is a folder.", failure()),
            Ok(about) if !about.is_file() => {
                (File::options().write(true).open(path).with_context(failure)?, None)
            }
            // Putting a new file in its place would need no permission of the old one.
            Ok(about) if about.permissions().readonly() => bail!("{}: it is read-only.", failure()),
            // Where a link leads to is replaced, not the link.
            Ok(_) => create(fs::canonicalize(path).with_context(failure)?)?,
            Err(_) if path.as_os_str().as_encoded_bytes().ends_with(b"/") => {
                bail!("{}: that is the name of a folder.", failure())
            }
            Err(error) if error.kind() == ErrorKind::NotFound => create(path.to_owned())?,
            // An error such as a name that is too long is reported now and not after all the work.
            Err(error) => return Err(error).with_context(failure),
        };
        Ok(Self { what, path: path.to_owned(), partial, file })
    }

    /// What to write to. It must be flushed before the end.
    pub(crate) fn writer(&self) -> Result<BufWriter<File>> {
        Ok(BufWriter::new(self.file.try_clone().with_context(|| self.failure())?))
    }

    /// Puts the file in its place.
    pub(crate) fn finish(mut self) -> Result<()> {
        let Some(mut partial) = self.partial.take() else { return Ok(()) };
        self.file.sync_all().with_context(|| self.failure())?;
        fs::rename(&partial.path, &partial.place).with_context(|| self.failure())?;
        partial.finished = true;
        Ok(())
    }

    /// The beginning of a sentence about what went wrong.
    pub(crate) fn failure(&self) -> String {
        failure(self.what, &self.path)
    }
}

fn failure(what: &str, path: &Path) -> String {
    format!("cannot write {what} to {}", path.display())
}

impl Partial {
    fn create(place: PathBuf, access: Access) -> std::io::Result<(File, Option<Self>)> {
        // Not the name with something added: that may be too long a name where the name itself is not.
        let path = place.with_file_name(format!(".parlor-{}.partial", std::process::id()));
        let interrupted = path.clone();
        // Without a handler an interrupted program would still end, only less tidily: no reason to refuse the work.
        let _ = ctrlc::set_handler(move || {
            let _ = fs::remove_file(&interrupted);
            std::process::exit(INTERRUPTED);
        });
        let file = create(&path, access)?;
        Ok((file, Some(Self { path, place, finished: false })))
    }
}

/// Creates a file, or empties one that a killed program has left.
pub(crate) fn create(path: &Path, access: Access) -> std::io::Result<File> {
    let mut options = File::options();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    if access == Access::Private {
        use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
        let file = options.mode(0o600).open(path)?;
        // The mode above is for a file that is new.
        file.set_permissions(fs::Permissions::from_mode(0o600))?;
        return Ok(file);
    }
    options.open(path)
}

impl Drop for Partial {
    fn drop(&mut self) {
        if !self.finished {
            // Already failing: a file that cannot be removed is not reported as well.
            let _ = fs::remove_file(&self.path);
        }
    }
}
