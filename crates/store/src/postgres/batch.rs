//! Many writes as few statements.
//!
//! The hot path is one entry for each of many tables. They all go into one statement, together with those of other
//! calls, as long as that cannot be told from doing one after the other.

use std::collections::HashMap;

use crate::Write;

/// The writes of some calls, regrouped.
///
/// Journals and records know nothing of each other, so that their order among each other does not matter.
#[derive(Default, Debug)]
pub(super) struct Batch<'a> {
    pub(super) journal: Vec<StatementGroup<'a>>,
    pub(super) records: Vec<&'a Write>,
}

/// Tables to open, then entries to append, then tables to close.
#[derive(Default, Debug)]
pub(super) struct StatementGroup<'a> {
    pub(super) opens: Tables,
    pub(super) appends: Appends<'a>,
    pub(super) closes: Tables,
    /// How far each table has come in this phase.
    reached: HashMap<u64, WriteKind>,
}

/// A column each.
#[derive(Default, Debug)]
pub(super) struct Tables {
    pub(super) tables: Vec<i64>,
    pub(super) times: Vec<i64>,
}

/// A column each.
#[derive(Default, Debug)]
pub(super) struct Appends<'a> {
    pub(super) tables: Vec<i64>,
    pub(super) seqs: Vec<i64>,
    pub(super) times: Vec<i64>,
    pub(super) bodies: Vec<&'a str>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum WriteKind {
    Open,
    Append,
    Close,
}

impl<'a> Batch<'a> {
    pub(super) fn of(writes: impl IntoIterator<Item = &'a Write>) -> Self {
        let mut batch = Self::default();
        for write in writes {
            match write {
                Write::OpenTable { table, at } => {
                    batch.phase(*table, WriteKind::Open).opens.push(*table, *at);
                }
                Write::CloseTable { table, at } => {
                    batch.phase(*table, WriteKind::Close).closes.push(*table, *at);
                }
                Write::Append { table, seq, at, body } => {
                    let appends = &mut batch.phase(*table, WriteKind::Append).appends;
                    appends.tables.push(table.cast_signed());
                    appends.seqs.push(seq.cast_signed());
                    appends.times.push(*at);
                    appends.bodies.push(body);
                }
                _ => batch.records.push(write),
            }
        }
        batch
    }

    /// Whether it is one statement, which is a transaction by itself.
    pub(super) fn is_one_statement(&self) -> bool {
        match &self.journal[..] {
            [phase] if self.records.is_empty() && phase.closes.tables.is_empty() => {
                phase.opens.tables.is_empty() != phase.appends.tables.is_empty()
            }
            _ => false,
        }
    }

    /// The phase this step of this table belongs to: the last one, unless the table has gone past the step in it.
    fn phase(&mut self, table: u64, step: WriteKind) -> &mut StatementGroup<'a> {
        let reached = self.journal.last().and_then(|phase| phase.reached.get(&table)).copied();
        let fits = match reached {
            None => !self.journal.is_empty(),
            Some(WriteKind::Append) if step == WriteKind::Append => true,
            Some(reached) => step > reached,
        };
        if !fits {
            self.journal.push(StatementGroup::default());
        }
        let last = self.journal.len() - 1;
        let phase = &mut self.journal[last];
        phase.reached.insert(table, step);
        phase
    }
}

impl Tables {
    fn push(&mut self, table: u64, at: i64) {
        self.tables.push(table.cast_signed());
        self.times.push(at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn open(table: u64) -> Write {
        Write::OpenTable { table, at: 0 }
    }

    const fn append(table: u64, seq: u64) -> Write {
        Write::Append { table, seq, at: 0, body: String::new() }
    }

    const fn close(table: u64) -> Write {
        Write::CloseTable { table, at: 0 }
    }

    fn shape(writes: &[Write]) -> String {
        let batch = Batch::of(writes);
        let phase = |phase: &StatementGroup<'_>| {
            format!("{:?}{:?}{:?}", phase.opens.tables, phase.appends.tables, phase.closes.tables)
        };
        batch.journal.iter().map(phase).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn entries_of_many_tables_are_one_statement() {
        let writes = [append(1, 1), append(2, 1), append(1, 2)];
        assert_eq!(shape(&writes), "[][1, 2, 1][]");
        assert!(Batch::of(&writes).is_one_statement());
        assert!(!Batch::of(&[append(1, 1), close(2)]).is_one_statement());
        assert!(!Batch::of(&[open(1), append(1, 1)]).is_one_statement());
        assert!(!Batch::of(&[close(1)]).is_one_statement());
        assert!(!Batch::of(&[]).is_one_statement());
    }

    #[test]
    fn tables_that_do_not_know_each_other_share_a_phase() {
        assert_eq!(shape(&[close(1), append(2, 1), open(3)]), "[3][2][1]");
    }

    #[test]
    fn no_table_is_led_backwards() {
        assert_eq!(shape(&[open(1), append(1, 1), close(1)]), "[1][1][1]");
        assert_eq!(shape(&[close(1), append(1, 1)]), "[][][1] [][1][]");
        assert_eq!(shape(&[append(1, 1), open(1)]), "[][1][] [1][][]");
        assert_eq!(shape(&[open(1), open(1)]), "[1][][] [1][][]");
        assert_eq!(shape(&[close(1), close(1)]), "[][][1] [][][1]");
    }
}
