//! What a stone on a free cell would make: one line at a time from a table, then all four lines together.
//!
//! A five that contains the cell lies within four cells of it on each side, so eight neighbours decide what a stone makes
//! in one line. Where exactly five are needed a sixth stone spoils a row, and ten neighbours are looked at.

use std::sync::LazyLock;

use super::weights;

/// What a stone of one colour on the centre of a line makes there, from worst to best.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub(super) enum Pattern {
    /// No five is possible in this line.
    Dead,
    /// One more than nothing: four more stones make five, at best through a four that one stone stops.
    ClosedOne,
    OpenOne,
    ClosedTwo,
    /// One stone short of an open three, in a few ways, in more ways, in many.
    OpenTwo,
    RoomyTwo,
    RoomiestTwo,
    /// One stone short of a four.
    ClosedThree,
    /// One stone short of an open four, on one cell.
    OpenThree,
    /// One stone short of an open four, on two cells or more.
    RoomyThree,
    /// One stone short of five, on one cell.
    Four,
    /// One stone short of five, on two cells or more.
    OpenFour,
    Five,
}

impl Pattern {
    pub(super) const ALL: [Self; 13] = [
        Self::Dead,
        Self::ClosedOne,
        Self::OpenOne,
        Self::ClosedTwo,
        Self::OpenTwo,
        Self::RoomyTwo,
        Self::RoomiestTwo,
        Self::ClosedThree,
        Self::OpenThree,
        Self::RoomyThree,
        Self::Four,
        Self::OpenFour,
        Self::Five,
    ];

    const fn from_nibble(nibble: u8) -> Option<Self> {
        if (nibble as usize) < Self::ALL.len() { Some(Self::ALL[nibble as usize]) } else { None }
    }
}

/// What a stone makes in all four lines together: what matters to a search.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub(super) enum Class {
    Quiet,
    /// Threatens an open four.
    Three,
    /// Threatens open fours in two lines.
    DoubleThree,
    /// Threatens five on one cell.
    Four,
    /// A four in one line, an open three in another.
    FourThree,
    /// Threatens five on two cells: cannot be stopped.
    OpenFour,
    Five,
}

impl Class {
    pub(super) const COUNT: usize = 7;

    fn of(patterns: [Pattern; 4]) -> Self {
        let count = |wanted: fn(Pattern) -> bool| patterns.iter().filter(|pattern| wanted(**pattern)).count();
        let fours = count(|pattern| pattern == Pattern::Four);
        let threes = count(|pattern| matches!(pattern, Pattern::OpenThree | Pattern::RoomyThree));
        if patterns.contains(&Pattern::Five) {
            Self::Five
        } else if patterns.contains(&Pattern::OpenFour) || fours >= 2 {
            Self::OpenFour
        } else if fours == 1 {
            if threes > 0 { Self::FourThree } else { Self::Four }
        } else {
            match threes {
                0 => Self::Quiet,
                1 => Self::Three,
                _ => Self::DoubleThree,
            }
        }
    }
}

/// What the search wants to know about a free cell for one colour.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellInfo {
    pub(super) class: Class,
    /// How early to try the cell, for what it builds and for what it takes from the opponent.
    pub(super) builds: i16,
    pub(super) blocks: i16,
}

/// Two values in one number, so that both are added at once: if the colour is to move, and if not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Worth(i64);

impl Worth {
    pub(super) const ZERO: Self = Self(0);

    pub(super) const fn new(to_move: i16, waiting: i16) -> Self {
        Self(((to_move as i64) << 32) + waiting as i64)
    }

    /// One part of the sum replaced by another.
    #[inline]
    pub(super) const fn exchanged(self, before: Self, after: Self) -> Self {
        Self(self.0 + after.0 - before.0)
    }

    #[inline]
    pub(super) const fn waiting(self) -> i32 {
        self.0 as i32
    }

    #[inline]
    pub(super) const fn to_move(self) -> i32 {
        // A negative lower half has borrowed one.
        ((self.0 - self.0 as i32 as i64) >> 32) as i32
    }
}

/// Four patterns regardless of their order: a number in the low bits, the class above them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Combination(u16);

/// There are 1,820 ways to put 13 patterns into four lines, regardless of order.
const NUMBER_BITS: u32 = 11;

impl Combination {
    /// Of a cell that no stone can be put on.
    pub(super) const NONE: Self = Self(0);

