//! The storm is shown to fail on broken servers: how each is broken must still fit the sources.

use super::files::{files, read, root};

/// The old lines of each hunk of a patch, with the file they stand in.
fn hunks(patch: &str) -> Vec<(String, String)> {
    let (mut found, mut file): (Vec<(String, String)>, _) = (Vec::new(), String::new());
    for line in patch.lines() {
        if let Some(name) = line.strip_prefix("--- ") {
            file = name.to_owned();
        } else if line.starts_with("@@") {
            found.push((file.clone(), String::new()));
        } else if let (Some(old), Some((_, lines))) = (line.strip_prefix([' ', '-']), found.last_mut()) {
            *lines += old;
            lines.push('\n');
        }
    }
    found
}

#[test]
fn every_way_to_break_the_server_on_purpose_still_fits() {
    let patches = files(&root().join("crates/parlor/tests/killed/mutants"), "patch");
    assert!(patches.len() >= 10, "{patches:?}");
    for patch in patches {
        let text = read(&patch);
        let hunks = hunks(&text);
        assert!(!text.starts_with("---") && !hunks.is_empty(), "{}", patch.display());
        for (file, old) in hunks {
            let fits = read(&root().join(&file)).contains(&old);
            let sentence = "the lines it changes are not there any more; make it anew (make storm-mutants)";
            assert!(fits, "{}: in {file} {sentence}:\n{old}", patch.display());
        }
    }
}
