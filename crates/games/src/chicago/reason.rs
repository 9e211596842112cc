//! Why a choice is a good one, in words.

use cards::Card;
use cards::poker::Class;
use game::Voice;
use serde::{Deserialize, Serialize};

/// What speaks for a choice. Percentages are counted over the cards that the player has not seen.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The hand stays as it is.
    Stands {
        /// What it is.
        class: Class,
    },
    /// Cards are changed for a better hand.
    Draws {
        /// What the kept cards are together.
        kept: Class,
        /// How many are kept.
        cards: u8,
        /// How often the hand becomes better than it is now, in per cent.
        better_percent: u8,
        /// The better hand that is worth hoping for.
        aim: Class,
        /// How often it becomes that, in per cent.
        aim_percent: u8,
    },
    /// The card that lies open is taken.
    TakesOpen {
        /// What the hand is with it.
        class: Class,
        /// How often an unseen card would make a better hand, in per cent.
        unseen_percent: u8,
    },
    /// The card that lies open is left.
    DrawsUnseen {
        /// What the hand would be with it.
        class: Class,
        /// How often an unseen card makes a better hand, in per cent.
        unseen_percent: u8,
    },
    /// Chicago is called.
    CallsChicago {
        /// How many of the hand's cards somebody may hold a higher one of the same suit for.
        beatable: u8,
    },
    /// Chicago is not called.
    StaysSilent {
        /// How many of the hand's cards somebody may hold a higher one of the same suit for.
        beatable: u8,
    },
    /// A card is led.
    Leads {
        /// How many cards that somebody may hold beat it.
        higher: u8,
    },
    /// The last card of a trick wins it.
    WinsTrick {},
    /// The card is the highest of the trick so far.
    HighestSoFar {
        /// How many cards that somebody may hold beat it.
        higher: u8,
    },
    /// The trick is lost though another card could take it.
    Saves {
        /// The card that is saved.
        card: Card,
    },
    /// No card of the hand wins the trick.
    CannotWin {},
    /// The suit cannot be followed.
    ThrowsAway {
        /// The card that was led.
        led: Card,
    },
}

impl Reason {
    /// As one sentence for people.
    #[must_use]
    pub fn sentence(&self, _voice: &Voice) -> String {
        match *self {
            Self::Stands { class } => format!("You hold {} and change nothing.", class.phrase()),
            Self::Draws { kept, cards, better_percent, aim, aim_percent } => {
                let kept = kept_words(kept, cards);
                if better_percent == aim_percent {
                    format!("{kept}, which may still become {}: {aim_percent} %.", aim.phrase())
                } else {
                    format!(
                        "{kept}, which may still become {}: {aim_percent} %, and anything better: {better_percent} %.",
                        aim.phrase()
                    )
                }
            }
            Self::TakesOpen { class, unseen_percent } => format!(
                "With the open card you hold {}; an unseen one is better in only {unseen_percent} % of cases.",
                class.phrase()
            ),
            Self::DrawsUnseen { class, unseen_percent } => format!(
                "With the open card you would hold {}; an unseen one is better in {unseen_percent} % of cases.",
                class.phrase()
            ),
            Self::CallsChicago { beatable: 0 } => "Nobody can beat a card of yours in its suit.".to_owned(),
            Self::CallsChicago { beatable } => {
                format!("Only {beatable} of your five cards can be beaten in their suit.")
            }
            Self::StaysSilent { beatable } => {
                format!("{beatable} of your five cards can be beaten in their suit.")
            }
            Self::Leads { higher: 0 } => "Nobody can beat it in its suit.".to_owned(),
            Self::Leads { higher } => format!("{} of its suit could beat it.", cards_words(higher)),
            Self::WinsTrick {} => "It wins the trick.".to_owned(),
            Self::HighestSoFar { higher: 0 } => "It wins the trick: nobody can beat it.".to_owned(),
            Self::HighestSoFar { higher } => {
                format!(
                    "It is the highest card so far; {} could beat it.",
                    cards_words(higher).to_lowercase()
                )
            }
            Self::Saves { card } => format!("It loses this trick and saves {card} for a later one."),
            Self::CannotWin {} => "No card of yours wins this trick.".to_owned(),
            Self::ThrowsAway { led } => {
                format!(
                    "You have no {}, so no card of yours wins this trick.",
                    led.suit().name().to_lowercase()
                )
            }
        }
    }
}

fn kept_words(kept: Class, cards: u8) -> String {
    match kept {
        Class::Pair => "Keeps the pair".to_owned(),
        Class::TwoPairs => "Keeps both pairs".to_owned(),
        Class::ThreeOfAKind => "Keeps three of a kind".to_owned(),
        Class::FourOfAKind => "Keeps four of a kind".to_owned(),
        _ if cards == 0 => "Changes the whole hand".to_owned(),
        _ if cards == 1 => "Keeps one card".to_owned(),
        _ => format!("Keeps {cards} cards"),
    }
}

fn cards_words(count: u8) -> String {
    if count == 1 { "One card".to_owned() } else { format!("{count} cards") }
}
