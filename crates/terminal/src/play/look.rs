//! What the terminal can show. Screens are drawn in colour and Unicode; here they are reduced, and nothing that a
//! terminal would obey reaches it.

use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier, Style};

/// Amber: you can act here. It is readable on dark and on light terminals.
pub(crate) const ACCENT: Color = Color::Indexed(172);

/// What can be chosen now.
pub(crate) const CAN: Style = Style::new().fg(ACCENT).add_modifier(Modifier::BOLD);
/// Where the cursor is.
pub(crate) const CURSOR: Style = Style::new().add_modifier(Modifier::REVERSED);
/// What matters less.
pub(crate) const QUIET: Style = Style::new().add_modifier(Modifier::DIM);
pub(crate) const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);
/// Something went wrong.
pub(crate) const ALARM: Style = Style::new().fg(Color::Red).add_modifier(Modifier::BOLD);

/// The colour of a seat: four that differ in lightness too.
pub(crate) fn seat_style(seat: usize) -> Style {
    const COLOURS: [Color; 4] =
        [Color::Indexed(35), Color::Indexed(167), Color::Indexed(69), Color::Indexed(178)];
    Style::new().fg(COLOURS[seat % COLOURS.len()])
}

/// What the terminal can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// Only ASCII characters.
    pub ascii: bool,
    /// Colours beside bold and reverse.
    pub colour: bool,
    /// Each suit has a colour of its own.
    pub four_colours: bool,
    /// The background is light: darker colours are used.
    pub light: bool,
}

/// The same colour for a light background: darker, so that it can be read there.
const fn for_light(colour: Color) -> Color {
    match colour {
        Color::Indexed(172) => Color::Indexed(130),
        Color::Indexed(35 | 34) => Color::Indexed(28),
        Color::Indexed(167) | Color::Red => Color::Indexed(124),
        Color::Indexed(69 | 33) => Color::Indexed(25),
        Color::Indexed(178) => Color::Indexed(94),
        other => other,
    }
}

impl Look {
    /// The look after a change of the settings.
    pub(crate) const fn with(self, settings: super::settings::Settings) -> Self {
        Self { ascii: settings.ascii, four_colours: settings.four_colours, light: settings.light, ..self }
    }

    /// Reduces a finished screen to what the terminal can show.
    pub(crate) fn apply(self, buffer: &mut Buffer) {
        for cell in &mut buffer.content {
            if cell.symbol().chars().any(is_command) {
                cell.set_symbol("?");
            }
            if self.ascii && !cell.symbol().is_ascii() {
                let ascii = self.text(cell.symbol());
                // A cell is one column: what needs more keeps its first character.
                cell.set_symbol(ascii.get(..1).unwrap_or(" "));
            }
            if !self.colour {
                cell.fg = Color::Reset;
                cell.bg = Color::Reset;
            } else if self.light {
                cell.fg = for_light(cell.fg);
            }
        }
    }

    /// One line of text as the terminal can show it.
    #[must_use]
    pub fn text(self, text: &str) -> String {
        let visible = text.chars().filter(|character| !is_command(*character));
        if !self.ascii {
            return visible.collect();
        }
        visible.map(|character| if character.is_ascii() { character } else { in_ascii(character) }).collect()
    }

    /// The colour of a suit.
    pub(crate) fn suit(self, suit: cards::Suit) -> Style {
        use cards::Suit;
        match (suit, self.four_colours) {
            (Suit::Diamonds, true) => Style::new().fg(Color::Indexed(33)),
            (Suit::Clubs, true) => Style::new().fg(Color::Indexed(34)),
            (Suit::Hearts | Suit::Diamonds, _) => Style::new().fg(Color::Red),
            (Suit::Clubs | Suit::Spades, _) => Style::new(),
        }
    }
}

/// Whether a terminal could take it as a command, or it changes how the text around it is read.
fn is_command(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{200E}' | '\u{200F}' | '\u{061C}' | '\u{2028}'..='\u{202E}'
            | '\u{2066}'..='\u{2069}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}')
}

fn in_ascii(character: char) -> char {
    match character {
        '♠' => 'S',
        '♥' => 'H',
        '♦' => 'D',
        '♣' => 'C',
        '●' => 'X',
        '○' => 'O',
        '▲' => 'A',
        '·' | '•' => '.',
        // What was cut off must not look like the end of a sentence.
        '…' => '~',
        '━' => '=',
        '─' | '—' | '–' | '┄' | '╌' => '-',
        '│' | '┆' => '|',
        '╭' | '╮' | '╰' | '╯' | '┌' | '┐' | '└' | '┘' | '├' | '┤' | '┼' | '┬' | '┴' => {
            '+'
        }
        '░' | '▒' | '█' | '▀' | '▄' | '■' => '#',
        '▸' | '▶' | '→' | '›' | '↻' => '>',
        '◂' | '←' | '‹' | '↺' => '<',
        '↑' | '▴' => '^',
        '↓' | '▾' => 'v',
        '×' => 'x',
        '’' | '‘' => '\'',
        '“' | '”' => '"',
        '✓' => '*',
        _ => '?',
    }
}

#[cfg(test)]
mod tests {
    use ratatui::layout::Rect;

    use super::*;

    #[test]
    fn in_ascii_what_was_cut_off_does_not_look_like_a_whole_sentence() {
        let ascii = Look { ascii: true, colour: true, four_colours: false, light: false };
        assert_eq!(ascii.text("first to 52 poi…"), "first to 52 poi~");
    }

    #[test]
    fn nothing_that_a_terminal_would_obey_gets_through() {
        let look = Look { ascii: false, colour: true, four_colours: false, light: false };
        assert_eq!(look.text("a\x1b[2Jb\u{9b}31mc\u{202E}d\r\n"), "a[2Jb31mcd");
        let ascii = Look { ascii: true, ..look };
        assert_eq!(ascii.text("10♠ · Zoë"), "10S . Zo?");
        let mut buffer = Buffer::empty(Rect::new(0, 0, 4, 1));
        buffer.content[0].set_symbol("\x1b");
        buffer.content[1].set_symbol("♥").set_fg(Color::Red);
        Look { colour: false, ..ascii }.apply(&mut buffer);
        assert_eq!(buffer.content[0].symbol(), "?");
        assert_eq!((buffer.content[1].symbol(), buffer.content[1].fg), ("H", Color::Reset));
    }
}
