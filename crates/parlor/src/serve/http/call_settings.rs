//! What the settings of calls have in common, wherever one is called: quiet hours, and how what is wrong is answered.

use axum::http::StatusCode;
use protocol::RefusalCode;
use serde::{Deserialize, Serialize};
use tables::QuietHours;
use utoipa::ToSchema;

use super::ApiError;

/// The time of the day at which you are not called.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Quiet {
    /// Its first minute of the day, 0 to 1439.
    #[schema(minimum = 0, maximum = 1439)]
    #[serde(deserialize_with = "super::invitations::whole_number")]
    from: u16,
    /// The minute of the day at which it is over, 0 to 1439; it may be before `from`, on the next day.
    #[schema(minimum = 0, maximum = 1439)]
    #[serde(deserialize_with = "super::invitations::whole_number")]
    to: u16,
    /// Minutes by which your clock is ahead of UTC, -840 to 840.
    #[schema(minimum = -840, maximum = 840)]
    utc_offset: i16,
}

impl From<QuietHours> for Quiet {
    fn from(QuietHours { from, to, utc_offset }: QuietHours) -> Self {
        Self { from, to, utc_offset }
    }
}

impl Quiet {
    pub(super) fn checked(self) -> Result<QuietHours, ApiError> {
        let Self { from, to, utc_offset } = self;
        if from < 1_440 && to < 1_440 && utc_offset.abs() <= 840 {
            return Ok(QuietHours { from, to, utc_offset });
        }
        Err(bad("Quiet hours are minutes of the day, from 0 to 1439."))
    }
}

/// What somebody wants cannot be.
pub(super) fn bad(sentence: &str) -> ApiError {
    ApiError::new(StatusCode::BAD_REQUEST, RefusalCode::BadOptions.name(), sentence)
}

/// A call that was tried has arrived nowhere.
pub(super) fn not_delivered(sentence: impl Into<String>) -> ApiError {
    ApiError::new(StatusCode::BAD_GATEWAY, "not_delivered", sentence)
}
