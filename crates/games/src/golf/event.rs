//! What can happen, and how it is described.

use cards::Card;
use game::{PerSeat, Seat, SeatSet, Voice};
use serde::{Deserialize, Serialize};

use super::GOLF_MAX_SEATS;
use super::action::TwoPlaces;
use super::layout::Place;

/// Something that happened at the table.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// The cards lie in this order now, the top one first. Sent to nobody while the game runs.
    Shuffled {
        /// From the top to the bottom.
        cards: Vec<Card>,
    },
    /// A round begins: six cards lie face down before each player.
    Dealt {
        /// Its number, from 1.
        round: u8,
        /// Who begins.
        starter: Seat,
        /// How many cards are left in the stock.
        stock: u8,
    },
    /// The top card of the stock starts the discard pile.
    FirstDiscard {
        /// That card.
        card: Card,
    },
    /// A player turned two cards before play.
    Revealed {
        /// The seat that acts.
        seat: Seat,
        /// The two places that are turned.
        places: TwoPlaces,
        /// The cards, in the same order.
        cards: [Card; 2],
    },
    /// All have turned two cards.
    PlayBegins {
        /// Who begins.
        seat: Seat,
    },
    /// The stock was empty: all discards but the top one were shuffled into a new one.
    NewStock {
        /// How many cards it has.
        cards: u8,
    },
    /// Between peers: the stock was empty, and the discard pile was turned over to be the stock.
    PileTurnedOver {
        /// How many cards it has.
        cards: u8,
    },
    /// A player took the top card of the stock.
    TookStock {
        /// The seat that acts.
        seat: Seat,
        /// The card, for who took it.
        card: Option<Card>,
    },
    /// A player took the top card of the discard pile.
    TookDiscard {
        /// The seat that acts.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// The held card was laid in place of another, which went on the discard pile.
    Swapped {
        /// The seat that acts.
        seat: Seat,
        /// The place in the player's layout.
        place: Place,
        /// The card that was held.
        card: Card,
        /// The card that lay there.
        out: Card,
        /// Whether that card lay face down.
        was_hidden: bool,
    },
    /// The held card was thrown on the discard pile.
    ThrewAway {
        /// The seat that acts.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// A hidden card was turned after a throw.
    Turned {
        /// The seat that acts.
        seat: Seat,
        /// The place in the player's layout.
        place: Place,
        /// The card.
        card: Card,
    },
    /// A player stole a card.
    Stole {
        /// The seat that acts.
        seat: Seat,
        /// From whom.
        from: Seat,
        /// Where the stolen card lay, and the given one lies now.
        place: Place,
        /// Where the given card lay, and the stolen one lies now.
        own: Place,
        /// The stolen card.
        card: Card,
        /// The card that was given for it, hidden until now.
        given: Card,
    },
    /// A player's last hidden card is up.
    AllUp {
        /// The seat that acts.
        seat: Seat,
        /// What follows.
        then: Then,
    },
    /// Everybody has had the most turns that a round allows.
    CapReached {
        /// How many each.
        turns: u16,
    },
    /// The round is over, and a player's last hidden cards are turned.
    Uncovered {
        /// The seat it concerns.
        seat: Seat,
        /// Where they lie.
        places: Vec<Place>,
        /// The cards, in the same order.
        cards: Vec<Card>,
    },
    /// A round was scored.
    RoundScored {
        /// Its number, from 1.
        round: u8,
        /// What each layout counts.
        points: PerSeat<i32, GOLF_MAX_SEATS>,
        /// Each player's sum of all rounds so far.
        totals: PerSeat<i32, GOLF_MAX_SEATS>,
    },
    /// The last round was scored.
    GameOver {
        /// Who has the fewest points.
        winners: SeatSet,
        /// The number of points.
        points: i32,
    },
}

/// What follows when a player's last hidden card is up.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Then {
    /// Play goes on.
    GoesOn,
    /// Everybody else has one more turn.
    LastTurns,
    /// The round ends.
    Ends,
}

