//! Lines instead of a screen: everything that happens is one sentence, nothing is ever drawn again. For screen readers,
//! pipes and terminals that can do nothing else.

use std::io::{self, BufRead, Write};

use protocol::{TableId, TableStage};
use tokio::sync::mpsc;

use super::choice::Choice;
use super::core::{Core, Effect};
use super::look::Look;
use super::model::{Link, News};
use super::run::{PlayError, PlayOptions, Signals, Wire, Woken, remember, run_effects};
use super::saved::Saved;

/// More choices than these are not listed at each turn.
const MAX_LISTED: usize = 16;

/// What was told last, so that nothing is told twice.
pub(crate) struct PlainPage {
    pub(crate) core: Core,
    /// The decision that was announced.
    asked: Option<(TableId, u32, u32)>,
    /// Where one was, and in which stage, when that was announced.
    place: Option<(TableId, TableStage)>,
}

impl PlainPage {
    pub(crate) fn new(core: Core) -> Self {
        Self { core, asked: None, place: None }
    }

    /// What is told at the beginning.
    pub(crate) fn greeting(&self) -> Vec<String> {
        let name = &self.core.model.name;
        vec![format!("You are {name} at {}. Type help for the commands.", self.core.address.http())]
    }

    /// The sentences of what is new.
    pub(crate) fn told(&self, news: Vec<News>) -> Vec<String> {
        let told = |News { table, line }: News| match table {
            Some(table) if Some(table) != self.core.here => {
                let game = self.core.model.tables.get(&table).map_or("", |table| &table.info.game);
                format!("[{} {table}] {}", self.core.model.catalogue.title(game), line.text)
            }
            _ => line.text,
        };
        news.into_iter().map(told).collect()
    }

    /// What has to be said after anything changed: where one is now, and whose turn it is.
    pub(crate) fn after(&mut self) -> Vec<String> {
        let Some(table) = self.core.table() else {
            let left = self.place.take().is_some();
            return if left && self.core.here.is_none() {
                vec!["You are in the lobby.".to_owned()]
            } else {
                Vec::new()
            };
        };
        let mut lines = Vec::new();
        let place = (table.info.table, table.info.stage);
        if self.place != Some(place) {
            let arrived = self.place.is_none_or(|(before, _)| before != place.0);
            if arrived {
                let title = self.core.model.catalogue.title(&table.info.game);
                lines.push(format!("You are at table {}, {title}.", table.info.table));
            }
            match table.info.stage {
                TableStage::Waiting => {
                    lines.push(self.core.sentence(&table.info));
                    if table.is_host() {
                        lines.push(
                            "The game starts when every seat is taken. Type bot LEVEL to seat a bot."
                                .to_owned(),
                        );
                    }
                }
                TableStage::Running if arrived => lines.extend(table.board.describe(&table.names())),
                TableStage::Running => {}
                TableStage::Finished => lines.push("Type rematch for another game, or leave.".to_owned()),
            }
            self.place = Some(place);
        }
        let decision = (table.info.table, table.game_number, table.nth);
        if table.your_turn() && self.asked != Some(decision) {
            self.asked = Some(decision);
            lines.extend(table.board.at_turn(&table.names()));
            lines.push(table.board.hint(&table.names()));
            let choices = table.board.choices();
            if choices.len() <= MAX_LISTED {
                let told = |(index, choice): (usize, &Choice)| {
                    format!("  {}. {} (type {})", index + 1, choice.label, choice.typed)
                };
                lines.extend(choices.iter().enumerate().map(told));
            }
        }
        lines
    }
}

/// Plays line by line until the input ends or somebody types quit.
pub(crate) async fn run(
    core: Core,
    mut wire: Wire,
    options: &PlayOptions,
    mut saved: Saved,
) -> Result<(), PlayError> {
    let mut page = PlainPage::new(core);
    let mut signals = Signals::new()?;
    let mut typed = read_lines();
    print(options.look, page.greeting())?;
    loop {
        let mut effects: Vec<Effect> = Vec::new();
        let lines = tokio::select! {
            line = typed.recv() => match line {
                Some(line) => {
                    let reply = page.core.line(&line);
                    effects = reply.effects;
                    reply.lines
                }
                None => break,
            },
            woken = wire.next() => match woken {
                Some(Woken::Incoming(incoming)) => {
                    let news = page.core.take(*incoming, wire.now());
                    page.told(news)
                }
                Some(Woken::Answer(purpose, answer)) => page.core.answer(purpose, *answer),
                None => break,
            },
            () = signals.wanted() => break,
        };
        print(options.look, lines)?;
        print(options.look, page.after())?;
        remember(&mut page.core.model, &mut saved, options)?;
        if run_effects(effects, &wire) {
            break;
        }
        if let Link::Ended(why) = &page.core.model.link {
            return Err(PlayError::Ended(options.look.text(why)));
        }
    }
    wire.close().await;
    Ok(())
}

fn print(look: Look, lines: Vec<String>) -> io::Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    let mut out = io::stdout().lock();
    for line in lines {
        writeln!(out, "{}", look.text(&line))?;
    }
    out.flush()
}

fn read_lines() -> mpsc::UnboundedReceiver<String> {
    let (send, lines) = mpsc::unbounded_channel();
    std::thread::spawn(move || {
        for line in io::stdin().lock().lines().map_while(Result::ok) {
            if send.send(line).is_err() {
                return;
            }
        }
    });
    lines
}
