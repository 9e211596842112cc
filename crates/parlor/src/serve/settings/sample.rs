//! A sample configuration: every setting with its description and its default, all commented out.

use std::fmt::Write;

use anyhow::Result;
use clap::{Args, Command};

use super::{Layer, Layers};

/// The default of these depends on the machine.
const BY_MACHINE: &[&str] = &["bot_threads"];

const HEADER: &str = "\
# Settings of `parlor serve`. Lines that begin with # are comments; the values shown are the defaults.
# Each setting can also be a variable (PARLOR_ and its name in capitals) or a flag (-- and its name with hyphens);
# a flag overrides a variable, and a variable overrides this file.
";

/// The file, generated from the flags of `parlor serve`.
pub(crate) fn sample() -> Result<String> {
    let mut defaults = Vec::new();
    Layers::default().print(&mut defaults)?;
    let defaults = String::from_utf8(defaults)?;
    let default_of = |name: &str| {
        let line = defaults.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(" = "))?;
        line.strip_suffix(" # default")
    };
    let mut text = HEADER.to_owned();
    for flag in Layer::augment_args(Command::new("parlor")).get_arguments() {
        let name = flag.get_id().as_str();
        let help = flag.get_help().map(ToString::to_string).unwrap_or_default();
        let form = flag.get_value_names().and_then(|names| names.first()).map_or("", |name| name.as_str());
        let value = match default_of(name) {
            Some(value) if !BY_MACHINE.contains(&name) => value.to_owned(),
            _ => form.to_owned(),
        };
        write!(text, "\n# {help}\n#{name} = {value}\n")?;
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::super::file;
    use super::*;

    const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../packaging/parlor.toml");

    #[test]
    fn the_sample_in_the_tree_is_what_the_code_says() {
        let sample = sample().unwrap();
        if std::env::var_os("UPDATE_GENERATED").is_some() {
            std::fs::write(FILE, &sample).unwrap();
        }
        let kept = std::fs::read_to_string(FILE).unwrap_or_default();
        assert!(kept == sample, "packaging/parlor.toml is out of date: `make generated` writes it again");
    }

    #[test]
    fn the_sample_has_every_setting_once_and_is_a_file_of_settings() {
        let sample = sample().unwrap();
        let settings: Vec<_> =
            sample.lines().filter_map(|line| line.strip_prefix('#')?.split_once(" = ")).collect();
        let names: Vec<_> =
            settings.iter().map(|(name, _)| *name).filter(|name| !name.starts_with(' ')).collect();
        assert_eq!(names, Layer::NAMES);
        // As it is it says nothing.
        assert!(file::parse(&sample).is_ok());
        // With all defaults uncommented it says what holds anyway.
        let uncommented: String = sample
            .lines()
            .filter_map(|line| {
                let line = line.strip_prefix('#').filter(|line| !line.starts_with(' '))?;
                toml::from_str::<toml::Table>(line).is_ok().then(|| line.to_owned() + "\n")
            })
            .collect();
        let layer = file::parse(&uncommented).unwrap_or_else(|error| panic!("{error}"));
        let said = Layers { file: layer, ..Layers::default() };
        let without_source = |layers: &Layers| {
            let mut printed = Vec::new();
            layers.print(&mut printed).unwrap();
            let printed = String::from_utf8(printed).unwrap();
            printed
                .lines()
                .map(|line| line.split(" # ").next().unwrap_or_default().to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(without_source(&said), without_source(&Layers::default()));
        assert!(uncommented.lines().count() > Layer::NAMES.len() / 2);
    }
}
