//! Players and dealers as others would write them from the description alone: they share no code with ours, never
//! resend, drop what they do not expect, count a repeated card as a further one, and do not look at who sends.

use std::net::{SocketAddr, UdpSocket};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use gateways::golf::{Contact, Ending, Node, NodeEvent, Timing};

use game::{below, dice};
use games::cards::Card;
use games::golf::DealtDeck;

use super::company::Company;
use super::ports::{free_block, open};
use super::wild_model::Model;

/// A name and a port on this machine.
pub(super) type Player = (String, u16);

/// What programs of others do that their authors did not think about.
#[derive(Clone, Copy, Default)]
pub(super) struct Habits {
    /// Whatever comes while an acknowledgement is waited for is taken for it.
    pub(super) any_ack: bool,
    /// A dealer that asks itself how the game goes on before it has seen the last turn: it says `continue` once more after
    /// the last card of a round is up.
    pub(super) extra_continue: bool,
    /// A dealer whose player takes its time with the second card before play. It asks how the game goes on as soon as it
    /// has counted all cards, while its own second card may still be on its way to others.
    pub(super) late_second: Option<Duration>,
}

/// Seats wild programs at one table.
pub(super) fn seat_together<'a>(wilds: impl IntoIterator<Item = &'a mut Wild>) {
    let wilds: Vec<_> = wilds.into_iter().collect();
    let dealers = wilds.iter().filter(|wild| wild.is_dealer()).count();
    let company = Company::of(wilds.len() + dealers);
    for wild in wilds {
        wild.company = company.clone();
    }
}

pub(super) struct Wild {
    name: String,
    pub(super) port: u16,
    base: UdpSocket,
    second: Arc<UdpSocket>,
    third: Arc<UdpSocket>,
    model: Arc<Mutex<Model>>,
    /// Whether the dealer leaves everybody time to turn cards.
    dealer_waits: bool,
    company: Arc<Company>,
    pub(super) habits: Habits,
}

fn at(port: u16) -> SocketAddr {
    ([127, 0, 0, 1], port).into()
}

/// Waits for a message with this command, takes it in, acknowledges it, and drops everything else. The acknowledgement
/// goes out last: a client that receives it may look at once at what was made of the message.
fn expect<T>(socket: &UdpSocket, command: &str, take_in: impl FnOnce(&[&str]) -> T) -> T {
    let mut buffer = [0; 4096];
    loop {
        let (length, from) = socket.recv_from(&mut buffer).expect("nothing came in time");
        let text = String::from_utf8_lossy(&buffer[..length]).into_owned();
        if text.starts_with(command) {
            let taken = take_in(&text.lines().collect::<Vec<_>>());
            socket.send_to(format!("ack {text}").as_bytes(), from).unwrap();
            return taken;
        }
    }
}

/// Sends to one after the other and waits for each acknowledgement.
fn broadcast(socket: &UdpSocket, text: &str, ports: &[u16], habits: Habits) {
    let mut buffer = [0; 4096];
    for port in ports {
        socket.send_to(text.as_bytes(), at(*port)).unwrap();
        loop {
            let (length, _) = socket.recv_from(&mut buffer).expect("no acknowledgement came in time");
            if habits.any_ack || buffer[..length] == *format!("ack {text}").as_bytes() {
                break;
            }
        }
    }
}

impl Wild {
    pub(super) fn new(name: &str, dealer_waits: bool) -> Self {
        loop {
            let port = free_block();
            let Ok([base, second, third]) = open(port) else { continue };
            let (second, third) = (Arc::new(second), Arc::new(third));
            let model = Arc::default();
            let (habits, company) = (Habits::default(), Company::of(1));
            return Self {
                name: name.into(),
                port,
                base,
                second,
                third,
                model,
                dealer_waits,
                company,
                habits,
            };
        }
    }

    fn ports(&self, offset: u16) -> Vec<u16> {
        self.model.lock().unwrap().list.iter().map(|(_, port)| port + offset).collect()
    }

