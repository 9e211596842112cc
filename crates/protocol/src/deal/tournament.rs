//! The luck of a tournament: one secret and one list of nonces lead to the lot and to the secret of every table.

use game::Seed;
use sha2::{Digest, Sha256};

use super::{BoundSecret, Commitment, Nonce, Secret};
use crate::TournamentId;

/// What the luck of a tournament follows from. The server is bound to the secret before the first nonce is given.
#[derive(Clone, Debug)]
pub struct TournamentSecret {
    /// Which tournament it is.
    pub tournament: TournamentId,
    /// What the server has drawn.
    pub secret: Secret,
}

impl TournamentSecret {
    /// What binds the server to the secret.
    #[must_use]
    pub fn commitment(&self) -> Commitment {
        let Self { tournament, secret } = self;
        let text = format!("parlor tournament commitment 1\n{tournament}\n{secret}\n");
        Commitment(Sha256::digest(text).into())
    }

    /// The seed of the lot, which orders the first round and all seats.
    #[must_use]
    pub fn lot(&self, nonces: &[Nonce]) -> Seed {
        let Self { tournament, secret } = self;
        Seed::from_bytes(hashed(format!("parlor tournament lot 1\n{tournament}\n{secret}\n"), nonces))
    }

    /// The secret of a table. Table 0 stands for all tables of a round with one deal for all.
    ///
    /// It says nothing about the secret of the tournament or of another table, so that it can be shown after the game.
    #[must_use]
    pub fn of_table(&self, round: u8, table: u16, nonces: &[Nonce]) -> BoundSecret {
        let Self { tournament, secret } = self;
        let text = format!("parlor tournament deal 1\n{tournament}\n{round}\n{table}\n{secret}\n");
        BoundSecret::new(Secret(hashed(text, nonces)))
    }
}

/// The hash of some lines and a line for each nonce, in alphabetical order.
fn hashed(text: String, nonces: &[Nonce]) -> [u8; 32] {
    let mut lines: Vec<&str> = nonces.iter().map(Nonce::as_str).collect();
    lines.sort_unstable();
    let mut hash = Sha256::new_with_prefix(text);
    for line in lines {
        hash.update(line);
        hash.update("\n");
    }
    hash.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_luck_of_a_tournament_follows_from_its_secret_and_the_nonces_in_any_order() {
        let of = |number| TournamentSecret {
            tournament: TournamentId::new(number),
            secret: Secret::from_random([7; 32]),
        };
        let nonces: Vec<Nonce> = ["b", "a"].iter().map(|text| text.parse().unwrap()).collect();
        let turned: Vec<Nonce> = nonces.iter().rev().cloned().collect();
        assert_eq!(of(1).lot(&nonces), of(1).lot(&turned));
        assert_ne!(of(1).lot(&nonces), of(2).lot(&nonces), "the tournament enters it");
        assert_ne!(of(1).lot(&nonces), of(1).lot(&nonces[1..]), "every nonce enters it");
        assert_eq!(of(1).of_table(2, 3, &nonces), of(1).of_table(2, 3, &turned));
        assert_ne!(of(1).of_table(2, 3, &nonces), of(1).of_table(2, 4, &nonces));
        assert_ne!(of(1).of_table(2, 3, &nonces), of(1).of_table(3, 3, &nonces));
        assert_ne!(of(1).commitment(), of(2).commitment());
        // As `printf … | sha256sum` has it.
        assert_eq!(
            of(1).commitment().to_string(),
            Commitment(
                Sha256::digest(format!("parlor tournament commitment 1\n0000000001\n{}\n", "07".repeat(32)))
                    .into()
            )
            .to_string()
        );
    }
}
