//! A server of one table without clock, disk or sockets: it answers maps as the real one does, from a fixed seed.

use std::collections::VecDeque;

use game::{Chance, EventLog, Game, Options, Seat, SeatSet, Seed, Viewer};
use gateways::translator::{Effects, GatewayRequest, Translator};
use protocol::{
    Act, ClientMsg, Clock, Done, GameEvent, GameJson, GameResult, GameUpdate, Missed, Occupant, OnLeave,
    Presence, Ref, Refused, ReplayId, SeatInfo, SeatsUpdate, ServerMsg, TableId, TableInfo, TableSnapshot,
    TableStage, Watchers,
};

const TABLE: TableId = TableId::new(7);

/// One client and all that its map has said to it.
pub(crate) struct MiniClient<M> {
    pub(crate) translator: M,
    pub(crate) name: String,
    pub(crate) out: Vec<u8>,
    pub(crate) closed: bool,
}

/// The server.
pub(crate) struct MiniHouse<G: Game, M: Translator> {
    pub(crate) clients: Vec<MiniClient<M>>,
    options: G::Options,
    /// Who sits where, by number of the client.
    seated: Vec<Option<usize>>,
    position: Option<G>,
    emitted: EventLog<G::Event>,
    decisions: Vec<u32>,
    game_number: u32,
    seq: u64,
    seed: u64,
    result: Option<GameResult>,
    /// Whether the table starts by itself.
    starts: bool,
    /// Listeners to the lobby.
    lobby: Box<dyn Fn(&TableInfo)>,
    queue: VecDeque<(usize, ServerMsg)>,
}

fn raw(thing: &impl serde::Serialize) -> GameJson {
    serde_json::value::to_raw_value(thing).expect("plain data")
}

/// What a seat sees, whole, as the real server writes it.
fn seen<G: Game>(position: &G, seat: Seat) -> GameJson {
    let seen = position.seen(Viewer::Seat(seat));
    let is_implied = seen.to_act.contains(seat) && G::LEGAL_IS_IMPLIED;
    raw(&protocol::Seen {
        you: seen.you,
        seats: seen.seats,
        turn: seen.turn,
        to_act: seen.to_act,
        scores: seen.scores.as_slice().to_vec(),
        sheet: Vec::new(),
        outcome: seen.outcome,
        legal: if is_implied { raw(&"implied") } else { raw(&seen.legal) },
        view: raw(&seen.view),
    })
}

impl<G: Game, M: Translator<Event = ()>> MiniHouse<G, M> {
    pub(crate) fn new(
        options: G::Options,
        seats: u8,
        seed: u64,
        starts: bool,
        lobby: Box<dyn Fn(&TableInfo)>,
    ) -> Self {
        Self {
            clients: Vec::new(),
            options,
            seated: vec![None; usize::from(seats)],
            position: None,
            emitted: EventLog::new(),
            decisions: vec![0; usize::from(seats)],
            game_number: 0,
            seq: 0,
            seed,
            result: None,
            starts,
            lobby,
            queue: VecDeque::new(),
        }
    }

    /// Connects a client; returns its number.
    pub(crate) fn enters(&mut self, translator: M, name: &str) -> usize {
        self.clients.push(MiniClient { translator, name: name.to_owned(), out: Vec::new(), closed: false });
        self.clients.len() - 1
    }

    /// A client says something, as much of it as its map takes.
    pub(crate) fn receive(&mut self, client: usize, bytes: &[u8]) {
        let mut left = bytes;
        while !left.is_empty() && !self.clients[client].closed {
            let room = self.clients[client].translator.room().min(left.len());
            assert!(room > 0 || self.clients[client].closed || !self.queue.is_empty(), "nothing can go on");
            let mut effects = Effects::default();
            self.clients[client].translator.on_bytes(&left[..room], &mut effects);
            left = &left[room..];
            self.does(client, effects);
        }
    }

    /// A client is gone.
    pub(crate) fn leaves(&mut self, client: usize) {
        self.clients[client].closed = true;
        self.stands(client);
        self.settle();
    }

    /// The time of the player to act is up.
    pub(crate) fn time_is_up(&mut self) {
        let Some(position) = &self.position else { return };
        if let Some(seat) = position.status().to_act().first() {
            let action = position.default_action(seat);
            self.play(seat, action);
            self.settle();
        }
    }

    fn does(&mut self, client: usize, effects: Effects) {
        self.clients[client].out.extend(&effects.write);
        if effects.end.is_some() {
            self.clients[client].closed = true;
        }
        for ask in effects.asks {
            self.asked(client, ask);
        }
        if self.clients[client].closed {
            self.stands(client);
        }
        self.settle();
    }

    /// Tells everything that waits, and what comes of it.
    fn settle(&mut self) {
        while let Some((client, message)) = self.queue.pop_front() {
            if self.clients[client].closed {
                continue;
            }
            let mut effects = Effects::default();
            self.clients[client].translator.on_server_message(message, 0, &mut effects);
            self.does(client, effects);
        }
        for client in 0..self.clients.len() {
            if !self.clients[client].closed {
                let mut effects = Effects::default();
                self.clients[client].translator.on_event((), &mut effects);
                self.clients[client].out.extend(&effects.write);
            }
        }
    }

