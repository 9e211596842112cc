//! The table as one player follows it: every message is judged against the rules and the cards that are known.

mod foul;
mod round;

pub use foul::Foul;

use game::{DiscardEvents, EventLog, Game, Played, Record, Seat, Viewer};
use games::cards::Card;
use games::golf::layout::Place;
use games::golf::{Action, DealtDeck, Event, Golf, GolfOptions, RoundEnd, Seen, Source, Steal, scoring};

use self::round::Round;
use super::contact::Contact;
use super::message::{Laid, PileName, Pop};
use super::peer_deals::{PeerDeals, PeerOptions, golf_options};
use super::peer_game::{MAX_PLAYERS, WithoutDeals, unused_chance};
use super::peer_record;
use super::standing::Standing;

/// Where the dealer sits.
pub(super) const DEALER: Seat = Seat::of(0);
/// How many rounds a game has.
const ROUNDS: u8 = 9;
/// A dealer who lets a round go on for this many turns a player means no good.
const ENDLESS: usize = 1_200;

/// One game between peers. Seat 0 is the last player of the list, who deals; seat 1 is the first.
#[derive(Clone, Debug)]
pub struct Table {
    /// By seat.
    players: Vec<Contact>,
    options: GolfOptions,
    golf: Golf,
    standing: Standing,
    round: Round,
    round_number: u8,
    /// After how many turns of this round all cards were up.
    all_up_after: Option<u16>,
    /// Who had the latest turn of this round.
    last_turn: Option<Seat>,
    turns: usize,
    deals: PeerDeals,
    actions: Vec<Played<Action>>,
    emitted: EventLog<Event>,
}

impl Table {
    /// The table of these players, in the order in which they are listed. `None` if this number cannot play, or two have
    /// one name.
    #[must_use]
    pub fn new(list: &[Contact], steal: bool) -> Option<Self> {
        let options = golf_options(steal);
        let seats = u8::try_from(list.len()).ok()?;
        let twice = |(index, player): (usize, &Contact)| {
            list[..index].iter().any(|other| other.name() == player.name())
        };
        if seats > MAX_PLAYERS || list.iter().enumerate().any(twice) {
            return None;
        }
        let mut golf = Golf::start(&options, seats, unused_chance(), &mut DiscardEvents).ok()?;
        golf.set_round_end(RoundEnd::Dealer);
        let mut players = list.to_vec();
        players.rotate_right(1);
        Some(Self {
            players,
            options,
            standing: Standing::of(&golf),
            golf,
            round: Round::new(seats),
            round_number: 1,
            all_up_after: None,
            last_turn: None,
            turns: 0,
            deals: PeerDeals::default(),
            actions: Vec::new(),
            emitted: EventLog::new(),
        })
    }

    /// How many play.
    #[must_use]
    pub fn seats(&self) -> u8 {
        self.golf.seats()
    }

    /// Who sits there.
    #[must_use]
    pub fn player(&self, seat: Seat) -> &Contact {
        // Seats come from this table, or are looked up in it.
        &self.players[seat.index() % self.players.len()]
    }

    /// Where somebody sits.
    #[must_use]
    pub fn seat_of(&self, name: &str) -> Option<Seat> {
        Seat::all(self.seats()).find(|seat| self.player(*seat).name() == name)
    }

    /// The list of players as it stands: the head is the next to take a turn.
    pub fn order(&self) -> impl Iterator<Item = Seat> + Clone + use<> {
        self.standing.head.round(self.seats())
    }

    /// Who takes the next turn, or has it.
    #[must_use]
    pub const fn head(&self) -> Seat {
        self.standing.head
    }

    /// Who had the latest turn of this round.
    #[must_use]
    pub const fn last_turn(&self) -> Option<Seat> {
        self.last_turn
    }

    /// The round that is played, or was played last.
    #[must_use]
    pub const fn round_number(&self) -> u8 {
        self.round_number
    }

    /// A number that is another one after every turn.
    #[must_use]
    pub const fn turn_stamp(&self) -> (u8, usize) {
        (self.round_number, self.turns)
    }

    /// The rules that hold.
    #[must_use]
    pub const fn options(&self) -> &GolfOptions {
        &self.options
    }

    /// A card is dealt.
    ///
    /// # Errors
    /// If it cannot be.
    pub fn deal(&mut self, card: Card, to: &str) -> Result<(), Foul> {
        let seat = self.seat_of(to).ok_or_else(|| Foul::NoSuchPlayer(to.to_owned()))?;
        self.round.deal(card, seat)
    }

