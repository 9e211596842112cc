//! Playing at a table without knowing the rules of any game.

#![allow(dead_code, reason = "every suite uses its own part")]

use serde_json::{Value, json};

use super::client::{Client, kind, legal};

/// What one knows of a table: the last snapshot or update.
#[derive(Clone, Debug)]
pub(crate) struct Scene(pub(crate) Value);

impl Scene {
    /// What may be played now.
    pub(crate) fn legal(&self) -> Vec<Value> {
        legal(&self.0)
    }

    /// How the game ended, once it has.
    pub(crate) fn result(&self) -> Option<&Value> {
        Some(&self.0["result"]).filter(|result| !result.is_null())
    }

    /// The number of the next decision.
    pub(crate) fn nth(&self) -> u32 {
        self.0["nth"].as_u64().unwrap() as u32
    }
}

impl Client {
    /// The next snapshot or update of any table. Other messages are dropped.
    pub(crate) async fn scene(&mut self) -> Scene {
        loop {
            let message = self.next().await.expect("news of the table before the end of the connection");
            if matches!(kind(&message), "table" | "update") {
                return Scene(message[kind(&message)].clone());
            }
        }
    }

    /// Plays the first legal action whenever there is one, until the game ends or this many were played.
    pub(crate) async fn play_on(&mut self, table: &str, mut scene: Scene, most: u32) -> Scene {
        let mut played = 0;
        while scene.result().is_none() && played < most {
            if let Some(action) = scene.legal().first() {
                let act = json!({"act": {"table": table, "nth": scene.nth(), "action": action}});
                self.send(&act).await;
                played += 1;
            }
            scene = self.scene().await;
        }
        scene
    }
}
