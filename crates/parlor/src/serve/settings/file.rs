//! A file of settings.

use std::path::Path;

use anyhow::{Result, anyhow, bail};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::values::Setting;
use super::{Layer, ValueSource};
use crate::renamed;

/// Longer files are not settings.
const MAX_LEN: u64 = 1 << 20;

pub(super) fn read(path: &Path) -> Result<Layer> {
    let shown = path.display();
    let unreadable = |error| anyhow!("{shown} cannot be read: {error}.");
    if std::fs::metadata(path).map_err(unreadable)?.len() > MAX_LEN {
        bail!("{shown} is longer than {MAX_LEN} bytes: this is not a file of settings.");
    }
    let bytes = std::fs::read(path).map_err(unreadable)?;
    let Ok(text) = String::from_utf8(bytes) else {
        bail!("{shown} is not a text in UTF-8: save it as one.");
    };
    parse(&text).map_err(|error| anyhow!("{shown}: {error}"))
}

pub(super) fn parse(text: &str) -> Result<Layer> {
    let file = File::parse(text)?;
    file.check_names()?;
    Layer::read(&file)
}

/// A file that is TOML, whatever it says.
struct File<'a> {
    text: &'a str,
    table: DeTable<'a>,
}

impl<'a> File<'a> {
    fn parse(text: &'a str) -> Result<Self> {
        match DeTable::parse(text) {
            Ok(table) => Ok(Self { text, table: table.into_inner() }),
            Err(error) => {
                let line = line(text, error.span().map_or(0, |span| span.start));
                // The parser's sentence can go over several lines.
                let what = error.message().replace('\n', ", ");
                let form = "write NAME = VALUE, with text in quotes, such as listen = \"127.0.0.1:8080\"";
                Err(anyhow!("line {line}: this is not TOML ({what}); {form}."))
            }
        }
    }

    /// Refuses the first name that is not a setting.
    fn check_names(&self) -> Result<()> {
        let unknown = self.table.keys().filter(|key| !Layer::NAMES.contains(&key.get_ref().as_ref()));
        let Some(key) = unknown.min_by_key(|key| key.span().start) else { return Ok(()) };
        let (line, name) = (line(self.text, key.span().start), key.get_ref());
        match renamed::setting(name) {
            Some(renamed) => bail!("line {line}: {}.", renamed.sentence(str::to_owned)),
            None => bail!("line {line}: unknown setting {name}; `parlor serve --help` lists all settings."),
        }
    }

    fn find(&self, name: &str) -> Option<(&Spanned<std::borrow::Cow<'a, str>>, &DeValue<'a>)> {
        let mut entries = self.table.iter();
        entries.find(|(key, _)| key.get_ref() == name).map(|(key, value)| (key, value.get_ref()))
    }
}

impl ValueSource for File<'_> {
    fn value<T: Setting>(&self, name: &str) -> Result<Option<T>> {
        let Some((key, value)) = self.find(name) else { return Ok(None) };
        let wrong = |what| anyhow!("line {}: {name}: {what}.", line(self.text, key.span().start));
        T::from_toml(value).map(Some).map_err(wrong)
    }
}

/// The number of the line at this place of a text, from 1.
fn line(text: &str, place: usize) -> usize {
    text.as_bytes().iter().take(place).filter(|byte| **byte == b'\n').count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_in_a_file_is_named_with_its_line_and_key() {
        let wrong = |text: &str| parse(text).unwrap_err().to_string();
        assert_eq!(
            wrong("# tables\n\nmax_tabels = 3\n"),
            "line 3: unknown setting max_tabels; `parlor serve --help` lists all settings."
        );
        assert_eq!(
            wrong("listen = \"here\""),
            "line 1: listen: must be an address and a port, such as 127.0.0.1:8080, localhost:8080 or [::]:8080."
        );
        assert_eq!(
            wrong("\nmax_tables = 0"),
            "line 2: max_tables: must be a whole number from 1 to 10000000."
        );
        assert_eq!(
            wrong("bot_threads = \"4\""),
            "line 1: bot_threads: must be a whole number from 1 to 1024, without quotes."
        );
        assert!(wrong("admin_networks = [\"me\"]").contains("\"me\" is not an address"));
        assert_eq!(
            wrong("max_tables = 1\nlog_level = \"info\"\nlog_level = \"warn\"").split(';').next(),
            Some("line 3: this is not TOML (duplicate key)")
        );
        assert!(parse("").is_ok());
    }

    #[test]
    fn a_value_of_another_kind_is_refused_with_what_it_must_be() {
        let wrong = |text: &str| parse(text).unwrap_err().to_string();
        assert!(wrong("listen = 8080").ends_with("or [::]:8080, in quotes."), "{}", wrong("listen = 8080"));
        assert_eq!(
            wrong("admin_networks = \"127.0.0.1\""),
            "line 1: admin_networks: must be a list of texts, such as [\"first\", \"second\"]."
        );
        assert_eq!(wrong("data_dir = 3"), "line 1: data_dir: must be a path, in quotes.");
        assert_eq!(wrong("log_format = []"), "line 1: log_format: must be text or json, in quotes.");
        assert_eq!(wrong("legacy_ports = true"), "line 1: legacy_ports: must be on or off, in quotes.");
        assert!(wrong("[limits]\nmax_tables = 3").starts_with("line 1: unknown setting limits"));
        for text in ["listen = 127.0.0.1:8080", "listen 3", "listen = ", "= 3"] {
            let sentence = wrong(text);
            assert!(sentence.starts_with("line 1: this is not TOML ("), "{sentence}");
            assert!(sentence.ends_with("such as listen = \"127.0.0.1:8080\"."), "{sentence}");
        }
    }
}
