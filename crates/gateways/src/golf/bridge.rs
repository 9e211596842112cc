//! Tables of the server that are open to peer players.
//!
//! A golf table with the option `peers` waits for programs that registered with the manager. As soon as they can fill
//! its free seats, they are seated there, each over a separate session; those who are seated there already are registered
//! with the manager as guests of the server, and each gets three sockets at which a [`Peer`](super::Peer) represents it.
//! Seat 0 deals. From then on actions of people and bots at the table are sent to the peers, and actions of the peers are
//! played at the table: both sides follow the same rules from the same cards.
//!
//! Guests are registered at the moment the game starts and not before: no other dealer can draw them.

mod mirror;
mod player_proxy;
mod run;
mod seated_peer;

use std::collections::HashSet;
use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::sync::Arc;
use std::time::Duration;

use game::Seat;
use protocol::{Clock, Occupant, Presence, TableId, TableInfo, TableStage};
use tables::Server;

use self::player_proxy::PlayerProxy;
use self::run::Game;
use self::seated_peer::SeatedPeer;
use super::contact::Contact;
use super::manager::Registered;
use super::node::is_absent;
use super::service::ManagerService;
use super::state_storage::StateStorage;

/// How often tables are looked at while peers wait.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// From here on the server looks for ports for its guests.
const FIRST_PORT: u16 = 25_005;
const LAST_PORT: u16 = 65_500;
const MAX_NAME: usize = 15;

/// Brings peers to tables of the server.
pub struct Bridge<K> {
    server: Arc<Server>,
    manager: ManagerService<K>,
    address: IpAddr,
    /// Tables that play with peers or have done so: people look at the result for as long as they like, and are not drawn
    /// into another game by the next peer that registers.
    used: HashSet<TableId>,
}

/// A seat of a table that is to be filled, or spoken for.
struct Plan {
    table: TableId,
    steal: bool,
    /// By seat: its player's name, or `None` where a peer will sit.
    seats: Vec<Option<String>>,
    /// For the free seats, in order.
    peers: Vec<Registered>,
}

impl<K: StateStorage> Bridge<K> {
    /// Between this server and this manager, which listens on this address.
    #[must_use]
    pub fn new(server: Arc<Server>, manager: ManagerService<K>, address: IpAddr) -> Self {
        Self { server, manager, address, used: HashSet::new() }
    }