impl Event {
    /// The event as one sentence.
    pub(in crate::golf) fn sentence(&self, voice: &Voice) -> String {
        match self {
            Self::Shuffled { cards } => format!("{} cards are shuffled.", cards.len()),
            Self::Dealt { round, stock, .. } => {
                format!("Round {round}: six cards each, face down, and {stock} in the stock.")
            }
            Self::FirstDiscard { card } => format!("{card} starts the discard pile."),
            Self::Revealed { seat, places, cards: [one, other] } => {
                let [first, second] = places.places().map(Place::words);
                let turns = voice.does(*seat, "turn", "turns");
                format!("{turns} {one} at the {first} and {other} at the {second}.")
            }
            Self::PlayBegins { seat } => {
                format!("All have turned two cards: {}.", voice_inner(voice, *seat, "begin", "begins"))
            }
            Self::NewStock { cards } => {
                format!("The stock is empty: {cards} discards are shuffled into a new one.")
            }
            Self::PileTurnedOver { cards } => {
                format!(
                    "The stock is empty: the discard pile of {cards} is turned over and is the stock now."
                )
            }
            Self::TookStock { seat, card } => {
                let takes = voice.does(*seat, "take", "takes");
                match card {
                    Some(card) => format!("{takes} {card} from the stock."),
                    None => format!("{takes} a card from the stock."),
                }
            }
            Self::TookDiscard { seat, card } => {
                format!("{} {card} from the discard pile.", voice.does(*seat, "take", "takes"))
            }
            Self::Swapped { seat, place, card, out, was_hidden } => {
                let puts = voice.does(*seat, "put", "puts");
                let hidden = if *was_hidden { "the hidden card " } else { "" };
                format!("{puts} {card} at the {}, and {hidden}{out} goes on the pile.", place.words())
            }
            Self::ThrewAway { seat, card } => {
                format!("{} {card} away.", voice.does(*seat, "throw", "throws"))
            }
            Self::Turned { seat, place, card } => {
                format!("{} {card} at the {}.", voice.does(*seat, "turn", "turns"), place.words())
            }
            Self::Stole { seat, from, card, given, .. } => {
                let (steals, gives) =
                    (voice.does(*seat, "steal", "steals"), verb(voice, *seat, "give", "gives"));
                format!(
                    "{steals} {card} from {} and {gives} the hidden card {given}.",
                    voice.inner_name(*from)
                )
            }
            Self::AllUp { seat, then } => {
                let owner = if voice.is_you(*seat) { "Your".to_owned() } else { voice.possessive(*seat) };
                let then = match then {
                    Then::GoesOn => "",
                    Then::LastTurns => ": one more turn for everybody else",
                    Then::Ends => ": the round ends",
                };
                format!("{owner} cards are all face up{then}.")
            }
            Self::CapReached { turns } => {
                format!("Everybody has had {turns} turns: the round ends and all cards are turned.")
            }
            Self::Uncovered { seat, cards, .. } => {
                let cards: Vec<_> = cards.iter().map(Card::to_string).collect();
                format!("{} up {}.", voice.does(*seat, "turn", "turns"), cards.join(", "))
            }
            Self::RoundScored { round, points, totals } => {
                let each = points.iter().map(|(seat, points)| {
                    format!("{} {points} (total {})", voice.inner_name(seat), totals[seat])
                });
                format!("Round {round} is scored: {}.", each.collect::<Vec<_>>().join(", "))
            }
            Self::GameOver { winners, points } => {
                let points = counted(*points);
                match winners.first().filter(|_| winners.len() == 1) {
                    Some(winner) => {
                        format!("{} the game with {points}.", voice.does(winner, "win", "wins"))
                    }
                    None => format!("{} share the win with {points}.", voice.list(winners.iter())),
                }
            }
        }
    }
}

fn verb<'a>(voice: &Voice, seat: Seat, yours: &'a str, theirs: &'a str) -> &'a str {
    if voice.is_you(seat) { yours } else { theirs }
}

/// The name with its verb, inside a sentence.
fn voice_inner(voice: &Voice, seat: Seat, yours: &str, theirs: &str) -> String {
    format!("{} {}", voice.inner_name(seat), verb(voice, seat, yours, theirs))
}

/// `1 point`, `-4 points`.
fn counted(points: i32) -> String {
    format!("{points} {}", if points.abs() == 1 { "point" } else { "points" })
}