    /// Whether everybody has six cards.
    #[must_use]
    pub fn all_dealt(&self) -> bool {
        self.round.all_dealt()
    }

    /// A pile is laid.
    ///
    /// # Errors
    /// If it cannot be.
    pub fn stack(&mut self, pile: PileName, cards: &[Card]) -> Result<(), Foul> {
        self.round.stack(pile, cards)
    }

    /// Whether the stock has been dealt.
    #[must_use]
    pub const fn has_stock(&self) -> bool {
        self.round.has_stock()
    }

    /// Everything is dealt, and all may turn two cards.
    ///
    /// # Errors
    /// If cards are missing.
    pub fn announce(&mut self) -> Result<(), Foul> {
        let deck = self.round.deck(&self.order())?;
        self.golf.deal_instead(&deck, &mut self.emitted);
        self.standing = Standing::of(&self.golf);
        self.deals.set_deck(self.round_number, deck);
        Ok(())
    }

    /// The cards of the round as a dealer has to give them out, from a deck.
    #[must_use]
    pub fn dealing(&self, deck: &DealtDeck) -> (Vec<(Card, Seat)>, Vec<Card>) {
        let each = self.order().collect::<Vec<_>>();
        let count = each.len() * Place::ALL.len();
        let (dealt, stock) = deck.cards.split_at(count.min(deck.cards.len()));
        let dealt = dealt.iter().copied().zip(each.into_iter().cycle()).collect();
        (dealt, stock.iter().rev().copied().collect())
    }

    /// A player turns one card before play.
    ///
    /// # Errors
    /// If it is not one of two different own cards.
    pub fn reveal(&mut self, seat: Seat, place: i64) -> Result<(), Foul> {
        let place = Place::try_from(place).map_err(|_| Foul::NoSuchCard(place))?;
        if let Some(two) = self.round.reveal(seat, place)? {
            self.act(seat, Action::Reveal(two))?;
        }
        Ok(())
    }

    /// Whether everybody has turned two cards.
    #[must_use]
    pub fn all_revealed(&self) -> bool {
        self.yet_to_reveal().next().is_none()
    }

