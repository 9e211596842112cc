//! Seats, sets of seats, and one thing per seat.

use std::fmt;
use std::ops::{Index, IndexMut};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The largest table of the server.
pub const MAX_SEATS: usize = 10;

/// A place at the table, counted from 0 in order of joining.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Seat(u8);

// A seat that no table has would shift bits out of a `SeatSet`: what is read is checked.
impl TryFrom<u8> for Seat {
    type Error = NoSeat;

    fn try_from(number: u8) -> Result<Self, NoSeat> {
        Self::new(number).ok_or(NoSeat(number))
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> Self {
        seat.0
    }
}

/// No table has a seat of this number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoSeat(pub u8);

impl fmt::Display for NoSeat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no seat {}: seats are counted from 0 to {}", self.0, MAX_SEATS - 1)
    }
}

impl std::error::Error for NoSeat {}

impl Seat {
    /// The seat with this number, if any table can have it.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if (number as usize) < MAX_SEATS { Some(Self(number)) } else { None }
    }

    /// The seat with this number, reduced to the largest table: for numbers that are known to be small.
    #[must_use]
    pub const fn of(number: u8) -> Self {
        debug_assert!((number as usize) < MAX_SEATS);
        Self(number % MAX_SEATS as u8)
    }

    /// The number of the seat, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number of the seat, from 0.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The seat `steps` further on at a table of `seats`.
    #[must_use]
    pub const fn after(self, steps: u8, seats: u8) -> Self {
        // Both summands stay below 256, and almost every call needs at most one subtraction.
        let mut number = self.0 + steps % seats;
        if number >= seats {
            number -= seats;
        }
        Self(number)
    }

    /// The next seat at a table of `seats`.
    #[must_use]
    pub const fn next(self, seats: u8) -> Self {
        let number = self.0 + 1;
        Self(if number >= seats { 0 } else { number })
    }

    /// The seat before this one at a table of `seats`.
    #[must_use]
    pub const fn previous(self, seats: u8) -> Self {
        Self(if self.0 == 0 { seats - 1 } else { self.0 - 1 })
    }

    /// All seats of a table, in order.
    pub fn all(seats: u8) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..seats).map(Self)
    }

    /// All seats of a table, beginning with this one and going round once.
    pub fn round(self, seats: u8) -> impl Iterator<Item = Self> + Clone {
        (0..seats).map(move |steps| self.after(steps, seats))
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SeatSet(u16);

impl SeatSet {
    /// No seat.
    pub const EMPTY: Self = Self(0);

    /// The set with just this seat.
    #[must_use]
    pub const fn only(seat: Seat) -> Self {
        Self(1 << seat.0)
    }

    /// All seats of a table.
    #[must_use]
    pub const fn all(seats: u8) -> Self {
        Self(((1u32 << seats) - 1) as u16)
    }

    /// Whether the seat is in the set.
    #[must_use]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }

    /// Whether no seat is in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many seats are in the set.
    #[must_use]
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Puts a seat in.
    pub const fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }

    /// Takes a seat out.
    pub const fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.0);
    }

    /// The set with this seat put in.
    #[must_use]
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | 1 << seat.0)
    }

    /// The set with this seat taken out.
    #[must_use]
    pub const fn without(self, seat: Seat) -> Self {
        Self(self.0 & !(1 << seat.0))
    }

    /// The lowest seat in the set.
    #[must_use]
    pub const fn first(self) -> Option<Seat> {
        if self.0 == 0 { None } else { Some(Seat(self.0.trailing_zeros() as u8)) }
    }

    /// The seats of the set in rising order.
    pub fn iter(self) -> impl Iterator<Item = Seat> + Clone {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let seat = SeatSet(left).first()?;
            left &= left - 1;
            Some(seat)
        })
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl Serialize for SeatSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for SeatSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::<Seat>::deserialize(deserializer)?.into_iter().collect())
    }
}

/// One thing for each seat of a table, without allocation. `MAX` is the largest table the holder can have.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PerSeat<T, const MAX: usize = MAX_SEATS> {
    seats: u8,
    // Entries from `seats` on are never written, so that equality may compare the whole array.
    items: [T; MAX],
}

impl<T: Default, const MAX: usize> PerSeat<T, MAX> {
    /// The default thing for each seat. `seats` is cut to `MAX`.
    #[must_use]
    pub fn new(seats: u8) -> Self {
        debug_assert!(seats as usize <= MAX);
        Self { seats: seats.min(MAX as u8), items: std::array::from_fn(|_| T::default()) }
    }

