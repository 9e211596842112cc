//! The pages of the full screen.

pub(crate) mod form;
pub(crate) mod games;
pub(crate) mod hand_over;
pub(crate) mod lobby;
pub(crate) mod overlay;
pub(crate) mod replay;
mod review;
pub(crate) mod settings;
pub(crate) mod table;
