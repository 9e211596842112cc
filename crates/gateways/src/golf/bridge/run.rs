//! One game between a table of the server and peers.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use game::{Played, Seat};
use games::golf::Action;
use protocol::{TableId, TableStage};
use tables::{PeerRecord, Server};
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::mirror::Mirror;
use super::player_proxy::{PlayerProxy, ProxyCommand, ProxyEvent};
use super::seated_peer::{SeatedPeer, SeatedPeerCommand};
use crate::golf::contact::Contact;
use crate::golf::manager::Registered;
use crate::golf::peer::Ending;
use crate::golf::table::DEALER;

/// How often the table is read even without a notification that it has changed.
const LOOK_EVERY: Duration = Duration::from_millis(500);
/// What the peers played last is at the table within this time.
const LAST_TIMEOUT: Duration = Duration::from_secs(5);
/// What the table has not played within this time it is sent again.
const PLAYED_TIMEOUT: Duration = Duration::from_secs(3);

/// The message to everybody at a table whose game cannot go on.
const UNTELLABLE: &str = "The other players' programs do not know this move: the game with them is over.";

/// How a game between a table and peers ended.
#[derive(Debug)]
pub(super) enum BridgeEnding {
    /// As the peers had it.
    Peers(Ending),
    /// Something was played at the table that no message of peers can tell.
    Untellable(String),
}

/// Everybody of one game, before it begins.
pub(super) struct Game {
    server: Arc<Server>,
    table: TableId,
    list: Vec<Contact>,
    steal: bool,
    guests: Vec<PlayerProxy>,
    visitors: Vec<SeatedPeer>,
}

impl Game {
    pub(super) const fn new(
        server: Arc<Server>,
        table: TableId,
        list: Vec<Contact>,
        steal: bool,
        guests: Vec<PlayerProxy>,
        visitors: Vec<SeatedPeer>,
    ) -> Self {
        Self { server, table, list, steal, guests, visitors }
    }

    pub(super) fn guests(&self) -> Vec<Registered> {
        self.guests.iter().map(PlayerProxy::registered).collect()
    }

    /// Plays it to its end; `None` if the table went another way than the peers did.
    pub(super) async fn play(self) -> Option<BridgeEnding> {
        let (tell, mut events) = mpsc::channel(64);
        let (knock, mut happens) = mpsc::channel(1);
        let PeerRecord { game_number, record } = self.server.peer_record(self.table).await?;
        let mut run = Run {
            mirror: Mirror::of(&record)?,
            orders: HashMap::new(),
            visitors: HashMap::new(),
            asked: HashSet::new(),
            deck_wanted: None,
            given: HashMap::new(),
            sent: HashMap::new(),
            heard: Vec::new(),
        };
        let dealer = self.guests.last()?.seat();
        for guest in self.guests {
            let (orders, obeyed) = mpsc::channel(8);
            run.orders.insert(guest.seat(), orders);
            tokio::spawn(guest.speak(obeyed, tell.clone()));
        }
        for visitor in self.visitors {
            let (actions, played) = mpsc::channel(8);
            run.visitors.insert(visitor.seat, actions);
            tokio::spawn(visitor.play(game_number, played, knock.clone()));
        }
        run.order(dealer, ProxyCommand::Start(self.list, self.steal)).await;
        let ending = loop {
            if !run.settle().await {
                return None;
            }
            tokio::select! {
                event = events.recv() => if let Some(ending) = run.take(event?) {
                    break ending;
                },
                _ = happens.recv() => {}
                () = tokio::time::sleep(LOOK_EVERY) => {}
            }
            let record = self.server.peer_record(self.table).await?;
            let runs =
                self.server.public_table(self.table).is_some_and(|card| card.stage == TableStage::Running);
            // A game can be ended before it is over; then the game with the peers ends, too.
            if !run.mirror.catch_up(&record.record) || !runs && !run.mirror.is_over() {
                return None;
            }
        };
        if let BridgeEnding::Untellable(what) = &ending {
            tracing::error!(table = %self.table, what, "an action cannot be sent to golf peers: the game ends");
            run.say(UNTELLABLE).await;
            return Some(ending);
        }
        // The last turn may not have reached the table yet.
        let until = Instant::now() + LAST_TIMEOUT;
        while !matches!(&ending, BridgeEnding::Peers(ending) if ending.is_bad())
            && run.mirror.actions.len() < run.heard.len()
            && Instant::now() < until
        {
            run.settle().await;
            tokio::time::sleep(Duration::from_millis(50)).await;
            match self.server.peer_record(self.table).await {
                Some(record) if run.mirror.catch_up(&record.record) => {}
                _ => break,
            }
        }
        Some(ending)
    }
}

