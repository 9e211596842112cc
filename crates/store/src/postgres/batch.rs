//! Many writes as few statements.
//!
//! The hot path is one fact for each of many tables. They all go into one statement, together with those of other
//! calls, as long as the result is the same as executing them one after the other.

use std::collections::HashMap;

use crate::{TableInfo, Write, digest};

/// The writes of some calls, regrouped.
///
/// Tables and records know nothing of each other, so that their order among each other does not matter.
#[derive(Default, Debug)]
pub(super) struct Batch<'a> {
    pub(super) tables: Vec<StatementGroup<'a>>,
    pub(super) records: Vec<&'a Write>,
    /// Whether something is written that does not mean a single table alone.
    has_shared_calls: bool,
}

/// One step of each kind for each table, in this order. Columns, as the statements take them.
#[derive(Default, Debug)]
pub(super) struct StatementGroup<'a> {
    pub(super) opens: Opens,
    pub(super) takes: Fences,
    pub(super) appends: Appends<'a>,
    pub(super) infos: Vec<Info<'a>>,
    pub(super) sleeps: Sleeps,
    pub(super) closes: Closes,
    /// How far each table has come in this phase.
    reached: HashMap<u64, WriteKind>,
}

#[derive(Default, Debug)]
pub(super) struct Opens {
    pub(super) tables: Vec<i64>,
    pub(super) first_seqs: Vec<i64>,
    pub(super) times: Vec<i64>,
}

/// A table, and the epoch that it must have.
#[derive(Default, Debug)]
pub(super) struct Fences {
    pub(super) tables: Vec<i64>,
    pub(super) epochs: Vec<i64>,
}

#[derive(Default, Debug)]
pub(super) struct Sleeps {
    pub(super) fences: Fences,
    pub(super) wake_ats: Vec<Option<i64>>,
}

#[derive(Default, Debug)]
pub(super) struct Closes {
    pub(super) fences: Fences,
    pub(super) times: Vec<i64>,
}

#[derive(Debug)]
pub(super) struct Info<'a> {
    pub(super) table: i64,
    pub(super) epoch: i64,
    pub(super) info: &'a TableInfo,
}

/// Facts, and for each table the fence they must pass.
#[derive(Default, Debug)]
pub(super) struct Appends<'a> {
    pub(super) fences: Fences,
    /// The number that must be the table's next one.
    pub(super) first_seqs: Vec<i64>,
    /// The number that is the next one afterwards.
    pub(super) next_seqs: Vec<i64>,
    /// The number of the journal's first fact afterwards, if the journal is restarted.
    pub(super) begin_seqs: Vec<Option<i64>>,
    pub(super) facts: Facts<'a>,
    /// Where the fence of a table stands.
    places: HashMap<u64, usize>,
}

#[derive(Default, Debug)]
pub(super) struct Facts<'a> {
    pub(super) tables: Vec<i64>,
    pub(super) seqs: Vec<i64>,
    pub(super) times: Vec<i64>,
    pub(super) bodies: Vec<&'a str>,
    pub(super) digests: Vec<i64>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum WriteKind {
    Open,
    Take,
    Append,
    Info,
    Sleep,
    Close,
}

/// One fact, as it comes.
#[derive(Clone, Copy)]
struct Fact<'a> {
    table: u64,
    epoch: u64,
    seq: u64,
    at: i64,
    body: &'a str,
    begins: bool,
}

impl<'a> Batch<'a> {
    pub(super) fn of(calls: impl IntoIterator<Item = &'a [Write]>) -> Self {
        let mut batch = Self::default();
        for writes in calls {
            batch.has_shared_calls |= !is_about_one_table(writes);
            for write in writes {
                batch.add(write);
            }
        }
        batch
    }

