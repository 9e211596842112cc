//! The rules, each held by a test that is named after it.

mod calls;
mod duplicate;
mod endings;
mod example;
mod exchanges;
mod forms;
mod golden;
mod hands;
mod house_rules;
mod laws;
mod packs;
mod reference;
mod table;
mod totals;
mod tricks;
