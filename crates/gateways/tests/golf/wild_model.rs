//! A table of golf as a wild program keeps it.

use std::collections::HashMap;

use super::wild::Player;

/// What such a program knows.
#[derive(Default)]
pub(super) struct Model {
    /// The list as it rotates.
    pub(super) list: Vec<Player>,
    pub(super) hands: HashMap<String, Vec<(String, bool)>>,
    pub(super) stock: Vec<String>,
    pub(super) discard: Vec<String>,
    pub(super) steal: bool,
    pub(super) held: Option<String>,
    pub(super) round: u32,
}

impl Model {
    pub(super) fn all_up(&self) -> bool {
        self.hands.values().flatten().all(|(_, down)| !down)
    }

    pub(super) fn pop(&mut self, lines: &[&str]) {
        match lines[1] {
            "stock" => self.held = self.stock.pop(),
            "discard" => self.held = self.discard.pop(),
            _ => {
                let (theirs, own) = (lines[3].parse::<usize>().unwrap(), lines[5].parse::<usize>().unwrap());
                let stolen = self.hands[lines[2]][theirs].0.clone();
                let given = self.hands[lines[4]][own].0.clone();
                self.hands.get_mut(lines[2]).unwrap()[theirs] = (given, false);
                self.hands.get_mut(lines[4]).unwrap()[own] = (stolen, false);
            }
        }
    }

    pub(super) fn replace(&mut self, index: &str, name: &str) {
        let held = self.held.take().unwrap();
        if index == "d" || index == "discard" {
            self.discard.push(held);
        } else {
            let index: usize = index.parse().unwrap();
            let out = std::mem::replace(&mut self.hands.get_mut(name).unwrap()[index], (held, false));
            self.discard.push(out.0);
        }
    }
}
