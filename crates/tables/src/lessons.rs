//! Which lessons a person has solved: a document each, so that two devices that store at once lose nothing.

use games::Kind;
use games::lessons::lessons;
use protocol::{Refusal, RefusalCode};
use store::{Document, DocumentsQuery, ReadError, Write};

use crate::people::PersonId;
use crate::server::Server;

/// The kind of their documents.
const SOLVED: &str = "lesson_solved";

/// How many documents of a person are read: more than there are lessons, because old ones may have been removed.
const MAX_READ: u32 = 1_000;

/// A lesson that was solved, found to exist.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolvedLesson {
    game: Kind,
    lesson: &'static str,
}

impl SolvedLesson {
    /// Parses `game/lesson`. `None` if there is no such lesson.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (game, id) = text.split_once('/')?;
        let game: Kind = game.parse().ok()?;
        let known = lessons(game).ok()?.iter().find(|lesson| lesson.id() == id)?;
        Some(Self { game, lesson: known.id() })
    }
}

impl std::fmt::Display for SolvedLesson {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.game, self.lesson)
    }
}

impl Server {
    /// The lessons that a person has solved, the latest first. Lessons that no longer exist are left out.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn solved_lessons(&self, person: PersonId) -> Result<Vec<SolvedLesson>, ReadError> {
        let query =
            DocumentsQuery { kind: SOLVED.to_owned(), person: Some(person.0), before: None, limit: MAX_READ };
        let found = self.store().documents(query).await?;
        Ok(found.iter().filter_map(|document| SolvedLesson::parse(&document.body)).collect())
    }

    /// A person has solved these lessons. Those that were solved before stay as they are.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub async fn add_solved_lessons(&self, person: PersonId, solved: &[SolvedLesson]) -> Result<(), Refusal> {
        let now = self.time().now();
        let known =
            self.solved_lessons(person).await.map_err(|error| crate::people::cannot_read(&error, now))?;
        let mut fresh: Vec<&SolvedLesson> = solved.iter().filter(|lesson| !known.contains(lesson)).collect();
        fresh.sort_by_key(|lesson| (lesson.game, lesson.lesson));
        fresh.dedup();
        if fresh.is_empty() {
            return Ok(());
        }
        let writes = fresh.iter().map(|lesson| {
            Write::PutDocument(Document {
                kind: SOLVED.to_owned(),
                id: format!("{:x}-{lesson}", person.0),
                person: Some(person.0),
                at: now,
                expires: None,
                body: lesson.to_string(),
            })
        });
        self.store().commit(writes.collect()).await.map_err(|error| {
            tracing::warn!(%error, "storing solved lessons failed");
            Refusal::new(RefusalCode::NotSaved, "Your progress could not be stored. Try again in a moment.")
        })
    }
}
