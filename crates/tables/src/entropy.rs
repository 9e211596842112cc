//! Where random bits come from: ids, tokens, the secrets of deals.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use game::Rng;
use protocol::{Refusal, RefusalCode};

/// A source of random bits, passed in as [`crate::Time`] is.
#[derive(Clone, Default)]
pub struct Entropy(Source);

#[derive(Clone, Default)]
enum Source {
    #[default]
    System,
    Seeded(Arc<Mutex<game::FastRng>>),
}

/// The operating system returned no random bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the operating system returned no random bits")]
pub(crate) struct NoEntropy;

impl Entropy {
    /// The machine's own.
    #[must_use]
    pub const fn system() -> Self {
        Self(Source::System)
    }

    /// The same bits in the same order for the same number. For simulations: what follows from them can be guessed.
    #[must_use]
    pub fn seeded(number: u64) -> Self {
        Self(Source::Seeded(Arc::new(Mutex::new(game::dice(number)))))
    }

    pub(crate) fn bytes<const N: usize>(&self) -> Result<[u8; N], NoEntropy> {
        let mut bytes = [0; N];
        match &self.0 {
            Source::System => getrandom::fill(&mut bytes).map_err(|_| NoEntropy)?,
            Source::Seeded(dice) => {
                let mut dice = dice.lock().unwrap_or_else(PoisonError::into_inner);
                for part in bytes.chunks_mut(8) {
                    part.copy_from_slice(&dice.next_u64().to_le_bytes()[..part.len()]);
                }
            }
        }
        Ok(bytes)
    }

    pub(crate) fn u64(&self) -> Result<u64, NoEntropy> {
        self.bytes().map(u64::from_le_bytes)
    }
}

impl fmt::Debug for Entropy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Source::System => "Entropy(system)",
            Source::Seeded(_) => "Entropy(seeded)",
        })
    }
}

impl From<NoEntropy> for Refusal {
    fn from(_: NoEntropy) -> Self {
        Self::new(RefusalCode::NotSaved, "The house has no randomness left. Try again.")
    }
}
