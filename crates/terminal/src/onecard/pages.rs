//! What stands on the pages of the game at one keyboard.

use cards::{Card, Rank};
use game::Seat;
use games::onecard::{Action, Direction, OneCardOptions, Redirect, View};

use super::art::Artist;
use super::layout::{Cell, Paint, columns, wrap};
use super::log::name;

/// How pages are made.
#[derive(Clone, Copy)]
pub(super) struct Style<'a> {
    pub(super) options: &'a OneCardOptions,
    pub(super) paint: Paint,
    pub(super) artist: Option<Artist>,
    /// How many characters fit in a line.
    pub(super) width: usize,
}

/// A list that is longer takes a second column.
const ROWS: usize = 6;
/// Older news are left out.
const MOST_NEWS: usize = 8;

/// The page between two turns. `view` is what a watcher sees: open cards only.
pub(super) fn between(style: Style<'_>, view: &View, next: Seat, news: &[String]) -> String {
    let mut page = Page::new(style, view);
    page.table(view);
    page.news("What happened:", news);
    page.line(&style.paint.strong(&format!("Press Enter when player {} sits here.", next.number() + 1)));
    page.line(&style.paint.quiet("The next page shows that player's cards. q leaves the game."));
    page.text
}

/// The page of a turn. `view` is what the player in turn sees.
pub(super) fn turn(style: Style<'_>, view: &View, news: &[String]) -> String {
    let mut page = Page::new(style, view);
    page.table(view);
    page.news("Since your last turn:", news);
    page.hand(view);
    page.text
}

/// What stands before the cursor.
pub(super) fn prompt(you: Seat) -> String {
    format!("Player {}, your choice (? for help): ", you.number() + 1)
}

struct Page<'a> {
    style: Style<'a>,
    text: String,
}

