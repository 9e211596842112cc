//! The words one can type on the server's own terminal.

use std::io::{BufRead, IsTerminal, Write};
use std::sync::Arc;

use anyhow::Result;
use tokio::sync::mpsc;

use super::admin_service::AdminService;
use super::app::App;
use crate::output;
use crate::report::Report;

const HELP: &str = "\
status     how the house is doing
tables     all tables
players    who is here
say TEXT   tell everybody in the house
quit       close the house; seats and games are kept
help       this list";

/// One line from the terminal.
#[derive(Clone, PartialEq, Eq, Debug)]
enum ConsoleCommand {
    Status,
    Tables,
    Players,
    Say(String),
    Quit,
    Help,
    Nothing,
    Unknown(String),
}

impl ConsoleCommand {
    fn parse(line: &str) -> Self {
        let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        match (word, rest.trim()) {
            ("", _) => Self::Nothing,
            ("say", text) => Self::Say(text.to_owned()),
            ("status", "") => Self::Status,
            ("tables", "") => Self::Tables,
            ("players", "") => Self::Players,
            ("quit", "") => Self::Quit,
            ("help", "") => Self::Help,
            _ => Self::Unknown(line.trim().to_owned()),
        }
    }
}

/// Listens to standard input for as long as it lasts. Its end does not close the house.
pub(super) fn listen(app: Arc<App>) {
    if !may_read() {
        return;
    }
    let (sender, mut lines) = mpsc::channel::<String>(16);
    // A thread of its own: a read that never ends must not keep the runtime from ending.
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
                tracing::debug!(%error, "a word could not be answered");
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

async fn answer(admin_service: &AdminService, word: &ConsoleCommand) -> Result<()> {
    // What has to be waited for comes before the lock on standard output.
    let said = match word {
        ConsoleCommand::Say(text) => Some(admin_service.say(text).await),
        _ => None,
    };
    let mut out = output::stdout();
    match word {
        ConsoleCommand::Nothing => {}
        ConsoleCommand::Status => admin_service.status().write_text(&mut out)?,
        ConsoleCommand::Tables => admin_service.tables().write_text(&mut out)?,
        ConsoleCommand::Players => admin_service.players().write_text(&mut out)?,
        ConsoleCommand::Say(_) => match said {
            Some(Err(refusal)) => writeln!(out, "{}", refusal.message)?,
            _ => writeln!(out, "Said.")?,
        },
        ConsoleCommand::Quit => {
            writeln!(out, "Closing.")?;
            admin_service.quit();
        }
        ConsoleCommand::Help => writeln!(out, "{HELP}")?,
        ConsoleCommand::Unknown(line) => writeln!(out, "There is no word {line:?} here. There are:\n{HELP}")?,
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
            (ConsoleCommand::Status, ConsoleCommand::Quit)
        );
    }

    #[test]
    fn words_are_read_with_spaces_around_them() {
        assert_eq!(ConsoleCommand::parse("  status "), ConsoleCommand::Status);
        assert_eq!(ConsoleCommand::parse("say  hello  all "), ConsoleCommand::Say("hello  all".to_owned()));
        assert_eq!(ConsoleCommand::parse("say"), ConsoleCommand::Say(String::new()));
        assert_eq!(ConsoleCommand::parse(""), ConsoleCommand::Nothing);
        assert_eq!(ConsoleCommand::parse("quit now"), ConsoleCommand::Unknown("quit now".to_owned()));
        assert_eq!(ConsoleCommand::parse("Status"), ConsoleCommand::Unknown("Status".to_owned()));
    }
}
