//! Anything, in any order, from three people at once: nothing panics, no table hangs, and the journal says it all.

use game::{FastRng, Rng};
use protocol::{Occupant, ServerMsg, TableId, TableSnapshot, TableStage};
use serde_json::{Value, json};

use super::harness::TestServer;
use super::person::{Person, legal, read, to_act};

/// This many messages of three people in one storm.
const STEPS: u64 = 150;

/// A connection that sends more rubbish than this would be closed.
const MAX_RUBBISH: u32 = 15;

struct Storm {
    dice: FastRng,
    table: TableId,
    last: Option<TableSnapshot>,
}

impl Storm {
    fn below(&mut self, limit: u64) -> u64 {
        self.dice.next_u64() % limit
    }

    fn pick<T: Clone>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u64) as usize].clone()
    }

    /// An action: one that is legal for somebody, or nearly one, or none at all.
    fn action(&mut self) -> Value {
        let view = self.last.as_ref().and_then(|snapshot| snapshot.seen.as_ref());
        let listed = view.map(legal).unwrap_or_default();
        match self.below(5) {
            0 => json!({"place": {"x": self.below(12), "y": self.below(12)}}),
            1 => self.pick(&[json!(null), json!([]), json!("roll"), json!({"play": []}), json!(-1)]),
            _ if listed.is_empty() => json!("pass"),
            _ => self.pick(&listed),
        }
    }

    /// The number of a decision: mostly the right one.
    fn nth(&mut self) -> u64 {
        let right = self.last.as_ref().map_or(0, |snapshot| u64::from(snapshot.nth));
        if self.below(4) == 0 { self.below(9) } else { right }
    }

    /// The number of a game: mostly the right one.
    fn game_number(&mut self) -> u64 {
        let right = self.last.as_ref().map_or(1, |snapshot| u64::from(snapshot.game_number));
        if self.below(8) == 0 { self.below(4) } else { right }
    }

    fn message(&mut self) -> Value {
        let table = if self.below(12) == 0 { json!("0000000000") } else { json!(self.table) };
        let seat = self.pick(&[json!(null), json!(0), json!(1), json!(2), json!(7)]);
        match self.below(21) {
            0 => json!({"join": {"table": table, "seat": seat}}),
            1 => json!({"watch": {"table": table}}),
            2 => json!({"leave": {"table": table}}),
            3 => {
                json!({"add_bot": {"table": table, "level": self.pick(&["casual", "random", "?"]), "seat": seat}})
            }
            4 => json!({"remove_bot": {"table": table, "seat": self.below(4)}}),
            18 => json!({"remove_player": {"table": table, "seat": self.below(4)}}),
            19 => json!({"lock_seat": {"table": table, "seat": self.below(4), "on": self.below(2) == 0}}),
            20 => json!({"report": {"room": {"table": table}, "number": self.below(20)}}),
            5 => json!({"rematch": {"table": table}}),
            6 => {
                json!({"draft": {"table": table, "game_number": self.game_number(), "nth": self.nth(), "action": self.action()}})
            }
            7 => {
                json!({"say": {"room": {"table": table}, "text": self.pick(&["hej", " ", "\u{202E}olleh"])}})
            }
            8 => json!({"say": {"room": {"watchers": table}, "text": "psst"}}),
            9 => json!({"mute": {"name": self.pick(&["Ann", "Bo", "?"]), "on": self.below(2) == 0}}),
            10 => json!({"rename": {"name": self.pick(&["Ann", "Bo", "Cy", "Dee", ""])}}),
            11 => json!({"lobby": {"on": self.below(2) == 0}}),
            12 => json!({"sync": {"table": table, "since": self.below(99)}}),
            13 => json!({"hello": {"version": 2}}),
            _ => {
                json!({"act": {"table": table, "game_number": self.game_number(), "nth": self.nth(), "action": self.action()}})
            }
        }
    }

    /// A message that is none any more.
    fn rubbish(&mut self) -> String {
        let mut text: Vec<char> = self.message().to_string().chars().collect();
        match self.below(3) {
            0 => text.truncate(self.below(text.len() as u64) as usize),
            1 => {
                let at = self.below(text.len() as u64) as usize;
                text[at] = self.pick(&['"', '{', '\u{0}', '9', 'é']);
            }
            _ => text.insert(0, '['),
        }
        text.into_iter().collect()
    }
}

