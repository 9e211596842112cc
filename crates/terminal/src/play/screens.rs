//! The pages of the full screen.

pub(crate) mod form;
pub(crate) mod lobby;
pub(crate) mod overlay;
pub(crate) mod table;
