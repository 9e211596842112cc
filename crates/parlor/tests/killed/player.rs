//! A simulated player who plays, chats and drafts at one table, reconnects after every kill, and checks everything.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use game::{FastRng, below};
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::ledger::{Finished, Ledger};
use crate::line::{Gone, Line, parts};
use crate::support::client::legal;

pub(crate) struct Player {
    pub(crate) address: SocketAddr,
    pub(crate) name: String,
    pub(crate) token: String,
    pub(crate) table: String,
    pub(crate) seat: usize,
    pub(crate) dice: FastRng,
    pub(crate) ledger: Ledger,
    pub(crate) sent: Sent,
    /// How much was acknowledged at this table.
    pub(crate) progress: Arc<AtomicU64>,
    pub(crate) stop: watch::Receiver<bool>,
}

/// What was sent and not acknowledged.
#[derive(Default)]
pub(crate) struct Sent {
    act: Option<(u64, Value)>,
    /// With the `ref` of the request, as the next one.
    draft: Option<(u64, Value)>,
    line: Option<(u64, String)>,
    lines: u64,
    rematch: bool,
}

/// What the newest message says of the table.
#[derive(Default)]
struct Now {
    nth: u64,
    legal: Vec<Value>,
    over: bool,
}

impl Player {
    /// Plays until `stop` is set, whatever happens to the server; returns what it knows for certain.
    pub(crate) async fn play(mut self) -> Ledger {
        while self.visit().await.is_err() {}
        self.ledger
    }

    async fn visit(&mut self) -> Result<(), Gone> {
        let mut line = Line::open(self.address).await;
        line.ask("hello", json!({"version": 2, "token": self.token, "program": true})).await?;
        let table = loop {
            let message = line.next().await?;
            match parts(&message) {
                ("table", body) => break body.clone(),
                ("refused", body) => panic!("{}: {body}", self.name),
                _ => {}
            }
        };
        self.come_back(&mut line, &table).await?;
        let mut now = self.sync(&mut line).await?;
        let mut stop = self.stop.clone();
        while !*stop.borrow() {
            self.do_something(&mut line, &now).await?;
            tokio::select! {
                message = self.hear(&mut line) => self.take_in(&message?, &mut now),
                _ = stop.changed() => {}
            }
        }
        // At the end: every action of the running game that was acknowledged is there, as this player's own.
        self.sync(&mut line).await?;
        self.resend(&mut line, 0).await
    }

    /// The first look after coming in. What was on its way is sent again, and is played once.
    async fn come_back(&mut self, line: &mut Line, table: &Value) -> Result<(), Gone> {
        self.ledger.check(table, self.sent.act.is_some(), self.sent.draft.as_ref().map(|(_, draft)| draft));
        self.sent.rematch = false;
        if let Some((_, text)) = self.sent.line.take() {
            // It was stored or it was not, and it was not acknowledged: either will do, but not twice.
            let chat = table["chat"].as_array().unwrap();
            let times = chat.iter().filter(|line| line["text"] == text.as_str()).count();
            assert!(times <= 1, "{text:?} is there {times} times");
        }
        if let Some((_, draft)) = self.sent.draft.take()
            && table["draft"] == draft
        {
            self.ledger.draft = Some(draft);
        }
        if table["game_number"] == self.ledger.game_number {
            // And the last few that were acknowledged: each of them is this player's own decision still.
            self.resend(line, self.ledger.actions.len().saturating_sub(3)).await?;
        }
        Ok(())
    }

    /// Sends again what was acknowledged, from this decision on, and what was on its way: all of it is done, once.
    async fn resend(&mut self, line: &mut Line, from: usize) -> Result<(), Gone> {
        let known = self.ledger.actions.iter().cloned().enumerate().skip(from);
        let mut actions: Vec<(u64, Value)> = known.map(|(nth, action)| (nth as u64, action)).collect();
        actions.extend(self.sent.act.clone());
        for (nth, action) in actions {
            let game_number = self.ledger.game_number;
            let act = json!({"table": self.table, "game_number": game_number, "nth": nth, "action": action});
            let reference = line.ask("act", act).await?;
            let refused = loop {
                let message = self.hear(line).await?;
                match parts(&message) {
                    ("done", body) if body["ref"] == reference => break None,
                    ("refused", body) if body["ref"] == reference => break Some(body.clone()),
                    _ => {}
                }
            };
            if let Some(why) = refused {
                let game_number = self.ledger.game_number;
                self.sync(line).await?;
                // Unless the others have begun another game meanwhile.
                assert!(
                    self.ledger.game_number > game_number,
                    "{}, decision {nth}, {action}: {why}",
                    self.name
                );
                return Ok(());
            }
            if self.sent.act.as_ref().is_some_and(|(acting, _)| *acting == nth) {
                self.acknowledged();
            }
        }
        Ok(())
    }

