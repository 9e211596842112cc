//! Simple players of One Card: each has an order in which it gets rid of its cards.

use game::{FastRng, below};
use games::cards::{Card, Rank};
use games::onecard::{Action, OneCard};

use crate::{Bot, BotInput, Budget};

#[derive(Clone, Copy)]
enum Style {
    /// Stays in the suit of which it has most.
    Suit,
    /// Attacks whenever it can.
    Attack,
    /// The highest rank first.
    High,
    /// Changes the suit by equal ranks where it can.
    Rank,
    /// Keeps everything that does something for later.
    Keeper,
    /// Gets rid of the suit of which it has fewest.
    Even,
    /// Attacks only a neighbour with three cards or fewer.
    Guard,
    /// Any card that fits.
    First,
}

/// The player of this name.
pub(crate) fn player(name: &str) -> Option<Box<dyn Bot<OneCard>>> {
    let style = match name {
        "onecard-suit" => Style::Suit,
        "onecard-attack" => Style::Attack,
        "onecard-high" => Style::High,
        "onecard-rank" => Style::Rank,
        "onecard-keeper" => Style::Keeper,
        "onecard-even" => Style::Even,
        "onecard-guard" => Style::Guard,
        "onecard-first" => Style::First,
        _ => return None,
    };
    Some(Box::new(style))
}

impl Bot<OneCard> for Style {
    fn choose(&mut self, input: BotInput<'_, OneCard>, dice: &mut FastRng, _: Budget<'_>) -> Action {
        let BotInput { seat, view, .. } = input;
        let same_suit =
            |card: Card| view.hand.iter().filter(|other| other.suit() == card.suit()).count() as i32;
        let same_rank =
            |card: Card| view.hand.iter().filter(|other| other.rank() == card.rank()).count() as i32;
        let attacks = |card: Card| matches!(card.rank(), Rank::Two | Rank::Three);
        let acts =
            |card: Card| attacks(card) || matches!(card.rank(), Rank::Seven | Rank::Jack | Rank::Queen);
        let seats = view.held.seats();
        let few = [seat.next(seats), seat.previous(seats)].iter().any(|other| view.held[*other] <= 3);
        let liking = |card: Card| match self {
            Self::Suit => same_suit(card),
            Self::Attack => 10 * i32::from(attacks(card)) + same_suit(card),
            Self::High => card.rank() as i32,
            Self::Rank => 5 * i32::from(card.suit() != view.top.suit()) + same_rank(card),
            Self::Keeper => 10 * i32::from(!acts(card)) + same_suit(card),
            Self::Even => -same_suit(card),
            Self::Guard => 10 * i32::from(attacks(card) == few) + same_suit(card),
            Self::First => 0,
        };
        // A drawn card or a draw only if there is nothing else.
        let score = |action: &Action| match action {
            Action::Play(card) => 1_000 + liking(*card),
            Action::Lay(card) => 1_001 + liking(*card),
            Action::Keep | Action::Draw => 0,
        };
        let best = view.legal.iter().map(score).max().unwrap_or_default();
        let liked: Vec<Action> = view.legal.iter().filter(|action| score(action) == best).copied().collect();
        liked[below(dice, liked.len() as u32) as usize]
    }
}