    /// The class as an index.
    #[inline]
    pub(super) const fn class(self) -> usize {
        (self.0 >> NUMBER_BITS) as usize
    }

    #[inline]
    pub(super) const fn number(self) -> usize {
        (self.0 & ((1 << NUMBER_BITS) - 1)) as usize
    }
}

/// Everything about cells by what lies around them.
pub(super) struct CellTable {
    /// By four nibbles, one pattern each.
    combinations: Box<[Combination; 1 << 16]>,
    infos: Box<[CellInfo; 1 << NUMBER_BITS]>,
    /// What each combination adds to the static value of a position for its colour: apart from the rest, because every stone asks
    /// for it many times.
    worths: Box<[Worth; 1 << NUMBER_BITS]>,
}

impl CellTable {
    pub(super) fn shared() -> &'static Self {
        static TABLE: LazyLock<CellTable> = LazyLock::new(CellTable::build);
        &TABLE
    }

    fn build() -> Self {
        let mut combinations = Box::new([Combination::NONE; 1 << 16]);
        let mut infos = Box::new([CellInfo { class: Class::Quiet, builds: 0, blocks: 0 }; 1 << NUMBER_BITS]);
        let mut worths = Box::new([Worth::ZERO; 1 << NUMBER_BITS]);
        let mut count = 0;
        let mut by_sorted = vec![None; 1 << 16];
        for (packed, combination) in combinations.iter_mut().enumerate() {
            let mut nibbles = [0, 4, 8, 12].map(|shift| (packed >> shift & 15) as u8);
            nibbles.sort_unstable();
            let [Some(a), Some(b), Some(c), Some(d)] = nibbles.map(Pattern::from_nibble) else { continue };
            let sorted = nibbles.iter().fold(0, |sum, nibble| sum << 4 | usize::from(*nibble));
            *combination = *by_sorted[sorted].get_or_insert_with(|| {
                let number = count;
                count += 1;
                let info = info([a, b, c, d]);
                infos[number] = info;
                let (to_move, waiting) = weights::value([a, b, c, d], info.class);
                worths[number] = Worth::new(to_move, waiting);
                Combination(number as u16 | (info.class as u16) << NUMBER_BITS)
            });
        }
        Self { combinations, infos, worths }
    }

    #[inline]
    pub(super) fn combination(&self, packed: u16) -> Combination {
        self.combinations[usize::from(packed)]
    }

    #[inline]
    pub(super) fn info(&self, combination: Combination) -> &CellInfo {
        &self.infos[combination.number()]
    }

    #[inline]
    pub(super) fn worth(&self, combination: Combination) -> Worth {
        self.worths[combination.number()]
    }
}

fn info(patterns: [Pattern; 4]) -> CellInfo {
    let class = Class::of(patterns);
    let (builds, blocks) = weights::order(patterns, class);
    CellInfo { class, builds, blocks }
}

/// The patterns of both colours by the neighbours in one line: two bits each, the nearest to the left end first. The low
/// nibble is for colour 0.
pub(super) struct LineTable {
    /// Neighbours looked at on each side.
    pub(super) reach: usize,
    patterns: Vec<u8>,
}

impl LineTable {
    pub(super) fn shared(exact_five: bool) -> &'static Self {
        static FREE: LazyLock<LineTable> = LazyLock::new(|| LineTable::build(false));
        static EXACT: LazyLock<LineTable> = LazyLock::new(|| LineTable::build(true));
        if exact_five { &EXACT } else { &FREE }
    }

    fn build(exact_five: bool) -> Self {
        let reach = if exact_five { 5 } else { 4 };
        let count = 3_usize.pow(2 * reach as u32);
        let mut lines = Lines { reach, exact_five, known: vec![None; count] };
        let by_key: Vec<Pattern> = (0..count).map(|key| lines.pattern_of_key(key)).collect();
        // Keys of half a line for each colour: looking at every cell of every line would take a hundred times as long.
        let half_key = |half: u32, colour: u32| {
            (0..reach).fold(0, |key, place| match half >> (2 * place) & 3 {
                0 => 3 * key + FREE_DIGIT,
                holds if holds == colour + 1 => 3 * key + OWN_DIGIT,
                _ => 3 * key,
            })
        };
        let halves = 1_u32 << (2 * reach);
        let keys = [0, 1].map(|colour| (0..halves).map(|half| half_key(half, colour)).collect::<Vec<_>>());
        let scale = 3_usize.pow(reach as u32);
        let mut patterns = Vec::with_capacity((halves * halves) as usize);
        for right in 0..halves as usize {
            for left in 0..halves as usize {
                let [low, high] =
                    [0, 1].map(|colour| by_key[scale * keys[colour][left] + keys[colour][right]] as u8);
                patterns.push(low | high << 4);
            }
        }
        Self { reach, patterns }
    }

    /// The patterns of a free cell, by the part of its line that begins `reach` cells before it.
    #[inline]
    pub(super) fn patterns_around<const REACH: usize>(&self, line: u64) -> u8 {
        let (bits, line) = (2 * REACH, line as usize);
        let half = (1 << bits) - 1;
        self.patterns[line & half | (line >> 2) & (half << bits)]
    }
}