    fn add(&mut self, write: &'a Write) {
        match write {
            Write::OpenTable { table, first_seq, at } => {
                let opens = &mut self.phase(*table, WriteKind::Open).opens;
                opens.tables.push(table.cast_signed());
                opens.first_seqs.push(first_seq.cast_signed());
                opens.times.push(*at);
            }
            Write::TakeTable { table, epoch } => {
                // The fence is the epoch before.
                self.phase(*table, WriteKind::Take).takes.push(*table, epoch.wrapping_sub(1));
            }
            Write::Append { table, epoch, seq, at, body } => {
                let fact = Fact { table: *table, epoch: *epoch, seq: *seq, at: *at, body, begins: false };
                self.append(fact);
            }
            Write::BeginJournal { table, epoch, seq, at, body } => {
                let fact = Fact { table: *table, epoch: *epoch, seq: *seq, at: *at, body, begins: true };
                self.append(fact);
            }
            Write::PutTableInfo { table, epoch, info } => {
                let infos = &mut self.phase(*table, WriteKind::Info).infos;
                infos.push(Info { table: table.cast_signed(), epoch: epoch.cast_signed(), info });
            }
            Write::SleepTable { table, epoch, wake_at } => {
                let sleeps = &mut self.phase(*table, WriteKind::Sleep).sleeps;
                sleeps.fences.push(*table, *epoch);
                sleeps.wake_ats.push(*wake_at);
            }
            Write::CloseTable { table, epoch, at } => {
                let closes = &mut self.phase(*table, WriteKind::Close).closes;
                closes.fences.push(*table, *epoch);
                closes.times.push(*at);
            }
            Write::PutPerson(_)
            | Write::SeenPerson { .. }
            | Write::RenamePerson { .. }
            | Write::RemovePerson { .. }
            | Write::PutReplay(_)
            | Write::AskReview { .. }
            | Write::PutReview { .. }
            | Write::PutRatings { .. }
            | Write::CountFigures { .. }
            | Write::SumReplays { .. }
            | Write::NoteAppearances { .. }
            | Write::ForgetSeat { .. }
            | Write::RemoveDocumentsAbout { .. }
            | Write::PutDocument(_)
            | Write::AddDocument(_)
            | Write::ChangeDocument { .. }
            | Write::ReplaceDocument { .. }
            | Write::TakeDocument { .. }
            | Write::RequireDocument { .. }
            | Write::RemoveDocument { .. }
            | Write::RemoveDocumentsOf { .. }
            | Write::PruneDocuments { .. }
            | Write::SetMeta { .. }
            | Write::PruneTables { .. }
            | Write::PrunePeople { .. }
            | Write::PruneReplays { .. } => self.records.push(write),
        }
    }

    /// Whether it is one statement that can drop what a fence stops, and keep all other calls whole.
    pub(super) fn is_one_statement(&self) -> bool {
        match &self.tables[..] {
            [phase] => self.records.is_empty() && !self.has_shared_calls && phase.has_facts_only(),
            _ => false,
        }
    }

    /// Whether it changes sums of people, which other servers may be changing too.
    pub(super) fn changes_sums(&self) -> bool {
        let changes = |write: &&Write| {
            matches!(
                write,
                Write::PutReplay(_)
                    | Write::PruneReplays { .. }
                    | Write::ForgetSeat { .. }
                    | Write::RemovePerson { .. }
                    | Write::CountFigures { .. }
                    | Write::SumReplays { .. }
            )
        };
        self.records.iter().any(changes)
    }

    fn append(&mut self, fact: Fact<'a>) {
        let fits = self.phase(fact.table, WriteKind::Append).appends.push(fact);
        if !fits {
            // It does not follow from the facts before it: the next fence finds out.
            self.tables.push(StatementGroup::default());
            self.phase(fact.table, WriteKind::Append).appends.push(fact);
        }
    }

    /// The phase this step of this table belongs to: the last one, unless the table has gone past the step in it.
    fn phase(&mut self, table: u64, step: WriteKind) -> &mut StatementGroup<'a> {
        let reached = self.tables.last().and_then(|phase| phase.reached.get(&table)).copied();
        let fits = match reached {
            None => !self.tables.is_empty(),
            Some(WriteKind::Append) if step == WriteKind::Append => true,
            Some(reached) => step > reached,
        };
        if !fits {
            self.tables.push(StatementGroup::default());
        }
        let last = self.tables.len() - 1;
        let phase = &mut self.tables[last];
        phase.reached.insert(table, step);
        phase
    }
}

/// Whether a call holds nothing but facts of one table.
fn is_about_one_table(writes: &[Write]) -> bool {
    let mut tables = writes.iter().map(|write| match write {
        Write::Append { table, .. } | Write::BeginJournal { table, .. } => Some(*table),
        _ => None,
    });
    match tables.next() {
        Some(Some(first)) => tables.all(|table| table == Some(first)),
        _ => false,
    }
}

impl StatementGroup<'_> {
    fn has_facts_only(&self) -> bool {
        self.opens.tables.is_empty()
            && self.takes.tables.is_empty()
            && self.infos.is_empty()
            && self.sleeps.wake_ats.is_empty()
            && self.closes.times.is_empty()
    }
}

impl Fences {
    fn push(&mut self, table: u64, epoch: u64) {
        self.tables.push(table.cast_signed());
        self.epochs.push(epoch.cast_signed());
    }
}

