//! The stock of a duplicate deal: cut into a pile for each seat.

use crate::{PerSeat, Seat};

/// How a stock is cut. Its cards lie pile after pile, those of seat 0 on top, the next card of each pile first.
///
/// A seat draws from its own pile. When that is empty it draws the last card of the next pile that has one, so that the owner
/// meets the same cards as before until that pile is empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeatPiles {
    left: PerSeat<u16>,
}

impl SeatPiles {
    /// Cuts a stock of this many cards. The first seats have one card more if it does not come out even.
    #[must_use]
    pub fn cut(cards: usize, seats: u8) -> Self {
        let (each, more) = (cards / usize::from(seats.max(1)), cards % usize::from(seats.max(1)));
        Self { left: PerSeat::from_fn(seats, |seat| (each + usize::from(seat.index() < more)) as u16) }
    }

    /// Takes a card for a seat. The answer is how many cards lie above it in the stock; `None` if there are no cards.
    pub fn take(&mut self, seat: Seat) -> Option<usize> {
        let seats = self.left.seats();
        let from = seat.round(seats).find(|other| self.left.get(*other).is_some_and(|left| *left > 0))?;
        let above = Seat::all(from.number()).map(|other| usize::from(self.left[other])).sum::<usize>();
        self.left[from] -= 1;
        Some(if from == seat { above } else { above + usize::from(self.left[from]) })
    }

    /// How many cards a seat's pile has left.
    #[must_use]
    pub fn left(&self, seat: Seat) -> usize {
        self.left.get(seat).copied().unwrap_or_default().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draw(piles: &mut SeatPiles, stock: &mut Vec<u32>, seat: u8) -> Option<u32> {
        piles.take(Seat::of(seat)).map(|above| stock.remove(above))
    }

    #[test]
    fn a_seat_draws_its_own_pile_whatever_the_others_draw() {
        let mut stock: Vec<u32> = (0..8).collect();
        let mut piles = SeatPiles::cut(stock.len(), 3);
        assert_eq!([0, 1, 2].map(|seat| piles.left(Seat::of(seat))), [3, 3, 2]);
        let drawn = [1, 0, 1, 2, 0, 1].map(|seat| draw(&mut piles, &mut stock, seat).unwrap());
        assert_eq!(drawn, [3, 0, 4, 6, 1, 5]);
    }

    #[test]
    fn a_seat_without_a_pile_draws_from_the_bottom_of_the_next_one() {
        let mut stock: Vec<u32> = (0..6).collect();
        let mut piles = SeatPiles::cut(stock.len(), 3);
        let drawn = [2, 2, 2, 0, 1, 1, 0].map(|seat| draw(&mut piles, &mut stock, seat));
        // Seat 2 has used up its own 4 and 5, and takes the lower card of seat 0, who still meets the upper one first.
        assert_eq!(drawn, [Some(4), Some(5), Some(1), Some(0), Some(2), Some(3), None]);
        assert!(stock.is_empty());
    }
}
