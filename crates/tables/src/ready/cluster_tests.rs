//! Several nodes: one list, whatever is lost on the way and whichever node dies.

use std::collections::{BTreeMap, BTreeSet};

use protocol::{BoundSecret, Secret, ServerMsg, TableId};

use super::tests::{entry, on_call, wish};
use super::*;

const TERM: i64 = 2_500;

/// Nodes, who is connected to which, and the messages that people received.
struct Nodes {
    nodes: BTreeMap<u64, ReadyNode>,
    connected: BTreeMap<u64, BTreeSet<PersonId>>,
    told: Vec<(u64, PersonId, ServerMsg)>,
    complete: Vec<OpenProposal>,
    now: i64,
}

impl Nodes {
    fn new(numbers: &[u64]) -> Self {
        Self {
            nodes: numbers.iter().map(|node| (*node, ReadyNode::new(false))).collect(),
            connected: numbers.iter().map(|node| (*node, BTreeSet::new())).collect(),
            told: Vec::new(),
            complete: Vec::new(),
            now: 1_000_000,
        }
    }

    fn node(&mut self, node: u64) -> &mut ReadyNode {
        self.nodes.get_mut(&node).unwrap()
    }

    fn keep(&mut self, node: u64, stored: Vec<Entry>) {
        let now = self.now;
        self.node(node).become_keeper(stored, now, now + 100 * TERM);
    }

    fn says(&mut self, node: u64, person: u64, what: &ReadyWish) {
        let said = entry(person, what, self.now);
        self.node(node).own.put(said);
        self.connects(node, person);
    }

    fn connects(&mut self, node: u64, person: u64) {
        self.connected.get_mut(&node).unwrap().insert(PersonId(person));
        let now = self.now;
        for (proposal, _) in self.node(node).returned(PersonId(person), now) {
            self.told.push((node, PersonId(person), ServerMsg::Proposal(proposal)));
        }
    }

    fn loses(&mut self, node: u64, person: u64) {
        self.connected.get_mut(&node).unwrap().remove(&PersonId(person));
        let now = self.now;
        self.node(node).own.lost(PersonId(person), now);
    }

    fn dies(&mut self, node: u64) {
        self.nodes.remove(&node);
        self.connected.remove(&node);
    }

    /// A second passes, and everybody tells what they have to say. `is_lost` says which ways lose it.
    fn second(&mut self, is_lost: impl Fn(u64, u64) -> bool) {
        self.now += 1_000;
        let now = self.now;
        let keeper = self.nodes.iter().find(|(_, node)| node.is_keeper(now)).map(|(number, _)| *number);
        let Some(keeper) = keeper else { return };
        let followers: Vec<u64> = self.nodes.keys().copied().filter(|node| *node != keeper).collect();
        for from in &followers {
            if let Some(wishes) = self.node(*from).own_wishes().filter(|_| !is_lost(*from, keeper)) {
                let (_, complete) = self.node(keeper).take(*from, wishes, now);
                self.complete.extend(complete);
            }
        }
        let connected = self.connected.clone();
        let kept = self.node(keeper);
        kept.reconcile(now);
        while kept.is_settled(now)
            && let Some(found) = kept.list.find(now)
        {
            kept.list.propose(found, BoundSecret::new(Secret::from_random([7; 32])), now);
        }
        kept.list.begin_calls(now);
        let messages = kept.publish(now, |person| connected[&keeper].contains(&person));
        let state = kept.heard().clone();
        self.told.extend(messages.into_iter().map(|(person, message)| (keeper, person, message)));
        for to in followers.into_iter().filter(|to| !is_lost(keeper, *to)) {
            let is_connected = |person: PersonId| connected[&to].contains(&person);
            let messages = self.node(to).hear(keeper, state.clone(), now, is_connected).unwrap_or_default();
            self.told.extend(messages.into_iter().map(|(person, message)| (to, person, message)));
        }
    }

    /// What a person was asked last, over which node.
    fn asked(&self, person: u64) -> Option<(u64, u32)> {
        self.told.iter().rev().find_map(|(node, to, message)| match message {
            ServerMsg::Proposal(it) if *to == PersonId(person) => Some((*node, it.proposal)),
            _ => None,
        })
    }

    /// The ends of proposals that a person received: the table, and whether they still wait.
    fn ended(&self, person: u64) -> Vec<(Option<TableId>, bool)> {
        let ended = self.told.iter().filter_map(|(_, to, message)| match message {
            ServerMsg::ProposalEnded(it) if *to == PersonId(person) => Some((it.table, it.waiting)),
            _ => None,
        });
        ended.collect()
    }

    fn accepts(&mut self, node: u64, person: u64) {
        let (_, proposal) = self.asked(person).unwrap();
        let now = self.now;
        if self.node(node).is_keeper(now) {
            let complete = self.node(node).list.accept(proposal, PersonId(person), None).unwrap();
            self.complete.extend(complete);
        } else {
            self.node(node).own.accept(Answer { person: PersonId(person), proposal, nonce: None });
        }
    }
}