    /// Who has not turned two cards yet.
    pub fn yet_to_reveal(&self) -> impl Iterator<Item = Seat> + '_ {
        Seat::all(self.seats()).filter(|seat| !self.round.has_revealed(*seat))
    }

    /// The player in turn takes a card, or steals.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn pop(&mut self, seat: Seat, pop: &Pop) -> Result<(), Foul> {
        let action = match pop {
            Pop::Stock => Action::TakeStock,
            Pop::Discard => Action::TakeDiscard,
            Pop::Steal { victim, card, thief, own } => {
                if self.seat_of(thief) != Some(seat) {
                    return Err(Foul::InAnothersName(thief.clone()));
                }
                let place = |number: i64| Place::try_from(number).map_err(|_| Foul::NoSuchCard(number));
                let from = self.seat_of(victim).ok_or_else(|| Foul::NoSuchPlayer(victim.clone()))?;
                Action::Steal(Steal { from, card: place(*card)?, own: place(*own)? })
            }
        };
        self.act(seat, action)
    }

    /// The player in turn lays the held card down.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn replace(&mut self, seat: Seat, laid: Laid, by: &str) -> Result<(), Foul> {
        if self.seat_of(by) != Some(seat) {
            return Err(Foul::InAnothersName(by.to_owned()));
        }
        let action = match laid {
            Laid::Away => Action::ThrowAway,
            Laid::At(place) => Action::Swap(Place::try_from(place).map_err(|_| Foul::NoSuchCard(place))?),
        };
        self.act(seat, action)
    }

    /// Plays an action of a seat.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn act(&mut self, seat: Seat, action: Action) -> Result<(), Foul> {
        let before = self.standing;
        let played = self.golf.play(seat, action, &mut WithoutDeals(&mut self.emitted));
        played.map_err(|illegal| Foul::Rule(illegal.to_string()))?;
        self.actions.push(Played { seat, action });
        self.standing = Standing::of(&self.golf);
        if self.standing.turns != before.turns {
            if self.standing.all_up {
                self.all_up_after.get_or_insert(self.standing.turns);
            }
            self.last_turn = Some(seat);
            self.turns += 1;
        }
        if self.turns > ENDLESS * self.players.len() { Err(Foul::Endless) } else { Ok(()) }
    }

    /// Whether the turn that was begun is finished.
    #[must_use]
    pub const fn turn_is_over(&self) -> bool {
        self.standing.awaits_turn
    }

    /// Whether all cards of all players are up.
    #[must_use]
    pub const fn all_up(&self) -> bool {
        self.standing.all_up
    }

    /// Whether the dealer may end the round.
    #[must_use]
    pub fn may_end_round(&self) -> bool {
        self.standing.awaits_turn && (self.standing.all_up || self.standing.had_most_turns(self.seats()))
    }

    /// Whether this is the last round.
    #[must_use]
    pub const fn is_last_round(&self) -> bool {
        self.round_number >= ROUNDS
    }

    /// The dealer says that the round is over and another one follows.
    ///
    /// # Errors
    /// If it is not, or none can follow.
    pub fn new_round(&mut self) -> Result<(), Foul> {
        if self.is_last_round() {
            return Err(Foul::TooManyRounds);
        }
        self.finish_round()?;
        self.round = Round::new(self.seats());
        self.round_number += 1;
        self.all_up_after = None;
        self.last_turn = None;
        self.turns = 0;
        Ok(())
    }

    /// The dealer says that the game is over.
    ///
    /// # Errors
    /// If it is not.
    pub fn end(&mut self) -> Result<(), Foul> {
        if !self.is_last_round() {
            return Err(Foul::EndsTooEarly(self.round_number));
        }
        self.finish_round()
    }

    fn finish_round(&mut self) -> Result<(), Foul> {
        if !self.may_end_round() {
            return Err(Foul::RoundIsNotOver);
        }
        if self.all_up_after != Some(self.standing.turns) {
            self.deals.set_cut(self.round_number, self.standing.turns);
        }
        self.golf.end_round_by_dealer(&mut WithoutDeals(&mut self.emitted));
        self.standing = Standing::of(&self.golf);
        Ok(())
    }

    /// Each player's points so far, by seat.
    #[must_use]
    pub fn totals(&self) -> Vec<i32> {
        self.golf.scores().as_slice().to_vec()
    }

    /// Who has won by our reckoning: the fewest points in all, the first in the list of those who share them.
    #[must_use]
    pub fn winner(&self) -> &Contact {
        let totals = self.golf.scores();
        let seats = Seat::of(1 % self.seats()).round(self.seats());
        let list: Vec<Seat> = seats.collect();
        let in_list: Vec<i32> = list.iter().map(|seat| totals[*seat]).collect();
        let named = scoring::named_winner(&in_list).unwrap_or_default();
        self.player(list.get(named.index()).copied().unwrap_or_default())
    }

    /// All that the rules allow a seat now.
    #[must_use]
    pub fn legal(&self, seat: Seat) -> Vec<Action> {
        let mut legal = Vec::new();
        self.golf.legal_actions(seat, &mut legal);
        legal
    }

    /// Whether a seat has turned two cards before play.
    #[must_use]
    pub fn has_revealed(&self, seat: Seat) -> bool {
        self.round.has_revealed(seat)
    }

    /// What a seat sees. Throwing a card back on the discard pile is not offered, because our players never do it.
    #[must_use]
    pub fn seen(&self, seat: Seat) -> Seen {
        let mut view = self.golf.seen(Viewer::Seat(seat));
        if view.held.is_some_and(|held| held.source == Source::Discard) {
            view.legal.retain(|action| *action != Action::ThrowAway);
        }
        view
    }

    /// Whether something has happened that nobody has asked for.
    #[must_use]
    pub const fn has_news(&self) -> bool {
        !self.emitted.0.is_empty()
    }

    /// What has happened since this was last asked.
    pub fn take_emitted(&mut self) -> EventLog<Event> {
        std::mem::take(&mut self.emitted)
    }

    /// Stands as it did before. What was sent since stays sent.
    pub fn go_back_to(&mut self, before: Self) {
        let emitted = self.take_emitted();
        *self = Self { emitted, ..before };
    }

    /// The game as far as it went, to be looked at again.
    #[must_use]
    pub fn record(&self) -> Record<Action> {
        let options = PeerOptions { steal: self.options.steal, deals: self.deals };
        let mut record = peer_record::record(&options, self.seats(), self.actions.clone());
        // Cards are turned before play in any order, and each player may have received them in another one.
        let reveals = |one: &Played<Action>, other: &Played<Action>| {
            [one, other].into_iter().all(|played| matches!(played.action, Action::Reveal(_)))
        };
        for reveals in record.actions.chunk_by_mut(reveals) {
            if matches!(reveals, [Played { action: Action::Reveal(_), .. }, ..]) {
                reveals.sort_by_key(|played| played.seat);
            }
        }
        record
    }
}
