//! The admin token: given by the operator, or 256 random bits of which only the hash is stored.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use sha2::{Digest, Sha256};
use store::{Store, Write};
use subtle::ConstantTimeEq;

use super::admin_token::{TokenFile, TokenSource};

const META_KEY: &str = "admin_token_sha256";

/// Knows a good token from a bad one.
#[derive(Clone, Debug)]
pub(crate) struct AdminAuth {
    hash: String,
}

/// A token that was made just now.
pub(crate) struct NewToken {
    pub(crate) token: String,
    /// The file that holds it.
    pub(crate) file: PathBuf,
}

impl AdminAuth {
    /// Reads the lock of this server. At the very first start, or if a new one is wished for, it is made, and the
    /// token that opens it is given as well.
    pub(crate) async fn open(
        store: &Store,
        source: &TokenSource,
        anew: bool,
    ) -> Result<(Self, Option<NewToken>)> {
        match source {
            TokenSource::Given(_) if anew => {
                bail!(
                    "The operator gives the admin token (PARLOR_ADMIN_TOKEN or admin_token_file): change it there."
                )
            }
            TokenSource::Given(token) => Ok((Self { hash: hash_of(token.as_str()) }, None)),
            TokenSource::Made(file) => Self::stored(store, file, anew).await,
        }
    }

    async fn stored(store: &Store, file: &TokenFile, anew: bool) -> Result<(Self, Option<NewToken>)> {
        let stored = store.meta(META_KEY).await?;
        // A server that was killed while it made a token.
        match (file.draft(), &stored) {
            (Some(draft), Some(hash)) if hash_of(&draft) == *hash => file.keep_draft()?,
            (Some(_), _) => file.drop_draft()?,
            (None, _) => {}
        }
        if let (Some(hash), false) = (stored, anew) {
            return Ok((Self { hash }, None));
        }
        let mut bits = [0; 32];
        getrandom::fill(&mut bits).context("The operating system returned no random numbers")?;
        let token = hex(&bits);
        let hash = hash_of(&token);
        file.write_draft(&token)?;
        store.commit(vec![Write::SetMeta { key: META_KEY.to_owned(), value: hash.clone() }]).await?;
        file.keep_draft()?;
        Ok((Self { hash }, Some(NewToken { token, file: file.path().to_owned() })))
    }

    /// Whether a token is the right one. The time taken says nothing about it.
    pub(crate) fn opens_with(&self, token: &str) -> bool {
        hash_of(token).as_bytes().ct_eq(self.hash.as_bytes()).into()
    }
}

fn hash_of(token: &str) -> String {
    hex(&Sha256::digest(token.as_bytes()))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use store::StoreLocation;

    use super::*;

    /// A server that starts once: whether it showed a token, and whether the file holds the one that opens.
    async fn start(folder: &Path, anew: bool) -> (Option<String>, bool) {
        let store = Store::open(&StoreLocation::Sqlite(folder.to_owned())).await.unwrap();
        let source = TokenSource::Made(TokenFile::in_folder(folder));
        let (lock, new) = AdminAuth::open(&store, &source, anew).await.unwrap();
        store.close().await;
        assert!(!folder.join("admin-token.new").exists());
        let kept = fs::read_to_string(folder.join("admin-token")).unwrap_or_default();
        (new.map(|new| new.token), lock.opens_with(kept.trim_end()))
    }

    /// Stores a hash as a server does, and no more.
    async fn store_hash(folder: &Path, token: &str) {
        let store = Store::open(&StoreLocation::Sqlite(folder.to_owned())).await.unwrap();
        let write = Write::SetMeta { key: META_KEY.to_owned(), value: hash_of(token) };
        store.commit(vec![write]).await.unwrap();
        store.close().await;
    }

    #[tokio::test]
    async fn wherever_a_first_start_is_cut_short_the_token_is_told_or_in_its_file() {
        let draft = |text: &'static str| move |folder: &Path| fs::write(folder.join("admin-token.new"), text);
        // Before the hash is stored: the next start is the first one again.
        for text in ["", "half a tok", "a whole token\n"] {
            let folder = tempfile::tempdir().unwrap();
            draft(text)(folder.path()).unwrap();
            let (shown, opens) = start(folder.path(), false).await;
            assert!(shown.is_some() && opens, "{text:?}");
            assert_eq!(start(folder.path(), false).await, (None, true));
        }
        // After it, before and after the file is in its place.
        let folder = tempfile::tempdir().unwrap();
        draft("the token\n")(folder.path()).unwrap();
        store_hash(folder.path(), "the token").await;
        assert_eq!(start(folder.path(), false).await, (None, true));
        assert_eq!(start(folder.path(), false).await, (None, true));
        assert_eq!(fs::read_to_string(folder.path().join("admin-token")).unwrap(), "the token\n");
    }

    #[tokio::test]
    async fn a_new_token_that_was_cut_short_leaves_the_old_one_in_its_file() {
        let folder = tempfile::tempdir().unwrap();
        let (old, _) = start(folder.path(), false).await;
        fs::write(folder.path().join("admin-token.new"), "never stored\n").unwrap();
        assert_eq!(start(folder.path(), false).await, (None, true));
        let (new, opens) = start(folder.path(), true).await;
        assert!(opens && new.is_some() && new != old);
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn the_file_of_the_token_is_readable_for_its_owner_only() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        start(folder.path(), false).await;
        let mode = fs::metadata(folder.path().join("admin-token")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}
