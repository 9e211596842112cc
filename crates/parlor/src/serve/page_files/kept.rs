//! Hashed files of the pages in the data directory: of this build, and of those that it replaced.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// How long the files of a build are kept after another one took its place, in milliseconds.
const KEPT_FOR: i64 = 7 * 24 * 60 * 60 * 1_000;

/// However often builds change, no more than this number of replaced ones are kept.
const MAX_BUILDS: usize = 10;

/// The list of builds.
const LIST: &str = "builds.json";

/// One build of the pages.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Build {
    build: String,
    /// When another one took its place, in milliseconds since 1970.
    replaced_at: Option<i64>,
    /// Its hashed files, compressed ones too, without their folder.
    files: Vec<String>,
}

/// The files that are kept.
pub(super) struct KeptAssets {
    folder: PathBuf,
    files: BTreeSet<String>,
}

impl KeptAssets {
    /// Adds this build and removes those that were replaced long ago.
    pub(super) fn update<'a>(
        folder: &Path,
        build: &str,
        names: &[String],
        read: impl Fn(&str) -> Option<Cow<'a, [u8]>>,
        now: i64,
    ) -> io::Result<Self> {
        std::fs::create_dir_all(folder)?;
        let before = read_list(folder);
        let files: Vec<(String, &String)> =
            names.iter().filter_map(|name| Some((file_name(name)?.to_owned(), name))).collect();
        let current = Build {
            build: build.to_owned(),
            replaced_at: None,
            files: files.iter().map(|(name, _)| name.clone()).collect(),
        };
        let known = before.contains(&current);
        let mut builds = vec![current];
        for old in before.iter().filter(|old| old.build != build) {
            let replaced_at = old.replaced_at.unwrap_or(now);
            if now - replaced_at < KEPT_FOR && builds.len() <= MAX_BUILDS {
                builds.push(Build { replaced_at: Some(replaced_at), ..old.clone() });
            }
        }
        for (name, source) in files {
            let path = folder.join(&name);
            if known && path.exists() {
                continue;
            }
            if let Some(data) = read(source) {
                std::fs::write(path, data)?;
            }
        }
        let wanted: BTreeSet<String> = builds.iter().flat_map(|build| build.files.iter().cloned()).collect();
        let forgotten = before.iter().flat_map(|build| &build.files);
        for name in forgotten.filter(|name| !wanted.contains(*name) && file_name(name).is_some()) {
            // What is gone already need not be removed.
            let _ = std::fs::remove_file(folder.join(name));
        }
        let list = folder.join(LIST);
        let fresh = folder.join("builds.json.new");
        std::fs::write(&fresh, serde_json::to_vec(&builds)?)?;
        std::fs::rename(fresh, list)?;
        Ok(Self { folder: folder.to_owned(), files: wanted })
    }

    /// A file, if it is kept.
    pub(super) fn read(&self, name: &str) -> Option<Vec<u8>> {
        self.files.get(name).and_then(|name| std::fs::read(self.folder.join(name)).ok())
    }
}

/// Reads the list of builds. One that cannot be read counts as empty: the files can be written again.
fn read_list(folder: &Path) -> Vec<Build> {
    let text = std::fs::read(folder.join(LIST)).unwrap_or_default();
    serde_json::from_slice(&text).unwrap_or_default()
}

/// The name without its folder, if it is that of a plain file.
pub(super) fn file_name(name: &str) -> Option<&str> {
    let name = name.rsplit('/').next()?;
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_');
    (!name.is_empty() && !name.starts_with('.') && name != LIST && name.bytes().all(plain)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: i64 = 24 * 60 * 60 * 1_000;

    fn take(folder: &Path, build: &str, names: &[&str], now: i64) -> KeptAssets {
        let names: Vec<String> = names.iter().map(|name| format!("assets/{name}")).collect();
        KeptAssets::update(folder, build, &names, |name| Some(name.as_bytes().to_vec().into()), now).unwrap()
    }

    #[test]
    fn files_of_a_replaced_build_are_served_for_a_week_and_then_removed() {
        let folder = tempfile::tempdir().unwrap();
        take(folder.path(), "one", &["a-1.js", "same.css"], 0);
        // It ran for long: the week begins when it is replaced.
        let kept = take(folder.path(), "two", &["a-2.js", "same.css"], 60 * DAY);
        assert_eq!(kept.read("a-1.js").as_deref(), Some(&b"assets/a-1.js"[..]));
        let kept = take(folder.path(), "two", &["a-2.js", "same.css"], 66 * DAY);
        assert!(kept.read("a-1.js").is_some());
        let kept = take(folder.path(), "two", &["a-2.js", "same.css"], 67 * DAY);
        assert!(kept.read("a-1.js").is_none() && !folder.path().join("a-1.js").exists());
        assert!(kept.read("same.css").is_some() && kept.read("a-2.js").is_some());
    }

    #[test]
    fn a_build_that_comes_back_is_current_again() {
        let folder = tempfile::tempdir().unwrap();
        take(folder.path(), "one", &["a-1.js"], 0);
        take(folder.path(), "two", &["a-2.js"], DAY);
        let kept = take(folder.path(), "one", &["a-1.js"], 20 * DAY);
        assert!(kept.read("a-1.js").is_some() && kept.read("a-2.js").is_some(), "it was replaced only now");
    }

    #[test]
    fn however_often_builds_change_a_bounded_number_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        for number in 0..40 {
            take(folder.path(), &number.to_string(), &[&format!("a-{number}.js")], number);
        }
        let files = std::fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(files, MAX_BUILDS + 2, "the current one and the list are there too");
    }

    #[test]
    fn only_what_is_listed_is_read() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("secret"), "x").unwrap();
        std::fs::write(folder.path().join(LIST), "not a list").unwrap();
        let kept = take(folder.path(), "one", &["a-1.js", "../secret", ".hidden", LIST], 0);
        assert!(kept.read("../pages/secret").is_none() && kept.read(".hidden").is_none());
        assert!(kept.read(LIST).is_none() && kept.read("a-1.js").is_some());
    }
}