fn gomoku() -> ReadyWish {
    wish(&["gomoku"], 2..=2, None)
}

const ALL_ARRIVE: fn(u64, u64) -> bool = |_, _| false;

#[test]
fn people_on_different_nodes_are_asked_and_seated_together() {
    let mut nodes = Nodes::new(&[1, 2, 3]);
    nodes.keep(3, Vec::new());
    nodes.second(ALL_ARRIVE);
    nodes.second(ALL_ARRIVE);
    nodes.says(1, 10, &gomoku());
    nodes.says(2, 20, &gomoku());
    nodes.second(ALL_ARRIVE);
    let (node, number) = nodes.asked(10).unwrap();
    assert_eq!((node, nodes.asked(20)), (1, Some((2, number))), "each over their own node, once");
    assert_eq!(nodes.node(1).heard().groups, [], "nobody is left in the lobby");
    nodes.accepts(1, 10);
    nodes.accepts(2, 20);
    nodes.second(ALL_ARRIVE);
    assert_eq!(nodes.complete.len(), 1);
    assert!(nodes.ended(10).is_empty(), "the table is being opened");
    let (now, table) = (nodes.now, TableId::new(7));
    nodes.node(3).list.seated(number, Some(table), now);
    nodes.second(ALL_ARRIVE);
    assert_eq!((nodes.ended(10), nodes.ended(20)), (vec![(Some(table), false)], vec![(Some(table), false)]));
    for _ in 0..30 {
        nodes.second(ALL_ARRIVE);
    }
    assert_eq!(nodes.told.len(), 4, "nothing is said twice: {:?}", nodes.told);
    assert!(nodes.nodes.values().all(|node| node.heard().is_empty()), "nothing is left to repeat");
    assert!(nodes.node(1).own_wishes().is_none());
}

#[test]
fn what_is_lost_on_the_way_costs_time_alone() {
    let mut nodes = Nodes::new(&[1, 2, 3]);
    nodes.keep(3, Vec::new());
    nodes.second(ALL_ARRIVE);
    nodes.second(ALL_ARRIVE);
    nodes.says(1, 10, &gomoku());
    nodes.says(2, 20, &gomoku());
    nodes.second(|from, _| from == 1);
    assert_eq!(nodes.asked(10), None);
    // They are asked, and the message to one node is lost at first.
    nodes.second(|_, to| to == 2);
    assert!(nodes.asked(10).is_some() && nodes.asked(20).is_none());
    nodes.second(ALL_ARRIVE);
    let (_, number) = nodes.asked(20).unwrap();
    // An answer is lost, and is said again.
    nodes.accepts(1, 10);
    nodes.accepts(2, 20);
    nodes.second(|from, _| from == 2);
    assert!(nodes.complete.is_empty());
    nodes.second(ALL_ARRIVE);
    nodes.second(ALL_ARRIVE);
    assert_eq!(nodes.complete.len(), 1, "and counts once");
    // Which table it is as well.
    let (now, table) = (nodes.now, TableId::new(7));
    nodes.node(3).list.seated(number, Some(table), now);
    nodes.second(|_, to| to == 1);
    assert!(nodes.ended(10).is_empty());
    nodes.second(ALL_ARRIVE);
    assert_eq!(nodes.ended(10), [(Some(table), false)]);
    // Somebody takes their wish back, and the messages about it are lost at first.
    nodes.says(1, 30, &gomoku());
    nodes.second(ALL_ARRIVE);
    let now = nodes.now;
    nodes.node(1).withdraw(PersonId(30), now);
    nodes.second(|_, _| true);
    assert!(nodes.node(3).heard().waiting(PersonId(30)).is_some());
    nodes.second(ALL_ARRIVE);
    assert!(nodes.node(3).heard().waiting(PersonId(30)).is_none());
}

#[test]
fn who_takes_a_wish_back_and_says_it_again_in_the_same_moment_is_on_the_list() {
    let mut nodes = Nodes::new(&[1, 2]);
    nodes.keep(2, Vec::new());
    nodes.second(ALL_ARRIVE);
    for node in [1, 2] {
        nodes.says(node, 10, &gomoku());
        nodes.second(ALL_ARRIVE);
        for _ in 0..2 {
            let now = nodes.now;
            let Entry { caller, wish, .. } = nodes.node(node).entry(PersonId(10)).unwrap().clone();
            nodes.node(node).withdraw(PersonId(10), now);
            let again = nodes.node(node).new_entry(caller, wish, now);
            nodes.node(node).own.put(again);
        }
        nodes.second(ALL_ARRIVE);
        nodes.second(ALL_ARRIVE);
        assert!(nodes.node(2).heard().waiting(PersonId(10)).is_some(), "said to node {node}");
    }
}

