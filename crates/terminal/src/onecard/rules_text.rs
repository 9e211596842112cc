//! What `--rules` takes: settings, or a file of settings.

use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use game::options::RawOptions;

use super::options::Usage;

/// No list of rules is longer; a device that never ends is not read for ever.
const MAX_BYTES: u64 = 64 * 1024;

/// Text with a `=` is settings, anything else the name of a file.
pub(super) fn read(value: &OsStr) -> Result<RawOptions, Usage> {
    if value.is_empty() {
        return Err(Usage("The option --rules needs k=v[,k=v...] or the name of a file.".to_owned()));
    }
    match value.to_str() {
        Some(text) if text.contains('=') => {
            RawOptions::parse(text).map_err(|bad| Usage(format!("--rules: {bad}")))
        }
        _ => read_file(Path::new(value)),
    }
}

fn read_file(path: &Path) -> Result<RawOptions, Usage> {
    let name = path.display();
    let cannot =
        |error| Usage(format!("--rules: {name} is neither k=v nor a file that can be read: {error}."));
    let mut text = String::new();
    let file = File::open(path).map_err(cannot)?;
    let bytes = file.take(MAX_BYTES + 1).read_to_string(&mut text).map_err(cannot)?;
    if bytes as u64 > MAX_BYTES {
        return Err(Usage(format!("--rules: {name} is too long for a list of rules.")));
    }
    parse_lines(&text).map_err(|bad| Usage(format!("--rules: {name}, {bad}")))
}

/// One `k=v` a line; `#` begins a comment.
fn parse_lines(text: &str) -> Result<RawOptions, String> {
    let mut settings = Vec::new();
    for (index, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let rule = line.split('#').next().unwrap_or_default().trim();
        if rule.is_empty() {
            continue;
        }
        match rule.split_once('=') {
            Some((name, value)) => settings.push((name.trim().to_owned(), value.trim().to_owned())),
            None => return Err(format!("line {}: {rule:?} has no value: write {rule}=VALUE.", index + 1)),
        }
    }
    Ok(RawOptions(settings))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_rules_has_one_a_line_and_comments() {
        let text = "\u{feff}# house rules\r\nmulti = on  # several\r\n\r\nredirect=suit_or_rank\r\n";
        let pairs = [("multi", "on"), ("redirect", "suit_or_rank")];
        let expected = pairs.map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(parse_lines(text), Ok(RawOptions(expected.to_vec())));
        assert_eq!(parse_lines("# nothing\n"), Ok(RawOptions::default()));
        assert_eq!(
            parse_lines("\nmulti\n"),
            Err("line 2: \"multi\" has no value: write multi=VALUE.".into())
        );
    }
}
