//! What a person proves with who they are.

use sha2::{Digest, Sha256};

use crate::entropy::{Entropy, NoEntropy};

/// The secret that resumes a person: 256 random bits, shown once; only its hash is stored.
#[derive(Clone)]
pub struct Token([u8; 32]);

impl Token {
    pub(super) fn random(entropy: &Entropy) -> Result<Self, NoEntropy> {
        entropy.bytes().map(Self)
    }

    /// The token as its holder keeps it.
    #[must_use]
    pub fn text(&self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// What is stored. Looking a hash up takes no time that would tell anything of the token.
    pub(super) fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.0).into()
    }

    pub(super) const fn bytes(&self) -> [u8; 32] {
        self.0
    }

    pub(super) fn parse(text: &str) -> Option<Self> {
        let digits = text.as_bytes();
        if digits.len() != 64 {
            return None;
        }
        let nibble = |digit: u8| (digit as char).to_digit(16);
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = (nibble(pair[0])? << 4 | nibble(pair[1])?) as u8;
        }
        Some(Self(bytes))
    }
}

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token(…)")
    }
}