/// What the table was sent of a peer's decisions.
struct Sent {
    count: usize,
    at: Instant,
}

/// A game that runs.
struct Run {
    mirror: Mirror,
    orders: HashMap<Seat, mpsc::Sender<ProxyCommand>>,
    visitors: HashMap<Seat, mpsc::Sender<SeatedPeerCommand>>,
    /// Guests whose decision the peers wait for.
    asked: HashSet<Seat>,
    deck_wanted: Option<u8>,
    /// How many of a guest's decisions went out.
    given: HashMap<Seat, usize>,
    /// How many of a peer's decisions the table was sent.
    sent: HashMap<Seat, Sent>,
    /// All that was received over the wire.
    heard: Vec<Played<Action>>,
}

impl Run {
    async fn order(&self, seat: Seat, order: ProxyCommand) {
        if let Some(orders) = self.orders.get(&seat) {
            // A proxy that has ended receives no commands, and has reported its end.
            let _ = orders.send(order).await;
        }
    }

    /// Says something to everybody at the table, in the name of a peer.
    async fn say(&self, text: &'static str) {
        if let Some(visitor) = self.visitors.values().next() {
            // A visitor that is gone says nothing.
            let _ = visitor.send(SeatedPeerCommand::Say(text)).await;
        }
    }

    fn take(&mut self, event: ProxyEvent) -> Option<BridgeEnding> {
        match event {
            ProxyEvent::Asked(seat) => {
                self.asked.insert(seat);
            }
            ProxyEvent::DeckWanted(round) => self.deck_wanted = Some(round),
            ProxyEvent::Heard(actions) => self.heard = actions,
            // Guests receive the end one after the other, the dealer when all have; a bad end is one for all.
            ProxyEvent::Ended(seat, ending) if ending.is_bad() || seat == DEALER => {
                return Some(BridgeEnding::Peers(ending));
            }
            ProxyEvent::Untellable(what) => return Some(BridgeEnding::Untellable(what)),
            ProxyEvent::Ended(..) => {}
        }
        None
    }

    /// Passes on what can be passed on; whether table and wire still agree.
    async fn settle(&mut self) -> bool {
        if let Some(deck) = self.deck_wanted.and_then(|round| self.mirror.deck(round)) {
            self.order(DEALER, ProxyCommand::Deal(Box::new(*deck))).await;
            self.deck_wanted = None;
        }
        for seat in self.asked.clone() {
            let given = self.given.entry(seat).or_default();
            let next = self.mirror.actions.iter().filter(|played| played.seat == seat).nth(*given);
            if let Some(&Played { action, .. }) = next {
                *given += 1;
                self.asked.remove(&seat);
                self.order(seat, ProxyCommand::Decide(action)).await;
            }
        }
        for (seat, visitor) in &self.visitors {
            let heard: Vec<Action> = decisions(&self.heard, *seat);
            let played = decisions(&self.mirror.actions, *seat);
            // A peer's seat plays only what the peer played: else somebody else has played for it.
            if !heard.starts_with(&played) {
                return false;
            }
            let sent = self.sent.entry(*seat).or_insert(Sent { count: 0, at: Instant::now() });
            if sent.count > played.len() && sent.at.elapsed() > PLAYED_TIMEOUT {
                // The table has not taken it. It knows by its number whether it has it already.
                sent.count = played.len();
            }
            // On the wire others may have played on already; the table comes to each in its turn.
            let is_next = sent.count == played.len() && self.mirror.waits_for(*seat);
            if let Some(action) = heard.get(sent.count).filter(|_| is_next) {
                let order = SeatedPeerCommand::Play { nth: sent.count as u32, action: *action };
                if visitor.send(order).await.is_err() {
                    return false;
                }
                *sent = Sent { count: sent.count + 1, at: Instant::now() };
            }
        }
        true
    }
}

fn decisions(actions: &[Played<Action>], seat: Seat) -> Vec<Action> {
    actions.iter().filter(|played| played.seat == seat).map(|played| played.action).collect()
}
