//! A complete bot in Rust: it comes in as a bot, takes a free seat at a table of its game, and plays one game.
//!
//! ```text
//! cargo run -p parlor --example rust-bot -- ws://127.0.0.1:8080/ws Robbie gomoku hard
//! ```
//!
//! It leans on two crates of the house: `client` keeps the connection (and comes back when it is lost), `bots` thinks.
//! Replace [`choose`] to play by your own wits: all you need is the view, which lists what is legal.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program that talks to a person")]

use std::error::Error;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use bots::{BotInput, Budget, Level, Searchable};
use client::{Client, Identity, Incoming};
use game::options::RawOptions;
use game::{Options, Seat};
use games::{Kind, with_game};
use protocol::{
    ClientMsg, GameJson, Join, Leave, Lobby, LobbyUpdate, Occupant, ServerMsg, TableId, TableInfo, TableStage,
};

#[tokio::main]
async fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [url, name, game, rest @ ..] = args.as_slice() else {
        eprintln!("usage: rust-bot URL NAME GAME [LEVEL]");
        return ExitCode::FAILURE;
    };
    let level = rest.first().map_or("medium", String::as_str);
    match play(url, name, game, level).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("rust-bot: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn play(url: &str, name: &str, game: &str, level: &str) -> Result<(), Box<dyn Error>> {
    let (kind, level) = (game.parse::<Kind>()?, level.parse::<Level>()?);
    let identity = Identity::New { name: name.to_owned(), bot: true };
    let (client, _, mut incoming) = Client::connect(url, identity).await?;
    // The lobby tells of all tables now, and of every change.
    client.request(ClientMsg::Lobby(Lobby { on: true, reference: None })).await?;
    let mut seat: Option<(TableId, Seat, TableInfo)> = None;
    let mut decided: Option<(u32, u32)> = None;
    let mut joined = false;
    while let Some(news) = incoming.recv().await {
        let message = match news {
            Incoming::Message(message) => *message,
            Incoming::Ended(why) => return Err(why.into()),
            // The client comes back by itself, and the table is told again.
            _ => continue,
        };
        let (table, game_number, nth, view, result) = match message {
            ServerMsg::Lobby(lobby) => {
                for card in lobby.tables {
                    joined = joined || join(&client, kind, &card).await;
                }
                continue;
            }
            ServerMsg::LobbyUpdate(LobbyUpdate::Table(card)) => {
                joined = joined || join(&client, kind, &card).await;
                continue;
            }
            ServerMsg::Table(table) => {
                if let Some(you) = table.you {
                    println!("{name} sits at table {} on seat {you}", table.card.table);
                    seat = Some((table.card.table, you, table.card.clone()));
                }
                (table.card.table, table.game_number, table.nth, table.view, table.result)
            }
            ServerMsg::Update(update) => {
                (update.table, update.game_number, update.nth, Some(update.view), update.result)
            }
            _ => continue,
        };
        let Some((own_table, own_seat, card)) = seat.as_ref().filter(|(own, _, _)| *own == table) else {
            continue;
        };
        if let Some(result) = result {
            let won = result.winners.contains(*own_seat);
            println!("{name} {}", if won { "won" } else { "did not win" });
            client.request(ClientMsg::Leave(Leave { table: *own_table, reference: None })).await?;
            client.close().await;
            return Ok(());
        }
        // A decision has a number: it is made once, whatever is told twice.
        if decided != Some((game_number, nth))
            && let Some(view) = view
        {
            let (own_seat, settings) = (*own_seat, card.options.clone());
            // Thinking takes time, and the connection must be served meanwhile.
            let think = move || with_game!(kind, G => choose::<G>(&settings, own_seat, &view, level));
            if let Some(action) = tokio::task::spawn_blocking(think).await?? {
                decided = Some((game_number, nth));
                client.act(table, nth, action).await?;
            }
        }
    }
    Err("the house is gone".into())
}

/// Takes a free seat, if this is a table for us. Somebody else may be quicker; then there will be another table.
async fn join(client: &Client, kind: Kind, card: &TableInfo) -> bool {
    let free = card.seats.iter().any(|seat| matches!(seat.who, Occupant::Empty));
    if card.game != kind.name() || card.stage != TableStage::Waiting || !free {
        return false;
    }
    let join = Join { table: card.table, seat: None, code: None, nonce: None, reference: None };
    match client.request(ClientMsg::Join(join)).await {
        Ok(_) => true,
        Err(error) => {
            eprintln!("table {}: {error}", card.table);
            false
        }
    }
}

/// What to do, or nothing if it is not our turn: this is where your own bot goes.
fn choose<G: Searchable>(
    settings: &RawOptions,
    seat: Seat,
    view: &GameJson,
    level: Level,
) -> Result<Option<GameJson>, String> {
    let wrong = |error: &dyn std::fmt::Display| format!("the house speaks another language: {error}");
    let options = G::Options::from_settings(settings).map_err(|error| wrong(&error))?;
    let view: G::View = serde_json::from_str(view.get()).map_err(|error| wrong(&error))?;
    if G::legal_in(&view).is_empty() {
        return Ok(None);
    }
    let (started, longest) = (Instant::now(), Duration::from_millis(level.time_limit_ms().into()));
    let stop = || started.elapsed() >= longest;
    let budget = Budget { simulations: u32::MAX, stop: &stop };
    let mut dice = game::dice(u64::from(std::process::id()));
    let action =
        level.bot::<G>().choose(BotInput { options: &options, seat, view: &view }, &mut dice, budget);
    serde_json::value::to_raw_value(&action).map(Some).map_err(|error| wrong(&error))
}
