//! A file of settings.

use std::path::Path;

use anyhow::{Result, bail};

use super::Layer;

/// Longer files are no settings.
const MAX_LEN: u64 = 1 << 20;

pub(super) fn read(path: &Path) -> Result<Layer> {
    if std::fs::metadata(path)?.len() > MAX_LEN {
        bail!("the file is too long for settings");
    }
    parse(&std::fs::read_to_string(path)?)
}

fn parse(text: &str) -> Result<Layer> {
    toml::from_str(text).map_err(|error| {
        let start = error.span().map_or(0, |span| span.start.min(text.len()));
        let line = text[..start].matches('\n').count();
        let key = text.lines().nth(line).and_then(|line| line.split_once('=')).map(|(key, _)| key.trim());
        // The parser's own sentence spreads over several lines, with a drawing.
        let what = error.message().replace('\n', " ");
        match key {
            Some(key) => anyhow::anyhow!("line {}: {key}: {what}.", line + 1),
            None => anyhow::anyhow!("line {}: {what}.", line + 1),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_in_a_file_is_named_with_its_line_and_key() {
        let wrong = |text: &str| parse(text).unwrap_err().to_string();
        let sentence = wrong("# tables\n\nmost_tabels = 3\n");
        assert!(sentence.starts_with("line 3: most_tabels: unknown field"), "{sentence}");
        assert_eq!(
            wrong("listen = \"here\""),
            "line 1: listen: it is an address and a port, such as 127.0.0.1:8080 or [::]:8080."
        );
        assert_eq!(
            wrong("\nmost_tables = 0"),
            "line 2: most_tables: it is a whole number from 1 to 10000000."
        );
        assert_eq!(wrong("bot_threads = \"4\""), "line 1: bot_threads: it is a whole number from 1 to 1024.");
        assert!(wrong("admin_from = [\"me\"]").contains("\"me\" is no address"));
        assert!(wrong("listen 3").starts_with("line 1: "));
        assert!(wrong("log_level = \"info\"\nlog_level = \"warn\"").starts_with("line 2: log_level"));
        assert!(parse("").is_ok());
    }
}
