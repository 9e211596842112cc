//! Where `parlor verify`, `replay` and `review` read games from: a file of records or replays, or a server.

mod lines;

use std::fmt;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::{Result, bail};
use clap::Args;
use protocol::{ReplayId, Seal};
use serde::Deserialize;
use serde_json::value::RawValue;

use self::lines::Lines;
use crate::admin::Token;
use crate::http_client::{Credential, ServerUrl};

/// The arguments that name games and, for replays of private tables, prove the right to see them.
#[derive(Args, Debug)]
pub(crate) struct SourceArgs {
    /// A file with one record or replay per line, - for standard input, or the URL of a replay
    #[arg(value_name = "FILE|URL")]
    pub(crate) source: GameSource,
    /// Seal of the replay, sent with the result (64 hexadecimal digits): also gives access to a private game
    #[arg(long, value_name = "DIGITS")]
    pub(crate) seal: Option<Seal>,
    /// Your token, for the replay of a private game that you played
    #[arg(long, env = "PARLOR_TOKEN", hide_env_values = true)]
    token: Option<Token>,
}

impl SourceArgs {
    /// Passes each game to `visit`, until it breaks off.
    pub(crate) fn each(&self, visit: impl FnMut(GameText<'_>) -> Result<ControlFlow<()>>) -> Result<()> {
        let token = self.token.as_ref().map(Credential::Token);
        self.source.each(token.or_else(|| self.seal.map(Credential::Seal)), visit)
    }

    /// Passes each game to `visit`, or only the one on this line. It is an error if there is none.
    pub(crate) fn each_on_line(
        &self,
        line: Option<u64>,
        mut visit: impl FnMut(GameText<'_>) -> Result<()>,
    ) -> Result<()> {
        let mut visited = false;
        self.each(|game| {
            if line.is_some_and(|line| line != game.line) {
                return Ok(ControlFlow::Continue(()));
            }
            visited = true;
            visit(game)?;
            // The rest of the input may never come: it is not waited for.
            Ok(if line.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        match (visited, line) {
            (true, _) => Ok(()),
            (false, Some(line)) => bail!("{} has no record on line {line}.", self.source),
            (false, None) => bail!("{} has no record in it.", self.source),
        }
    }
}

/// A file, or a replay on a server.
#[derive(Clone, Debug)]
pub(crate) enum GameSource {
    File(PathBuf),
    Replay {
        server: ServerUrl,
        id: ReplayId,
        url: String,
    },
    /// A URL that cannot be the URL of a replay.
    NotAReplay {
        url: String,
        why: String,
    },
}

/// The JSON of one game, with its place for error messages.
pub(crate) struct GameText<'a> {
    pub(crate) place: &'a str,
    /// Counted from 1; a URL and a file that holds one game over many lines have only line 1.
    pub(crate) line: u64,
    pub(crate) json: &'a str,
}

/// What is needed to play a game again.
pub(crate) struct RecordedGame<'a> {
    /// The JSON of the record.
    pub(crate) record: &'a str,
    /// The names of the players, by seat; a bare record has none.
    pub(crate) names: Option<Vec<String>>,
}

impl<'a> GameText<'a> {
    /// The record of a server's replay, or the JSON itself, which then is a bare record or nothing readable.
    pub(crate) fn recorded(&self) -> RecordedGame<'a> {
        #[derive(Deserialize)]
        struct ServerReplay<'a> {
            #[serde(borrow)]
            record: &'a RawValue,
            names: Option<Vec<String>>,
        }
        match serde_json::from_str::<ServerReplay<'a>>(self.json) {
            Ok(replay) => RecordedGame { record: replay.record.get(), names: replay.names },
            Err(_) => RecordedGame { record: self.json, names: None },
        }
    }
}

/// An empty file name, for example from an unset shell variable.
#[derive(Debug)]
pub(crate) struct NoName;

impl fmt::Display for NoName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("name a file, a URL, or - for standard input")
    }
}

impl std::error::Error for NoName {}

impl FromStr for GameSource {
    type Err = NoName;

