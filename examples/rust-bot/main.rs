//! A complete bot in Rust: it comes in as a bot, takes a free seat at a table of its game, and plays one game.
//!
//! ```text
//! cargo run -p parlor --example rust-bot -- ws://127.0.0.1:8080/ws Robbie gomoku hard
//! ```
//!
//! It uses two crates of the server: `client` keeps the connection (and comes back when it is lost), `bots` thinks.
//! Replace [`choose`] to play by your own wits: all you need is what the seat sees, with what is legal.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program that talks to a person")]

use std::error::Error;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use bots::{BotInput, Budget, Level, Searchable};
use client::{Client, Identity, Incoming};
use game::options::RawOptions;
use game::{Options, Seat, SeenOf};
use games::{Kind, with_game};
use protocol::{
    ClientMsg, GameJson, Join, Leave, Lobby, LobbyUpdate, Occupant, ServerMsg, TableId, TableInfo, TableStage,
};
use serde_json::Value;

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
    client
        .request(ClientMsg::Lobby(Lobby {
            on: true,
            game: None,
            pages: None,
            bundled: false,
            reference: None,
        }))
        .await?;
    let mut seat: Option<(TableId, Seat, TableInfo)> = None;
    let mut decided: Option<(u32, u32)> = None;
    let mut joined = false;
    while let Some(news) = incoming.recv().await {
        let message = match news {
            Incoming::Message(message) => *message,
            Incoming::Ended(why) => return Err(why.into()),
            // The client comes back by itself, and the table is sent again.
            _ => continue,
        };
        let (table, game_number, nth, seen, result) = match message {
            ServerMsg::Lobby(lobby) => {
                for info in lobby.tables {
                    joined = joined || join(&client, kind, &info).await;
                }
                continue;
            }
            ServerMsg::LobbyUpdate(LobbyUpdate::Table(info)) => {
                joined = joined || join(&client, kind, &info).await;
                continue;
            }
            ServerMsg::Table(table) => {
                if let Some(you) = table.you {
                    println!("{name} sits at table {} on seat {you}", table.info.table);
                    seat = Some((table.info.table, you, table.info.clone()));
                }
                (table.info.table, table.game_number, table.nth, table.seen, table.result)
            }
            // The client has made it whole: `seen` is always there.
            ServerMsg::Update(update) => {
                (update.table, update.game_number, update.nth, update.seen, update.result)
            }
            _ => continue,
        };
        let Some((own_table, own_seat, info)) = seat.as_ref().filter(|(own, _, _)| *own == table) else {
            continue;
        };
        if let Some(result) = result {
            let won = result.winners.contains(*own_seat);
            println!("{name} {}", if won { "won" } else { "did not win" });
            client.request(ClientMsg::Leave(Leave { table: *own_table, reference: None })).await?;
            client.close().await;
            return Ok(());
        }
        // A decision has a number: it is made once, whatever is sent twice.
        if decided != Some((game_number, nth))
            && let Some(seen) = seen
        {
            let (own_seat, settings) = (*own_seat, info.options.clone());
            // Thinking takes time, and the connection must be served meanwhile.
            let think = move || with_game!(kind, G => choose::<G>(&settings, own_seat, &seen, level));
            if let Some(action) = tokio::task::spawn_blocking(think).await?? {
                decided = Some((game_number, nth));
                client.act(table, game_number, nth, action).await?;
            }
        }
    }
    Err("the server is gone".into())
}

/// Takes a free seat, if this is a table for us. Somebody else may be quicker; then there will be another table.
async fn join(client: &Client, kind: Kind, info: &TableInfo) -> bool {
    let free = info.seats.iter().any(|seat| matches!(seat.occupant, Occupant::Empty));
    if info.game != kind.name() || info.stage != TableStage::Waiting || !free {
        return false;
    }
    let join = Join { table: info.table, seat: None, invite_code: None, nonce: None, reference: None };
    match client.request(ClientMsg::Join(join)).await {
        Ok(_) => true,
        Err(error) => {
            eprintln!("table {}: {error}", info.table);
            false
        }
    }
}

/// What to do, or nothing if it is not our turn: this is where your own bot goes.
fn choose<G: Searchable>(
    settings: &RawOptions,
    seat: Seat,
    seen: &GameJson,
    level: Level,
) -> Result<Option<GameJson>, String> {
    let wrong = |error: &dyn std::fmt::Display| format!("the server sent an unexpected message: {error}");
    let options = G::Options::from_settings(settings).map_err(|error| wrong(&error))?;
    let mut seen: Value = serde_json::from_str(seen.get()).map_err(|error| wrong(&error))?;
    if seen["legal"] == "implied" {
        // The list follows from the view: the game knows how.
        let view: G::View = serde_json::from_value(seen["view"].clone()).map_err(|error| wrong(&error))?;
        let mut legal = Vec::new();
        G::implied_actions(&view, &mut legal);
        seen["legal"] = serde_json::to_value(legal).map_err(|error| wrong(&error))?;
    }
    let seen: SeenOf<G> = serde_json::from_value(seen).map_err(|error| wrong(&error))?;
    if !seen.to_act.contains(seat) || seen.legal.is_empty() {
        return Ok(None);
    }
    let (started, longest) = (Instant::now(), Duration::from_millis(level.time_limit_ms().into()));
    let stop = || started.elapsed() >= longest;
    let budget = Budget { simulations: u32::MAX, stop: &stop };
    let mut dice = game::dice(u64::from(std::process::id()));
    // A new game is dealt by the newest rules.
    let input = BotInput { rules: *G::RULES.end(), options: &options, seat, view: &seen };
    let action = level.bot::<G>().choose(input, &mut dice, budget);
    serde_json::value::to_raw_value(&action).map(Some).map_err(|error| wrong(&error))
}
