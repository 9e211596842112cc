//! Tables that are opened at a time in the future.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The seats of a scheduled table are kept for those who said yes, for some minutes after it was opened.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct KeptSeats {
    /// Until when, in milliseconds since 1970.
    pub until: i64,
    /// Names of those who said yes.
    pub people: Vec<String>,
}
