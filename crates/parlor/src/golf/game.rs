//! One game of a player, as the person at the terminal follows it.

use anyhow::{Context, Result};
use bots::{Budget, Level};
use game::{Chance, Seed, Viewer, Voice};
use games::cards::Card;
use games::golf::{Action, DealtDeck, Event, Golf};
use gateways::golf::{Ending, Node, NodeEvent, Question};
use tokio::task::JoinHandle;

use super::input::Keyboard;
use super::{person, screen};

/// Who decides.
pub(super) enum Decider {
    Bot(Level),
    Person(Keyboard),
}

/// How it went.
pub(super) enum Outcome {
    /// To an end, good or bad.
    Played(Ending),
    /// The person left.
    Left,
}

/// Where words for people go: with `--json` standard output is for records only.
#[derive(Clone, Copy)]
pub(super) struct Speech {
    pub(super) json: bool,
}

impl Speech {
    #[allow(clippy::print_stdout, clippy::print_stderr, reason = "this is where the player speaks")]
    pub(super) fn say(self, text: &str) {
        use std::io::Write as _;
        if self.json {
            eprint!("{text}");
        } else {
            print!("{text}");
            // A closed pipe is not an error: nobody reads it.
            let _ = std::io::stdout().flush();
        }
    }

    pub(super) fn line(self, text: &str) {
        self.say(&format!("{text}\n"));
    }
}

/// One game at a node.
pub(super) struct GameRun<'a> {
    pub(super) node: &'a mut Node,
    pub(super) decider: &'a mut Decider,
    pub(super) speech: Speech,
    chance: Chance,
    thinking: Option<JoinHandle<Action>>,
    asked: Option<Box<Question>>,
}

impl<'a> GameRun<'a> {
    pub(super) fn new(node: &'a mut Node, decider: &'a mut Decider, speech: Speech) -> Result<Self> {
        let mut seed = [0; 32];
        getrandom::fill(&mut seed).context("The operating system returned no random numbers")?;
        let chance = Chance::new(Seed::from_bytes(seed));
        Ok(Self { node, decider, speech, chance, thinking: None, asked: None })
    }

    /// Plays until the game is over, or the person leaves.
    pub(super) async fn play(mut self) -> Result<Outcome> {
        self.introduce();
        loop {
            let keyboard = match &mut self.decider {
                Decider::Person(keyboard) => Some(keyboard),
                Decider::Bot(_) => None,
            };
            let is_asked = self.asked.is_some();
            let typed = async {
                match keyboard {
                    Some(keyboard) if is_asked => keyboard.line().await,
                    Some(keyboard) => keyboard.unasked().await,
                    None => std::future::pending().await,
                }
            };
            let thought = async {
                match &mut self.thinking {
                    Some(thinking) => thinking.await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                happening = self.node.next() => {
                    if let Some(ending) = self.happened(happening)? {
                        return Ok(Outcome::Played(ending));
                    }
                }
                action = thought => {
                    self.thinking = None;
                    let now = self.node.now();
                    let action = action.context("The bot failed")?;
                    // Something may have happened while it thought; then it is asked again.
                    if self.node.peer_mut().decide(action, now).is_err() {
                        self.node.ask_again();
                    }
                }
                line = typed => match line.as_deref() {
                    None | Some("q" | "quit") => return Ok(Outcome::Left),
                    Some(line) => self.typed(line),
                },
            }
        }
    }

    fn introduce(&mut self) {
        let peer = self.node.peer();
        let (Some(table), Some(dealer)) = (peer.table(), peer.dealer()) else { return };
        let names: Vec<_> = table.order().map(|seat| table.player(seat).name().to_owned()).collect();
        let steal = if table.options().steal { "with stealing" } else { "without stealing" };
        let text = format!("A game of {}, {steal}; {} deals.", names.join(", "), dealer.name());
        self.speech.line(&text);
    }

    fn happened(&mut self, happening: NodeEvent) -> Result<Option<Ending>> {
        match happening {
            NodeEvent::Joined => {}
            NodeEvent::News => self.tell(),
            NodeEvent::DeckWanted(_) => {
                let mut cards = Card::pack();
                self.chance.shuffle(&mut cards);
                let now = self.node.now();
                self.node.peer_mut().deal(&DealtDeck { cards, discards: 0 }, now);
            }
            NodeEvent::Asked(question) => self.ask(question)?,
            NodeEvent::Ended(ending) => return Ok(Some(ending)),
        }
        Ok(None)
    }

    /// Tells a person everything, and everybody the scores.
    fn tell(&mut self) {
        let person = matches!(self.decider, Decider::Person(_));
        let Some(seat) = self.node.peer().seat() else { return };
        let Some(table) = self.node.peer_mut().table_mut() else { return };
        let emitted = table.take_emitted();
        let names = game::Seat::all(table.seats()).map(|seat| table.player(seat).name().to_owned()).collect();
        let voice = Voice::new(names).to(seat);
        let view = table.seen(seat);
        let mut text = String::new();
        for event in emitted.for_viewer(Viewer::Seat(seat)) {
            if person {
                text.push_str(&format!("{}\n", <Golf as game::Tell>::sentence(event, &voice)));
            }
            if let Event::RoundScored { round, .. } = event {
                let scores = screen::scores(table, &view);
                text.push_str(&format!("After round {round}:\n{scores}"));
            }
        }
        self.speech.say(&text);
    }

    fn ask(&mut self, question: Box<Question>) -> Result<()> {
        let table = self.node.peer().table().context("There is no game")?;
        match &self.decider {
            Decider::Bot(level) => {
                let (level, options) = (*level, *table.options());
                let seed = getrandom::u64().context("The operating system returned no random numbers")?;
                self.thinking = Some(tokio::task::spawn_blocking(move || {
                    let asked = bots::BotInput {
                        rules: 1,
                        options: &options,
                        seat: question.seat,
                        view: &question.view,
                    };
                    level.bot::<Golf>().choose(asked, &mut game::dice(seed), Budget::simulations(THOUGHT))
                }));
            }
            Decider::Person(_) => {
                self.speech.say(&screen::table(table, &question.view));
                self.speech.say(&person::prompt(&question.view));
                self.asked = Some(question);
            }
        }
        Ok(())
    }

    fn typed(&mut self, line: &str) {
        let Some(table) = self.node.peer().table() else { return };
        let Some(question) = &self.asked else {
            let text = match (line, self.node.peer().seat()) {
                ("?" | "help", Some(seat)) => screen::table(table, &table.seen(seat)),
                ("", _) => String::new(),
                _ => "It is not your turn: wait, ? shows the table, q leaves the game.\n".to_owned(),
            };
            return self.speech.say(&text);
        };
        let prompt = person::prompt(&question.view);
        if matches!(line, "?" | "help") {
            return self.speech.say(&format!("{}{prompt}", screen::table(table, &question.view)));
        }
        match person::answer(line, &question.view, table) {
            Ok(action) => {
                self.asked = None;
                let now = self.node.now();
                if let Err(foul) = self.node.peer_mut().decide(action, now) {
                    self.speech.line(&foul.to_string());
                }
            }
            Err(sentence) => self.speech.say(&format!("{sentence}\n{prompt}")),
        }
    }
}

/// So much a bot that searches may think about one decision.
const THOUGHT: u32 = 200;
