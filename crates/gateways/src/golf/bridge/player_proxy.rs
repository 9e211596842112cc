//! Somebody of the server, spoken for at three sockets.

use std::net::IpAddr;

use game::{Played, Seat};
use games::golf::{Action, DealtDeck};
use tokio::sync::mpsc;

use crate::golf::contact::Contact;
use crate::golf::manager::Registered;
use crate::golf::node::{Node, NodeEvent};
use crate::golf::peer::{Ending, Timing};

/// Commands to a guest's sockets.
#[derive(Debug)]
pub(super) enum ProxyCommand {
    /// Deal a game to these players.
    Start(Vec<Contact>, bool),
    /// Deal a round.
    Deal(Box<DealtDeck>),
    /// Decide.
    Decide(Action),
}

/// What a guest's sockets tell.
#[derive(Debug)]
pub(super) enum ProxyEvent {
    /// This seat has to decide.
    Asked(Seat),
    /// This round needs a deck.
    DeckWanted(u8),
    /// What the dealer has received so far.
    Heard(Vec<Played<Action>>),
    /// What was played at the table cannot be sent to peers.
    Untellable(String),
    /// The game is over for this guest.
    Ended(Seat, Ending),
}

/// A guest with its sockets.
#[derive(Debug)]
pub(super) struct PlayerProxy {
    seat: Seat,
    contact: Contact,
    node: Node,
}

impl PlayerProxy {
    /// Takes the first of these blocks of ports that can be had; returns the port after it as well.
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

    /// Represents the guest until the sender of commands is dropped.
    pub(super) async fn speak(
        mut self,
        mut orders: mpsc::Receiver<ProxyCommand>,
        tell: mpsc::Sender<ProxyEvent>,
    ) {
        loop {
            tokio::select! {
                order = orders.recv() => {
                    let Some(order) = order else { return };
                    if let Some(event) = self.obey(order) {
                        let _ = tell.send(event).await;
                    }
                }
                happening = self.node.next() => {
                    for event in self.happened(happening) {
                        // A receiver that was dropped sends no more commands either.
                        let _ = tell.send(event).await;
                    }
                }
            }
        }
    }

    fn obey(&mut self, order: ProxyCommand) -> Option<ProxyEvent> {
        let now = self.node.now();
        let peer = self.node.peer_mut();
        match order {
            ProxyCommand::Start(list, steal) => {
                peer.start(&list, steal, now);
                None
            }
            ProxyCommand::Deal(deck) => {
                peer.deal(&deck, now);
                None
            }
            ProxyCommand::Decide(action) => {
                let foul = peer.decide(action, now).err()?;
                Some(ProxyEvent::Untellable(format!("seat {}, {action}: {foul}", self.seat)))
            }
        }
    }

    fn happened(&mut self, happening: NodeEvent) -> Vec<ProxyEvent> {
        match happening {
            NodeEvent::Joined => Vec::new(),
            NodeEvent::News => {
                let deals = self.node.peer().is_dealer();
                let Some(table) = self.node.peer_mut().table_mut() else { return Vec::new() };
                table.take_emitted();
                if deals { vec![ProxyEvent::Heard(table.record().actions)] } else { Vec::new() }
            }
            NodeEvent::Asked(_) => vec![ProxyEvent::Asked(self.seat)],
            NodeEvent::DeckWanted(round) => vec![ProxyEvent::DeckWanted(round)],
            NodeEvent::Ended(ending) => vec![ProxyEvent::Ended(self.seat, ending)],
        }
    }
}
