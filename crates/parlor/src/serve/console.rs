//! The words one can type on the server's own terminal.

use std::io::{BufRead, IsTerminal, Write};
use std::sync::Arc;

use anyhow::Result;
use tables::Operator;
use tokio::sync::mpsc;

use super::admin_service::AdminService;
use super::app::App;
use crate::output;
use crate::report::Report;

const HELP: &str = "\
status           show the status of the server
tables           list all tables
players          list the players who are connected
announce TEXT    send a message to everybody who is connected
shutdown         shut down the server; seats and games are kept
help             show this list";

/// One line from the terminal.
#[derive(Clone, PartialEq, Eq, Debug)]
enum ConsoleCommand {
    Status,
    Tables,
    Players,
    Announce(String),
    Shutdown,
    Help,
    Nothing,
    Unknown(String),
}

impl ConsoleCommand {
    fn parse(line: &str) -> Self {
        let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        match (word, rest.trim()) {
            ("", _) => Self::Nothing,
            // `say` and `quit` are the old words for it; `quit` is also what the server of Chicago had.
            ("announce" | "say", text) => Self::Announce(text.to_owned()),
            ("status", "") => Self::Status,
            ("tables", "") => Self::Tables,
            ("players", "") => Self::Players,
            ("shutdown" | "quit", "") => Self::Shutdown,
            ("help", "") => Self::Help,
            _ => Self::Unknown(line.trim().to_owned()),
        }
    }
}

/// Listens to standard input for as long as it lasts. Its end does not close the server.
pub(super) fn listen(app: Arc<App>) {
    if !may_read() {
        return;
    }
    let (sender, mut lines) = mpsc::channel::<String>(16);
    // A separate thread, because a blocking read that never returns would keep the runtime from shutting down.
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines() {
            let line = match line {
                Ok(line) => line,
                // Not text: not a word either.
                Err(error) if error.kind() == std::io::ErrorKind::InvalidData => continue,
                Err(_) => break,
            };
            if sender.blocking_send(line).is_err() {
                break;
            }
        }
    });
    tokio::spawn(async move {
        while let Some(line) = lines.recv().await {
            if let Err(error) = answer(&app.admin_service, &ConsoleCommand::parse(&line)).await {
                tracing::debug!(%error, "answering a console command failed");
            }
        }
    });
}

/// A server in the background must not read from the terminal: the system would stop it.
fn may_read() -> bool {
    let stdin = std::io::stdin();
    !stdin.is_terminal()
        || rustix::termios::tcgetpgrp(&stdin).is_ok_and(|group| group == rustix::process::getpgrp())
}

fn print(line: &str) -> Result<()> {
    let mut out = output::stdout();
    writeln!(out, "{line}")?;
    out.flush()?;
    Ok(())
}

async fn answer(admin_service: &AdminService, word: &ConsoleCommand) -> Result<()> {
    // What has to be waited for comes before the lock on standard output.
    let said = match word {
        ConsoleCommand::Announce(text) => Some(admin_service.announce(text, &Operator::at_console()).await),
        _ => None,
    };
    if *word == ConsoleCommand::Shutdown {
        print("Shutting down.")?;
        admin_service.shutdown(&Operator::at_console()).await;
        return Ok(());
    }
    let mut out = output::stdout();
    match word {
        ConsoleCommand::Nothing | ConsoleCommand::Shutdown => {}
        ConsoleCommand::Status => admin_service.status().write_text(&mut out)?,
        ConsoleCommand::Tables => admin_service.tables().write_text(&mut out)?,
        ConsoleCommand::Players => admin_service.players().write_text(&mut out)?,
        ConsoleCommand::Announce(_) => match said {
            Some(Err(refusal)) => writeln!(out, "{}", refusal.message)?,
            _ => writeln!(out, "Announced.")?,
        },
        ConsoleCommand::Help => writeln!(out, "{HELP}")?,
        ConsoleCommand::Unknown(line) => writeln!(out, "Unknown command {line:?}. Commands:\n{HELP}")?,
    }
    out.flush()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cw16_the_words_of_the_old_console_are_understood() {
        assert_eq!(
            (ConsoleCommand::parse("status"), ConsoleCommand::parse("quit")),
            (ConsoleCommand::Status, ConsoleCommand::Shutdown)
        );
    }

    #[test]
    fn words_are_read_with_spaces_around_them() {
        assert_eq!(ConsoleCommand::parse("  status "), ConsoleCommand::Status);
        assert_eq!(ConsoleCommand::parse("shutdown"), ConsoleCommand::Shutdown);
        for word in ["announce", "say"] {
            let said = ConsoleCommand::parse(&format!("{word}  hello  all "));
            assert_eq!(said, ConsoleCommand::Announce("hello  all".to_owned()));
            assert_eq!(ConsoleCommand::parse(word), ConsoleCommand::Announce(String::new()));
        }
        assert_eq!(ConsoleCommand::parse(""), ConsoleCommand::Nothing);
        assert_eq!(ConsoleCommand::parse("quit now"), ConsoleCommand::Unknown("quit now".to_owned()));
        assert_eq!(ConsoleCommand::parse("Status"), ConsoleCommand::Unknown("Status".to_owned()));
    }
}
