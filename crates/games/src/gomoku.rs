//! Gomoku, for three or for two.
//!
//! The board has 15 lines each way (10 to 25 by an option); pebbles lie on the crossings. `(0, 0)` is the top
//! left, x runs to the right, y runs down; people read A1 there. In turn each player puts one pebble of the own colour on a free
//! crossing; pebbles never move and are never taken. The player who first has five or more of the own colour in an
//! unbroken line, across, down or diagonal, wins. By an option exactly five win, and six or more are worth
//! nothing.
//!
//! The game is a draw when the board is full, and, unless the option is off, already when no row of five is
//! possible any more: every window of five crossings holds pebbles of two colours. Player 1 begins, or whom an
//! option names. Nothing is hidden, and nothing is random.

mod action;
mod board;
mod event;
mod figures;
mod free;
mod imagine;
mod line_text;
mod options;
mod reason;
mod redraw;
mod refusal;
#[cfg(test)]
mod tests;
mod text;
mod view;
mod windows;

pub use action::{Action, Crossing};
pub use board::Row;
pub use event::{Event, GameEnd};
pub use line_text::{LineText, NoLine};
pub use options::GomokuOptions;
pub use reason::Reason;
pub use refusal::GomokuRefusal;
pub use view::View;

use std::fmt;
use std::ops::RangeInclusive;

use game::{
    Audience, Chance, DealError, EventSink, Game, Imagine, Outcome, PerSeat, Rng, Seat, SeatSet, SeenOf,
    Status, Tell, Viewer, Voice,
};

use board::Board;
use free::Free;
use windows::FirstOpenWindow;

/// The largest board has this many lines each way.
const MAX_LINES: usize = 25;

/// One position: the pebbles, whose turn it is, and how it ended.
///
/// It is determined by the options, the number of seats, the pebbles and which of them came last.
#[derive(Clone, PartialEq, Eq)]
pub struct Gomoku {
    free: Free,
    board: Board,
    lines: u8,
    seats: u8,
    /// Who is to act; after a win, the winner.
    turn: Seat,
    exact_five: bool,
    /// Nothing is kept when dead games are played out.
    first_open: Option<FirstOpenWindow>,
    last: Option<Crossing>,
    end: Option<GameEnd>,
}

impl Gomoku {
    /// An empty board.
    fn empty(options: &GomokuOptions, seats: u8) -> Self {
        let lines = options.size.get() as u8;
        Self {
            free: Free::all(lines),
            board: Board::EMPTY,
            lines,
            seats,
            turn: options.opener(),
            exact_five: options.exact_five,
            first_open: options.dead_draw.then_some(FirstOpenWindow::START),
            last: None,
            end: None,
        }
    }

    /// How many lines the board has each way.
    #[must_use]
    pub const fn lines(&self) -> u8 {
        self.lines
    }

    /// How many pebbles lie on the board.
    #[must_use]
    pub const fn pebbles(&self) -> u16 {
        self.lines as u16 * self.lines as u16 - self.free.count()
    }

    /// Whose pebble lies on the crossing.
    #[must_use]
    pub fn pebble(&self, crossing: Crossing) -> Option<Seat> {
        if crossing.is_on(self.lines) { self.board.owner(crossing) } else { None }
    }

    /// The rows that won, from end to end. One pebble can complete up to four.
    fn winning_rows(&self) -> Vec<Row> {
        match (self.end, self.last) {
            (Some(GameEnd::Row), Some(last)) => self.board.winning_rows(last, self.exact_five),
            _ => Vec::new(),
        }
    }

    /// Why the game is over after the last pebble, if it is. A win comes before every draw.
    #[inline]
    fn end_after(&mut self, crossing: Crossing) -> Option<GameEnd> {
        if self.board.wins(crossing, self.exact_five) {
            return Some(GameEnd::Row);
        }
        if self.free.count() == 0 {
            return Some(GameEnd::BoardFull);
        }
        let first_open = self.first_open.as_mut()?;
        first_open.advance(&self.board, self.lines);
        first_open.is_past_the_last().then_some(GameEnd::NoRowLeft)
    }
}

impl Game for Gomoku {
    const NAME: &'static str = "gomoku";
    const TITLE: &'static str = "Gomoku for three";
    const SUMMARY: &'static str = "Five of your pebbles in a row win, and two others want the same.";
    const SEATS: RangeInclusive<u8> = 2..=3;
    const DEFAULT_SEATS: u8 = 3;
    const SECRETS: bool = false;
    const LEGAL_IS_IMPLIED: bool = true;
    type Options = GomokuOptions;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Refusal = GomokuRefusal;