#[test]
fn a_new_keeper_ends_what_the_last_one_asked_and_asks_again() {
    let mut nodes = Nodes::new(&[1, 2, 3]);
    nodes.keep(3, Vec::new());
    nodes.second(ALL_ARRIVE);
    nodes.second(ALL_ARRIVE);
    nodes.says(1, 10, &gomoku());
    nodes.says(2, 20, &gomoku());
    nodes.second(ALL_ARRIVE);
    let (_, first) = nodes.asked(10).unwrap();
    nodes.accepts(1, 10);
    nodes.dies(3);
    nodes.keep(2, Vec::new());
    nodes.second(ALL_ARRIVE);
    assert_eq!((nodes.ended(10), nodes.ended(20)), (vec![(None, true)], vec![(None, true)]));
    nodes.second(ALL_ARRIVE);
    let (_, second) = nodes.asked(10).unwrap();
    assert_ne!(first, second, "no number is used twice");
    nodes.accepts(1, 10);
    nodes.accepts(2, 20);
    nodes.second(ALL_ARRIVE);
    assert_eq!(nodes.complete.len(), 1);
}

#[test]
fn who_was_connected_to_the_keeper_that_died_keeps_their_place_elsewhere() {
    let mut nodes = Nodes::new(&[1, 2, 3]);
    nodes.keep(3, Vec::new());
    nodes.second(ALL_ARRIVE);
    nodes.says(3, 10, &wish(&["chicago"], 3..=3, None));
    let since = nodes.now;
    nodes.second(ALL_ARRIVE);
    nodes.dies(3);
    nodes.keep(2, Vec::new());
    nodes.second(ALL_ARRIVE);
    nodes.connects(1, 10);
    for _ in 0..40 {
        nodes.second(ALL_ARRIVE);
    }
    let waits = nodes.node(2).heard().waiting(PersonId(10)).unwrap();
    assert_eq!((waits.since, waits.lost_at), (since, None));
    // They go to another node once more, and the last thing that they say counts.
    nodes.loses(1, 10);
    nodes.second(ALL_ARRIVE);
    nodes.connects(2, 10);
    let now = nodes.now;
    assert!(nodes.node(2).withdraw(PersonId(10), now).is_none());
    for _ in 0..3 {
        nodes.second(ALL_ARRIVE);
    }
    assert!(nodes.nodes.values().all(|node| node.entry(PersonId(10)).is_none()));
}

#[test]
fn a_node_that_says_nothing_any_more_holds_nobody_up() {
    let mut nodes = Nodes::new(&[1, 2]);
    nodes.keep(2, Vec::new());
    nodes.second(ALL_ARRIVE);
    nodes.says(1, 10, &wish(&["chicago"], 3..=3, None));
    nodes.second(ALL_ARRIVE);
    for _ in 0..10 {
        nodes.second(|_, _| true);
    }
    assert!(nodes.node(2).heard().waiting(PersonId(10)).unwrap().lost_at.is_some());
    assert_eq!(nodes.node(2).heard().groups, []);
    for _ in 0..30 {
        nodes.second(|_, _| true);
    }
    assert!(nodes.node(2).heard().waiting(PersonId(10)).is_none());
    nodes.second(ALL_ARRIVE);
    assert_eq!(nodes.node(2).heard().groups.len(), 1, "they are on the list again when the way is open");
}

#[test]
fn a_stored_wish_is_kept_by_a_new_keeper_and_its_end_is_noted_once() {
    let mut nodes = Nodes::new(&[1, 2]);
    let stored = entry(10, &on_call(&["gomoku"], None), nodes.now);
    nodes.keep(2, vec![stored.clone()]);
    nodes.says(1, 20, &gomoku());
    for _ in 0..3 {
        nodes.second(ALL_ARRIVE);
    }
    assert!(nodes.asked(20).is_some());
    nodes.accepts(1, 20);
    nodes.second(ALL_ARRIVE);
    nodes.connects(1, 10);
    assert!(nodes.asked(10).is_some(), "wherever they come");
    nodes.accepts(1, 10);
    nodes.second(ALL_ARRIVE);
    assert_eq!(nodes.complete.len(), 1);
    assert_eq!(nodes.complete[0].stored, [(PersonId(10), stored.said)], "with the table");
    assert_eq!(nodes.node(2).list.take_stored_over(), [], "and not before it");
}

#[test]
fn what_nodes_tell_each_other_arrives_as_it_was() {
    let said =
        Entry { blocked: vec![PersonId(3)], lost_at: Some(9), ..entry(1, &on_call(&["golf"], Some(60)), 5) };
    let text = serde_json::to_string(&said).unwrap();
    assert_eq!(serde_json::from_str::<Entry>(&text).unwrap(), said);
    // A game that only a later program knows.
    let text = text.replace("\"golf\"", "\"golf\",\"chess\"");
    assert_eq!(serde_json::from_str::<Entry>(&text).unwrap(), said);
}
