//! The table as plain text.

use std::fmt;
use std::ops::Deref;

use cards::{Card, CardSet};
use game::{Outcome, Seat, SeenOf, Voice};

use super::{Action, Award, Chicago, EXCHANGES, HAND_SIZE, Phase, TrickView};

/// How wide a line may be.
const WIDTH: usize = 76;

/// The table as one viewer sees it.
pub(super) struct Table<'a>(pub(super) &'a SeenOf<Chicago>);

impl Deref for Table<'_> {
    type Target = SeenOf<Chicago>;

    fn deref(&self) -> &Self::Target {
        self.0
    }
}

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.draw_head(f)?;
        self.draw_players(f)?;
        self.draw_round(f)?;
        self.draw_hand(f)?;
        writeln!(f, "  {}", self.hint())
    }
}

impl Table<'_> {
    fn voice(&self) -> Voice {
        let voice = Voice::numbers();
        match self.you {
            Some(seat) => voice.to(seat),
            None => voice,
        }
    }

    fn draw_head(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.phase {
            Phase::Exchange => format!("exchange {} of {EXCHANGES}", self.exchange),
            Phase::OpenCard => format!("exchange {} of {EXCHANGES}, open card", self.exchange),
            Phase::Call => "Chicago?".to_owned(),
            Phase::Tricks => format!("trick {} of {HAND_SIZE}", self.tricks.len()),
            Phase::Over => "the end".to_owned(),
        };
        let left = format!("CHICAGO  round {}, {what}", self.round);
        let right = format!("deck {}, returned {}", self.deck, self.returned);
        let gap = WIDTH.saturating_sub(left.chars().count() + right.chars().count());
        writeln!(f, "{left}{}{right}\n", " ".repeat(gap))
    }

    fn draw_players(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "     player       points   changed   tricks   card")?;
        for seat in Seat::all(self.seats) {
            let turn = if self.to_act.contains(seat) { '>' } else { ' ' };
            let name = self.voice().name(seat);
            let mut changed: Vec<_> = self.changed.iter().map(|counts| counts[seat].to_string()).collect();
            changed.resize(EXCHANGES, "-".to_owned());
            let line = format!(
                "  {turn}  {name:<11}{:>8}   {:^7}   {:<6}   {:<6}{}",
                self.scores[seat],
                changed.join(" "),
                "*".repeat(usize::from(self.tricks_won[seat])),
                self.card_before(seat).map(|card| card.to_string()).unwrap_or_default(),
                self.roles_of(seat)
            );
            writeln!(f, "{}", line.trim_end())?;
        }
        if !self.made_chicago.is_empty() {
            let names: Vec<_> = self.made_chicago.iter().map(|seat| self.voice().name(seat)).collect();
            writeln!(f, "     Chicago made by: {}", names.join(", "))?;
        }
        writeln!(f)
    }

    /// The card that lies before the seat: played to the trick under way, or turned up for the seat.
    fn card_before(&self, seat: Seat) -> Option<Card> {
        let trick = self.tricks.last().filter(|trick| trick.winner.is_none());
        let played = trick.and_then(|trick| trick.played(self.seats).find(|(player, _)| *player == seat));
        let open = self.open_cards.iter().find(|open| open.seat == seat && open.taken.is_none());
        played.map(|(_, card)| card).or(open.map(|open| open.card))
    }

    fn roles_of(&self, seat: Seat) -> String {
        let dealer = (self.dealer == seat).then_some("dealer");
        let caller = (self.caller == Some(seat)).then_some("plays Chicago");
        dealer.into_iter().chain(caller).collect::<Vec<_>>().join(", ")
    }

    fn draw_round(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, award) in self.awards.iter().enumerate() {
            writeln!(f, "  hand {}   {}", index + 1, self.award(award))?;
        }
        for (index, trick) in self.tricks.iter().enumerate().filter(|(_, trick)| trick.winner.is_some()) {
            writeln!(f, "  trick {}  {}", index + 1, self.complete_trick(trick))?;
        }
        if !self.awards.is_empty() || self.tricks_won.iter().any(|(_, &won)| won > 0) {
            writeln!(f)?;
        }
        Ok(())
    }

    fn award(&self, award: &Award) -> String {
        match award {
            Award::Paid { seat, class, points } => {
                format!("{}, {}, +{points}", self.voice().name(*seat), class.phrase())
            }
            Award::Drawn { class } => format!("nobody, equal hands ({})", class.phrase()),
            Award::NoHand => "nobody, no pair".to_owned(),
            Award::Royal { seat } => format!("{}, a royal flush", self.voice().name(*seat)),
        }
    }

    fn complete_trick(&self, trick: &TrickView) -> String {
        let cards: Vec<_> = trick.cards.iter().map(|card| format!("{card:<4}")).collect();
        let winner = trick.winner.map(|seat| self.voice().name(seat)).unwrap_or_default();
        let led = format!("{} led", self.voice().name(trick.leader));
        format!("{led:<14}{} won by {winner}", cards.join(""))
    }

    fn draw_hand(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(hand) = &self.hand {
            writeln!(f, "  your hand    {}", places(hand))?;
            let thrown: CardSet = self.thrown.iter().flat_map(|cards| cards.iter()).collect();
            if !thrown.is_empty() {
                writeln!(f, "  you changed  {}", listed(thrown))?;
            }
            writeln!(f)?;
        }
        if let Some(unhidden) = &self.unhidden {
            for (index, hand) in unhidden.hands.iter().enumerate() {
                writeln!(f, "  {}     {}", self.voice().name(Seat::of(index as u8)), places(hand))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }

    /// What happens next, in one sentence.
    fn hint(&self) -> String {
        if let Some(Outcome { winners }) = self.outcome {
            let you_alone = winners.first().is_some_and(|seat| winners.len() == 1 && Some(seat) == self.you);
            let win = if winners.len() == 1 && !you_alone { "wins" } else { "win" };
            return format!("{} {win} the game.", self.voice().list(winners.iter()));
        }
        match (self.phase, &self.legal[..]) {
            (_, []) => {
                format!("Waiting for {}.", self.voice().list(self.to_act.iter()))
            }
            (Phase::Exchange, [_]) => "Your turn: you have too many points to change cards.".to_owned(),
            (Phase::Exchange, _) => "Your turn: change any of your cards, or keep them all.".to_owned(),
            (Phase::OpenCard, _) => "Your turn: take the open card, or the next one unseen.".to_owned(),
            (Phase::Call, _) => "Your turn: will you win all five tricks? Call Chicago, or not.".to_owned(),
            (_, legal) => {
                let cards = legal.iter().filter_map(|action| match action {
                    Action::Play(card) => Some(*card),
                    _ => None,
                });
                format!("Your turn: play {}.", listed_with(&cards.collect::<Vec<_>>(), " or "))
            }
        }
    }
}

fn places(hand: &[Option<Card>; HAND_SIZE]) -> String {
    let place = |card: &Option<Card>| match card {
        Some(card) => format!("[{card:>3}]"),
        None => "[   ]".to_owned(),
    };
    hand.iter().map(place).collect::<Vec<_>>().join(" ")
}

fn listed(cards: CardSet) -> String {
    cards.iter().map(|card| card.to_string()).collect::<Vec<_>>().join(" ")
}

fn listed_with(cards: &[Card], word: &str) -> String {
    let names: Vec<_> = cards.iter().map(Card::to_string).collect();
    match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{}{word}{last}", others.join(", ")),
        _ => names.concat(),
    }
}
