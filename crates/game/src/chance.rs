//! All randomness of a game: a keyed generator whose whole state is a key and a counter.

use std::fmt;
use std::str::FromStr;

use chacha20::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::Seat;

/// 256 bits from which all randomness of one game is derived.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seed([u8; 32]);

impl Seed {
    /// The seed with these bytes.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The bytes of the seed.
    #[must_use]
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The seed that a person names by a number: its eight bytes, lowest first, then zeros.
    #[must_use]
    pub fn from_number(number: u64) -> Self {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&number.to_le_bytes());
        Self(bytes)
    }

    /// The seed of the `n`th game of a series that starts from this seed.
    #[must_use]
    pub fn nth(self, n: u64) -> Self {
        let mut stream = ChaCha20Rng::from_seed(self.0);
        // Draws use stream 0, so no seed of a series can be read off a game's deal.
        stream.set_stream(1);
        stream.set_block_pos(n);
        let mut bytes = [0; 32];
        stream.fill_bytes(&mut bytes);
        Self(bytes)
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Seed {
    /// Never the bytes: a position is printed in logs and panics, and the seed gives away every card.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(…)")
    }
}

/// Why a text is not a seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeedError;

impl fmt::Display for SeedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a seed is 64 hexadecimal digits")
    }
}

impl std::error::Error for SeedError {}

impl FromStr for Seed {
    type Err = SeedError;

    fn from_str(text: &str) -> Result<Self, SeedError> {
        let digits = text.as_bytes();
        if digits.len() != 64 {
            return Err(SeedError);
        }
        let nibble = |digit: u8| (digit as char).to_digit(16).ok_or(SeedError);
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = (nibble(pair[0])? << 4 | nibble(pair[1])?) as u8;
        }
        Ok(Self(bytes))
    }
}

impl Serialize for Seed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// The randomness inside a position: a key and how much of its key stream has been used.
///
/// Each [`draw`](Self::draw) reads the ChaCha20 key stream (64-bit block counter, nonce 0) as little-endian
/// 32-bit words, beginning with the first block that no earlier draw has touched. Nothing is buffered between
/// draws, so the state is forty bytes and a position stays small.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chance {
    seed: Seed,
    /// The nonce of the key stream: 0 for an ordinary deal, [`DUPLICATE`] for a duplicate one.
    stream: u64,
    blocks_used: u64,
}

/// What a separate random stream is used for, in deals that are the same for everybody who plays them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// The order of the cards to draw.
    Stock = 1,
    /// Who begins, and in which order the seats are served.
    Order = 2,
    /// What a bot decides by chance.
    BotChoices = 3,
    /// The order of cards that were put out and are shuffled again.
    Reshuffle = 4,
}

/// The nonce that marks the randomness of a duplicate deal. No [`Purpose`] maps to it.
const DUPLICATE: u64 = u64::MAX;

impl Chance {
    /// A generator from which nothing has been drawn.
    #[must_use]
    pub const fn new(seed: Seed) -> Self {
        Self { seed, stream: 0, blocks_used: 0 }
    }

    /// A fresh generator for a duplicate deal: the same for everybody who plays it, whatever the others at the table do.
    /// Games draw from a stream for each seat and purpose.
    #[must_use]
    pub const fn duplicate(seed: Seed) -> Self {
        Self { seed, stream: DUPLICATE, blocks_used: 0 }
    }

    /// Whether the deal is a duplicate one.
    #[must_use]
    pub const fn is_duplicate(&self) -> bool {
        self.stream == DUPLICATE
    }

    /// Where all of it comes from.
    pub(crate) const fn seed(&self) -> Seed {
        self.seed
    }

    /// A fresh generator for one purpose, of one seat or of the whole table. Draws from one stream do not affect another, so
    /// a seat that makes the same choices gets the same draws whatever the others do.
    #[must_use]
    pub const fn stream(&self, purpose: Purpose, seat: Option<Seat>) -> Self {
        let number = match seat {
            Some(seat) => seat.number() as u64 + 1,
            None => 0,
        };
        // Nonces 0 and 1 are an ordinary deal and the seeds of a series.
        Self { seed: self.seed, stream: (purpose as u64) << 8 | number, blocks_used: 0 }
    }

