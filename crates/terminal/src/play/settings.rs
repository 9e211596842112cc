//! What a person likes, remembered between visits.

use std::fs;
use std::io::Write;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::saved::SavedError;

/// What a person likes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Each suit has a colour of its own.
    pub four_colours: bool,
    /// Ring the bell at one's turn.
    pub bell: bool,
    /// Nothing moves or flashes.
    pub calm: bool,
    /// Only ASCII characters.
    pub ascii: bool,
    /// Colours for a light background.
    pub light: bool,
    /// Leave the mouse to the terminal.
    pub no_mouse: bool,
}

/// The settings by their words, with what they do. The page of settings and `/set` show this list.
pub(crate) const SETTINGS: [(&str, &str); 6] = [
    ("four colours", "A colour for each suit"),
    ("bell", "The bell rings when it is your turn"),
    ("calm", "Nothing flashes, and replays do not run by themselves"),
    ("ascii", "Only ASCII characters"),
    ("light", "Colours for a terminal with a light background"),
    ("no mouse", "The mouse is left to the terminal, for selecting text"),
];

impl Settings {
    /// Reads the file in this directory; one that is missing changes nothing.
    ///
    /// # Errors
    /// If it is there and cannot be read.
    pub fn read(dir: &Path) -> Result<Self, SavedError> {
        let path = dir.join("settings.json");
        match fs::read_to_string(&path) {
            Ok(text) => serde_json::from_str(&text).map_err(|error| SavedError::Damaged { path, error }),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(SavedError::Io { path, error }),
        }
    }

    /// Replaces the file atomically.
    pub(crate) fn write(self, dir: &Path) -> Result<(), SavedError> {
        let path = dir.join("settings.json");
        let failed = |error: std::io::Error| SavedError::Io { path: path.clone(), error };
        fs::create_dir_all(dir).map_err(failed)?;
        let mut file = tempfile::NamedTempFile::new_in(dir).map_err(failed)?;
        serde_json::to_writer_pretty(&mut file, &self).map_err(|error| failed(error.into()))?;
        file.write_all(b"\n").map_err(failed)?;
        file.persist(&path).map_err(|error| failed(error.error))?;
        Ok(())
    }

    /// Both: what is remembered, and what was asked for this time.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self {
            four_colours: self.four_colours || other.four_colours,
            bell: self.bell || other.bell,
            calm: self.calm || other.calm,
            ascii: self.ascii || other.ascii,
            light: self.light || other.light,
            no_mouse: self.no_mouse || other.no_mouse,
        }
    }

    /// The setting at a place of [`SETTINGS`].
    pub(crate) fn at(&mut self, index: usize) -> Option<&mut bool> {
        Some(match index {
            0 => &mut self.four_colours,
            1 => &mut self.bell,
            2 => &mut self.calm,
            3 => &mut self.ascii,
            4 => &mut self.light,
            5 => &mut self.no_mouse,
            _ => return None,
        })
    }

    /// Changes a setting by its words: `bell`, `bell on`, `calm off`.
    pub(crate) fn set(&mut self, text: &str) -> Result<String, String> {
        let text = text.trim().to_lowercase();
        let (name, value) = match text.rsplit_once(' ') {
            Some((name, "on" | "yes")) => (name, Some(true)),
            Some((name, "off" | "no")) => (name, Some(false)),
            _ => (text.as_str(), None),
        };
        let names = || SETTINGS.map(|(name, _)| name).join(", ");
        let index = SETTINGS.iter().position(|(known, _)| *known == name.replace(['_', '-'], " "));
        let Some((index, setting)) = index.and_then(|index| Some((index, self.at(index)?))) else {
            return Err(format!("Set what? {}, each on or off.", names()));
        };
        *setting = value.unwrap_or(!*setting);
        Ok(format!("{}: {}.", SETTINGS[index].0, if *setting { "on" } else { "off" }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_remembered_and_changed_by_their_words() {
        let dir = tempfile::tempdir().unwrap();
        let mut settings = Settings::read(dir.path()).unwrap();
        assert_eq!(settings, Settings::default());
        assert_eq!(settings.set("bell on").unwrap(), "bell: on.");
        assert_eq!(settings.set("four_colours").unwrap(), "four colours: on.");
        assert_eq!(settings.set("bell off").unwrap(), "bell: off.");
        assert!(settings.set("dance").is_err());
        settings.write(dir.path()).unwrap();
        let again = Settings::read(dir.path()).unwrap();
        assert_eq!(again, Settings { four_colours: true, ..Settings::default() });
        for index in 0..SETTINGS.len() {
            let mut one = Settings::default();
            *one.at(index).unwrap() = true;
            assert_ne!(one, Settings::default());
            assert_eq!(one.or(Settings::default()), one, "{index}");
        }
        fs::write(dir.path().join("settings.json"), "{").unwrap();
        assert!(matches!(Settings::read(dir.path()), Err(SavedError::Damaged { .. })));
    }
}
