//! What players say to each other: one datagram, a command and its parameters, each on a line.

use std::fmt;

use games::cards::Card;

use super::contact::Contact;
use super::words::{Part, fields, number, parts};

/// The maximum length of a datagram. The longest message is a stock of forty cards.
const MAX_LEN: usize = 4_096;
/// The longest name of a winner that is kept.
const MAX_WINNER: usize = 64;

/// One message, parsed but not validated: its numbers and names can be any.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// The dealer tells who plays.
    Assign {
        /// Whether a turn may be a steal.
        steal: bool,
        /// All players in order of play.
        players: Vec<Contact>,
    },
    /// The dealer deals one card.
    Deal {
        /// The card.
        card: Card,
        /// Whose it is.
        to: String,
    },
    /// The dealer lays a pile.
    Stack {
        /// The pile.
        pile: PileName,
        /// Its cards, the top one last.
        cards: Vec<Card>,
    },
    /// The dealer asks everybody to turn two cards.
    Announce,
    /// A player turns a card before play.
    Reveal {
        /// Which card.
        place: i64,
        /// The name of the player they belong to.
        of: String,
    },
    /// The player in turn takes a card, or steals.
    Pop(Pop),
    /// The player in turn lays the held card down.
    Replace {
        /// The pile or place it was laid on.
        laid: Laid,
        /// Who does it.
        by: String,
    },
    /// A client that ended a turn asks the dealer how it goes on.
    Query,
    /// The dealer says how it goes on.
    State(GameState),
}

/// A pile of cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PileName {
    /// The stock.
    Stock,
    /// The discard pile.
    Discard,
}

/// How a turn begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pop {
    /// With the top card of the stock.
    Stock,
    /// With the top card of the discard pile.
    Discard,
    /// With a steal, which is the whole turn.
    Steal {
        /// Whose open card.
        victim: String,
        /// Which of them.
        card: i64,
        /// Who steals.
        thief: String,
        /// For which hidden card.
        own: i64,
    },
}

/// Where a held card goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Laid {
    /// In this place.
    At(i64),
    /// On the discard pile.
    Away,
}

/// How the game goes on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameState {
    /// The next player takes a turn.
    Continue,
    /// The round is over, and another one follows.
    NewRound,
    /// The game is over.
    End {
        /// Who has won, says the dealer.
        winner: String,
    },
}

/// A datagram that is not a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unreadable;

impl Message {
    /// Reads a datagram. Parameters may stand on lines of their own or behind spaces.
    ///
    /// # Errors
    /// If it has no reading.
    pub fn read(text: &str) -> Result<Self, Unreadable> {
        if text.len() > MAX_LEN {
            return Err(Unreadable);
        }
        let parts = parts(text).ok_or(Unreadable)?;
        Self::of(&parts).ok_or(Unreadable)
    }