    /// As [`stream`](Self::stream), for the `index`th time: what was drawn the times before changes nothing.
    #[must_use]
    pub const fn numbered(&self, purpose: Purpose, seat: Option<Seat>, index: u32) -> Self {
        let Self { seed, stream, .. } = self.stream(purpose, seat);
        Self { seed, stream: (index as u64) << 16 | stream, blocks_used: 0 }
    }

    /// Shuffles in one draw. In a duplicate deal the `index`th shuffle for this purpose is the same whatever happened before.
    pub fn shuffle_numbered<T>(&mut self, purpose: Purpose, index: u32, items: &mut [T]) {
        if self.is_duplicate() {
            self.numbered(purpose, None, index).shuffle(items);
        } else {
            self.shuffle(items);
        }
    }

    /// A fresh generator for an imagined world.
    pub fn imagined(rng: &mut impl Rng) -> Self {
        let mut bytes = [0; 32];
        rng.fill_bytes(&mut bytes);
        Self::new(Seed(bytes))
    }

    /// A fresh generator for the same kind of deal, for tests that rearrange what is hidden from every player.
    #[must_use]
    pub fn imagined_alike(&self, rng: &mut impl Rng) -> Self {
        Self { stream: self.stream, ..Self::imagined(rng) }
    }

    /// Lets `take` draw as much as it needs.
    pub fn draw<T>(&mut self, take: impl FnOnce(&mut ChaCha20Rng) -> T) -> T {
        const WORDS_PER_BLOCK: u128 = 16;
        let mut stream = ChaCha20Rng::from_seed(self.seed.0);
        if self.stream != 0 {
            stream.set_stream(self.stream);
        }
        stream.set_block_pos(self.blocks_used);
        let taken = take(&mut stream);
        self.blocks_used = stream.get_word_pos().div_ceil(WORDS_PER_BLOCK) as u64;
        taken
    }

    /// Shuffles in one draw.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        self.draw(|rng| shuffle(rng, items));
    }

    /// An unbiased number from 0 to `bound - 1` in one draw.
    pub fn below(&mut self, bound: u32) -> u32 {
        self.draw(|rng| below(rng, bound))
    }
}

/// An unbiased number from 0 to `bound - 1`; 0 if `bound` is 0.
///
/// Multiply and keep the high half; the few low halves that would favour some numbers are drawn again. The
/// algorithm is pinned by golden values: a record must replay for ever.
#[inline]
pub fn below(rng: &mut impl Rng, bound: u32) -> u32 {
    let mut product = u64::from(rng.next_u32()) * u64::from(bound);
    if (product as u32) < bound {
        let surplus = bound.wrapping_neg() % bound.max(1);
        while (product as u32) < surplus {
            product = u64::from(rng.next_u32()) * u64::from(bound);
        }
    }
    (product >> 32) as u32
}

