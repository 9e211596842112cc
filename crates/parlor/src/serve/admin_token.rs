//! Where the admin token comes from and where it is kept.

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};

use super::settings::{Settings, environment};
use crate::admin::Token;
use crate::output_file::{self, Access};

/// The variable that holds the token itself, for the server and for `parlor admin`.
pub(crate) const TOKEN_VARIABLE: &str = "PARLOR_ADMIN_TOKEN";

/// The file in the data directory that holds a token the server has made.
const FILE_NAME: &str = "admin-token";

/// A token that somebody chose is at least this long.
const MIN_LENGTH: usize = 16;

/// Where the server takes its admin token from.
#[derive(Debug)]
pub(crate) enum TokenSource {
    /// Set by the operator; the server does not store it.
    Given(Token),
    /// The server makes it at the first start.
    Made(TokenFile),
}

impl TokenSource {
    /// What the settings and the environment say.
    pub(crate) fn from_settings(settings: &Settings) -> Result<Self> {
        let in_environment = environment(TOKEN_VARIABLE);
        match (in_environment, &settings.admin_token_file) {
            (Some(_), Some(_)) => {
                bail!("The admin token is given twice: in {TOKEN_VARIABLE} and by admin_token_file.")
            }
            (Some(text), None) => given(&text).with_context(|| TOKEN_VARIABLE).map(Self::Given),
            (None, Some(path)) => {
                let text = fs::read_to_string(path);
                let text = text.with_context(|| format!("admin_token_file: {}", path.display()))?;
                given(text.trim_end()).with_context(|| path.display().to_string()).map(Self::Given)
            }
            (None, None) => Ok(Self::Made(TokenFile::in_folder(&settings.data_dir))),
        }
    }
}

/// The token for a command beside the server, from where the server with these settings has it.
pub(crate) fn find(settings: &Settings) -> Result<Option<Token>> {
    let path = match &settings.admin_token_file {
        Some(path) => path.clone(),
        None => settings.data_dir.join(FILE_NAME),
    };
    match fs::read_to_string(&path) {
        Ok(text) => {
            let token = text.trim_end().parse().map_err(|wrong| anyhow!("{}: {wrong}", path.display()))?;
            Ok(Some(token))
        }
        Err(error) if error.kind() == ErrorKind::NotFound && settings.admin_token_file.is_none() => Ok(None),
        Err(error) => Err(error).with_context(|| path.display().to_string()),
    }
}

fn given(text: &str) -> Result<Token> {
    let token: Token = text.parse().map_err(|wrong| anyhow!("{wrong}"))?;
    if text.len() < MIN_LENGTH {
        bail!("an admin token has at least {MIN_LENGTH} characters");
    }
    Ok(token)
}

/// The file that holds a token the server has made, readable for its owner only.
///
/// A new token is written beside it, then its hash is stored, then it is put in its place: at every instant the token
/// that the stored hash belongs to is in one of the two files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TokenFile {
    path: PathBuf,
    draft: PathBuf,
}

impl TokenFile {
    pub(crate) fn in_folder(folder: &Path) -> Self {
        Self { path: folder.join(FILE_NAME), draft: folder.join(format!("{FILE_NAME}.new")) }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a token beside its place.
    pub(crate) fn write_draft(&self, token: &str) -> Result<()> {
        let failure = || format!("The admin token cannot be written to {}", self.draft.display());
        // A server with PostgreSQL has no other use for the folder.
        let folder = self.draft.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder).with_context(failure)?;
        let mut file = output_file::create(&self.draft, Access::Private).with_context(failure)?;
        writeln!(file, "{token}").with_context(failure)?;
        file.sync_all().with_context(failure)?;
        sync(folder).with_context(failure)
    }

    /// The token that was written beside its place, if the server ended before it was put there.
    pub(crate) fn draft(&self) -> Option<String> {
        fs::read_to_string(&self.draft).ok().map(|text| text.trim_end().to_owned())
    }

    /// Puts the token in its place.
    pub(crate) fn keep_draft(&self) -> Result<()> {
        let failure = || format!("The admin token cannot be written to {}", self.path.display());
        fs::rename(&self.draft, &self.path).with_context(failure)?;
        sync(self.path.parent().unwrap_or(Path::new("."))).with_context(failure)
    }

    /// Removes a token whose hash was never stored.
    pub(crate) fn drop_draft(&self) -> Result<()> {
        match fs::remove_file(&self.draft) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(error).with_context(|| format!("{} cannot be removed", self.draft.display()))
            }
            _ => Ok(()),
        }
    }
}

/// Makes the names of a folder's files durable.
fn sync(folder: &Path) -> std::io::Result<()> {
    // Elsewhere a folder cannot be opened, and need not be.
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}
