//! The luck of a table: what the server is bound to, and what comes out when a game is dealt.

use game::Seed;
use protocol::{BoundSecret, Commitment, Deal, NameSalt, Nonce, Refusal, ReplayId, Secret};

use crate::entropy::Entropy;
use crate::journal::{DayConfig, Fact, TableConfig};

/// Fresh random bits for a deal, drawn before it is decided.
#[derive(Clone, Copy)]
pub(crate) struct NewSecrets {
    seed: Seed,
    secret: BoundSecret,
    name_salt: NameSalt,
}

impl NewSecrets {
    /// Draws them.
    ///
    /// # Errors
    /// If the machine gives none.
    pub(crate) fn draw(entropy: &Entropy) -> Result<Self, Refusal> {
        let name_salt = NameSalt::from_random(entropy.bytes()?);
        Ok(Self { seed: Seed::from_bytes(entropy.bytes()?), secret: draw_secret(entropy)?, name_salt })
    }
}

/// Draws the secret of a game.
///
/// # Errors
/// If the machine gives no random bits.
pub(crate) fn draw_secret(entropy: &Entropy) -> Result<BoundSecret, Refusal> {
    Ok(BoundSecret::new(Secret::from_random(entropy.bytes()?)))
}

/// What the server is bound to at one table.
#[derive(Clone, Debug, Default)]
pub(crate) struct DealSecrets {
    /// For the next game. Once sent it never changes until that game is dealt.
    next: Option<(BoundSecret, Commitment)>,
    /// How the game that is played, or was played last, was dealt.
    dealt: Option<Deal>,
    /// The deal of a day, where one is played: it was bound to long before the table was opened.
    day: Option<Deal>,
    /// Whether other tables of a tournament have the same deal.
    shared: bool,
}

impl DealSecrets {
    pub(crate) fn of(config: &TableConfig) -> Self {
        let day = config.day.as_ref().map(|day| {
            let DayConfig { date, secret, nonces } = &**day;
            Deal::of_day(*date, config.game.name(), *secret, nonces.clone())
        });
        let shared = config.tournament.as_ref().is_some_and(|played| played.duplicate);
        Self { next: with_commitment(config.secret), dealt: None, day, shared }
    }

    /// Whether the deal is a duplicate one.
    pub(crate) const fn is_duplicate(&self) -> bool {
        self.day.is_some() || self.shared
    }

    /// How the game was dealt, if those who played it may know already: others may still play the same deal.
    pub(crate) fn dealt_to_show(&self) -> Option<&Deal> {
        self.dealt.as_ref().filter(|_| !self.is_duplicate())
    }

    /// The commitment for the next game.
    pub(crate) fn next_commitment(&self) -> Option<Commitment> {
        let of_day = self.day.as_ref().filter(|_| self.dealt.is_none());
        self.next.map(|(_, commitment)| commitment).or_else(|| of_day.map(|deal| deal.commitment))
    }

    /// The commitment for the game that is played.
    pub(crate) fn commitment(&self) -> Option<Commitment> {
        self.dealt.as_ref().map(|deal| deal.commitment)
    }

    /// How the game was dealt. For nobody's eyes before it is over.
    pub(crate) const fn dealt(&self) -> Option<&Deal> {
        self.dealt.as_ref()
    }

    /// The secret of the next game. For the journal alone.
    pub(crate) fn next_secret(&self) -> Option<BoundSecret> {
        self.next.map(|(secret, _)| secret)
    }

    /// The fact that a game is dealt now.
    pub(crate) fn starts(&self, rules: u16, fresh: NewSecrets) -> Fact {
        let name_salt = Some(fresh.name_salt);
        if self.is_duplicate() {
            return Fact::Started { seed: None, next: None, rules: Some(rules), name_salt };
        }
        let seed = self.next.is_none().then_some(fresh.seed);
        Fact::Started { seed, next: Some(fresh.secret), rules: Some(rules), name_salt }
    }

    /// Deals: gives the seed of the game.
    pub(crate) fn deal(
        &mut self,
        game: ReplayId,
        nonces: Vec<Option<Nonce>>,
        seed: Option<Seed>,
        next: Option<BoundSecret>,
    ) -> Result<Seed, &'static str> {
        let secret = std::mem::replace(&mut self.next, with_commitment(next));
        self.dealt = None;
        if let (Some(day), None, None) = (&self.day, seed, secret) {
            self.dealt = Some(day.clone());
            return Ok(day.seed(game));
        }
        match (seed, secret) {
            (Some(seed), None) => Ok(seed),
            (None, Some((secret, _))) => {
                let deal = Deal::new(secret, nonces);
                let seed = deal.seed(game);
                self.dealt = Some(deal);
                Ok(seed)
            }
            (Some(_), Some(_)) => Err("a deal does not follow from the secret that the server was bound to"),
            (None, None) => Err("a deal without luck"),
        }
    }
}

fn with_commitment(secret: Option<BoundSecret>) -> Option<(BoundSecret, Commitment)> {
    secret.map(|secret| (secret, secret.commitment()))
}
