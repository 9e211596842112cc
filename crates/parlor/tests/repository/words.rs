//! Words of the code: comments say something, and say it in the field's own terms.

use super::files::{files, read, root};

/// Questions that a comment asks instead of saying something about the field below it.
const QUESTIONS: [&str; 11] =
    ["Who", "Whom", "Whose", "When", "Where", "What", "Which", "Why", "How", "How many", "Whether"];

/// Phrases that nobody searches for, and what is said instead.
const PHRASES: &[(&str, &str)] = &[
    ("sign of life", "a ping or a pong"),
    ("taken for lost", "is treated as disconnected"),
    ("looked for anew", "the server reconnects"),
    ("cannot be believed", "is invalid"),
    ("put away", "flushed and closed"),
    ("again and again", "repeatedly"),
    ("what is in flight", "requests in progress"),
    ("stands where it stood", "resumes from its last stored state"),
    ("at most so many", "at most N"),
    ("is no setting", "unknown setting"),
    ("a hand in the database", "a manual edit"),
    ("a sentence that says why", "an error message"),
    ("Lets go of", "closes, releases"),
    ("Hears ", "receives"),
    ("Whoever comes", "the client"),
    ("whoever comes", "the client"),
    ("nobody was told of", "was not acknowledged"),
    ("comes back by itself", "reconnects"),
    ("begun anew", "restarted"),
    ("started anew", "restarted"),
    ("made anew", "created again"),
    ("drawn anew", "drawn again"),
    ("dealt anew", "dealt again"),
    ("Unused luck", "a generator from which nothing has been drawn"),
];

#[test]
fn no_comment_only_asks_a_question() {
    let mut found = Vec::new();
    for path in files(&root().join("crates"), "rs") {
        for (number, line) in read(&path).lines().enumerate() {
            let comment = line.trim_start().strip_prefix("///").map(str::trim);
            let asked = comment.and_then(|comment| comment.strip_suffix('.'));
            if asked.is_some_and(|asked| QUESTIONS.contains(&asked)) {
                found.push(format!("{}:{}: {}", path.display(), number + 1, line.trim()));
            }
        }
    }
    assert!(found.is_empty(), "say what the field holds, or why it is there:\n{}", found.join("\n"));
}

#[test]
fn code_and_documents_use_the_words_that_a_stranger_would_search_for() {
    let sources = files(&root().join("crates"), "rs");
    let is_source = |path: &std::path::PathBuf| path.components().any(|part| part.as_os_str() == "src");
    let documents = files(&root().join("docs"), "md");
    // Rules of games are for players.
    let is_for_programmers =
        |path: &std::path::PathBuf| !path.components().any(|part| part.as_os_str() == "games");
    let mut found = Vec::new();
    for path in sources.into_iter().filter(is_source).chain(documents.into_iter().filter(is_for_programmers))
    {
        let text = read(&path);
        for (number, line) in text.lines().enumerate() {
            for (phrase, instead) in PHRASES {
                if line.contains(phrase) {
                    found.push(format!("{}:{}: {phrase} ({instead})", path.display(), number + 1));
                }
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
