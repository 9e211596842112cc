//! One game as it is sent to an old client: events in, rows of bytes and questions out.

use game::Seat;
use games::chicago::{Award, ChicagoOptions, Ending, Event, HAND_SIZE, points_for};

use super::code::{EMPTY, card_code};
use super::packet::write_name;

/// Before every row: all is well.
const OK: u8 = 1;
/// Instead of a row: the game is over because somebody left.
pub(super) const ENDED: u8 = 0;
/// Marks a royal flush where points stand.
const ROYAL: u8 = 9;
/// How a Chicago went: failed, made, or not tried.
const FAILED: u8 = 0;
const MADE: u8 = 1;
const NOT_TRIED: u8 = 2;
/// How often cards are changed in a round.
const EXCHANGES: u8 = 3;
const TRICKS: u8 = 5;

/// What a client is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Question {
    /// Which cards to change.
    Exchange,
    /// Chicago?
    Call,
    /// A card for the trick.
    Card,
}

impl Question {
    /// How many bytes its answer has.
    pub(super) const fn length(self) -> usize {
        match self {
            Self::Exchange => HAND_SIZE,
            Self::Call | Self::Card => 1,
        }
    }
}

/// What an event means beside its bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Turn {
    /// The client is asked something.
    Asked(Question),
    /// A decision of the client was made, by the client or by the clock.
    Decided,
    /// A new round: what follows comes after a rest.
    Rests,
    /// The game is over.
    Over,
}

/// A game for one client.
#[derive(Debug)]
pub(super) struct Play {
    own: Seat,
    seats: u8,
    options: ChicagoOptions,
    dealer: Seat,
    hand: [u8; HAND_SIZE],
    exchanges: u8,
    totals: Vec<i32>,
    cards_in_trick: u8,
    tricks: u8,
    chicago: u8,
    last_trick: Option<Seat>,
    /// The third exchange is made, and its row of points is due.
    third_made: bool,
    /// All of the round but its last row has been sent.
    round_ended: bool,
}

impl Play {
    /// A game begins: the client is sent the players and its seat.
    pub(super) fn begin(own: Seat, names: &[String], options: ChicagoOptions, out: &mut Vec<u8>) -> Self {
        let seats = names.len() as u8;
        out.extend([OK, seats, own.number()]);
        names.iter().for_each(|name| write_name(name, out));
        Self {
            own,
            seats,
            options,
            dealer: Seat::default(),
            hand: [EMPTY; HAND_SIZE],
            exchanges: 0,
            totals: vec![0; names.len()],
            cards_in_trick: 0,
            tricks: 0,
            chicago: NOT_TRIED,
            last_trick: None,
            third_made: false,
            round_ended: false,
        }
    }

    /// The number of a seat, or the one for no seat.
    fn number(&self, seat: Option<Seat>) -> u8 {
        seat.map_or(self.seats, Seat::number)
    }

    fn hand(&self, out: &mut Vec<u8>) {
        out.push(OK);
        out.extend(self.hand);
    }

    fn totals(&self, out: &mut Vec<u8>) {
        // A total is a signed byte in the game already.
        out.extend(self.totals.iter().map(|&total| total.clamp(-128, 127) as i8 as u8));
    }

    fn score(&self, seat: Option<Seat>, points: u8, out: &mut Vec<u8>) {
        out.extend([OK, self.number(seat), points]);
        self.totals(out);
    }

    /// The client that leads the next trick is asked to.
    fn lead(&mut self, leader: Seat, out: &mut Vec<u8>) -> Option<Turn> {
        self.cards_in_trick = 0;
        (leader == self.own).then(|| {
            out.extend([OK, EMPTY]);
            Turn::Asked(Question::Card)
        })
    }