    fn asked(&mut self, client: usize, ask: GatewayRequest) {
        match ask {
            GatewayRequest::Open(open) => {
                self.seated = vec![None; usize::from(open.config.seats.unwrap_or(2))];
                self.sits(client, None);
                self.done(client, open.reference, Some(TABLE));
                self.snapshot(client, None, None);
            }
            GatewayRequest::LeaveBeforeStart { reference, .. } => {
                if self.position.is_some() {
                    self.refuse(client, Some(reference), "already_started");
                } else {
                    self.stands(client);
                    self.done(client, Some(reference), Some(TABLE));
                }
            }
            GatewayRequest::Message(ClientMsg::Join(join)) => self.join(client, join.reference),
            GatewayRequest::Message(ClientMsg::Leave(leave)) => {
                self.stands(client);
                self.done(client, leave.reference, Some(TABLE));
            }
            GatewayRequest::Message(ClientMsg::Act(act)) => self.act(client, &act),
            GatewayRequest::AfterArrivals(ClientMsg::Start(start)) => {
                match self.seated.iter().all(Option::is_some) {
                    true if self.position.is_none() => {
                        self.start();
                        self.done(client, start.reference, None);
                    }
                    true => self.refuse(client, start.reference, "already_started"),
                    false => self.refuse(client, start.reference, "too_few"),
                }
            }
            GatewayRequest::AfterArrivals(ClientMsg::Rematch(again)) => {
                if self.seated.iter().any(Option::is_none) {
                    self.refuse(client, again.reference, "cannot_start");
                } else if self.game_number == 0 {
                    self.refuse(client, again.reference, "not_started");
                } else if self.seated[0] != Some(client) {
                    self.refuse(client, again.reference, "first_player_only");
                } else {
                    self.start();
                    self.done(client, again.reference, None);
                }
            }
            GatewayRequest::Message(other) | GatewayRequest::AfterArrivals(other) => {
                panic!("no map says {other:?}")
            }
        }
    }

    pub(crate) fn join(&mut self, client: usize, reference: Option<Ref>) {
        let before = self.seq;
        if self.position.is_some() || self.seated.iter().all(Option::is_some) {
            return self.refuse(client, reference, "table_full");
        }
        self.sits(client, Some(before));
        self.snapshot(client, Some(before), reference);
        self.settle();
    }

    fn sits(&mut self, client: usize, _: Option<u64>) {
        let free = self.seated.iter().position(Option::is_none).expect("a free seat");
        self.seated[free] = Some(client);
        self.seq += 1;
        self.news(Some(client));
        if self.starts && self.seated.iter().all(Option::is_some) {
            self.deal();
            self.update(Some(client));
        }
    }

    fn stands(&mut self, client: usize) {
        let Some(seat) = self.seated.iter().position(|seated| *seated == Some(client)) else { return };
        let was_running =
            self.position.as_ref().is_some_and(|position| position.status().outcome().is_none());
        self.seated[seat] = None;
        let stay: Vec<usize> = self.seated.iter().flatten().copied().collect();
        for (place, seated) in self.seated.iter_mut().enumerate() {
            *seated = stay.get(place).copied();
        }
        self.seq += 1;
        self.news(None);
        if was_running {
            let replay_id = ReplayId { table: TABLE, game: self.game_number };
            let scores = vec![0; self.seated.len()];
            let result = GameResult {
                winners: SeatSet::EMPTY,
                scores,
                abandoned: true,
                undo_count: 0,
                replay_id,
                deal: None,
                seal: None,
                hinted: SeatSet::EMPTY,
                rated: false,
                next_commitment: None,
            };
            self.result = Some(result);
            self.update(None);
        }
        self.position = None;
    }

    fn start(&mut self) {
        self.deal();
        self.update(None);
    }

    fn deal(&mut self) {
        self.game_number += 1;
        self.seq += 1;
        self.result = None;
        self.emitted = EventLog::new();
        self.decisions = vec![0; self.seated.len()];
        let chance = Chance::new(Seed::from_number(self.seed + u64::from(self.game_number)));
        let seats = self.seated.len() as u8;
        self.position = Some(G::deal(*G::RULES.end(), &self.options, seats, chance, &mut self.emitted));
        (self.lobby)(&self.card());
    }

    fn act(&mut self, client: usize, act: &Act) {
        let seat = self.seated.iter().position(|seated| *seated == Some(client));
        let (Some(seat), Some(position)) = (seat, &self.position) else {
            return self.refuse(client, act.reference, "not_started");
        };
        if position.status().outcome().is_some() {
            return self.refuse(client, act.reference, "not_started");
        }
        if act.game_number != self.game_number {
            return self.refuse(client, act.reference, "other_game");
        }
        if act.nth != self.decisions[seat] {
            return self.refuse(client, act.reference, "stale");
        }
        let action: G::Action = serde_json::from_str(act.action.get()).expect("a map writes actions");
        let seat = Seat::of(seat as u8);
        match position.check(seat, action) {
            Ok(()) => {
                self.play(seat, action);
                self.done(client, act.reference, None);
            }
            Err(illegal) => self.refuse(client, act.reference, illegal.code()),
        }
    }

