//! The files in `packaging/` that name settings.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::support::server::{parlor, run};

/// Variables of the program that are not settings, and those that `compose.yaml` fills in itself.
const OTHERS: &[&str] = &[
    "PARLOR_ADMIN_TOKEN",
    "PARLOR_CONFIG",
    "PARLOR_DATABASE_PASSWORD",
    "PARLOR_HOST",
    "PARLOR_IMAGE",
    "PARLOR_PUBLISH",
];

#[test]
fn every_variable_that_packages_and_guides_name_is_a_setting() {
    let printed = run(&mut parlor(&["serve", "--print-config"])).stdout;
    let settings = printed.lines().filter_map(|line| line.trim_start_matches("# ").split(' ').next());
    let known: BTreeSet<String> = settings.map(|name| format!("PARLOR_{}", name.to_uppercase())).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for file in
        ["packaging/compose.yaml", "packaging/compose.env.example", "scripts/oci-image", "docs/installing.md"]
    {
        let text = fs::read_to_string(root.join(file)).unwrap();
        let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
        let named: BTreeSet<_> = words.filter(|word| word.starts_with("PARLOR_")).collect();
        assert!(!named.is_empty(), "{file}");
        for name in named {
            assert!(known.contains(name) || OTHERS.contains(&name), "{file} names {name}");
        }
    }
}