    /// Calls `make` for each seat.
    #[must_use]
    pub fn from_fn(seats: u8, mut make: impl FnMut(Seat) -> T) -> Self {
        let mut all = Self::new(seats);
        for seat in Seat::all(all.seats) {
            all.items[seat.index()] = make(seat);
        }
        all
    }

    /// One thing per seat made of this one.
    #[must_use]
    pub fn map<U: Default>(&self, mut make: impl FnMut(Seat, &T) -> U) -> PerSeat<U, MAX> {
        PerSeat::from_fn(self.seats, |seat| make(seat, &self.items[seat.index()]))
    }

    /// The same things in a holder of another size, which must be large enough.
    #[must_use]
    pub fn resized<const OTHER: usize>(&self) -> PerSeat<T, OTHER>
    where
        T: Clone,
    {
        PerSeat::from_fn(self.seats, |seat| self.items[seat.index()].clone())
    }
}

impl<T, const MAX: usize> PerSeat<T, MAX> {
    /// How many seats there are.
    #[must_use]
    pub const fn seats(&self) -> u8 {
        self.seats
    }

    /// What the seat has, if there is such a seat.
    #[must_use]
    pub fn get(&self, seat: Seat) -> Option<&T> {
        self.as_slice().get(seat.index())
    }

    /// The things in order of seats.
    #[must_use]
    pub fn as_slice(&self) -> &[T] {
        &self.items[..self.seats as usize]
    }

    /// The things in order of seats, to be changed.
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.items[..self.seats as usize]
    }

    /// Each seat with its thing.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Seat, &T)> + ExactSizeIterator {
        self.as_slice().iter().enumerate().map(|(index, item)| (Seat(index as u8), item))
    }
}

impl<T, const MAX: usize> Index<Seat> for PerSeat<T, MAX> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        &self.items[seat.index()]
    }
}

impl<T, const MAX: usize> IndexMut<Seat> for PerSeat<T, MAX> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        debug_assert!(seat.0 < self.seats);
        &mut self.items[seat.index()]
    }
}

impl<T: fmt::Debug, const MAX: usize> fmt::Debug for PerSeat<T, MAX> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

impl<T: Serialize, const MAX: usize> Serialize for PerSeat<T, MAX> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.as_slice())
    }
}

impl<'de, T: Deserialize<'de> + Default, const MAX: usize> Deserialize<'de> for PerSeat<T, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let items = Vec::<T>::deserialize(deserializer)?;
        if items.len() > MAX {
            return Err(serde::de::Error::custom(format_args!(
                "{} entries, but a table has at most {MAX} seats",
                items.len()
            )));
        }
        let mut all = Self::new(items.len() as u8);
        for (slot, item) in all.items.iter_mut().zip(items) {
            *slot = item;
        }
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_go_round_the_table() {
        assert_eq!(Seat(2).next(3), Seat(0));
        assert_eq!(Seat(0).previous(3), Seat(2));
        assert_eq!(Seat(1).after(5, 3), Seat(0));
        assert_eq!(Seat(1).round(3).map(Seat::number).collect::<Vec<_>>(), [1, 2, 0]);
    }

    #[test]
    fn a_set_lists_its_seats_in_rising_order_and_survives_json() {
        let set = SeatSet::only(Seat(9)).with(Seat(0)).with(Seat(4)).without(Seat(4));
        assert_eq!(serde_json::to_string(&set).unwrap(), "[0,9]");
        assert_eq!(serde_json::from_str::<SeatSet>("[9,0]").unwrap(), set);
        assert!(serde_json::from_str::<SeatSet>("[10]").is_err());
        assert_eq!(SeatSet::all(10).len(), 10);
    }

    #[test]
    fn a_seat_that_no_table_has_is_not_read() {
        assert_eq!(serde_json::from_str::<Seat>("9").unwrap(), Seat(9));
        assert_eq!(serde_json::to_string(&Seat(9)).unwrap(), "9");
        let refused = |text: &str| serde_json::from_str::<Seat>(text).unwrap_err().to_string();
        assert_eq!(refused("10"), "there is no seat 10: seats are counted from 0 to 9");
        assert_eq!(refused("200"), "there is no seat 200: seats are counted from 0 to 9");
        assert!(serde_json::from_str::<Seat>("-1").is_err());
    }

    #[test]
    fn per_seat_refuses_more_entries_than_seats() {
        assert!(serde_json::from_str::<PerSeat<i32, 2>>("[1,2,3]").is_err());
        let two = serde_json::from_str::<PerSeat<i32, 2>>("[1,2]").unwrap();
        assert_eq!(two, PerSeat::from_fn(2, |seat| i32::from(seat.number()) + 1));
    }
}