    fn play(&mut self, seat: Seat, action: G::Action) {
        let Some(position) = &mut self.position else { return };
        self.emitted = EventLog::new();
        position.apply(seat, action, &mut self.emitted);
        self.decisions[seat.index()] += 1;
        self.seq += 1;
        let outcome = position.status().outcome();
        self.result = outcome.map(|outcome| GameResult {
            winners: outcome.winners,
            scores: vec![0; self.seated.len()],
            abandoned: false,
            undo_count: 0,
            replay_id: ReplayId { table: TABLE, game: self.game_number },
            deal: None,
            seal: None,
            hinted: SeatSet::EMPTY,
            rated: false,
            next_commitment: None,
        });
        self.update(None);
    }

    fn done(&mut self, client: usize, reference: Option<Ref>, table: Option<TableId>) {
        self.queue.push_back((client, ServerMsg::Done(Done { reference, table, commitment: None })));
    }

    fn refuse(&mut self, client: usize, reference: Option<Ref>, code: &str) {
        let refused =
            Refused { reference, code: code.to_owned(), message: String::new(), legal: None, retry_ms: None };
        self.queue.push_back((client, ServerMsg::Refused(refused)));
    }

    fn seat_cards(&self) -> Vec<SeatInfo> {
        let card = |seated: &Option<usize>| SeatInfo {
            occupant: seated.map_or(Occupant::Empty, |client| Occupant::Person {
                name: self.clients[client].name.clone(),
                program: false,
            }),
            presence: Presence::Connected,
            played_by_bot: false,
            locked: false,
            wants_rematch: false,
            vacation_until: None,
        };
        self.seated.iter().map(card).collect()
    }

    fn card(&self) -> TableInfo {
        TableInfo {
            hints: false,
            rated: false,
            day: None,
            tournament: None,
            unrated_because: None,
            table: TABLE,
            game: G::NAME.to_owned(),
            options: self.options.settings(),
            clock: Clock::Off,
            seats: self.seat_cards(),
            host: None,
            stage: if self.position.is_some() { TableStage::Running } else { TableStage::Waiting },
            paused: false,
            kept: None,
            watch_policy: Watchers::Open,
            watcher_count: 0,
            on_leave: OnLeave::Bot,
            private: false,
            opened_at: 0,
            legacy_protocol: Some(M::PROTOCOL),
            commitment: None,
        }
    }

    fn news(&mut self, but: Option<usize>) {
        (self.lobby)(&self.card());
        for client in self.seated.iter().flatten().copied().filter(|client| Some(*client) != but) {
            let news = SeatsUpdate { table: TABLE, seats: self.seat_cards(), host: None, watcher_count: 0 };
            self.queue.push_back((client, ServerMsg::SeatsUpdate(Box::new(news))));
        }
    }

    fn events(&self, seat: Seat) -> Vec<GameEvent> {
        let emitted = self.emitted.for_viewer(Viewer::Seat(seat));
        emitted.map(|event| GameEvent { event: raw(event), text: String::new() }).collect()
    }

    fn update(&mut self, but: Option<usize>) {
        let Some(position) = &self.position else { return };
        for (seat, client) in self.seated.iter().enumerate() {
            let Some(client) = client.filter(|client| Some(*client) != but) else { continue };
            let viewer = Seat::of(seat as u8);
            let update = GameUpdate {
                table: TABLE,
                seq: self.seq,
                game_number: self.game_number,
                nth: self.decisions[seat],
                events: self.events(viewer),
                seen: Some(seen(position, viewer)),
                base: None,
                changes: None,
                deadlines: Vec::new(),
                result: self.result.clone(),
            };
            self.queue.push_back((client, ServerMsg::Update(Box::new(update))));
        }
    }

    fn snapshot(&mut self, client: usize, since: Option<u64>, reference: Option<Ref>) {
        let seat =
            self.seated.iter().position(|seated| *seated == Some(client)).map(|seat| Seat::of(seat as u8));
        let seen = |position: &G| seat.map(|seat| seen(position, seat));
        let missed = match (seat, &self.position, since) {
            (Some(seat), Some(_), Some(_)) => vec![Missed { seq: self.seq, events: self.events(seat) }],
            _ => Vec::new(),
        };
        let snapshot = TableSnapshot {
            info: self.card(),
            you: seat,
            invite_code: None,
            seq: self.seq,
            game_number: self.game_number,
            nth: seat.map_or(0, |seat| self.decisions[seat.index()]),
            seen: self.position.as_ref().and_then(seen),
            draft: None,
            deadlines: Vec::new(),
            result: self.result.clone(),
            chat: Vec::new(),
            undo_count: 0,
            missed,
            reference,
        };
        self.queue.push_back((client, ServerMsg::Table(Box::new(snapshot))));
    }
}
