//! Where the data is.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// Where the data is: a folder for SQLite, or the URL of a PostgreSQL database.
///
/// Printed without the password, if the URL has one.
#[derive(Clone, PartialEq, Eq)]
pub enum StoreLocation {
    /// A data folder. The database in it is `parlor.db`.
    Sqlite(PathBuf),
    /// A URL like `postgres://user:password@host/database`.
    Postgres(String),
}

/// Why a text cannot be parsed as a [`StoreLocation`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StoreLocationError {
    /// There is nothing.
    #[error("The place of the data is empty; give a folder or a URL that begins with postgres://.")]
    Empty,
    /// A URL of something else.
    #[error("Data cannot be kept in {0}://; give a folder or a URL that begins with postgres://.")]
    UnknownScheme(String),
}

impl FromStr for StoreLocation {
    type Err = StoreLocationError;

    fn from_str(text: &str) -> Result<Self, StoreLocationError> {
        match text.split_once("://") {
            _ if text.is_empty() => Err(StoreLocationError::Empty),
            Some(("postgres" | "postgresql", _)) => Ok(Self::Postgres(text.to_owned())),
            Some((scheme, _)) if !scheme.contains('/') => {
                Err(StoreLocationError::UnknownScheme(scheme.to_owned()))
            }
            _ => Ok(Self::Sqlite(text.into())),
        }
    }
}

impl fmt::Display for StoreLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(folder) => folder.display().fmt(f),
            Self::Postgres(url) => f.write_str(&without_secrets(url)),
        }
    }
}

impl fmt::Debug for StoreLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(folder) => f.debug_tuple("Sqlite").field(folder).finish(),
            Self::Postgres(url) => f.debug_tuple("Postgres").field(&without_secrets(url)).finish(),
        }
    }
}

/// Drops the password before the `@` and all parameters, one of which may be a password too.
fn without_secrets(url: &str) -> String {
    let url = url.split(['?', '#']).next().unwrap_or_default();
    let Some((scheme, rest)) = url.split_once("://") else { return "PostgreSQL".to_owned() };
    match rest.rsplit_once('@') {
        Some((user, address)) => {
            let name = user.split(':').next().unwrap_or_default();
            format!("{scheme}://{name}@{address}")
        }
        None => format!("{scheme}://{rest}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_and_a_url_are_told_apart() {
        assert_eq!("data".parse(), Ok(StoreLocation::Sqlite("data".into())));
        assert_eq!("./a://b".parse(), Ok(StoreLocation::Sqlite("./a://b".into())));
        assert_eq!("postgres://h/d".parse(), Ok(StoreLocation::Postgres("postgres://h/d".to_owned())));
        assert_eq!("postgresql://h/d".parse(), Ok(StoreLocation::Postgres("postgresql://h/d".to_owned())));
        assert_eq!(
            "mysql://h/d".parse::<StoreLocation>(),
            Err(StoreLocationError::UnknownScheme("mysql".to_owned()))
        );
        assert_eq!("".parse::<StoreLocation>(), Err(StoreLocationError::Empty));
    }

    #[test]
    fn a_password_is_never_printed() {
        for url in [
            "postgres://ann:hush@h:5/d?x=1",
            "postgres://ann:hu@sh@h:5/d",
            "postgres://ann@h:5/d?password=hush",
        ] {
            let place = StoreLocation::Postgres(url.to_owned());
            assert_eq!(place.to_string(), "postgres://ann@h:5/d");
            assert_eq!(format!("{place:?}"), "Postgres(\"postgres://ann@h:5/d\")");
        }
    }
}