/// Fisher–Yates from the last place down, pinned by golden values.
#[inline]
pub fn shuffle<T>(rng: &mut impl Rng, items: &mut [T]) {
    for last in (1..items.len()).rev() {
        // A table's piles have hundreds of cards, never four thousand million.
        let chosen = below(rng, last as u32 + 1) as usize;
        items.swap(last, chosen);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shuffles_are_pinned_so_that_old_records_replay() {
        let mut chance = Chance::new(Seed::from_number(1));
        let mut items: Vec<u8> = (0..10).collect();
        chance.shuffle(&mut items);
        assert_eq!(items, GOLDEN_SHUFFLE);
        assert_eq!((0..6).map(|_| chance.below(6)).collect::<Vec<_>>(), GOLDEN_ROLLS);
        assert_eq!(chance.blocks_used, 7);
        assert_eq!(Seed::from_number(1).nth(3).to_string(), GOLDEN_THIRD);
    }

    const GOLDEN_SHUFFLE: [u8; 10] = [0, 8, 6, 7, 1, 9, 3, 2, 5, 4];
    const GOLDEN_ROLLS: [u32; 6] = [5, 3, 4, 1, 4, 0];
    const GOLDEN_THIRD: &str = "3a2a7a59c79eb544944d59d607260af04ce3f2d141cf4b94b25a8d5a42c21ab7";

    #[test]
    fn the_key_stream_is_chacha20_as_everybody_else_computes_it() {
        // The first words for the key of zeros: the published test vector of the cipher.
        let mut chance = Chance::new(Seed::from_bytes([0; 32]));
        let word = chance.draw(Rng::next_u32);
        assert_eq!(word.to_le_bytes(), [0x76, 0xb8, 0xe0, 0xad]);
    }

    #[test]
    fn a_draw_starts_on_a_block_that_no_draw_has_touched() {
        let seed = Seed::from_number(7);
        let mut whole = Chance::new(seed);
        let words = whole.draw(|rng| (0..64).map(|_| rng.next_u32()).collect::<Vec<_>>());
        assert_eq!(whole.blocks_used, 4);
        let mut apart = Chance::new(seed);
        assert_eq!(apart.draw(Rng::next_u32), words[0]);
        assert_eq!(apart.draw(Rng::next_u32), words[16]);
        assert_eq!(apart.draw(|rng| (0..17).map(|_| rng.next_u32()).last()), Some(words[48]));
        assert_eq!(apart.blocks_used, 4);
    }

    #[test]
    fn a_stream_is_its_own_whatever_is_drawn_elsewhere() {
        let mut whole = Chance::new(Seed::from_number(9));
        let stock =
            |chance: &Chance, seat| chance.stream(Purpose::Stock, Some(Seat::of(seat))).below(1_000_000);
        let before = [0, 1].map(|seat| stock(&whole, seat));
        assert_ne!(before[0], before[1]);
        assert_ne!(before[0], whole.stream(Purpose::Order, Some(Seat::of(0))).below(1_000_000));
        assert_ne!(before[0], whole.stream(Purpose::Stock, None).below(1_000_000));
        whole.below(6);
        assert_eq!(before, [0, 1].map(|seat| stock(&whole, seat)));
        assert_eq!(before, GOLDEN_STREAMS, "pinned: records of such deals must replay");
    }

    const GOLDEN_STREAMS: [u32; 2] = [168_158, 263_014];

    #[test]
    fn the_luck_of_a_duplicate_deal_is_pinned_and_does_not_depend_on_what_was_drawn_before() {
        let mut chance = Chance::duplicate(Seed::from_number(9));
        let drawn = |chance: &Chance| {
            let seat = Some(Seat::of(1));
            [0, 1, 2].map(|index| chance.numbered(Purpose::Stock, seat, index).below(1_000_000))
        };
        let before = drawn(&chance);
        assert_eq!(before[0], GOLDEN_STREAMS[1], "the first is the stream itself");
        assert_eq!(before, GOLDEN_NUMBERED, "pinned: records of such deals must replay");
        let mut items: Vec<u8> = (0..10).collect();
        chance.shuffle_numbered(Purpose::Stock, 2, &mut items);
        let mut again: Vec<u8> = (0..10).collect();
        chance.shuffle_numbered(Purpose::Reshuffle, 2, &mut again);
        assert_ne!(items, again);
        again = (0..10).collect();
        chance.shuffle_numbered(Purpose::Stock, 2, &mut again);
        assert_eq!((items, before), (again, drawn(&chance)));
        assert!(chance.is_duplicate() && !Chance::new(Seed::from_number(9)).is_duplicate());
    }

    const GOLDEN_NUMBERED: [u32; 3] = [263_014, 657_623, 401_341];

    #[test]
    fn bounded_numbers_are_unbiased_and_in_range() {
        let mut chance = Chance::new(Seed::from_number(2));
        let mut counts = [0u32; 11];
        chance.draw(|rng| (0..110_000).for_each(|_| counts[below(rng, 11) as usize] += 1));
        // Ten standard deviations: a biased generator fails, chance does not.
        assert!(counts.iter().all(|&count| count.abs_diff(10_000) < 1_000), "{counts:?}");
        assert_eq!(chance.below(0), 0);
        assert_eq!(chance.below(1), 0);
    }

    #[test]
    fn a_seed_is_read_and_written_as_64_hex_digits_and_never_debugged() {
        let seed = Seed::from_number(0xAB);
        let text = seed.to_string();
        assert!(text.starts_with("ab00") && text.len() == 64);
        assert_eq!(text.parse(), Ok(seed));
        assert_eq!("xy".parse::<Seed>(), Err(SeedError));
        assert_eq!("é".repeat(32).parse::<Seed>(), Err(SeedError));
        assert!(!format!("{:?}", Chance::new(seed)).contains("ab"));
    }
}