    fn rematch_options(options: &GomokuOptions, seats: u8) -> GomokuOptions {
        options.for_rematch(seats)
    }

    fn admits(options: &GomokuOptions, seats: u8) -> Result<(), DealError> {
        DealError::unless_seats_fit(seats, Self::SEATS)?;
        if options.opener().number() < seats {
            return Ok(());
        }
        let first = options.first.get();
        Err(DealError::Options(format!(
            "Player {first} cannot begin: only {seats} play. Set first to 1 or 2."
        )))
    }

    fn deal(
        _: u16,
        options: &GomokuOptions,
        seats: u8,
        _: Chance,
        listener: &mut impl EventSink<Event>,
    ) -> Self {
        let position = Self::empty(options, seats);
        let (lines, first) = (position.lines, position.turn);
        listener.emit(Audience::All, || Event::Begun { seats, lines, first });
        position
    }

    #[inline]
    fn status(&self) -> Status {
        match self.end {
            None => Status::ToAct(SeatSet::only(self.turn)),
            Some(GameEnd::Row) => Status::Over(Outcome::won_by(self.turn)),
            Some(GameEnd::BoardFull | GameEnd::NoRowLeft) => Status::Over(Outcome::DRAW),
        }
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    fn turn(&self) -> u32 {
        u32::from(self.pebbles()) + 1
    }

    #[inline]
    fn legal_actions(&self, seat: Seat, out: &mut Vec<Action>) {
        if self.end.is_none() && seat == self.turn {
            out.extend_from_slice(self.free.actions());
        }
    }

    #[inline]
    fn check_rule(&self, _: Seat, Action::Place(crossing): Action) -> Result<(), GomokuRefusal> {
        if !crossing.is_on(self.lines) {
            return Err(GomokuRefusal::OffBoard { crossing, lines: self.lines });
        }
        match self.board.owner(crossing) {
            None => Ok(()),
            Some(owner) => Err(GomokuRefusal::Occupied { crossing, owner }),
        }
    }

    #[inline]
    fn apply(&mut self, seat: Seat, Action::Place(crossing): Action, listener: &mut impl EventSink<Event>) {
        if !crossing.is_on(self.lines) || !self.free.take(crossing) {
            return;
        }
        self.board.put(crossing, seat);
        self.last = Some(crossing);
        self.end = self.end_after(crossing);
        listener.emit(Audience::All, || Event::Placed { seat, at: crossing });
        match self.end {
            None => self.turn = seat.next(self.seats),
            Some(GameEnd::Row) => {
                listener.emit(Audience::All, || Event::Won { seat, rows: self.winning_rows() });
            }
            Some(why) => listener.emit(Audience::All, || Event::Drawn { why }),
        }
    }

    fn default_action(&self, _: Seat) -> Action {
        self.free.nearest_to_the_centre(self.lines).unwrap_or(Action::TOP_LEFT)
    }

    fn scores(&self) -> PerSeat<i32> {
        let winners = self.status().outcome().unwrap_or(Outcome::DRAW).winners;
        PerSeat::from_fn(self.seats, |seat| i32::from(winners.contains(seat)))
    }

    fn view(&self, viewer: Viewer) -> View {
        self.build_view(viewer)
    }

    /// Every free crossing may be taken.
    fn implied_actions(view: &View, out: &mut Vec<Action>) {
        out.extend(Crossing::all(view.lines()).filter(|&at| view.is_free(at)).map(Action::Place));
    }
}

/// What a viewer sees of this game.
pub type Seen = game::SeenOf<Gomoku>;

impl Tell for Gomoku {
    fn sentence(event: &Event, voice: &Voice) -> String {
        event.sentence(voice)
    }

    fn text(seen: &SeenOf<Self>) -> String {
        text::Table(seen).to_string()
    }
}

impl Imagine for Gomoku {
    fn imagine(_: u16, options: &GomokuOptions, _: Seat, seen: &SeenOf<Self>, _: &mut impl Rng) -> Self {
        imagine::world(options, seen)
    }
}

impl fmt::Debug for Gomoku {
    /// As a watcher sees it: the thousand numbers inside would help nobody.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let view = self.view(Viewer::Watcher);
        f.debug_struct("Gomoku")
            .field("rows", &view.rows)
            .field("turn", &self.turn)
            .field("last", &self.last)
            .field("first_open", &self.first_open)
            .field("end", &self.end)
            .finish_non_exhaustive()
    }
}
