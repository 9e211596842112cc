//! Checks messages between nodes: a snapshot that is sent to a connection must be the view of the person who is connected
//! there, and of nobody else.

use std::collections::BTreeMap;

use serde_json::Value;

/// Which person uses which connection of which node.
#[derive(Default)]
pub(crate) struct Tap(BTreeMap<(u64, u64), String>);

impl Tap {
    pub(crate) fn look(&mut self, from: u64, to: u64, message: &[u8]) {
        // Only requests name the person, and only snapshots hold a whole view.
        let contains = |part: &[u8]| message.windows(part.len()).any(|window| window == part);
        if !contains(br#""request":"#) && !contains(br#""frame":{"table":"#) {
            return;
        }
        let packet: Value = serde_json::from_slice(message).unwrap();
        let Some(items) = packet["body"]["stream"]["items"].as_array() else { return };
        for item in items {
            if let Some(request) = item.get("request") {
                let connection = (from, request["connection"].as_u64().unwrap());
                self.0.insert(connection, request["from"]["name"].as_str().unwrap().to_owned());
            } else if let Some(snapshot) = item["frame"]["frame"].get("table") {
                let connection = (to, item["frame"]["connection"].as_u64().unwrap());
                self.check(connection, snapshot);
            }
        }
    }

    fn check(&self, connection: (u64, u64), snapshot: &Value) {
        let Some(name) = self.0.get(&connection) else {
            panic!("{connection:?} has asked for nothing and is sent {snapshot}")
        };
        let you = &snapshot["you"];
        let seen = &snapshot["seen"];
        assert!(seen.is_null() || seen["you"] == *you, "seat {you} is sent the view of {}", seen["you"]);
        if let Some(seat) = you.as_u64() {
            let occupant = &snapshot["info"]["seats"][seat as usize]["occupant"];
            assert_eq!(occupant["person"]["name"], name.as_str(), "{name} is sent the view of {occupant}");
        }
    }
}
