//! What stands on the pages of the game at one keyboard.

use cards::Rank;
use game::Seat;
use games::onecard::{Action, Direction, OneCardOptions, Redirect, Seen};

use super::art::Artist;
use super::layout::{Cell, Paint, columns, wrap};
use super::log::name;

/// How pages are made.
#[derive(Clone, Copy)]
pub(super) struct Style<'a> {
    pub(super) options: &'a OneCardOptions,
    pub(super) paint: Paint,
    pub(super) artist: Option<Artist>,
    /// From this seat on, the players are bots.
    pub(super) first_bot: u8,
    /// How many characters fit in a line.
    pub(super) width: usize,
    /// How many lines fit on the screen.
    pub(super) height: usize,
}

/// How much room a page takes.
#[derive(Clone, Copy)]
struct Size {
    /// Whether cards are drawn at all.
    pictures: bool,
    /// How many lines of the cards in the hand are drawn: the first three show rank and suit.
    fan: usize,
    /// A list of the hand that is longer takes a second column.
    hand_rows: usize,
}

/// From the roomiest to the tightest: the first that fits is taken.
const SIZES: [Size; 6] = [
    Size { pictures: true, fan: usize::MAX, hand_rows: 6 },
    Size { pictures: true, fan: usize::MAX, hand_rows: 3 },
    Size { pictures: true, fan: 3, hand_rows: 3 },
    Size { pictures: true, fan: 3, hand_rows: 2 },
    Size { pictures: false, fan: 0, hand_rows: 6 },
    Size { pictures: false, fan: 0, hand_rows: 1 },
];

/// A list of players that is longer takes a second column.
const PLAYER_ROWS: usize = 6;
/// This many lines stay free for the prompt and a refusal.
const SPARE: usize = 2;
/// The smallest height at which the news are shown: a title, a line and a blank.
const LEAST_NEWS: usize = 3;

/// The page between two turns. `view` is what a watcher sees: open cards only.
pub(super) fn between(style: Style<'_>, view: &Seen, next: Seat, news: &[String]) -> String {
    let invitation = vec![
        style.paint.strong(&invitation(style, next)),
        style.paint.quiet("The next page shows this player's cards. q leaves the game."),
    ];
    fitted(style, |style, _| (style.table(view), invitation.clone()), "What happened:", news)
}

/// Who is to press Enter.
pub(super) fn invitation(style: Style<'_>, next: Seat) -> String {
    let number = next.number() + 1;
    if style.first_bot == 1 {
        format!("Press Enter to go on, player {number}.")
    } else {
        format!("Press Enter when player {number} sits here.")
    }
}

/// The page of a turn. `view` is what the player in turn sees.
pub(super) fn turn(style: Style<'_>, view: &Seen, news: &[String]) -> String {
    let acted = view.you.is_some_and(|you| view.last_turns[you].is_some());
    let title = if acted { "Since your last turn:" } else { "What happened:" };
    fitted(style, |style, size| (style.table(view), style.hand(view, size)), title, news)
}

/// What stands before the cursor.
pub(super) fn prompt(you: Seat) -> String {
    format!("Player {}, your choice (? for help): ", you.number() + 1)
}

/// The help at a prompt.
pub(super) fn help(options: &OneCardOptions) -> String {
    let several =
        if options.multi { "  S7 H7 or 1 4  several of one rank: the first must follow\n" } else { "" };
    let keep = if options.play_drawn { "  0 or k        keep the drawn card\n" } else { "" };
    format!(
        "
Follow the suit or the rank of the previous card; if you cannot, draw one.
2 and 3 make the next player draw two or three, or answer. 7 ends an attack.
A queen turns the direction, a jack skips a player.
  3             the third card of your hand
  S10           the ten of spades (S H D C, 2 to 10 J Q K A)
{several}  0 or d        draw, where it is allowed
{keep}  q             leave the game

"
    )
}

/// The hand once more, below the help.
pub(super) fn hand_again(style: Style<'_>, view: &Seen) -> String {
    text(&Style { artist: None, ..style }.hand(view, SIZES[0]))
}

/// What must be seen, and between its two parts as much of the news as there is room for, the latest last. The
/// parts are made as roomy as the screen allows.
fn fitted<'a>(
    style: Style<'a>,
    parts: impl Fn(Style<'a>, Size) -> (Vec<String>, Vec<String>),
    title: &str,
    news: &[String],
) -> String {
    let wanted = if news.is_empty() { 0 } else { LEAST_NEWS };
    let mut page = String::new();
    for size in SIZES {
        let artist = style.artist.filter(|_| size.pictures);
        let (above, below) = parts(Style { artist, ..style }, size);
        let taken = above.len() + below.len() + SPARE;
        let between = style.news(title, news, style.height.saturating_sub(taken));
        page = text(&above) + &text(&between) + &text(&below);
        if taken + wanted <= style.height {
            break;
        }
    }
    page
}

