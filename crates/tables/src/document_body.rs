//! The body of a stored document.

use protocol::{Refusal, RefusalCode};
use serde::Serialize;

/// Writes a body as JSON. A document without its content is never stored.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn document_body(body: &impl Serialize) -> Result<String, Refusal> {
    serde_json::to_string(body).map_err(|error| {
        tracing::error!(%error, "a document cannot be written as JSON");
        Refusal::new(RefusalCode::NotSaved, "The house could not store that.")
    })
}
