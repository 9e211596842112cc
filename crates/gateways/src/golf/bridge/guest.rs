//! Somebody of the house, spoken for at three sockets.

use std::net::IpAddr;

use game::{Played, Seat};
use games::golf::{Action, DealtDeck};
use tokio::sync::mpsc;

use crate::golf::contact::Contact;
use crate::golf::manager::Registered;
use crate::golf::node::{Happening, Node};
use crate::golf::peer::{Ending, Timing};

/// What a guest's sockets are told to do.
#[derive(Debug)]
pub(super) enum Order {
    /// Deal a game to these players.
    Start(Vec<Contact>, bool),
    /// Deal a round.
    Deal(Box<DealtDeck>),
    /// Decide.
    Decide(Action),
}

/// What a guest's sockets tell.
#[derive(Debug)]
pub(super) enum Told {
    /// A decision is wanted.
    Asked(Seat),
    /// A deck is wanted for this round.
    DeckWanted(u8),
    /// What the dealer has heard so far.
    Heard(Vec<Played<Action>>),
    /// The game is over for this guest.
    Ended(Seat, Ending),
}

/// A guest with its sockets.
#[derive(Debug)]
pub(super) struct Guest {
    seat: Seat,
    contact: Contact,
    node: Node,
}

impl Guest {
    /// Takes the first of these blocks of ports that can be had; gives the port after it as well.
    pub(super) async fn open(
        seat: Seat,
        name: &str,
        address: IpAddr,
        ports: impl Iterator<Item = u16>,
    ) -> Option<(Self, u16)> {
        for port in ports {
            if let Ok(node) = Node::open(name, port, address.is_ipv4(), Timing::default()).await {
                let contact = Contact::new(name, address, port)?;
                return Some((Self { seat, contact, node }, port + 5));
            }
        }
        None
    }

    pub(super) const fn seat(&self) -> Seat {
        self.seat
    }

    pub(super) const fn contact(&self) -> &Contact {
        &self.contact
    }

    pub(super) fn registered(&self) -> Registered {
        Registered {
            name: self.contact.name().to_owned(),
            address: self.contact.address(),
            port: self.contact.port(),
        }
    }

    /// Speaks for the guest until nobody gives orders any more.
    pub(super) async fn speak(mut self, mut orders: mpsc::Receiver<Order>, tell: mpsc::Sender<Told>) {
        loop {
            tokio::select! {
                order = orders.recv() => {
                    let Some(order) = order else { return };
                    self.obey(order);
                }
                happening = self.node.next() => {
                    for told in self.happened(happening) {
                        // Whoever does not listen any more gives no more orders either.
                        let _ = tell.send(told).await;
                    }
                }
            }
        }
    }

    fn obey(&mut self, order: Order) {
        let now = self.node.now();
        let peer = self.node.peer_mut();
        match order {
            Order::Start(list, steal) => {
                peer.start(&list, steal, now);
            }
            Order::Deal(deck) => peer.deal(&deck, now),
            Order::Decide(action) => {
                if let Err(foul) = peer.decide(action, now) {
                    tracing::warn!(%foul, "what was played at the table cannot be told to peers");
                }
            }
        }
    }

    fn happened(&mut self, happening: Happening) -> Vec<Told> {
        match happening {
            Happening::Joined => Vec::new(),
            Happening::News => {
                let deals = self.node.peer().is_dealer();
                let Some(table) = self.node.peer_mut().table_mut() else { return Vec::new() };
                table.take_told();
                if deals { vec![Told::Heard(table.record().actions)] } else { Vec::new() }
            }
            Happening::Asked(_) => vec![Told::Asked(self.seat)],
            Happening::DeckWanted(round) => vec![Told::DeckWanted(round)],
            Happening::Ended(ending) => vec![Told::Ended(self.seat, ending)],
        }
    }
}