    /// Plays a game to its end and returns the last word.
    pub(super) fn play(self) -> String {
        expect(&self.base, "assign player", |lines| {
            let mut model = self.model.lock().unwrap();
            model.steal = lines[1].eq_ignore_ascii_case("true");
            model.list = lines[3..].iter().map(|line| player(line)).collect();
        });
        let mut rng = dice(u64::from(self.port));
        loop {
            self.take_cards();
            self.company.announce();
            let (n, round) = {
                let model = self.model.lock().unwrap();
                (model.list.len(), model.round)
            };
            // Reveals are sent while those of the others arrive.
            let (second, mut ports, name) = (self.second.clone(), self.ports(0), self.name.clone());
            // A pop that overtakes the own cards is dropped, and so is a word about the game that comes while the last
            // acknowledgements are waited for, and nobody here sends them again: our dealer waits a moment for that, a
            // wild one does not, so with it the own cards go first and the dealer's last.
            let late_second = self.habits.late_second.filter(|_| self.is_dealer());
            if !self.dealer_waits && late_second.is_none() {
                let dealer = self.dealer_port();
                ports.sort_by_key(|port| (*port == dealer, *port != self.port));
            }
            let (habits, company) = (self.habits, self.company.clone());
            let reveals = thread::spawn(move || {
                company.wait(round);
                broadcast(&second, &format!("reveal card\n1\n{name}"), &ports, habits);
                thread::sleep(late_second.unwrap_or_default());
                broadcast(&second, &format!("reveal card\n4\n{name}"), &ports, habits);
            });
            for _ in 0..2 * n {
                expect(&self.base, "reveal card", |lines| {
                    let mut model = self.model.lock().unwrap();
                    let index: usize = lines[1].parse().unwrap();
                    model.hands.get_mut(lines[2]).unwrap()[index].1 = false;
                });
            }
            if late_second.is_none() {
                reveals.join().unwrap();
                if self.is_dealer() {
                    self.second.send_to(b"query game state", at(self.dealer_port() + 2)).unwrap();
                }
            } else {
                self.second.send_to(b"query game state", at(self.dealer_port() + 2)).unwrap();
                reveals.join().unwrap();
            }
            loop {
                let state = expect(&self.second, "game state", |lines| lines.join("\n"));
                match state.lines().nth(1).unwrap() {
                    "continue" => self.turn(&mut rng),
                    "newround" => break,
                    _ => return state,
                }
            }
        }
    }

    fn is_dealer(&self) -> bool {
        self.name == DEALER
    }

    fn dealer_port(&self) -> u16 {
        self.model.lock().unwrap().list.iter().find(|(name, _)| name == DEALER).unwrap().1
    }

    fn take_cards(&self) {
        let n = {
            let mut model = self.model.lock().unwrap();
            model.hands.clear();
            model.stock.clear();
            model.discard.clear();
            model.round += 1;
            model.list.len()
        };
        for _ in 0..6 * n {
            expect(&self.base, "deal card", |lines| {
                let mut model = self.model.lock().unwrap();
                model.hands.entry(lines[2].to_owned()).or_default().push((card(lines[1]), true));
            });
        }
        expect(&self.base, "stack", |lines| {
            self.model.lock().unwrap().stock = lines[2..].iter().map(|line| card(line)).collect();
        });
        expect(&self.base, "announce initial reveal", |_| ());
    }

    /// The head of the list takes the turn and moves to its end.
    fn turn(&self, rng: &mut game::FastRng) {
        let (who, mine) = {
            let mut model = self.model.lock().unwrap();
            model.list.rotate_left(1);
            if model.stock.is_empty() {
                model.stock = model.discard.drain(..).rev().collect();
            }
            let who = model.list.last().unwrap().clone();
            let mine = who.0 == self.name;
            (who, mine)
        };
        if !mine {
            let stolen = expect(&self.base, "pop", |lines| {
                self.model.lock().unwrap().pop(lines);
                lines[1] == "steal"
            });
            if !stolen {
                expect(&self.base, "replace", |lines| {
                    assert_eq!(lines[2], who.0, "the player in turn replaces");
                    self.model.lock().unwrap().replace(lines[1], lines[2]);
                });
            }
            return;
        }
        let others: Vec<u16> = self.ports(0).into_iter().filter(|port| *port != self.port).collect();
        let (pop, replace) = self.choose(rng);
        broadcast(&self.base, &pop, &others, self.habits);
        self.model.lock().unwrap().pop(&pop.lines().collect::<Vec<_>>());
        if let Some(index) = replace {
            let text = format!("replace\n{index}\n{}", self.name);
            broadcast(&self.base, &text, &others, self.habits);
            self.model.lock().unwrap().replace(&index, &self.name);
        }
        self.second.send_to(b"query game state", at(self.dealer_port() + 2)).unwrap();
    }

    /// Any of the moves that turn a card sooner or later; now and then a discard is thrown back.
    fn choose(&self, rng: &mut game::FastRng) -> (String, Option<String>) {
        let model = self.model.lock().unwrap();
        let own = model.hands[&self.name].iter().position(|(_, down)| *down);
        if let (true, Some(own), 0) = (model.steal, own, below(rng, 4)) {
            for (victim, hand) in model.hands.iter().filter(|(name, _)| **name != self.name) {
                if let Some(theirs) = hand.iter().position(|(_, down)| !down) {
                    return (format!("pop\nsteal\n{victim}\n{theirs}\n{}\n{own}", self.name), None);
                }
            }
        }
        let pile = if !model.discard.is_empty() && below(rng, 3) == 0 { "discard" } else { "stock" };
        let index = match below(rng, 5) {
            0 => "d".to_owned(),
            1 => "discard".to_owned(),
            2 => below(rng, 6).to_string(),
            _ => own.unwrap_or(0).to_string(),
        };
        (format!("pop\n{pile}"), Some(index))
    }