    /// Seats peers for ever.
    pub async fn run(mut self) {
        loop {
            let free = self.manager.free().await;
            if free.is_empty() {
                self.manager.changed().await;
                continue;
            }
            if let Some(plan) = self.plan_with_the_living(free).await {
                self.begin(plan).await;
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }

    /// A table and peers to fill it. Peers that do not respond are left out: a client that was killed stays registered.
    async fn plan_with_the_living(&mut self, mut free: Vec<Registered>) -> Option<Plan> {
        loop {
            let tables = self.server.all_tables();
            self.used.retain(|used| tables.iter().any(|card| card.table == *used));
            let plan = tables.iter().find_map(|card| self.plan(card, &free))?;
            let mut gone = Vec::new();
            for peer in &plan.peers {
                let contact = Contact::new(&peer.name, peer.address, peer.port);
                let is_there = match contact {
                    Some(contact) => !is_absent(&contact).await,
                    None => false,
                };
                if !is_there {
                    tracing::debug!(peer = peer.name, "registered peer does not respond");
                    gone.push(peer.name.clone());
                }
            }
            if gone.is_empty() {
                return Some(plan);
            }
            free.retain(|peer| !gone.contains(&peer.name));
        }
    }

    /// Whether these peers can fill the free seats of a table that waits for them.
    fn plan(&self, card: &TableInfo, free: &[Registered]) -> Option<Plan> {
        let on = |wanted: &str| card.options.0.iter().any(|(name, text)| name == wanted && text == "on");
        // A clock would play for peers who think longer, and the protocol has no message to inform them.
        let waits = card.game == "golf"
            && on("peers")
            && card.stage == TableStage::Waiting
            && card.clock == Clock::Off;
        let seats: Vec<Option<String>> = (0..)
            .zip(&card.seats)
            .map(|(number, seat)| match &seat.occupant {
                Occupant::Empty => None,
                Occupant::Person { name, .. } => Some(name.clone()),
                Occupant::Bot { level } => Some(format!("{level}-{number}")),
            })
            .collect();
        let wanted = seats.iter().filter(|seat| seat.is_none()).count();
        // The client that opened the table deals; its place may not be empty.
        let dealer_sits = seats.first().is_some_and(Option::is_some);
        // Peers would wait for a person who is not there.
        let all_there = card
            .seats
            .iter()
            .all(|seat| !matches!(seat.presence, Presence::Disconnected { .. } | Presence::Left));
        if !waits || card.private || self.used.contains(&card.table) || !dealer_sits || !all_there {
            return None;
        }
        if wanted == 0 || wanted > free.len() {
            return None;
        }
        Some(Plan { table: card.table, steal: on("steal"), seats, peers: free[..wanted].to_vec() })
    }

    /// Registers the guests, seats the peers, and lets the game run.
    async fn begin(&mut self, plan: Plan) {
        let table = plan.table;
        let Some((game, id, dealer)) = self.open(plan).await else {
            tracing::debug!(%table, "peers could not be seated");
            return;
        };
        tracing::info!(%table, game = id, "a table of the server plays with peers");
        self.used.insert(table);
        let manager = self.manager.clone();
        tokio::spawn(async move {
            let guests = game.guests();
            let ending = game.play().await;
            tracing::info!(%table, game = id, ?ending, "the game with peers is over");
            free_guests(&manager, id, &dealer, &guests).await;
        });
    }

    async fn open(&self, plan: Plan) -> Option<(Game, u64, Registered)> {
        let address = self.address_for(plan.peers.first()?);
        let mut guests = Vec::new();
        let registered = self.manager.registered().await;
        let mut taken: Vec<String> = registered.iter().map(|other| other.name.clone()).collect();
        let is_taken = |port: u16| registered.iter().any(|other| other.overlaps(address, port));
        let mut port = FIRST_PORT;
        for (number, name) in (0..).zip(&plan.seats) {
            let Some(name) = name else { continue };
            let name = wire_name(name, &taken);
            taken.push(name.clone());
            let ports = (port..=LAST_PORT).step_by(5).filter(|port| !is_taken(*port));
            let (guest, next) = PlayerProxy::open(Seat::of(number), &name, address, ports).await?;
            port = next;
            guests.push(guest);
        }
        // The dealer is the last who registers, and the last of the list.
        guests.rotate_left(1);
        let registered: Vec<Registered> = guests.iter().map(PlayerProxy::registered).collect();
        let names: Vec<String> = plan.peers.iter().map(|peer| peer.name.clone()).collect();
        let id = self.manager.start_with(&names, &registered).await?;
        let dealer = registered.last()?.clone();
        let mut peers = plan.peers.iter();
        let mut visitors = Vec::new();
        let mut list = Vec::new();
        for (number, name) in (0..).zip(&plan.seats) {
            let seat = Seat::of(number);
            if name.is_some() {
                let guest = guests.iter().find(|guest| guest.seat() == seat)?;
                list.push(guest.contact().clone());
                continue;
            }
            let peer = peers.next()?;
            list.push(Contact::new(&peer.name, peer.address, peer.port)?);
            match SeatedPeer::sit_down(&self.server, plan.table, seat, &peer.name).await {
                Some(visitor) => visitors.push(visitor),
                None => {
                    // Somebody was quicker. Those who sit already must not stay behind as people who never act.
                    for visitor in visitors {
                        SeatedPeer::leave(visitor).await;
                    }
                    free_guests(&self.manager, id, &dealer, &registered).await;
                    return None;
                }
            }
        }
        list.rotate_left(1);
        let game = Game::new(self.server.clone(), plan.table, list, plan.steal, guests, visitors);
        Some((game, id, dealer))
    }

    /// The address at which a peer reaches this machine.
    fn address_for(&self, peer: &Registered) -> IpAddr {
        if !self.address.is_unspecified() {
            return self.address;
        }
        let toward = || {
            let socket = UdpSocket::bind(SocketAddr::new(self.address, 0)).ok()?;
            socket.connect((peer.address, peer.port)).ok()?;
            Some(socket.local_addr().ok()?.ip())
        };
        toward().unwrap_or(peer.address)
    }
}

async fn free_guests<K: StateStorage>(
    manager: &ManagerService<K>,
    id: u64,
    dealer: &Registered,
    guests: &[Registered],
) {
    manager.ask_as(dealer, &format!("end {id} {}", dealer.name)).await;
    for guest in guests {
        manager.ask_as(guest, &format!("de-register {}", guest.name)).await;
    }
}

/// A name as the manager allows it, like the one at the table and unlike those that are taken.
fn wire_name(name: &str, taken: &[String]) -> String {
    let good = |c: char| if c.is_ascii_alphanumeric() || c == '-' || c == '_' { c } else { '_' };
    let plain: String = name.chars().map(good).take(MAX_NAME).collect();
    let plain = if plain.is_empty() { "guest".to_owned() } else { plain };
    if !taken.contains(&plain) {
        return plain;
    }
    let numbered = (2..).map(|number: u32| {
        let tail = format!("-{number}");
        let head: String = plain.chars().take(MAX_NAME - tail.len()).collect();
        format!("{head}{tail}")
    });
    numbered.into_iter().find(|name| !taken.contains(name)).unwrap_or(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guests_have_names_that_the_manager_allows_and_nobody_else_has() {
        assert_eq!(wire_name("Ann", &[]), "Ann");
        assert_eq!(wire_name("Ann", &["Ann".to_owned()]), "Ann-2");
        assert_eq!(wire_name("Zoë Müller von Altenburg", &[]), "Zo__M_ller_von_");
        assert_eq!(wire_name("fifteen-letters", &["fifteen-letters".to_owned()]), "fifteen-lette-2");
    }
}
