//! Where games come from: a file of lines, one file as a whole, or a house.

use std::convert::Infallible;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::{Result, bail};
use protocol::ReplayId;

use crate::http_client::{Credential, ServerUrl};
use crate::replay::Lines;

/// A file, or a replay of a house.
#[derive(Clone, Debug)]
pub(super) enum Source {
    File(PathBuf),
    Replay {
        server: ServerUrl,
        id: ReplayId,
        url: String,
    },
    /// What looks like a URL and is none that can be asked.
    NoReplay {
        url: String,
        why: String,
    },
}

/// One game as it was found.
pub(super) struct Text<'a> {
    pub(super) place: &'a str,
    pub(super) json: &'a str,
}

impl FromStr for Source {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        if !text.starts_with("http://") && !text.starts_with("https://") {
            return Ok(Self::File(text.into()));
        }
        let url = text.to_owned();
        Ok(match read_url(text) {
            Ok((server, id)) => Self::Replay { server, id, url },
            Err(why) => Self::NoReplay { url, why },
        })
    }
}

/// The house and the replay of an address such as `http://127.0.0.1:8080/r/ss439rrzy0-1`.
fn read_url(url: &str) -> Result<(ServerUrl, ReplayId), String> {
    if url.starts_with("https://") {
        return Err(
            "this command speaks http:// only; say `curl -s https://…/api/replays/ID | parlor verify -`"
                .into(),
        );
    }
    let form = "the address of a replay ends with /r/ID or /api/replays/ID";
    let bare = url.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/');
    let (before, id) = bare.rsplit_once('/').ok_or(form)?;
    let house = before.strip_suffix("/api/replays").or_else(|| before.strip_suffix("/r")).ok_or(form)?;
    let id = id.parse().map_err(|_| format!("{id:?} is no id of a replay, such as ss439rrzy0-1"))?;
    Ok((house.parse().map_err(str::to_owned)?, id))
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => path.display().fmt(f),
            Self::Replay { url, .. } | Self::NoReplay { url, .. } => f.write_str(url),
        }
    }
}

impl Source {
    /// Gives each game to `look`.
    pub(super) fn each(
        &self,
        shown: Option<Credential<'_>>,
        mut look: impl FnMut(Text<'_>) -> Result<()>,
    ) -> Result<()> {
        match self {
            Self::NoReplay { url, why } => bail!("{url}: {why}."),
            Self::Replay { server, id, url } => {
                let path = format!("/api/replays/{id}");
                let answer = server.request("GET", &path, shown, None)?;
                look(Text { place: url, json: &answer.accepted()? })
            }
            Self::File(path) => {
                let mut lines = Lines::open(path)?;
                let name = lines.name().to_owned();
                while let Some((number, line)) = lines.next_record()? {
                    if number == 1 && opens_only(&line) {
                        // A replay that somebody has laid out over many lines.
                        let whole = line + &lines.rest()?;
                        return look(Text { place: &name, json: &whole });
                    }
                    look(Text { place: &format!("{name}, line {number}"), json: &line })?;
                }
                Ok(())
            }
        }
    }
}

/// Whether a line is only the beginning of some JSON.
fn opens_only(line: &str) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(line).is_err_and(|error| error.is_eof())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_replays_are_read() {
        for good in [
            "http://127.0.0.1:8080/r/ss439rrzy0-1",
            "http://127.0.0.1:8080/api/replays/ss439rrzy0-1/",
            "http://games.example/parlor/r/ss439rrzy0-1?step=3#7",
        ] {
            let Ok(Source::Replay { id, .. }) = good.parse() else { panic!("{good}") };
            assert_eq!(id.to_string(), "ss439rrzy0-1");
        }
        for wrong in ["https://a/r/ss439rrzy0-1", "http://a/", "http://a/r/x", "http://a/t/ss439rrzy0-1"] {
            assert!(matches!(wrong.parse(), Ok(Source::NoReplay { .. })), "{wrong}");
        }
        assert!(matches!("games.jsonl".parse(), Ok(Source::File(_))));
    }
}