    /// The next message, with a note of how far it says that the table is.
    async fn hear(&mut self, line: &mut Line) -> Result<Value, Gone> {
        let message = line.next().await?;
        let (kind, body) = parts(&message);
        self.ledger.note(kind, body);
        Ok(message)
    }

    async fn sync(&mut self, line: &mut Line) -> Result<Now, Gone> {
        let reference = line.ask("sync", json!({"table": self.table})).await?;
        loop {
            let message = self.hear(line).await?;
            if let ("table", body) = parts(&message)
                && body["ref"] == reference
            {
                let mut now = Now::default();
                self.see(body, &mut now);
                return Ok(now);
            }
        }
    }

    fn acknowledged(&mut self) {
        if let Some((_, action)) = self.sent.act.take() {
            self.ledger.actions.push(action);
            self.ledger.draft = None;
            self.progress.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn see(&mut self, body: &Value, now: &mut Now) {
        let game_number = body["game_number"].as_u64().unwrap();
        now.nth = body["nth"].as_u64().unwrap();
        if game_number == self.ledger.game_number {
            if now.nth == self.ledger.actions.len() as u64 + 1 {
                self.acknowledged();
            }
            assert_eq!(now.nth, self.ledger.actions.len() as u64, "{}: {body}", self.name);
        } else {
            assert_eq!((now.nth, game_number), (0, self.ledger.game_number + 1), "{}: {body}", self.name);
            self.ledger.game_number = game_number;
            self.ledger.actions.clear();
            self.ledger.draft = None;
            (self.sent.act, self.sent.draft, self.sent.rematch) = (None, None, false);
        }
        now.legal = legal(body);
        now.over = !body["result"].is_null();
        if now.over {
            let replay = body["result"]["replay_id"].as_str().unwrap();
            if self.ledger.finished.last().is_none_or(|finished| finished.replay != replay) {
                let (replay, actions) = (replay.to_owned(), self.ledger.actions.clone());
                self.ledger.finished.push(Finished { replay, seat: self.seat, actions });
            }
        }
    }

    fn take_in(&mut self, message: &Value, now: &mut Now) {
        match parts(message) {
            ("update" | "table", body) => self.see(body, now),
            ("done", body) => {
                let reference = body["ref"].as_u64();
                if let Some((_, text)) = self.sent.line.take_if(|(asked, _)| Some(*asked) == reference) {
                    self.ledger.lines.push(text);
                }
                if let Some((_, draft)) = self.sent.draft.take_if(|(asked, _)| Some(*asked) == reference) {
                    self.ledger.draft = Some(draft);
                    self.ledger.drafts += 1;
                }
            }
            // Of two who want another game the second may find it begun.
            ("refused", body) if body["code"] != "not_over" => panic!("{}: {body}", self.name),
            _ => {}
        }
    }

    async fn do_something(&mut self, line: &mut Line, now: &Now) -> Result<(), Gone> {
        if now.over {
            if !std::mem::replace(&mut self.sent.rematch, true) {
                line.ask("rematch", json!({"table": self.table})).await?;
            }
            return Ok(());
        }
        if self.sent.line.is_none() && below(&mut self.dice, 12) == 0 {
            self.sent.lines += 1;
            let text = format!("{} {}", self.name, self.sent.lines);
            let say = json!({"room": {"table": self.table}, "text": text});
            // Noted before it goes: it may arrive although the sending seems to fail.
            self.sent.line = Some((0, text));
            let reference = line.ask("say", say).await?;
            self.sent.line.iter_mut().for_each(|(asked, _)| *asked = reference);
        }
        if self.sent.act.is_some() || self.sent.draft.is_some() || now.legal.is_empty() {
            return Ok(());
        }
        let action = now.legal[below(&mut self.dice, now.legal.len() as u32) as usize].clone();
        let game_number = self.ledger.game_number;
        let body = json!({"table": self.table, "game_number": game_number, "nth": now.nth, "action": action});
        if self.ledger.draft.is_none() && below(&mut self.dice, 4) == 0 {
            self.sent.draft = Some((0, action));
            let reference = line.ask("draft", body).await?;
            self.sent.draft.iter_mut().for_each(|(asked, _)| *asked = reference);
            return Ok(());
        }
        self.sent.act = Some((now.nth, action));
        line.ask("act", body).await?;
        Ok(())
    }
}
