//! Links between the documents lead somewhere.

use std::collections::BTreeSet;

use super::blocks::{documents, read, root};

/// The targets of the links of a document, without those to other places of the world.
fn links(text: &str) -> Vec<&str> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let images = text.split("src=\"").skip(1).filter_map(|rest| rest.split('"').next());
    targets.chain(images).filter(|target| !target.contains("://") && !target.starts_with("mailto:")).collect()
}

/// The anchors that a heading gets where the documents are shown.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut fenced = false;
    let headings = text.lines().filter(|line| {
        fenced ^= line.trim_start().starts_with("```");
        !fenced && line.starts_with('#')
    });
    let anchor = |heading: &str| {
        let kept = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = kept.chars().filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
        kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect()
    };
    headings.map(anchor).collect()
}

#[test]
fn every_link_between_the_documents_leads_somewhere() {
    let mut broken = Vec::new();
    for document in documents() {
        let text = read(&document);
        for target in links(&text) {
            let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
            let file = if path.is_empty() {
                root().join(&document)
            } else {
                root().join(&document).parent().unwrap().join(path)
            };
            let there = file.exists()
                && (anchor.is_empty() || anchors(&std::fs::read_to_string(&file).unwrap()).contains(anchor));
            if !there {
                broken.push(format!("{document}: {target}"));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}
