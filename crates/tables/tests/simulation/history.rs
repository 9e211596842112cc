//! What players saw and what was acknowledged to them, held against all that was ever stored.

use std::collections::BTreeMap;

use protocol::TableId;
use serde_json::Value;
use store::StoredFact;

/// What all players of one table know of it.
#[derive(Default, Debug)]
pub(crate) struct Ledger {
    pub(crate) table: Option<String>,
    pub(crate) is_over: bool,
    /// What each seat was shown, in the order in which it was.
    pub(crate) looks: [Vec<Look>; 2],
    /// What each seat asked for as its decision of a number, each time it did.
    pub(crate) asked: [BTreeMap<u64, Vec<Value>>; 2],
}

/// A seat was shown the table: how far it was, and how many decisions of that seat were made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Look {
    pub(crate) seq: u64,
    pub(crate) nth: u64,
}

/// A decision in the journal.
struct Decision {
    seq: u64,
    action: Value,
}

impl Ledger {
    /// Every decision that was shown is in the journal exactly once, at the place at which it was shown, and is what that
    /// seat asked for. Nothing was shown that was not stored.
    pub(crate) fn check(&self, history: &[StoredFact]) {
        assert!(self.is_over, "a game did not end: {:?}", self.table);
        let table: TableId = self.table.as_ref().unwrap().parse().unwrap();
        let facts: Vec<&StoredFact> = history.iter().filter(|fact| fact.table == table.number()).collect();
        let stored_until = facts.iter().map(|fact| fact.seq).max().unwrap_or_default();
        for seat in 0..2 {
            let decisions = decisions_of(&facts, seat);
            for Look { seq, nth } in &self.looks[seat] {
                assert!(*seq <= stored_until, "fact {seq} was shown, and {stored_until} is the last one");
                let made = decisions.iter().filter(|decision| decision.seq <= *seq).count() as u64;
                assert_eq!(made, *nth, "seat {seat} of {table} was shown {nth} decisions at fact {seq}");
            }
            for (nth, decision) in decisions.iter().enumerate() {
                let asked = self.asked[seat].get(&(nth as u64));
                assert!(
                    asked.is_some_and(|asked| asked.contains(&decision.action)),
                    "decision {nth} of seat {seat} of {table} is {}, and it asked for {asked:?}",
                    decision.action
                );
            }
        }
    }
}

fn decisions_of(facts: &[&StoredFact], seat: usize) -> Vec<Decision> {
    let decisions = facts.iter().filter_map(|fact| {
        let body: Value = serde_json::from_str(&fact.body).unwrap();
        let acted = body.get("acted").filter(|acted| acted["seat"] == seat)?;
        Some(Decision { seq: fact.seq, action: acted["action"].clone() })
    });
    decisions.collect()
}

/// No fact has the number of another, and each epoch of a table had one owner.
pub(crate) fn check_owners<'a>(history: impl Iterator<Item = &'a StoredFact>) {
    let (mut owners, mut last) = (BTreeMap::new(), BTreeMap::new());
    for fact in history {
        let StoredFact { table, epoch, seq, node, .. } = fact;
        let owner = *owners.entry((*table, *epoch)).or_insert(*node);
        assert_eq!(owner, *node, "two nodes wrote in one epoch: {fact:?}");
        let before = last.insert(*table, (*seq, *epoch));
        if let Some((last_seq, last_epoch)) = before {
            assert_eq!(*seq, last_seq + 1, "a journal has a gap or a number twice: {fact:?}");
            assert!(*epoch >= last_epoch, "a former owner wrote after its successor: {fact:?}");
        }
    }
}
