//! Small texts about people and the server, found by kind and id.

/// A text that is stored under a kind and an id. The store knows no kinds, and does not look inside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Document {
    /// What it is.
    pub kind: String,
    /// Which one of its kind.
    pub id: String,
    /// Whose it is: it is removed with the person.
    pub person: Option<u64>,
    /// The time that documents of a kind are ordered by.
    pub at: i64,
    /// It counts until then, and may be deleted afterwards.
    pub expires: Option<i64>,
    /// What it says.
    pub body: String,
}

/// Which documents of a kind are asked for, the latest first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DocumentsQuery {
    /// The kind.
    pub kind: String,
    /// Only those of this person.
    pub person: Option<u64>,
    /// Only those whose time is before this.
    pub before: Option<i64>,
    /// At most this many.
    pub limit: u32,
}
