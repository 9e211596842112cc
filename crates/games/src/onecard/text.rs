//! The table as plain text.

use std::fmt;
use std::ops::Deref;

use cards::Card;
use game::{Seat, SeenOf, Voice};

use super::sentence::counted;
use super::{Action, LastTurn, OneCard};

const WIDTH: usize = 78;

/// The table as one viewer sees it.
pub(super) struct Table<'a>(pub(super) &'a SeenOf<OneCard>);

impl Deref for Table<'_> {
    type Target = SeenOf<OneCard>;

    fn deref(&self) -> &Self::Target {
        self.0
    }
}

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turn = match self.outcome {
            None => format!("turn {}", u32::from(self.turns) + 1),
            Some(_) => format!("over after {} turns", self.turns),
        };
        let title = format!("One Card · round {} · {turn}", self.round);
        let direction = format!("play runs {}", self.direction.words());
        writeln!(f, "{title}{direction:>rest$}", rest = WIDTH - title.chars().count())?;
        writeln!(f)?;
        let players = Seat::all(self.held.seats()).map(|seat| self.player(seat));
        let piles = self.piles();
        let lines = piles.len().max(players.len());
        let rows = piles.into_iter().chain(std::iter::repeat(String::new()));
        for (pile, player) in rows.zip(players.chain(std::iter::repeat(String::new()))).take(lines) {
            writeln!(f, "{}", format!("  {pile:<19}   {player}").trim_end())?;
        }
        writeln!(f)?;
        self.news(f)?;
        if let Some(you) = self.you {
            cards(f, "Your hand:", &self.hand)?;
            if self.to_act.contains(you) {
                wrapped(f, "You can", &[offers(&self.legal)])?;
            }
        }
        for (index, hand) in self.all_hands.iter().enumerate() {
            cards(f, &format!("Player {}:", index + 1), hand)?;
        }
        if !self.stock.is_empty() {
            cards(f, "Stock:", &self.stock)?;
        }
        Ok(())
    }
}

impl Table<'_> {
    /// The stock and the top card, drawn.
    fn piles(&self) -> [String; 7] {
        let (rank, suit) = (self.top.rank().index(), self.top.suit().sign());
        let (back, edge) = if self.stock_size > 0 { ("░░░░░", "│") } else { ("     ", "┆") };
        let back = format!("{edge}{back}{edge}");
        let sizes =
            format!("{:<10}{}", counted_short(self.stock_size), counted_short(self.discards.len() as u16));
        [
            " stock     discards".to_owned(),
            "╭─────╮   ╭─────╮".to_owned(),
            format!("{back}   │{rank:<5}│"),
            format!("{back}   │  {suit}  │"),
            format!("{back}   │{rank:>5}│"),
            "╰─────╯   ╰─────╯".to_owned(),
            sizes,
        ]
    }

    /// One line for a player: whose turn, cards, points, what was done last.
    fn player(&self, seat: Seat) -> String {
        let mark = if self.to_act.contains(seat) { "▸" } else { " " };
        let you = if self.you == Some(seat) { " (you)" } else { "" };
        let name = format!("Player {}{you}", seat.number() + 1);
        let cards = counted_short(self.held[seat]);
        let last = match self.last_turns[seat] {
            None if seat == self.starter => "begins".to_owned(),
            None => String::new(),
            Some(LastTurn::Played { card, count: 1 }) => format!("played {card}"),
            Some(LastTurn::Played { card, count }) => format!("played {card} ({count})"),
            Some(LastTurn::Drew { count }) => format!("drew {}", counted(count)),
        };
        format!("{mark} {name:<15} {cards:>9} {:>5}   {last}", self.scores[seat])
    }

    /// What everybody should know now: the attack, the drawn card, the end.
    fn news(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let voice = self.you.map_or(Voice::numbers(), |you| Voice::numbers().to(you));
        if let Some(outcome) = self.outcome {
            let winners = outcome.winners;
            return match winners.first().filter(|_| winners.len() == 1) {
                Some(seat) => writeln!(f, "  {} the game.", voice.does(seat, "win", "wins")),
                None => writeln!(f, "  {} win the game together.", voice.list(winners.iter())),
            };
        }
        let Some(seat) = self.to_act.first() else { return Ok(()) };
        if self.attack > 0 {
            writeln!(f, "  {} must answer the attack or draw {}.", voice.name(seat), counted(self.attack))?;
        }
        if self.choosing {
            writeln!(f, "  {} may play the card just drawn or keep it.", voice.name(seat))?;
        }
        Ok(())
    }
}

/// "1 card", "0 cards".
fn counted_short(count: u16) -> String {
    format!("{count} {}", if count == 1 { "card" } else { "cards" })
}

/// What "you can" do, as the rest of the sentence: "play 9♠, 9♥, go on from 9♠ or draw."
fn offers(legal: &[Action]) -> String {
    let (mut plays, mut lays, mut others) = (Vec::new(), Vec::new(), Vec::new());
    for action in legal {
        match action {
            Action::Play(card) => plays.push(card.to_string()),
            Action::Lay(card) => lays.push(card.to_string()),
            Action::Draw => others.push("draw".to_owned()),
            Action::Keep => others.push("keep the card".to_owned()),
        }
    }
    for (words, list) in [("play ", &mut plays), ("go on from ", &mut lays)] {
        if let Some(first) = list.first_mut() {
            first.insert_str(0, words);
        }
    }
    plays.append(&mut lays);
    plays.append(&mut others);
    match plays.split_last() {
        None => String::new(),
        Some((only, [])) => format!("{only}."),
        Some((last, before)) => format!("{} or {last}.", before.join(", ")),
    }
}

/// A label and cards, or that there are none.
fn cards(f: &mut fmt::Formatter<'_>, label: &str, cards: &[Card]) -> fmt::Result {
    match cards {
        [] => writeln!(f, "  {label} no cards"),
        cards => wrapped(f, label, &cards.iter().map(Card::to_string).collect::<Vec<_>>()),
    }
}

/// A label and words, broken into lines and set in under the label.
fn wrapped(f: &mut fmt::Formatter<'_>, label: &str, words: &[String]) -> fmt::Result {
    let indent = 2 + label.chars().count();
    write!(f, "  {label}")?;
    let mut column = indent;
    for word in words.iter().flat_map(|word| word.split(' ')) {
        let width = 1 + word.chars().count();
        if column + width > WIDTH {
            write!(f, "\n{:indent$}", "")?;
            column = indent;
        }
        write!(f, " {word}")?;
        column += width;
    }
    writeln!(f)
}