/// What a cell of a line is written as in a key; 0 is closed.
const OWN_DIGIT: usize = 1;
const FREE_DIGIT: usize = 2;

/// Finds the pattern of a line by putting stones on it; what was found once is known.
struct Lines {
    reach: usize,
    exact_five: bool,
    known: Vec<Option<Pattern>>,
}

impl Lines {
    /// The pattern of own stones, the centre among them, and free cells. Everything else is closed.
    fn pattern(&mut self, own: u32, free: u32) -> Pattern {
        let key = self.key(own, free);
        if let Some(pattern) = self.known[key] {
            return pattern;
        }
        let pattern = self.find(own, free);
        self.known[key] = Some(pattern);
        pattern
    }

    /// The places beside the centre, from the left end.
    fn places(&self) -> impl DoubleEndedIterator<Item = usize> + use<> {
        let reach = self.reach;
        (0..=2 * reach).filter(move |place| *place != reach)
    }

    fn key(&self, own: u32, free: u32) -> usize {
        let digit = |place: usize| {
            OWN_DIGIT * (own >> place & 1) as usize + FREE_DIGIT * (free >> place & 1) as usize
        };
        self.places().fold(0, |key, place| 3 * key + digit(place))
    }

    fn pattern_of_key(&mut self, mut key: usize) -> Pattern {
        let (mut own, mut free) = (1 << self.reach, 0);
        for place in self.places().rev() {
            match key % 3 {
                OWN_DIGIT => own |= 1 << place,
                FREE_DIGIT => free |= 1 << place,
                _ => {}
            }
            key /= 3;
        }
        self.pattern(own, free)
    }

    fn find(&mut self, own: u32, free: u32) -> Pattern {
        let run = |mut place: usize, step: isize| {
            let mut length = 0;
            while let Some(next) = place.checked_add_signed(step).filter(|next| own >> next & 1 == 1) {
                (place, length) = (next, length + 1);
            }
            length
        };
        match run(self.reach, 1) + run(self.reach, -1) + 1 {
            5 => return Pattern::Five,
            6.. => return if self.exact_five { Pattern::Dead } else { Pattern::Five },
            _ => {}
        }
        let mut counts = [0_u32; Pattern::ALL.len()];
        for place in (0..=2 * self.reach).filter(|place| free >> place & 1 == 1) {
            counts[self.pattern(own | 1 << place, free & !(1 << place)) as usize] += 1;
        }
        let count = |pattern: Pattern| counts[pattern as usize];
        let open_threes = count(Pattern::OpenThree) + count(Pattern::RoomyThree);
        let open_twos = count(Pattern::OpenTwo) + count(Pattern::RoomyTwo) + count(Pattern::RoomiestTwo);
        match count(Pattern::Five) {
            2.. => return Pattern::OpenFour,
            1 => return Pattern::Four,
            0 => {}
        }
        match count(Pattern::OpenFour) {
            2.. => return Pattern::RoomyThree,
            1 => return Pattern::OpenThree,
            0 => {}
        }
        if count(Pattern::Four) > 0 {
            return Pattern::ClosedThree;
        }
        if open_threes > 0 {
            return match count(Pattern::RoomyThree) {
                0 => Pattern::OpenTwo,
                1..=2 => Pattern::RoomyTwo,
                3.. => Pattern::RoomiestTwo,
            };
        }
        if count(Pattern::ClosedThree) > 0 {
            Pattern::ClosedTwo
        } else if open_twos > 0 {
            Pattern::OpenOne
        } else if count(Pattern::ClosedTwo) > 0 {
            Pattern::ClosedOne
        } else {
            Pattern::Dead
        }
    }
}