impl<'a> Appends<'a> {
    /// Adds a fact; false if it cannot follow those of its table that are here.
    fn push(&mut self, fact: Fact<'a>) -> bool {
        let Fact { table, epoch, seq, at, body, begins } = fact;
        let digest = digest::of_fact(table, seq, at, body);
        let (seq, next) = (seq.cast_signed(), seq.cast_signed() + 1);
        match self.places.get(&table) {
            Some(&place) => {
                if (self.fences.epochs[place], self.next_seqs[place]) != (epoch.cast_signed(), seq) {
                    return false;
                }
                self.next_seqs[place] = next;
                if begins {
                    self.begin_seqs[place] = Some(seq);
                }
            }
            None => {
                self.places.insert(table, self.first_seqs.len());
                self.fences.push(table, epoch);
                self.first_seqs.push(seq);
                self.next_seqs.push(next);
                self.begin_seqs.push(begins.then_some(seq));
            }
        }
        if begins {
            self.facts.remove(table.cast_signed());
        }
        self.facts.tables.push(table.cast_signed());
        self.facts.seqs.push(seq);
        self.facts.times.push(at);
        self.facts.bodies.push(body);
        self.facts.digests.push(digest);
        true
    }

    /// Whether some journal is restarted.
    pub(super) fn begin(&self) -> bool {
        self.begin_seqs.iter().any(Option::is_some)
    }
}

impl Facts<'_> {
    /// Drops the facts of a table, for one that comes says all they say.
    fn remove(&mut self, table: i64) {
        if self.tables.contains(&table) {
            let mut keep = self.tables.iter().map(|other| *other != table).collect::<Vec<_>>().into_iter();
            let mut keeps = || keep.next().unwrap_or(true);
            self.bodies.retain(|_| keeps());
            let kept = |column: &mut Vec<i64>, tables: &[i64]| {
                let mut tables = tables.iter();
                column.retain(|_| tables.next() != Some(&table));
            };
            kept(&mut self.seqs, &self.tables);
            kept(&mut self.times, &self.tables);
            kept(&mut self.digests, &self.tables);
            self.tables.retain(|other| *other != table);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn open(table: u64) -> Write {
        Write::OpenTable { table, first_seq: 1, at: 0 }
    }

    const fn append(table: u64, seq: u64) -> Write {
        Write::Append { table, epoch: 1, seq, at: 0, body: String::new() }
    }

    const fn begin(table: u64, seq: u64) -> Write {
        Write::BeginJournal { table, epoch: 1, seq, at: 0, body: String::new() }
    }

    const fn close(table: u64) -> Write {
        Write::CloseTable { table, epoch: 1, at: 0 }
    }

    fn shape(writes: &[Write]) -> String {
        let batch = Batch::of([writes]);
        let phase = |phase: &StatementGroup<'_>| {
            format!(
                "{:?}{:?}{:?}",
                phase.opens.tables, phase.appends.facts.tables, phase.closes.fences.tables
            )
        };
        batch.tables.iter().map(phase).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn facts_of_many_tables_are_one_statement() {
        let calls = [vec![append(1, 1)], vec![append(2, 1)], vec![append(1, 2), append(1, 3)]];
        let batch = Batch::of(calls.iter().map(Vec::as_slice));
        assert!(batch.is_one_statement());
        let appends = &batch.tables[0].appends;
        assert_eq!(appends.facts.tables, [1, 2, 1, 1]);
        assert_eq!((&appends.first_seqs, &appends.next_seqs), (&vec![1, 1], &vec![4, 2]));
        for shared in [vec![append(1, 1), append(2, 1)], vec![append(1, 1), close(1)], vec![open(1)], vec![]]
        {
            assert!(!Batch::of([shared.as_slice()]).is_one_statement(), "{shared:?}");
        }
    }

    #[test]
    fn a_fact_that_does_not_follow_meets_a_fence_of_its_own() {
        let calls = [vec![append(1, 1)], vec![append(1, 1)], vec![append(2, 7)]];
        let batch = Batch::of(calls.iter().map(Vec::as_slice));
        assert!(!batch.is_one_statement());
        assert_eq!(batch.tables.len(), 2);
        assert_eq!(batch.tables[1].appends.first_seqs, [1, 7]);
    }

    #[test]
    fn what_a_new_beginning_deletes_is_not_stored_first() {
        let calls = [vec![append(1, 1), append(2, 5), begin(1, 2), append(1, 3)]];
        let batch = Batch::of(calls.iter().map(Vec::as_slice));
        let appends = &batch.tables[0].appends;
        assert_eq!((&appends.facts.tables, &appends.facts.seqs), (&vec![2, 1, 1], &vec![5, 2, 3]));
        assert_eq!(appends.facts.bodies.len(), 3);
        assert_eq!((&appends.first_seqs, &appends.next_seqs), (&vec![1, 5], &vec![4, 6]));
        assert_eq!(appends.begin_seqs, [Some(2), None]);
        assert!(appends.begin());
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
