//! The admin token: 256 random bits, told once; only its hash is stored.

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};
use store::{Store, Write};
use subtle::ConstantTimeEq;

const META_KEY: &str = "admin_token_sha256";

/// Knows a good token from a bad one.
#[derive(Clone, Debug)]
pub(crate) struct AdminAuth {
    hash: String,
}

impl AdminAuth {
    /// Reads the lock of this house. At the very first start, or if a new one is wished for, it is made, and the
    /// token that opens it is given as well.
    pub(crate) async fn open(store: &Store, anew: bool) -> Result<(Self, Option<String>)> {
        let stored = store.meta(META_KEY).await?;
        if let (Some(hash), false) = (stored, anew) {
            return Ok((Self { hash }, None));
        }
        let mut bits = [0; 32];
        getrandom::fill(&mut bits).context("The machine gives no random numbers")?;
        let token = hex(&bits);
        let hash = hash_of(&token);
        store.commit(vec![Write::SetMeta { key: META_KEY.to_owned(), value: hash.clone() }]).await?;
        Ok((Self { hash }, Some(token)))
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
