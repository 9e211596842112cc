//! From whose side a replay is shown.

use std::str::FromStr;

use game::{MAX_SEATS, Seat};
use serde::Deserialize;

/// From whose side a replay is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(try_from = "String")]
pub(crate) enum Perspective {
    #[default]
    Watcher,
    Everything,
    Seat(Seat),
}

impl FromStr for Perspective {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "watcher" => Ok(Self::Watcher),
            "everything" => Ok(Self::Everything),
            number => number.parse().ok().and_then(Seat::new).map(Self::Seat).ok_or_else(|| {
                format!("a seat is a number from 0 to {}; or say watcher or everything", MAX_SEATS - 1)
            }),
        }
    }
}

impl TryFrom<String> for Perspective {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}