    /// Deals nine rounds beside playing.
    pub(super) fn deal(&self, list: &[Player], steal: bool) -> thread::JoinHandle<()> {
        let (habits, company) = (self.habits, self.company.clone());
        let (second, third, model) = (self.second.clone(), self.third.clone(), self.model.clone());
        let (list, name) = (list.to_vec(), self.name.clone());
        thread::spawn(move || {
            let flag = if steal { "True" } else { "False" };
            let lines: Vec<String> =
                list.iter().map(|(name, port)| format!("({name}, 127.0.0.1, {port})")).collect();
            let ports: Vec<u16> = list.iter().map(|(_, port)| *port).collect();
            broadcast(
                &second,
                &format!("assign player\n{flag}\n{}\n{}", list.len(), lines.join("\n")),
                &ports,
                habits,
            );
            let mut rng = dice(7);
            for round in 1..=9 {
                let mut pack: Vec<String> =
                    Card::pack().iter().map(|card| format!("({card:?}, True)")).collect();
                game::shuffle(&mut rng, &mut pack);
                let order = model.lock().unwrap().list.clone();
                for index in 0..6 * order.len() {
                    let to = &order[index % order.len()].0;
                    broadcast(&second, &format!("deal card\n{}\n{to}", pack.pop().unwrap()), &ports, habits);
                }
                broadcast(&second, &format!("stack\nstock\n{}", pack.join("\n")), &ports, habits);
                broadcast(&second, "announce initial reveal", &ports, habits);
                company.announce();
                let mut said_too_often = false;
                let mut states: Vec<u16> = ports.iter().map(|port| port + 1).collect();
                loop {
                    expect(&third, "query game state", |_| ());
                    let all_up = model.lock().unwrap().all_up();
                    let raced = all_up && habits.extra_continue && !said_too_often;
                    said_too_often |= raced;
                    let over = all_up && !raced;
                    let text = match (over, round) {
                        (false, _) => "game state\ncontinue".to_owned(),
                        (true, 9) => format!("game state\nend\n{name}"),
                        (true, _) => "game state\nnewround".to_owned(),
                    };
                    if habits.late_second.is_some() {
                        // Down the list as it stands, so that it may be the first to be sent.
                        states = model.lock().unwrap().list.iter().map(|(_, port)| port + 1).collect();
                    }
                    broadcast(&third, &text, &states, habits);
                    if over {
                        break;
                    }
                }
                thread::sleep(Duration::from_millis(200));
            }
        })
    }
}

/// The dealer in these tests.
pub(super) const DEALER: &str = "dot";

fn player(line: &str) -> Player {
    let inner = line.trim_matches(['(', ')']);
    let mut fields = inner.split(", ");
    let name = fields.next().unwrap().to_owned();
    (name, fields.nth(1).unwrap().parse().unwrap())
}

fn card(shown: &str) -> String {
    shown.trim_start_matches('(').split(',').next().unwrap().to_owned()
}

/// Nothing is lost on this machine, and a client that counts a repeat as something new must not be sent one because the
/// machine is slow.
fn unhurried() -> Timing {
    let (resend, resend_cards) = (Duration::from_secs(10), Duration::from_secs(20));
    let moment = Duration::from_millis(400);
    Timing { resend, resend_cards, after_reveals: moment, after_dealers_second: moment, ..Timing::default() }
}

/// One of ours, at free ports.
pub(super) async fn ours(name: &str) -> Node {
    loop {
        if let Ok(node) = Node::open(name, free_block(), true, unhurried()).await {
            return node;
        }
    }
}