    fn of(parts: &[Part<'_>]) -> Option<Self> {
        use Part::{Bracket, Word};
        Some(match parts {
            [Word("assign"), Word("player"), Word(steal), Word(count), players @ ..] => {
                let players = players.iter().map(contact).collect::<Option<Vec<_>>>()?;
                let counted = usize::try_from(number(count)?) == Ok(players.len());
                Self::Assign { steal: truth(steal).filter(|_| counted)?, players }
            }
            [Word("deal"), Word("card"), Bracket(shown), Word(to)] => {
                Self::Deal { card: card(shown)?, to: (*to).to_owned() }
            }
            [Word("stack"), Word(pile), cards @ ..] => {
                let cards = cards.iter().map(|part| match part {
                    Bracket(shown) => card(shown),
                    Word(_) => None,
                });
                let pile = match *pile {
                    "stock" => PileName::Stock,
                    "discard" => PileName::Discard,
                    _ => return None,
                };
                Self::Stack { pile, cards: cards.collect::<Option<_>>()? }
            }
            [Word("announce"), Word("initial"), Word("reveal")] => Self::Announce,
            [Word("reveal"), Word("card"), Word(place), Word(of)] => {
                Self::Reveal { place: number(place)?, of: (*of).to_owned() }
            }
            [Word("pop"), Word("stock")] => Self::Pop(Pop::Stock),
            [Word("pop"), Word("discard")] => Self::Pop(Pop::Discard),
            [Word("pop"), Word("steal"), Word(victim), Word(card), Word(thief), Word(own)] => {
                Self::Pop(Pop::Steal {
                    victim: (*victim).to_owned(),
                    card: number(card)?,
                    thief: (*thief).to_owned(),
                    own: number(own)?,
                })
            }
            [Word("replace"), Word(laid), Word(by)] => {
                let laid = match *laid {
                    "d" | "discard" => Laid::Away,
                    place => Laid::At(number(place)?),
                };
                Self::Replace { laid, by: (*by).to_owned() }
            }
            [Word("query"), Word("game"), Word("state")] => Self::Query,
            [Word("game"), Word("state"), Word("continue")] => Self::State(GameState::Continue),
            [Word("game"), Word("state"), Word("newround")] => Self::State(GameState::NewRound),
            [Word("game"), Word("state"), Word("end"), winner @ ..] => {
                let words = winner.iter().flat_map(|part| match part {
                    Word(word) | Bracket(word) => word.split(|c: char| c.is_whitespace() || c == ','),
                });
                let winner = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
                Self::State(GameState::End { winner: winner.chars().take(MAX_WINNER).collect() })
            }
            _ => return None,
        })
    }
}

fn contact(part: &Part<'_>) -> Option<Contact> {
    match part {
        Part::Bracket(inner) => Contact::read(inner),
        Part::Word(_) => None,
    }
}

/// `H10, True`: the card, and whether it lies face down. What the rules say about that is not up to the message.
fn card(inner: &str) -> Option<Card> {
    let mut fields = fields(inner);
    let card = fields.next()?.parse().ok()?;
    fields.next().and_then(truth)?;
    fields.next().is_none().then_some(card)
}

fn truth(word: &str) -> Option<bool> {
    match word.to_ascii_lowercase().as_str() {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Assign { steal, players } => {
                let steal = if *steal { "True" } else { "False" };
                write!(f, "assign player\n{steal}\n{}", players.len())?;
                players.iter().try_for_each(|player| write!(f, "\n{player}"))
            }
            Self::Deal { card, to } => write!(f, "deal card\n({card:?}, True)\n{to}"),
            Self::Stack { pile, cards } => {
                let (pile, down) = match pile {
                    PileName::Stock => ("stock", "True"),
                    PileName::Discard => ("discard", "False"),
                };
                write!(f, "stack\n{pile}")?;
                cards.iter().try_for_each(|card| write!(f, "\n({card:?}, {down})"))
            }
            Self::Announce => f.write_str("announce initial reveal"),
            Self::Reveal { place, of } => write!(f, "reveal card\n{place}\n{of}"),
            Self::Pop(Pop::Stock) => f.write_str("pop\nstock"),
            Self::Pop(Pop::Discard) => f.write_str("pop\ndiscard"),
            Self::Pop(Pop::Steal { victim, card, thief, own }) => {
                write!(f, "pop\nsteal\n{victim}\n{card}\n{thief}\n{own}")
            }
            Self::Replace { laid: Laid::At(place), by } => write!(f, "replace\n{place}\n{by}"),
            Self::Replace { laid: Laid::Away, by } => write!(f, "replace\nd\n{by}"),
            Self::Query => f.write_str("query game state"),
            Self::State(GameState::Continue) => f.write_str("game state\ncontinue"),
            Self::State(GameState::NewRound) => f.write_str("game state\nnewround"),
            Self::State(GameState::End { winner }) => write!(f, "game state\nend\n{winner}"),
        }
    }
}
