//! What was acknowledged to one player, and whether the server still knows it.

use serde_json::Value;

/// The server shows a hundred lines of chat; a few are looked for, for others talk too.
const LOOKED_FOR: usize = 20;

/// A game that this player saw the end of.
#[derive(Debug)]
pub(crate) struct Finished {
    pub(crate) replay: String,
    pub(crate) seat: usize,
    pub(crate) actions: Vec<Value>,
}

/// All that was acknowledged.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    pub(crate) game_number: u64,
    /// The actions of the running game that were acknowledged, in order: the first is decision 0.
    pub(crate) actions: Vec<Value>,
    pub(crate) lines: Vec<String>,
    /// The draft of the next decision.
    pub(crate) draft: Option<Value>,
    pub(crate) drafts: u64,
    pub(crate) finished: Vec<Finished>,
    /// The newest update of the table, caused by anybody, and the newest chat message there.
    pub(crate) seq: u64,
    pub(crate) heard: u64,
}

impl Ledger {
    /// Checks a snapshot after a restart of the server: nothing is missing, and nothing is there twice. An action or a
    /// draft that was not answered may be in it or not.
    pub(crate) fn check(&self, table: &Value, acting: bool, drafting: Option<&Value>) {
        let nth = table["nth"].as_u64().unwrap() as usize;
        let known = self.actions.len();
        let seq = table["seq"].as_u64().unwrap();
        assert!(seq >= self.seq, "what was acknowledged at {} is gone: the table stands at {seq}", self.seq);
        if table["game_number"] == self.game_number {
            assert!(
                nth == known || acting && nth == known + 1,
                "{nth} decisions, and {known} were acknowledged"
            );
            if nth == known && table["result"].is_null() {
                let acknowledged = self.draft.clone().unwrap_or_default();
                let there = &table["draft"];
                assert!(
                    *there == acknowledged || Some(there) == drafting,
                    "{there} is drafted, and {acknowledged} was acknowledged"
                );
            }
        }
        let chat = table["chat"].as_array().unwrap();
        for line in self.lines.iter().rev().take(LOOKED_FOR) {
            let times = chat.iter().filter(|said| said["text"] == line.as_str()).count();
            assert_eq!(times, 1, "{line:?} was acknowledged, and is there {times} times in {chat:?}");
        }
        let numbers: Vec<u64> = chat.iter().map(|line| line["number"].as_u64().unwrap()).collect();
        assert!(numbers.is_sorted_by(|earlier, later| earlier < later), "{numbers:?}");
        let last = numbers.last().copied().unwrap_or_default();
        assert!(last >= self.heard, "line {} was heard, and the last one is {last}", self.heard);
    }

    /// A message tells how far the table is.
    pub(crate) fn note(&mut self, kind: &str, body: &Value) {
        match kind {
            "update" | "table" => self.seq = self.seq.max(body["seq"].as_u64().unwrap()),
            "said" => self.heard = self.heard.max(body["line"]["number"].as_u64().unwrap()),
            _ => {}
        }
    }
}
