//! Coming in: with the token of an earlier visit, or with a name.

use std::io::{BufRead, Write};

use client::{Client, ConnectError, Identity, Incoming};
use protocol::{RefusalCode, Welcome};
use tokio::sync::mpsc;

use super::look::Look;
use super::run::{PlayError, PlayOptions};
use super::saved::Saved;

/// A connection, and what came with it.
pub(crate) type Connected = (Client, Welcome, mpsc::Receiver<Incoming>);

/// Connects as the person that this server knows; a new one gets a name first.
/// `saved_as` is what the token is kept under.
pub(crate) async fn sign_in(
    options: &PlayOptions,
    saved: &mut Saved,
    saved_as: &str,
    mut name: Option<String>,
) -> Result<Connected, PlayError> {
    let (address, look) = (&options.address, options.look);
    if let Some(token) = saved.tokens.get(saved_as) {
        let identity = Identity::Known { token: token.clone(), bot: false };
        match Client::connect(&address.socket(), identity).await {
            Ok(connected) => return Ok(connected),
            Err(ConnectError::Refused(refused)) if refused.code == RefusalCode::UnknownToken.name() => {
                saved.tokens.remove(saved_as);
                tell(look, &refused.message)?;
            }
            Err(error) => return Err(error.into()),
        }
    }
    loop {
        let wanted = match name.take() {
            Some(name) => name,
            None => ask(look.ascii, "Your name: ")?,
        };
        let identity = Identity::New { name: wanted, bot: false };
        match Client::connect(&address.socket(), identity).await {
            Ok(connected) => return Ok(connected),
            Err(ConnectError::Refused(refused)) if is_about_name(&refused.code) => {
                tell(look, &refused.message)?;
            }
            Err(error) => return Err(error.into()),
        }
    }
}

fn is_about_name(code: &str) -> bool {
    [RefusalCode::BadName, RefusalCode::NameTaken, RefusalCode::NameRequired]
        .iter()
        .any(|known| known.name() == code)
}

fn tell(look: Look, text: &str) -> Result<(), PlayError> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", look.text(text))?;
    out.flush()?;
    Ok(())
}

/// Asks a question before any screen is drawn.
///
/// # Errors
/// If the input ends before the answer.
pub fn ask(ascii: bool, question: &str) -> Result<String, PlayError> {
    let look = Look { ascii, colour: false, four_colours: false, light: false };
    let mut out = std::io::stdout().lock();
    write!(out, "{}", look.text(question))?;
    out.flush()?;
    let mut answer = String::new();
    if std::io::stdin().lock().read_line(&mut answer)? == 0 {
        return Err(PlayError::NoAnswer);
    }
    Ok(answer.trim().to_owned())
}
