//! What is counted of a player over many games.

use cards::poker::Class;
use game::{FigureNotes, FigureSpec, Figures, Step};

use super::{Award, Chicago, Event};

/// The number of the last trick of a round.
const LAST_TRICK: u8 = 5;

impl Figures for Chicago {
    const FIGURES: &'static [FigureSpec] = &[
        FigureSpec::count("chicagos_called", "Chicagos called"),
        FigureSpec::count("chicagos_made", "Chicagos made"),
        FigureSpec::count("last_tricks_won", "Last tricks won"),
        FigureSpec::count("paid_pair", "Paid for a pair"),
        FigureSpec::count("paid_two_pairs", "Paid for two pairs"),
        FigureSpec::count("paid_three_of_a_kind", "Paid for three of a kind"),
        FigureSpec::count("paid_straight", "Paid for a straight"),
        FigureSpec::count("paid_flush", "Paid for a flush"),
        FigureSpec::count("paid_full_house", "Paid for a full house"),
        FigureSpec::count("paid_four_of_a_kind", "Paid for four of a kind"),
        FigureSpec::count("paid_straight_flush", "Paid for a straight flush"),
        FigureSpec::count("royal_flushes", "Royal flushes"),
    ];

    fn note_figures(step: &Step<Self>, notes: &mut FigureNotes) {
        for (_, event) in &step.emitted.0 {
            match event {
                Event::CallDecided { caller: Some(seat) } => notes.once(*seat, "chicagos_called"),
                Event::ChicagoMade { seat } => notes.once(*seat, "chicagos_made"),
                Event::TrickWon { seat, trick: LAST_TRICK } => notes.once(*seat, "last_tricks_won"),
                Event::HandPaid { award: Award::Paid { seat, class, .. }, .. } => {
                    if let Some(key) = key_of(*class) {
                        notes.once(*seat, key);
                    }
                }
                Event::HandPaid { award: Award::Royal { seat }, .. } => notes.once(*seat, "royal_flushes"),
                _ => {}
            }
        }
    }
}

/// The figure that a paid hand counts for. A high card is never paid, and a royal flush wins the game instead.
const fn key_of(class: Class) -> Option<&'static str> {
    Some(match class {
        Class::HighCard | Class::RoyalFlush => return None,
        Class::Pair => "paid_pair",
        Class::TwoPairs => "paid_two_pairs",
        Class::ThreeOfAKind => "paid_three_of_a_kind",
        Class::Straight => "paid_straight",
        Class::Flush => "paid_flush",
        Class::FullHouse => "paid_full_house",
        Class::FourOfAKind => "paid_four_of_a_kind",
        Class::StraightFlush => "paid_straight_flush",
    })
}
