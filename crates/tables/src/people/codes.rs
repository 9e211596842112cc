//! Codes that sign in one more device: on a link for a few minutes, or printed on paper.

use sha2::{Digest, Sha256};

use crate::entropy::{Entropy, NoEntropy};

/// Digits and letters that nobody mixes up when they copy them by hand.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// 20 characters of 5 bits each.
const LENGTH: usize = 20;

/// In groups of this many.
const GROUP: usize = 5;

/// A code of 100 random bits. Only its hash is stored.
pub(super) struct SignInCode(String);

impl SignInCode {
    pub(super) fn random(entropy: &Entropy) -> Result<Self, NoEntropy> {
        let bytes: [u8; LENGTH] = entropy.bytes()?;
        Ok(Self(bytes.iter().map(|byte| char::from(ALPHABET[usize::from(byte & 31)])).collect()))
    }

    /// Reads what somebody typed: small letters, spaces, dashes, and an O for a zero are all right.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut code = String::with_capacity(LENGTH);
        for letter in text.chars().filter(|letter| !letter.is_whitespace() && *letter != '-') {
            let letter = match letter.to_ascii_uppercase() {
                'O' => '0',
                'I' | 'L' => '1',
                letter => letter,
            };
            if code.len() == LENGTH || !letter.is_ascii() || !ALPHABET.contains(&(letter as u8)) {
                return None;
            }
            code.push(letter);
        }
        (code.len() == LENGTH).then_some(Self(code))
    }

    /// The code as it is shown.
    pub(super) fn text(&self) -> String {
        let groups = self.0.as_bytes().chunks(GROUP).map(|group| String::from_utf8_lossy(group));
        groups.collect::<Vec<_>>().join("-")
    }

    /// What it is stored under.
    pub(super) fn id(&self) -> String {
        hex(&Sha256::digest(self.0.as_bytes()))
    }
}

pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_however_it_was_copied() {
        let code = SignInCode::random(&Entropy::system()).unwrap();
        let text = code.text();
        assert_eq!(text.len(), 23);
        let copied =
            [text.to_lowercase(), text.replace('-', " "), text.replace('-', ""), format!(" {text}\n")];
        for copy in copied {
            assert_eq!(SignInCode::parse(&copy).map(|read| read.id()), Some(code.id()), "{copy}");
        }
        let typed = SignInCode::parse("OOOOO-iiiii-lllll-00000").unwrap();
        assert_eq!(typed.text(), "00000-11111-11111-00000");
        for wrong in
            ["", "0", &text[1..], &format!("{text}0"), "UUUUU-UUUUU-UUUUU-UUUUU", "ééééééééééééééééééééé"]
        {
            assert!(SignInCode::parse(wrong).is_none(), "{wrong}");
        }
    }
}
