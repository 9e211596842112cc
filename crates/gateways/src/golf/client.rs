//! Asking the manager.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use tokio::net::UdpSocket;

use super::contact::Contact;
use super::words::{Part, number, parts};

/// Until a request is sent again.
const RESEND: Duration = Duration::from_millis(500);
/// How often a request is sent.
const TRIES: u32 = 10;
/// The longest answer a datagram can carry.
const ROOM: usize = 65_536;

/// Why a request to the manager failed.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// Nobody answers.
    #[error("no golf manager answers at {0}")]
    Silent(SocketAddr),
    /// The socket does not work.
    #[error("the manager at {0} cannot be asked: {1}")]
    Io(SocketAddr, io::Error),
    /// The answer is not one that a manager sends.
    #[error("the manager at {0} answers {1:?}, which cannot be read")]
    Unreadable(SocketAddr, String),
}

/// What a manager said to a request that changes something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answered {
    /// It is done.
    Done,
    /// The name is taken, or cannot be one.
    BadName,
    /// The block of ports is taken, or cannot be one.
    BadPort,
    /// It is refused.
    Refused,
}

/// A game that was started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Started {
    /// Its number.
    pub game: u64,
    /// Its dealer's name.
    pub dealer: String,
    /// Who plays, the dealer last.
    pub players: Vec<Contact>,
}

/// A way to a manager.
#[derive(Clone, Copy, Debug)]
pub struct ManagerClient {
    manager: SocketAddr,
}

impl ManagerClient {
    /// The manager at this address.
    #[must_use]
    pub const fn new(manager: SocketAddr) -> Self {
        Self { manager }
    }

    /// Sends a request, repeats it if necessary, and returns the unparsed answer.
    ///
    /// # Errors
    /// If nobody answers.
    pub async fn ask(&self, request: &str) -> Result<String, AskError> {
        Ok(self.ask_for(request, |answer| Some(answer.to_owned())).await?.0)
    }