    /// Translates an event; adds the bytes to `out`.
    pub(super) fn event(&mut self, event: &Event, out: &mut Vec<u8>) -> Option<Turn> {
        match event {
            Event::RoundBegan { round, dealer } => {
                self.dealer = *dealer;
                self.exchanges = 0;
                self.tricks = 0;
                self.chicago = NOT_TRIED;
                self.last_trick = None;
                if std::mem::take(&mut self.round_ended) {
                    out.extend([OK, 0, 0]);
                }
                (*round > 1).then_some(Turn::Rests)
            }
            Event::Dealt { seat, hand: Some(hand) } if *seat == self.own => {
                self.hand = hand.map(card_code);
                self.hand(out);
                Some(Turn::Asked(Question::Exchange))
            }
            Event::ChangeChosen { seat, .. } | Event::CallAnswered { seat, .. } => {
                (*seat == self.own).then_some(Turn::Decided)
            }
            Event::Changed { seat, swaps: Some(swaps), .. } if *seat == self.own => {
                for swap in swaps {
                    if let Some(slot) = self.hand.get_mut(usize::from(swap.slot)) {
                        *slot = card_code(swap.new);
                    }
                }
                self.exchanges += 1;
                self.hand(out);
                self.third_made = self.exchanges == EXCHANGES;
                None
            }
            Event::HandPaid { number, award, totals } => self.paid(*number, *award, totals.as_slice(), out),
            Event::CallDecided { caller } => {
                out.extend([OK, self.number(*caller)]);
                self.lead(caller.unwrap_or_else(|| self.dealer.next(self.seats)), out)
            }
            Event::CardPlayed { seat, card } => {
                out.extend([OK, seat.number(), card_code(*card)]);
                self.cards_in_trick += 1;
                let next = self.cards_in_trick < self.seats && seat.next(self.seats) == self.own;
                match (*seat == self.own, next) {
                    (true, _) => Some(Turn::Decided),
                    (_, true) => Some(Turn::Asked(Question::Card)),
                    _ => None,
                }
            }
            Event::TrickWon { seat, .. } => {
                self.tricks += 1;
                if self.tricks < TRICKS { self.lead(*seat, out) } else { None }
            }
            Event::ChicagoMade { .. } => {
                self.chicago = MADE;
                None
            }
            Event::ChicagoFailed { .. } => {
                self.chicago = FAILED;
                None
            }
            Event::LastTrickPaid { seat } => {
                self.last_trick = Some(*seat);
                None
            }
            Event::RoundEnded { totals, .. } => {
                self.totals = totals.as_slice().to_vec();
                out.extend([OK, self.chicago, self.number(self.last_trick)]);
                self.totals(out);
                self.round_ended = true;
                None
            }
            Event::GameOver { winners, ending } => {
                if *ending != Ending::RoyalFlush {
                    // A shared win is sent as that of the first in turn.
                    let mut in_turn = self.dealer.next(self.seats).round(self.seats);
                    let winner = in_turn.find(|seat| winners.contains(*seat)).unwrap_or_default();
                    out.extend([OK, 1, winner.number()]);
                }
                Some(Turn::Over)
            }
            _ => None,
        }
    }

    /// The hands of an exchange were compared. That of the third is sent with the tricks, unless it is royal.
    fn paid(&mut self, number: u8, award: Award, totals: &[i32], out: &mut Vec<u8>) -> Option<Turn> {
        self.totals = totals.to_vec();
        self.third_made = false;
        if let Award::Royal { seat } = award {
            self.score(Some(seat), ROYAL, out);
            return None;
        }
        if number >= EXCHANGES {
            return None;
        }
        match award {
            Award::Paid { seat, points, .. } => self.score(Some(seat), points, out),
            Award::Drawn { class } => self.score(None, points_for(class, &self.options), out),
            Award::NoHand | Award::Royal { .. } => self.score(None, 0, out),
        }
        Some(Turn::Asked(Question::Exchange))
    }

    /// After all events of one action: the third exchange pays nobody yet, and Chicago is asked for.
    pub(super) fn settle(&mut self, out: &mut Vec<u8>) -> Option<Turn> {
        std::mem::take(&mut self.third_made).then(|| {
            self.score(None, 0, out);
            Turn::Asked(Question::Call)
        })
    }
}
