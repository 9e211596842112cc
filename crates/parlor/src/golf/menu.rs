//! The menu of a person.

use anyhow::Result;
use gateways::golf::NodeEvent;

use super::game::{Decider, Outcome};
use super::player::{Leaving, Player, complain};
use crate::output;

const MENU: &str = "
  1  wait for a game
  2  start a game
  3  who is registered
  4  which games run
  5  leave
Your choice: ";

/// What came first.
enum Came {
    Line(String),
    EndOfInput,
    /// A dealer has taken the player into a game.
    Game,
}

/// Shows the menu until the person leaves.
pub(super) async fn run(player: &mut Player) -> Result<Leaving> {
    let mut last = Leaving::Done;
    loop {
        player.speech.say(MENU);
        let outcome = match line_or_game(player, true).await? {
            Came::EndOfInput => return Ok(last),
            Came::Game => Some(player.play(None).await?),
            Came::Line(line) => match line.as_str() {
                "1" | "wait" => {
                    player.speech.line("Waiting for a dealer. Enter = back to the menu.");
                    match line_or_game(player, false).await? {
                        Came::EndOfInput => return Ok(last),
                        Came::Line(_) => None,
                        Came::Game => Some(player.play(None).await?),
                    }
                }
                "2" | "start" => match start(player).await? {
                    Some(outcome) => outcome,
                    None => return Ok(last),
                },
                "3" | "players" => show(player, "query players").await,
                "4" | "games" => show(player, "query games").await,
                "5" | "leave" | "q" | "quit" => return Ok(last),
                _ => {
                    player.speech.line("Choose 1 to 5.");
                    None
                }
            },
        };
        match outcome {
            Some(Outcome::Left) => return Ok(Leaving::Quit),
            Some(Outcome::Played(ending)) => {
                last = if ending.is_bad() { player.failed(&ending) } else { Leaving::Done };
                player.node()?.reset();
            }
            None => {}
        }
    }
}

/// The next line, unless a game comes first.
async fn line_or_game(player: &mut Player, asked: bool) -> Result<Came> {
    // The keyboard is taken out while the node is driven.
    let Decider::Person(keyboard) = &mut player.decider else { return Ok(Came::EndOfInput) };
    let Some(node) = player.node.as_mut() else { return Ok(Came::EndOfInput) };
    loop {
        let line = async { if asked { keyboard.line().await } else { keyboard.unasked().await } };
        tokio::select! {
            line = line => return Ok(line.map_or(Came::EndOfInput, Came::Line)),
            happening = node.next() => if matches!(happening, NodeEvent::Joined) {
                return Ok(Came::Game);
            },
        }
    }
}

async fn show(player: &mut Player, request: &str) -> Option<Outcome> {
    match player.client.ask(request).await {
        Ok(answer) => answer.lines().for_each(|line| player.speech.line(&output::harmless(line))),
        Err(error) => complain(&error.to_string()),
    }
    None
}

/// Asks for the number of players and deals. The outer `None` is the end of input, the inner one that no game started.
async fn start(player: &mut Player) -> Result<Option<Option<Outcome>>> {
    player.speech.say("How many others (1 to 3)? ");
    let others = match line_or_game(player, true).await? {
        Came::EndOfInput => return Ok(None),
        Came::Game => return Ok(Some(Some(player.play(None).await?))),
        Came::Line(line) => match line.parse::<u8>() {
            Ok(others @ 1..=3) => others,
            _ => {
                player.speech.line("A game has 1 to 3 others.");
                return Ok(Some(None));
            }
        },
    };
    player.speech.say("With stealing (y/n)? ");
    let steal = match line_or_game(player, true).await? {
        Came::EndOfInput => return Ok(None),
        Came::Game => return Ok(Some(Some(player.play(None).await?))),
        Came::Line(line) => matches!(line.to_lowercase().as_str(), "y" | "yes"),
    };
    match player.client.start(&player.name, others).await {
        Ok(Some(started)) => Ok(Some(Some(player.play(Some((started, steal))).await?))),
        Ok(None) => {
            let free = player.free_others().await?;
            player
                .speech
                .line(&format!("The manager refuses: {others} others are needed, and {free} are free."));
            Ok(Some(None))
        }
        Err(error) => {
            complain(&error.to_string());
            Ok(Some(None))
        }
    }
}
