//! Play at one keyboard: people in turn, and bots between them.

use std::io::BufRead;

use bots::Bot;
use game::{FastRng, Seat, Viewer, Voice, dice};
use games::onecard::{Action, OneCard};

use super::answer::{self, Answer};
use super::art::Artist;
use super::layout::wrap;
use super::pages::{self, Style};
use super::screen::Screen;
use super::table::{Happened, Table};
use super::unread::{self, UnreadLines};
use super::{Failure, Setup, line};

/// Plays until the game is over or somebody leaves.
pub(super) fn play(
    setup: &Setup,
    seed: u64,
    artist: Option<Artist>,
    input: &mut dyn BufRead,
    screen: &mut Screen<'_>,
    pause: &dyn Fn(),
) -> Result<(), Failure> {
    let (table, dealt) = Table::deal(setup, seed)?;
    let mut news = UnreadLines::new(setup.players);
    news.hear(&dealt);
    let minds = (0..setup.bots).map(|_| setup.level.bot()).collect();
    let bots = Bots { first: setup.players - setup.bots, minds, dice: dice(seed) };
    let mut game = HotSeat { table, news, bots, artist, input, screen };
    if setup.bots == setup.players { game.watch(&dealt, pause) } else { game.play() }
}

/// The players that are programs: the last ones.
struct Bots {
    first: u8,
    /// One each, so that none can remember what another saw.
    minds: Vec<Box<dyn Bot<OneCard>>>,
    dice: FastRng,
}

struct HotSeat<'a, 'screen> {
    table: Table<'a>,
    news: UnreadLines,
    bots: Bots,
    artist: Option<Artist>,
    input: &'a mut dyn BufRead,
    screen: &'a mut Screen<'screen>,
}

/// Whether the person goes on.
enum Reply<T> {
    Given(T),
    Left,
}

impl HotSeat<'_, '_> {
    fn play(&mut self) -> Result<(), Failure> {
        let mut last = Vec::new();
        while let Some(seat) = self.table.to_act() {
            if seat.number() >= self.bots.first {
                last = self.bot_turn(seat)?;
                continue;
            }
            // A player who has just drawn and may play the card still has the keyboard.
            let same_turn = self.table.view(Viewer::Watcher).choosing;
            if !same_turn && matches!(self.pass_on(seat)?, Reply::Left) {
                return self.say_goodbye();
            }
            let Reply::Given(actions) = self.ask(seat)? else { return self.say_goodbye() };
            self.news.acts(seat);
            for action in actions {
                last = self.table.play(seat, action)?;
                self.news.hear(&last);
            }
        }
        self.tell_end(&last)
    }

    fn bot_turn(&mut self, seat: Seat) -> Result<Happened, Failure> {
        let mind = &mut self.bots.minds[usize::from(seat.number() - self.bots.first)];
        let action = self.table.choose(seat, mind.as_mut(), &mut self.bots.dice);
        let happened = self.table.play(seat, action)?;
        self.news.hear(&happened);
        Ok(happened)
    }

    /// Shows a game in which only bots play. No seat's cards are shown, only what a watcher sees.
    fn watch(&mut self, dealt: &Happened, pause: &dyn Fn()) -> Result<(), Failure> {
        self.tell(dealt)?;
        let mut last = Vec::new();
        while let Some(seat) = self.table.to_act() {
            pause();
            last = self.bot_turn(seat)?;
            if self.table.to_act().is_some() {
                self.tell(&last)?;
            }
        }
        self.tell_end(&last)
    }

    fn style(&self) -> Style<'_> {
        // The last column stays free: some terminals break the line when it is filled.
        let (columns, height) = self.screen.size();
        let width = columns.clamp(30, 100) - 1;
        let setup = self.table.setup();
        Style {
            options: &setup.options,
            paint: self.screen.paint(),
            artist: self.artist,
            first_bot: self.bots.first,
            width,
            height,
        }
    }

    /// The page between two turns, until somebody presses Enter.
    fn pass_on(&mut self, next: Seat) -> Result<Reply<()>, Failure> {
        let view = self.table.view(Viewer::Watcher);
        let page = pages::between(self.style(), &view, next, self.news.open());
        self.screen.page(&page)?;
        loop {
            let Some(text) = line::read(self.input) else { return Ok(Reply::Left) };
            match text.trim() {
                "" => return Ok(Reply::Given(())),
                "q" | "Q" | "quit" => return Ok(Reply::Left),
                "?" => self.screen.say(&pages::help(&self.table.setup().options))?,
                // An answer typed too early must not turn up the cards of somebody else.
                _ => self.screen.say("Only Enter, ? and q mean something here.\n")?,
            }
            let invitation = pages::invitation(self.style(), next) + "\n";
            self.screen.say(&invitation)?;
        }
    }

    /// The page of a turn, until there is a legal answer.
    fn ask(&mut self, seat: Seat) -> Result<Reply<Vec<Action>>, Failure> {
        let view = self.table.view(Viewer::Seat(seat));
        let page = pages::turn(self.style(), &view, self.news.of(seat));
        self.screen.page(&page)?;
        loop {
            self.screen.say(&pages::prompt(seat))?;
            let Some(text) = line::read(self.input) else { return Ok(Reply::Left) };
            let refused = match answer::read(&text, &view, &self.table.setup().options) {
                Answer::Leave => return Ok(Reply::Left),
                Answer::Help => {
                    pages::help(&self.table.setup().options) + &pages::hand_again(self.style(), &view)
                }
                Answer::Unclear(sentence) => sentence + "\n",
                Answer::Do(actions) => match self.table.check(seat, &actions) {
                    Ok(()) => return Ok(Reply::Given(actions)),
                    Err(illegal) => format!("{illegal}\n"),
                },
            };
            self.screen.say(&refused)?;
        }
    }

    fn tell(&mut self, happened: &Happened) -> Result<(), Failure> {
        let lines = unread::lines(happened, Viewer::Watcher, &Voice::numbers());
        let width = self.style().width;
        let wrapped = lines.iter().flat_map(|line| wrap(line, width)).map(|line| line + "\n");
        self.screen.say(&wrapped.collect::<String>())
    }

    fn tell_end(&mut self, last: &Happened) -> Result<(), Failure> {
        self.screen.leave()?;
        self.tell(last)?;
        self.screen.say(&format!("The log is in {}.\n", self.table.setup().log.display()))
    }

    fn say_goodbye(&mut self) -> Result<(), Failure> {
        self.screen.leave()?;
        let log = self.table.setup().log.display().to_string();
        self.screen.say(&format!("\nYou have left the game. The log is complete up to here: {log}\n"))
    }
}
