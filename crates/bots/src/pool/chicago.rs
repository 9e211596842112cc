//! Simple players of Chicago: each has one idea for the exchanges, one for calling and one for the tricks.

use game::FastRng;
use games::cards::{Card, CardSet, Rank, Suit};
use games::chicago::{Action, Chicago, Phase, Seen};

use crate::{Bot, BotInput, Budget};

/// What is kept in an exchange if the hand is not complete.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keep {
    /// Cards of equal rank, or else the highest one.
    Alike,
    /// Four of a suit before equal ranks.
    Suits,
    /// Four in a row or of a suit before equal ranks.
    Rows,
    /// Equal ranks, and kings and aces besides.
    High,
    /// As [`Alike`](Self::Alike), in the last exchange kings and aces only, unless two pairs or more are held.
    TricksLast,
}

/// With how many cards of which rank it calls Chicago.
#[derive(Clone, Copy)]
struct Call {
    lowest: Rank,
    cards: usize,
}

#[derive(Clone, Copy)]
struct Style {
    keep: Keep,
    call: Option<Call>,
    /// Whether the highest card is saved for the last trick.
    saves: bool,
}

/// The player of this name.
pub(crate) fn player(name: &str) -> Option<Box<dyn Bot<Chicago>>> {
    let sure = Some(Call { lowest: Rank::Queen, cards: 5 });
    let bold = Some(Call { lowest: Rank::Jack, cards: 4 });
    let style = match name {
        "chicago-pairs" => Style { keep: Keep::Alike, call: None, saves: true },
        "chicago-suits" => Style { keep: Keep::Suits, call: sure, saves: true },
        "chicago-tricks" => Style { keep: Keep::TricksLast, call: sure, saves: true },
        "chicago-bold" => Style { keep: Keep::High, call: bold, saves: false },
        "chicago-steady" => Style { keep: Keep::Alike, call: sure, saves: false },
        "chicago-rows" => Style { keep: Keep::Rows, call: None, saves: true },
        "chicago-saver" => Style { keep: Keep::High, call: sure, saves: true },
        "chicago-caller" => {
            Style { keep: Keep::TricksLast, call: Some(Call { lowest: Rank::Queen, cards: 4 }), saves: true }
        }
        _ => return None,
    };
    Some(Box::new(style))
}

impl Bot<Chicago> for Style {
    fn choose(&mut self, input: BotInput<'_, Chicago>, _: &mut FastRng, _: Budget<'_>) -> Action {
        let view = input.view;
        let hand: CardSet = view.hand.iter().flatten().flatten().copied().collect();
        let wish = match view.phase {
            Phase::Exchange => Action::Change(hand - self.kept(hand, view.exchange)),
            Phase::OpenCard => {
                let open = view.open_cards.iter().find(|open| open.taken.is_none()).map(|open| open.card);
                let pairs = |card: Card| hand.iter().any(|held| held.rank() == card.rank());
                let wanted = open.is_some_and(|card| card.rank() >= Rank::Ten || pairs(card));
                if wanted { Action::TakeOpen } else { Action::DrawUnseen }
            }
            Phase::Call => {
                let enough =
                    |call: Call| hand.iter().filter(|card| card.rank() >= call.lowest).count() >= call.cards;
                if self.call.is_some_and(enough) { Action::CallChicago } else { Action::NoChicago }
            }
            Phase::Tricks | Phase::Over => self.card(view),
        };
        if view.legal.contains(&wish) { wish } else { view.legal[0] }
    }
}

impl Style {
    fn kept(&self, hand: CardSet, exchange: u8) -> CardSet {
        let alike: CardSet =
            hand.iter().filter(|card| (hand & CardSet::rank(card.rank())).len() > 1).collect();
        let one_suit = |least: usize| {
            Suit::ALL.into_iter().map(|suit| hand & CardSet::suit(suit)).find(|cards| cards.len() >= least)
        };
        if is_row(hand) || one_suit(5).is_some() || alike.len() == 5 {
            return hand;
        }
        let high: CardSet = hand.iter().filter(|card| card.rank() >= Rank::King).collect();
        let highest = || hand.iter().max_by_key(|card| card.rank()).map_or(CardSet::EMPTY, CardSet::only);
        let plain = if alike.is_empty() { highest() } else { alike };
        let almost_row = || hand.iter().map(|card| hand - CardSet::only(card)).find(|four| is_row(*four));
        match self.keep {
            Keep::Suits => one_suit(4).unwrap_or(plain),
            Keep::Rows => one_suit(4).or_else(almost_row).unwrap_or(plain),
            Keep::High => plain | high,
            Keep::TricksLast if exchange >= 3 && alike.len() < 4 && !high.is_empty() => high,
            Keep::Alike | Keep::TricksLast => plain,
        }
    }

    /// The lowest card that wins the trick, else the lowest; leads low if the highest is saved, else high.
    fn card(&self, view: &Seen) -> Action {
        let legal: Vec<Card> = view
            .legal
            .iter()
            .filter_map(|action| if let Action::Play(card) = action { Some(*card) } else { None })
            .collect();
        let highest = legal.iter().copied().max_by_key(|card| card.rank());
        let lowest = legal.iter().copied().min_by_key(|card| card.rank());
        let trick = view.tricks.last().filter(|trick| trick.winner.is_none() && !trick.cards.is_empty());
        let chosen = match trick.map(|trick| &trick.cards) {
            Some(cards) => {
                let led = cards[0].suit();
                let best = cards.iter().filter(|card| card.suit() == led).map(|card| card.rank()).max();
                let wins = |card: &&Card| card.suit() == led && Some(card.rank()) > best;
                let cheapest = legal.iter().filter(wins).min_by_key(|card| card.rank()).copied();
                // A sole high card is saved for the last trick.
                let saved = self.saves && cheapest == highest && legal.len() > 1;
                cheapest.filter(|_| !saved).or(lowest)
            }
            None if self.saves && view.caller != view.you => lowest,
            None => highest,
        };
        chosen.map_or(view.legal[0], Action::Play)
    }
}

/// Whether these cards are of ranks in a row; the ace is the highest.
fn is_row(cards: CardSet) -> bool {
    let mut ranks: Vec<u8> = cards.iter().map(|card| card.rank() as u8).collect();
    ranks.sort_unstable();
    ranks.len() >= 4 && ranks.windows(2).all(|pair| pair[1] == pair[0] + 1)
}