    /// Asks, again if need be, until an answer can be read. Tells also whether it was asked more than once.
    async fn ask_for<T>(
        &self,
        request: &str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<(T, bool), AskError> {
        let failed = |error| AskError::Io(self.manager, error);
        let any: IpAddr =
            if self.manager.is_ipv4() { Ipv4Addr::UNSPECIFIED.into() } else { Ipv6Addr::UNSPECIFIED.into() };
        // A new socket for each request, so that a late answer to an earlier request is not mistaken for this one's. But
        // another process may have used its port a moment ago, and then answers to that process arrive here.
        let socket = UdpSocket::bind((any, 0)).await.map_err(failed)?;
        socket.connect(self.manager).await.map_err(failed)?;
        let mut buffer = vec![0; ROOM];
        let mut strange = None;
        for tries in 0..TRIES {
            let until = tokio::time::Instant::now() + RESEND;
            // A closed port shows up as an error here or below: it may open again.
            let _ = socket.send(request.as_bytes()).await;
            while let Ok(Ok(length)) = tokio::time::timeout_at(until, socket.recv(&mut buffer)).await {
                let answer = String::from_utf8_lossy(&buffer[..length]);
                match read(&answer) {
                    Some(answer) => return Ok((answer, tries > 0)),
                    None => strange = Some(answer.chars().take(80).collect()),
                }
            }
            tokio::time::sleep_until(until).await;
        }
        Err(match strange {
            Some(answer) => AskError::Unreadable(self.manager, answer),
            None => AskError::Silent(self.manager),
        })
    }

    async fn change(&self, request: &str) -> Result<(Answered, bool), AskError> {
        let answered = |answer: &str| match answer.trim_end() {
            "SUCCESS" => Some(Answered::Done),
            "FAILURE USERNAME" => Some(Answered::BadName),
            "FAILURE PORT" => Some(Answered::BadPort),
            "FAILURE" | "SYNTAX_ERROR" => Some(Answered::Refused),
            _ => None,
        };
        self.ask_for(request, answered).await
    }

    /// Registers a player.
    ///
    /// # Errors
    /// If nobody answers.
    pub async fn register(&self, name: &str, port: u16) -> Result<Answered, AskError> {
        Ok(self.change(&format!("register {name} {port}")).await?.0)
    }

    /// De-registers a player. Refused while a game of theirs runs.
    ///
    /// # Errors
    /// If nobody answers.
    pub async fn deregister(&self, name: &str) -> Result<Answered, AskError> {
        match self.change(&format!("de-register {name}")).await? {
            // The answer to an earlier copy of the request may have been lost.
            (Answered::Refused, true)
                if !self.players().await?.iter().any(|player| player.name() == name) =>
            {
                Ok(Answered::Done)
            }
            (answered, _) => Ok(answered),
        }
    }

    /// Everybody who is registered.
    ///
    /// # Errors
    /// If nobody answers.
    pub async fn players(&self) -> Result<Vec<Contact>, AskError> {
        Ok(self.ask_for("query players", read_players).await?.0)
    }

    /// All games that run.
    ///
    /// # Errors
    /// If nobody answers.
    pub async fn games(&self) -> Result<Vec<Started>, AskError> {
        Ok(self.ask_for("query games", read_games).await?.0)
    }

    /// Starts a game with this many others; `None` if the manager refuses.
    ///
    /// # Errors
    /// If nobody answers.
    pub async fn start(&self, name: &str, others: u8) -> Result<Option<Started>, AskError> {
        let read = |answer: &str| match answer.trim_end() {
            "FAILURE" | "SYNTAX_ERROR" => Some(None),
            _ => read_started(answer, name).map(Some),
        };
        match self.ask_for(&format!("start game {name} {others}"), read).await? {
            // The answer to an earlier copy may have been lost: then the game runs.
            (None, true) => Ok(self.games().await?.into_iter().find(|game| game.dealer == name)),
            (started, _) => Ok(started),
        }
    }

    /// Ends a game.
    ///
    /// # Errors
    /// If nobody answers.
    pub async fn end(&self, game: u64, name: &str) -> Result<Answered, AskError> {
        match self.change(&format!("end {game} {name}")).await? {
            (Answered::Refused, true) if !self.games().await?.iter().any(|other| other.game == game) => {
                Ok(Answered::Done)
            }
            (answered, _) => Ok(answered),
        }
    }
}

fn contacts(parts: &[Part<'_>]) -> Option<Vec<Contact>> {
    let contact = |part: &Part<'_>| match part {
        Part::Bracket(inner) => Contact::read(inner),
        Part::Word(_) => None,
    };
    parts.iter().map(contact).collect()
}

/// `<n>` and this many players.
fn read_players(answer: &str) -> Option<Vec<Contact>> {
    let parts = parts(answer)?;
    let [Part::Word(count), players @ ..] = &parts[..] else { return None };
    let players = contacts(players)?;
    (usize::try_from(number(count)?) == Ok(players.len())).then_some(players)
}

/// `SUCCESS`, the number of the game, and who plays.
fn read_started(answer: &str, dealer: &str) -> Option<Started> {
    let parts = parts(answer)?;
    let [Part::Word("SUCCESS"), Part::Word(game), players @ ..] = &parts[..] else { return None };
    let game = u64::try_from(number(game)?).ok()?;
    Some(Started { game, dealer: dealer.to_owned(), players: contacts(players)? })
}

/// `<n>` and this many games, each `(0, ann, [players])`.
fn read_games(answer: &str) -> Option<Vec<Started>> {
    let (count, mut rest) = answer.split_once('\n').unwrap_or((answer, ""));
    let mut games = Vec::new();
    while let Some((head, more)) = rest.split_once('[') {
        let (players, more) = more.split_once(']')?;
        let head = head.trim_matches(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | ','));
        let (game, dealer) = head.split_once(',')?;
        games.push(Started {
            game: u64::try_from(number(game.trim())?).ok()?,
            dealer: dealer.trim().to_owned(),
            players: contacts(&parts(players)?)?,
        });
        rest = more;
    }
    (usize::try_from(number(count.trim())?) == Ok(games.len())).then_some(games)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answer_of_the_document_is_read_and_commas_between_players_too() {
        for between in ["\n", ", ", ",\n"] {
            let answer = format!("1\n(0, ann, [(bob, 127.0.0.1, 4510){between}(ann, 127.0.0.1, 4505)])");
            let games = read_games(&answer).unwrap();
            assert_eq!((games.len(), games[0].game, games[0].dealer.as_str()), (1, 0, "ann"), "{answer}");
            assert_eq!(games[0].players[1].to_string(), "(ann, 127.0.0.1, 4505)");
        }
        assert_eq!(read_games("0"), Some(vec![]));
        assert_eq!(read_games("2\n(0, ann, [])"), None);
        let two =
            "2\n(3, a, [(b, ::1, 4510)\n(a, ::1, 4505)])\n(4, c, [(d, 10.0.0.1, 4510)\n(c, 10.0.0.2, 4505)])";
        assert_eq!(read_games(two).unwrap()[1].game, 4);
    }

    #[tokio::test]
    async fn what_cannot_be_the_answer_is_passed_over() {
        let manager = UdpSocket::bind("127.0.0.1:0").await.unwrap();
        let client = ManagerClient::new(manager.local_addr().unwrap());
        let answers = async {
            let mut buffer = [0; 100];
            let (_, asker) = manager.recv_from(&mut buffer).await.unwrap();
            for answer in ["2\n(ann, 127.0.0.1, 4505)\n(bob, 127.0.0.1, 4510)", "hello", "SUCCESS"] {
                manager.send_to(answer.as_bytes(), asker).await.unwrap();
            }
        };
        let (answered, ()) = tokio::join!(client.register("cid", 4515), answers);
        assert_eq!(answered.unwrap(), Answered::Done);
    }

    #[test]
    fn players_and_started_games_are_read() {
        assert_eq!(read_players("0"), Some(vec![]));
        assert_eq!(read_players("1\n(ann, 127.0.0.1, 4505)").unwrap()[0].name(), "ann");
        assert_eq!(read_players("2\n(ann, 127.0.0.1, 4505)"), None);
        assert_eq!(read_players("FAILURE"), None);
        let started =
            read_started("SUCCESS\n7\n(bob, 127.0.0.1, 4510)\n(ann, 127.0.0.1, 4505)", "ann").unwrap();
        assert_eq!((started.game, started.players.len()), (7, 2));
    }
}