/// Plays one of ours to the end of the game, at random.
pub(super) async fn run(mut node: Node, seed: u64) -> (Ending, Vec<i32>) {
    let mut rng = dice(seed);
    loop {
        let now = node.now();
        match node.next().await {
            NodeEvent::Asked(question) => {
                let legal = &question.view.legal;
                let hidden = question.view.layouts[question.seat].iter().position(Option::is_none);
                let swap = legal.iter().find(|action| {
                    matches!(action, games::golf::Action::Swap(place) if Some(place.index()) == hidden)
                });
                let any = legal[below(&mut rng, legal.len() as u32) as usize];
                node.peer_mut().decide(swap.copied().unwrap_or(any), now).unwrap();
            }
            NodeEvent::DeckWanted(_) => {
                let mut cards = Card::pack();
                game::shuffle(&mut rng, &mut cards);
                node.peer_mut().deal(&DealtDeck { cards, discards: 0 }, now);
            }
            NodeEvent::News => drop(node.peer_mut().table_mut().unwrap().take_emitted()),
            NodeEvent::Joined => {}
            NodeEvent::Ended(ending) => {
                let totals = node.peer().table().unwrap().totals();
                // Others may not have received the last acknowledgement.
                let _ = tokio::time::timeout(Duration::from_millis(300), node.linger()).await;
                return (ending, totals);
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn our_dealer_plays_nine_rounds_with_wild_players() {
    let mut wilds = [Wild::new("ann", true), Wild::new("bob", true)];
    seat_together(&mut wilds);
    let mut dealer = ours(DEALER).await;
    let mut list: Vec<Contact> = wilds
        .iter()
        .map(|wild| Contact::new(&wild.name, [127, 0, 0, 1].into(), wild.port).unwrap())
        .collect();
    list.push(Contact::new(DEALER, [127, 0, 0, 1].into(), dealer.port()).unwrap());
    let threads: Vec<_> = wilds.into_iter().map(|wild| thread::spawn(move || wild.play())).collect();
    let now = dealer.now();
    assert!(dealer.peer_mut().start(&list, true, now));
    let (ending, _) = run(dealer, 1).await;
    let Ending::Finished { winner, .. } = ending else { panic!("{ending:?}") };
    for thread in threads {
        assert_eq!(thread.join().unwrap(), format!("game state\nend\n{winner}"));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn our_players_play_nine_rounds_with_a_wild_dealer_who_names_whom_it_likes() {
    let (mut dealer, mut wild) = (Wild::new(DEALER, false), Wild::new("bob", false));
    seat_together([&mut dealer, &mut wild]);
    let [ann, cid] = [ours("ann").await, ours("cid").await];
    let list = [
        ("ann".to_owned(), ann.port()),
        ("bob".to_owned(), wild.port),
        ("cid".to_owned(), cid.port()),
        (DEALER.to_owned(), dealer.port),
    ];
    let mine = [tokio::spawn(run(ann, 2)), tokio::spawn(run(cid, 3))];
    let bob = thread::spawn(move || wild.play());
    let deals = dealer.deal(&list, false);
    let dot = thread::spawn(move || dealer.play());
    let mut totals = Vec::new();
    for player in mine {
        let (ending, points) = player.await.unwrap();
        let Ending::Finished { named, .. } = ending else { panic!("{ending:?}") };
        assert_eq!(named, DEALER, "the dealer's word is shown");
        totals.push(points);
    }
    assert_eq!(totals[0], totals[1], "both have counted the same");
    assert_eq!(bob.join().unwrap(), dot.join().unwrap());
    deals.join().unwrap();
}

#[tokio::test]
async fn the_dealers_first_word_is_sent_when_it_is_said() {
    let wild = Wild::new("ann", true);
    let mut dealer = ours(DEALER).await;
    let list = [("ann", wild.port), (DEALER, dealer.port())]
        .map(|(name, port)| Contact::new(name, [127, 0, 0, 1].into(), port).unwrap());
    let now = dealer.now();
    assert!(dealer.peer_mut().start(&list, false, now));
    assert!(matches!(dealer.next().await, NodeEvent::Joined));
    wild.base.set_nonblocking(true).unwrap();
    let mut buffer = [0; 4096];
    let length = wild.base.recv(&mut buffer).expect("the first word was lost on the way out");
    assert!(buffer[..length].starts_with(b"assign player"));
}

#[tokio::test]
async fn whoever_lingers_with_news_that_nobody_took_lets_others_do_something() {
    let [mut dealer, mut player] = [ours(DEALER).await, ours("ann").await];
    let list = [("ann", player.port()), (DEALER, dealer.port())]
        .map(|(name, port)| Contact::new(name, [127, 0, 0, 1].into(), port).unwrap());
    let now = dealer.now();
    assert!(dealer.peer_mut().start(&list, false, now));
    // Until the first cards are dealt.
    let news = async {
        loop {
            match dealer.next().await {
                NodeEvent::News => break,
                NodeEvent::DeckWanted(_) => {
                    let now = dealer.now();
                    dealer.peer_mut().deal(&DealtDeck { cards: Card::pack(), discards: 0 }, now);
                }
                _ => {}
            }
        }
    };
    tokio::select! {
        () = news => {}
        () = player.linger() => {}
    }
    assert!(tokio::time::timeout(Duration::ZERO, dealer.linger()).await.is_err());
}