/// What must be the same before and after.
// A start may note how long no clock ran, so the number of the last fact may rise.
pub(crate) fn lasting(snapshot: &TableSnapshot) -> Value {
    let card = &snapshot.info;
    let seats: Vec<_> = card
        .seats
        .iter()
        .map(|seat| json!([seat.occupant, seat.wants_rematch, seat.played_by_bot]))
        .collect();
    let timed: Vec<_> = snapshot.deadlines.iter().map(|deadline| deadline.seat).collect();
    json!({
        "stage": card.stage, "host": card.host, "seats": seats, "you": snapshot.you,
        "game": snapshot.game_number, "nth": snapshot.nth, "seen": snapshot.seen, "draft": snapshot.draft,
        "result": snapshot.result, "chat": snapshot.chat, "timed": timed,
    })
}

async fn storm(seed: u64, game: &str) {
    let mut server = TestServer::open().await;
    let mut people = [server.person("Ann").await, server.person("Bo").await, server.person("Cy").await];
    let mut rubbish = [0; 3];
    let new =
        json!({"game": game, "seats": 2 + seed % 2, "bot_delay_ms": 0, "clock": 20, "grace_seconds": 30});
    let table = people[0].opens(new).await;
    // Somebody who never leaves, so that the table stays.
    let mut eve = server.person("Eve").await;
    eve.does("watch", json!({"table": table})).await;
    let mut storm = Storm { dice: game::dice(seed), table, last: None };
    for step in 0..STEPS {
        let who = storm.below(3) as usize;
        if rubbish[who] == MAX_RUBBISH || storm.below(40) == 0 {
            rubbish[who] = 0;
            let token = people[who].token.clone();
            let back = server.again(&token).await;
            std::mem::replace(&mut people[who], back).goes().await;
        }
        if storm.below(25) == 0 {
            server.advance(storm.below(25_000) as u32).await;
        }
        let person = &mut people[who];
        if storm.below(8) == 0 {
            rubbish[who] += 1;
            let text = storm.rubbish();
            person.line.send(&text).await;
        } else {
            let message = storm.message();
            person.say(message).await;
        }
        person.received_so_far().await;
        if let ServerMsg::Table(snapshot) = person.ask("sync", json!({"table": table})).await {
            storm.last = Some(*snapshot);
        }
        eve.sync(table, None).await;
        if step % 60 == 59 {
            // First as by a power cut, then in good order.
            server = restarted(server, &mut people, &mut eve, table, step < 60).await;
            rubbish = [0; 3];
        }
    }
}

/// Lets everything come to rest, opens the server again, and compares.
async fn restarted(
    server: TestServer,
    people: &mut [Person; 3],
    eve: &mut Person,
    table: TableId,
    crash: bool,
) -> TestServer {
    for person in people.iter_mut() {
        // A new connection: the person plays instead of a bot, and nobody is muted any more.
        let token = person.token.clone();
        std::mem::replace(person, server.again(&token).await).goes().await;
        if sits(person, table).await {
            person.does("join", json!({"table": table})).await;
        }
    }
    while bots_are_busy(&eve.sync(table, None).await) {}
    let mut before = Vec::new();
    for person in people.iter_mut() {
        before.push(if sits(person, table).await { Some(person.sync(table, None).await) } else { None });
        let gone = std::mem::replace(person, server.stranger().await);
        person.token.clone_from(&gone.token);
        gone.goes().await;
    }
    let server = if crash { server.crash(60_000).await } else { server.restart(60_000).await };
    for (person, before) in people.iter_mut().zip(before) {
        let token = person.token.clone();
        *person = server.again(&token).await;
        if let Some(before) = before {
            assert_eq!(lasting(&person.table().await), lasting(&before));
        }
    }
    let token = eve.token.clone();
    *eve = server.again(&token).await;
    eve.does("watch", json!({"table": table})).await;
    server
}

async fn sits(person: &mut Person, table: TableId) -> bool {
    match person.ask("sync", json!({"table": table})).await {
        ServerMsg::Table(snapshot) => snapshot.you.is_some(),
        _ => false,
    }
}

fn bots_are_busy(snapshot: &TableSnapshot) -> bool {
    let Some(view) = snapshot.seen.as_ref().filter(|_| snapshot.info.stage == TableStage::Running) else {
        return false;
    };
    let seats = &snapshot.info.seats;
    let bot = |seat: &u64| {
        let seat = &seats[*seat as usize];
        seat.played_by_bot || matches!(seat.occupant, Occupant::Bot { .. })
    };
    read(view)["to_act"].is_array() && to_act(view).iter().any(bot)
}

pub(crate) async fn a_storm_at_gomoku_leaves_what_the_journal_rebuilds() {
    for seed in 0..4 {
        storm(seed, "gomoku").await;
    }
}

pub(crate) async fn a_storm_at_chicago_leaves_what_the_journal_rebuilds() {
    for seed in 10..14 {
        storm(seed, "chicago").await;
    }
}

pub(crate) async fn a_storm_at_one_card_leaves_what_the_journal_rebuilds() {
    for seed in 20..24 {
        storm(seed, "onecard").await;
    }
}