    fn from_str(text: &str) -> Result<Self, NoName> {
        if text.is_empty() {
            return Err(NoName);
        }
        if !text.starts_with("http://") && !text.starts_with("https://") {
            return Ok(Self::File(text.into()));
        }
        let url = text.to_owned();
        Ok(match parse_url(text) {
            Ok((server, id)) => Self::Replay { server, id, url },
            Err(why) => Self::NotAReplay { url, why },
        })
    }
}

/// The server and the replay of a URL such as `http://127.0.0.1:8080/r/ss439rrzy0-1`.
fn parse_url(url: &str) -> Result<(ServerUrl, ReplayId), String> {
    let form = "the URL of a replay ends with /r/ID or /api/replays/ID";
    let bare = url.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/');
    let (before, id) = bare.rsplit_once('/').ok_or(form)?;
    let server = before.strip_suffix("/api/replays").or_else(|| before.strip_suffix("/r")).ok_or(form)?;
    let id = id.parse().map_err(|_| format!("{id:?} is not the id of a replay, such as ss439rrzy0-1"))?;
    Ok((server.parse().map_err(str::to_owned)?, id))
}

impl fmt::Display for GameSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => f.write_str(&lines::display_name(path)),
            Self::Replay { url, .. } | Self::NotAReplay { url, .. } => f.write_str(url),
        }
    }
}

impl GameSource {
    fn each(
        &self,
        credential: Option<Credential<'_>>,
        mut visit: impl FnMut(GameText<'_>) -> Result<ControlFlow<()>>,
    ) -> Result<()> {
        match self {
            Self::NotAReplay { url, why } => bail!("{url}: {why}."),
            Self::Replay { server, id, url } => {
                let path = format!("/api/replays/{id}");
                let answer = server.request("GET", &path, credential, None)?;
                visit(GameText { place: url, line: 1, json: &answer.accepted()? }).map(drop)
            }
            Self::File(path) => {
                let mut lines = Lines::open(path)?;
                let name = self.to_string();
                while let Some((line, text)) = lines.next_record()? {
                    if line == 1 && is_incomplete(&text) {
                        // One game, laid out over many lines.
                        let whole = text + &lines.rest()?;
                        return visit(GameText { place: &name, line, json: &whole }).map(drop);
                    }
                    let place = format!("{name}, line {line}");
                    if visit(GameText { place: &place, line, json: &text })?.is_break() {
                        break;
                    }
                }
                Ok(())
            }
        }
    }
}

/// Whether a line is only the beginning of some JSON.
fn is_incomplete(line: &str) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(line).is_err_and(|error| error.is_eof())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_of_replays_are_parsed() {
        for good in [
            "http://127.0.0.1:8080/r/ss439rrzy0-1",
            "http://127.0.0.1:8080/api/replays/ss439rrzy0-1/",
            "http://games.example/parlor/r/ss439rrzy0-1?step=3#7",
            "https://games.example/r/ss439rrzy0-1",
        ] {
            let Ok(GameSource::Replay { id, .. }) = good.parse() else { panic!("{good}") };
            assert_eq!(id.to_string(), "ss439rrzy0-1");
        }
        for wrong in ["http://a/", "http://a/r/x", "http://a/t/ss439rrzy0-1", "https:///r/ss439rrzy0-1"] {
            assert!(matches!(wrong.parse(), Ok(GameSource::NotAReplay { .. })), "{wrong}");
        }
        assert!(matches!("games.jsonl".parse(), Ok(GameSource::File(_))));
    }

    #[test]
    fn the_record_of_a_replay_is_found_and_a_bare_record_is_its_own() {
        let record = |json: &'static str| GameText { place: "", line: 1, json }.recorded().record;
        assert_eq!(record(r#"{"id":"a","record":{"game":"golf"},"names":[]}"#), r#"{"game":"golf"}"#);
        assert_eq!(record(r#"{"game":"golf"}"#), r#"{"game":"golf"}"#);
        assert_eq!(record("nothing"), "nothing");
    }
}
