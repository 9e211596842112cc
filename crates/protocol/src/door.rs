//! Who may become a person here.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Who may become a person here. People who are known come in through any door.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Door {
    /// Everybody.
    #[default]
    Open,
    /// Who has an invitation of a person or of the operator.
    Invited,
    /// Who has an invitation of the operator.
    Closed,
}

impl Door {
    /// Whether everybody may come in.
    #[must_use]
    pub fn is_open(&self) -> bool {
        *self == Self::Open
    }
}