fn text(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

impl Style<'_> {
    /// What lies open: the previous card, the attack, the direction, how many cards each player holds.
    fn table(self, view: &Seen) -> Vec<String> {
        let picture = self.artist.map(|artist| artist.card(view.top)).unwrap_or_default();
        let beside = self.artist.map_or(0, |artist| artist.width() + 2);
        let width = self.width.saturating_sub(beside).max(20);
        let previous = format!("Previous card: {}", name(view.top));
        let mut text = vec![self.paint.suit(view.top.suit(), &previous)];
        if view.attack > 0 {
            let attack = wrap(&self.attack(view), width);
            text.extend(attack.iter().map(|line| self.paint.strong(line)));
        }
        let way = match view.direction {
            Direction::CounterClockwise => "rising",
            Direction::Clockwise => "falling",
        };
        text.extend(wrap(&format!("Direction: {} ({way} numbers)", view.direction.words()), width));
        text.extend(columns(&self.players(view), PLAYER_ROWS, width));
        let mut lines = vec![self.paint.strong(&self.title(view)), String::new()];
        for row in 0..text.len().max(picture.len()) {
            let left = match picture.get(row) {
                Some(line) => format!("{line}  "),
                None => " ".repeat(beside),
            };
            let right = text.get(row).map(String::as_str).unwrap_or_default();
            lines.push(format!("{left}{right}").trim_end().to_owned());
        }
        lines.push(String::new());
        lines
    }

    fn title(self, view: &Seen) -> String {
        let rounds = self.options.rounds.get();
        let round = if rounds > 1 { format!("round {} of {rounds}, ", view.round) } else { String::new() };
        format!("One Card: {round}turn {}", u32::from(view.turns) + 1)
    }

    fn players(self, view: &Seen) -> Vec<Cell> {
        let players = view.held.iter().map(|(seat, held)| {
            let mark = if view.to_act.contains(seat) { '>' } else { ' ' };
            let who = match seat.number() {
                _ if view.you == Some(seat) => " (you)",
                number if number >= self.first_bot => " (bot)",
                _ => "",
            };
            let cards = if *held == 1 { "card" } else { "cards" };
            let total = match self.options.rounds.get() {
                1 => String::new(),
                _ => format!(", {} points", view.scores[seat]),
            };
            let text = format!("{mark} Player {}{who}: {held} {cards}{total}", seat.number() + 1);
            // One card left: everybody should notice.
            Cell::new(&text, |text| if *held == 1 { self.paint.strong(text) } else { text.to_owned() })
        });
        players.collect()
    }

    /// What the attack is and what answers it.
    fn attack(self, view: &Seen) -> String {
        let (suit, rank) = (view.top.suit().name().to_lowercase(), view.top.rank());
        let also = match (self.options.redirect, rank) {
            (Redirect::SuitOrRank, Rank::Queen | Rank::Jack) => format!(", or with a {}", rank.word()),
            _ => String::new(),
        };
        format!(
            "Attack: draw {} cards, or answer with a 2, 3 or 7 that matches, or with a queen or jack of {suit}{also}.",
            view.attack
        )
    }

    /// The latest news that fit, with a title and a blank line after them.
    fn news(self, title: &str, news: &[String], room: usize) -> Vec<String> {
        if news.is_empty() || room < LEAST_NEWS {
            return Vec::new();
        }
        let mut lines: Vec<String> = Vec::new();
        for item in news.iter().rev() {
            let item = wrap(&format!("- {item}"), self.width);
            if lines.len() + item.len() + 2 > room {
                break;
            }
            lines.splice(..0, item);
        }
        lines.insert(0, title.to_owned());
        lines.push(String::new());
        lines
    }

    /// The hand with its numbers, and what can be done without a card.
    fn hand(self, view: &Seen, size: Size) -> Vec<String> {
        let mut lines = vec!["Your hand (* can be played now):".to_owned()];
        lines.extend(
            self.artist.map(|artist| artist.hand(&view.hand, self.width, size.fan)).unwrap_or_default(),
        );
        let digits = view.hand.len().to_string().len();
        let cards = view.hand.iter().enumerate().map(|(index, card)| {
            let mark = if view.legal.contains(&Action::Play(*card)) { '*' } else { ' ' };
            let text = format!("{mark} {:>digits$}) {}", index + 1, name(*card));
            Cell::new(&text, |text| self.paint.suit(card.suit(), text))
        });
        lines.extend(columns(&cards.collect::<Vec<_>>(), size.hand_rows, self.width));
        let nothing_laid = if view.choosing {
            "keep the drawn card".to_owned()
        } else if !view.legal.contains(&Action::Draw) {
            String::new()
        } else if view.attack > 1 {
            format!("draw {} cards", view.attack)
        } else {
            "draw".to_owned()
        };
        if !nothing_laid.is_empty() {
            lines.push(format!("* {:>digits$}) {nothing_laid}", 0));
        }
        lines.push(String::new());
        lines
    }
}
