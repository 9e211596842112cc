//! Screens and lines, without a server: real positions of real games, drawn into a buffer and read as text.
//!
//! `UPDATE_GOLDEN=1 cargo nextest run -p terminal screens` writes the expected screens again; read them as a diff.

mod drawn;
mod filtered;
mod focused;
mod formed;
mod handed;
mod hinted;
mod linked;
mod marked;
mod pressed;
mod replayed;
mod reviewed;
mod sent;
mod table_fixture;
mod typed;
