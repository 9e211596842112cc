//! Coming in: with the token of an earlier visit, with a code from another device, or with a name.

use std::io::{BufRead, Write};

use client::{Client, ConnectError, Identity, Incoming};
use protocol::{MAX_NAME_LENGTH, RefusalCode, Refused, Welcome};
use tokio::sync::mpsc;

use super::address::Address;
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
    name: Option<String>,
) -> Result<Connected, PlayError> {
    let (address, look) = (&options.address, options.look);
    if let Some(code) = &address.sign_in
        && may_replace(address, look, saved.tokens.get(saved_as)).await?
    {
        let identity = Identity::Code { code: code.as_str().to_owned() };
        return Ok(Client::connect(&address.socket(), identity).await?);
    }
    if let Some(token) = saved.tokens.get(saved_as) {
        let identity = Identity::Known { token: token.clone(), bot: false };
        match Client::connect(&address.socket(), identity).await {
            Ok(connected) => return Ok(connected),
            Err(ConnectError::Refused(refused)) if has_code(&refused, &[RefusalCode::UnknownToken]) => {
                saved.tokens.remove(saved_as);
                tell(look, &refused.message)?;
            }
            Err(error) => return Err(error.into()),
        }
    }
    introduce(address, look, name).await
}

/// Whether a link may make this terminal another person than the one it is there. That one keeps only other devices, so
/// it is asked first.
async fn may_replace(address: &Address, look: Look, token: Option<&String>) -> Result<bool, PlayError> {
    let Some(token) = token else { return Ok(true) };
    let identity = Identity::Known { token: token.clone(), bot: false };
    let (client, welcome, _incoming) = match Client::connect(&address.socket(), identity).await {
        Ok(connected) => connected,
        Err(ConnectError::Refused(refused)) if has_code(&refused, &[RefusalCode::UnknownToken]) => {
            return Ok(true);
        }
        Err(error) => return Err(error.into()),
    };
    client.close().await;
    let name = welcome.name.unwrap_or_default();
    let question = format!(
        "Here you are {name} at {} already. That stays with {name}'s other devices only. \
         Sign in with the link instead? Type yes or no: ",
        address.http()
    );
    loop {
        match ask(look.ascii, &question)?.to_lowercase().as_str() {
            "yes" | "y" => return Ok(true),
            "no" | "n" => return Ok(false),
            _ => {}
        }
    }
}

/// Asks for a name, or for a code from another device, until the server takes one.
async fn introduce(address: &Address, look: Look, mut name: Option<String>) -> Result<Connected, PlayError> {
    let mut invitation = address.invitation.as_ref().map(|code| code.as_str().to_owned());
    loop {
        let wanted = match name.take() {
            Some(name) => name,
            None => ask(look.ascii, "Your name, or a code from another device of yours: ")?,
        };
        let identity = match (sign_in_code(&wanted), &invitation) {
            (Some(code), _) => Identity::Code { code },
            (None, Some(invitation)) => {
                Identity::Invited { name: wanted.clone(), invitation: invitation.clone() }
            }
            (None, None) => Identity::New { name: wanted.clone(), bot: false },
        };
        let refused = match Client::connect(&address.socket(), identity).await {
            Ok(connected) => return Ok(connected),
            Err(ConnectError::Refused(refused)) => refused,
            Err(error) => return Err(error.into()),
        };
        if has_code(&refused, &[RefusalCode::DoorClosed]) {
            tell(look, &refused.message)?;
            let answer = ask(look.ascii, "Your invitation: ")?;
            invitation = Some(behind_hash(&answer).to_owned());
            name = Some(wanted);
        } else if has_code(&refused, &ABOUT_THE_ANSWER) {
            tell(look, &refused.message)?;
        } else {
            return Err(ConnectError::Refused(refused).into());
        }
    }
}

/// Refusals after which somebody can type something else.
const ABOUT_THE_ANSWER: [RefusalCode; 4] =
    [RefusalCode::BadName, RefusalCode::NameTaken, RefusalCode::NameRequired, RefusalCode::UnknownCode];

fn has_code(refused: &Refused, codes: &[RefusalCode]) -> bool {
    codes.iter().any(|code| code.name() == refused.code)
}

/// A link as people paste it, or the code alone.
fn behind_hash(text: &str) -> &str {
    text.rsplit_once('#').map_or(text, |(_, code)| code).trim()
}

/// The code that a text is: a device link, or four groups of five signs. No name is as long.
fn sign_in_code(text: &str) -> Option<String> {
    if text.contains("/link#") {
        return Some(behind_hash(text).to_owned());
    }
    let signs = text.chars().filter(char::is_ascii_alphanumeric).count();
    let only = text.chars().all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '-' | ' '));
    (only && signs == 20 && text.trim().chars().count() > MAX_NAME_LENGTH).then(|| text.trim().to_owned())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_never_taken_for_a_name() {
        let code = "ABCDE-01234-FGHJK-56789";
        for text in [code, "abcde 01234 fghjk 56789", " ABCDE-01234-FGHJK-56789 "] {
            assert!(sign_in_code(text).is_some(), "{text}");
        }
        assert_eq!(sign_in_code(&format!("http://host:8080/link#{code}")).as_deref(), Some(code));
        for name in ["Ann", "ABCDEFGHJKMNPQRSTVWX", "Åsa-Brita von Essen", ""] {
            assert_eq!(sign_in_code(name), None, "{name}");
        }
    }
}