impl<'a> Page<'a> {
    fn new(style: Style<'a>, view: &View) -> Self {
        let rounds = style.options.rounds.get();
        let round = if rounds > 1 { format!("round {} of {rounds}, ", view.round) } else { String::new() };
        let title = format!("One Card: {round}turn {}", u32::from(view.turns) + 1);
        let mut page = Self { style, text: String::new() };
        page.line(&style.paint.strong(&title));
        page.line("");
        page
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn wrapped(&mut self, text: &str) {
        wrap(text, self.style.width).iter().for_each(|line| self.line(line));
    }

    /// What lies open: the previous card, the attack, the direction, how many cards each player holds.
    fn table(&mut self, view: &View) {
        let picture = self.style.artist.map(|artist| artist.card(view.top)).unwrap_or_default();
        let beside = self.style.artist.map_or(0, |artist| artist.width() + 2);
        let width = self.style.width.saturating_sub(beside).max(20);
        let previous = format!("Previous card: {}", name(view.top));
        let mut text = vec![self.style.paint.suit(view.top.suit(), &previous)];
        if view.attack > 0 {
            let attack = wrap(&attack(view, self.style.options), width);
            text.extend(attack.iter().map(|line| self.style.paint.strong(line)));
        }
        let way = match view.direction {
            Direction::CounterClockwise => "rising",
            Direction::Clockwise => "falling",
        };
        let direction = format!("Direction: {} ({way} numbers)", view.direction.words());
        text.extend(wrap(&direction, width));
        text.extend(columns(&self.players(view), ROWS, width));
        for row in 0..text.len().max(picture.len()) {
            let left = match picture.get(row) {
                Some(line) => format!("{line}  "),
                None => " ".repeat(beside),
            };
            let right = text.get(row).map(String::as_str).unwrap_or_default();
            self.line(format!("{left}{right}").trim_end());
        }
        self.line("");
    }

    fn players(&self, view: &View) -> Vec<Cell> {
        let players = view.held.iter().map(|(seat, held)| {
            let mark = if view.to_act.contains(seat) { '>' } else { ' ' };
            let you = if view.you == Some(seat) { " (you)" } else { "" };
            let cards = if *held == 1 { "1 card ".to_owned() } else { format!("{held} cards") };
            let total = match self.style.options.rounds.get() {
                1 => String::new(),
                _ => format!(", total {}", view.totals[seat]),
            };
            let text = format!("{mark} Player {}{you}: {cards}{total}", seat.number() + 1);
            // One card left: everybody should notice.
            Cell::new(text.trim_end(), |text| {
                if *held == 1 { self.style.paint.strong(text) } else { text.to_owned() }
            })
        });
        players.collect()
    }

    fn news(&mut self, title: &str, news: &[String]) {
        if news.is_empty() {
            return;
        }
        self.line(title);
        let left_out = news.len().saturating_sub(MOST_NEWS);
        if left_out > 0 {
            self.line(&format!("({left_out} earlier turns)"));
        }
        news[left_out..].iter().for_each(|line| self.wrapped(&format!("- {line}")));
        self.line("");
    }

    fn hand(&mut self, view: &View) {
        self.line("Your hand (* can be played now):");
        if let Some(artist) = self.style.artist {
            artist.hand(&view.hand, self.style.width).iter().for_each(|line| self.line(line));
        }
        let digits = view.hand.len().to_string().len();
        let cells: Vec<_> = view
            .hand
            .iter()
            .enumerate()
            .map(|(index, card)| {
                let mark = if can_begin(view, *card) { '*' } else { ' ' };
                let text = format!("{mark} {:>digits$}) {}", index + 1, name(*card));
                Cell::new(&text, |text| self.style.paint.suit(card.suit(), text))
            })
            .collect();
        columns(&cells, ROWS, self.style.width).iter().for_each(|line| self.line(line));
        let nothing = if view.choosing {
            Some("keep the drawn card".to_owned())
        } else if view.legal.contains(&Action::Draw) {
            Some(draw_words(view))
        } else {
            None
        };
        if let Some(words) = nothing {
            self.line(&format!("  {:>digits$}) {words}", 0));
        }
        self.line("");
    }
}

/// Whether the card can be laid now, alone.
fn can_begin(view: &View, card: Card) -> bool {
    view.legal.contains(&Action::Play(card))
}

fn draw_words(view: &View) -> String {
    if view.attack > 1 { format!("draw {} cards", view.attack) } else { "draw".to_owned() }
}

/// What the attack is and what answers it.
fn attack(view: &View, options: &OneCardOptions) -> String {
    let suit = view.top.suit().name().to_lowercase();
    let courts = match options.redirect {
        Redirect::SameSuit => format!("a queen or jack of {suit}"),
        Redirect::SuitOrRank => {
            let too = matches!(view.top.rank(), Rank::Queen | Rank::Jack);
            let rank = if too { format!(" or another {}", view.top.rank().word()) } else { String::new() };
            format!("a queen or jack of {suit}{rank}")
        }
    };
    format!("Attack: draw {} cards, or answer with a 2, 3 or 7 that matches or with {courts}.", view.attack)
}

/// The help at a prompt.
pub(super) fn help(style: Style<'_>) -> String {
    let mut text = "\
Follow the suit or the rank of the previous card. If you cannot, draw one.
2, 3: the next player draws two or three, and may pass it on with a 2 or 3 that matches.
7: ends an attack.  Queen: turns the direction.  Jack: skips the next player.
Under attack a queen or jack of the same suit passes it back or over.
Type
  3           the third card of your hand
  S10         the ten of spades: S, H, D, C and 2 to 10, J, Q, K, A
  0 or d      draw, where it is allowed
"
    .to_owned();
    if style.options.multi {
        text.push_str(
            "  S7 H7 or 1 4  several cards of one rank; the first must follow, the last lies on top\n",
        );
    }
    if style.options.play_drawn {
        text.push_str("  k           keep the card you have drawn\n");
    }
    text.push_str("  ?           this help\n  q           leave the game\n");
    text
}
