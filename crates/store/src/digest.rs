//! A fact is stored with a digest of itself and of where it belongs.

use sha2::{Digest, Sha256};

/// Never changed: it is in the database.
const FORMAT: &[u8] = b"parlor fact 1";

/// The digest of a fact: 64 bits of SHA-256. It covers the table and the number, so that a body that stands in another row
/// than the one it was written to is noticed. Against mistakes and damage; who can write to the database can also compute it.
pub(crate) fn of_fact(table: u64, seq: u64, at: i64, body: &str) -> i64 {
    let mut digest = Sha256::new_with_prefix(FORMAT);
    digest.update(table.to_le_bytes());
    digest.update(seq.to_le_bytes());
    digest.update(at.to_le_bytes());
    digest.update(body);
    let mut first = [0; 8];
    first.copy_from_slice(&digest.finalize()[..8]);
    i64::from_le_bytes(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_is_the_same_for_ever_and_depends_on_every_part() {
        let digest = of_fact(1, 2, 3, "{}");
        assert_eq!(digest, 9_104_990_830_577_057_700);
        for other in
            [of_fact(2, 2, 3, "{}"), of_fact(1, 3, 3, "{}"), of_fact(1, 2, 4, "{}"), of_fact(1, 2, 3, "{ }")]
        {
            assert_ne!(other, digest);
        }
    }
}
