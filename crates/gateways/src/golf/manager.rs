//! The manager of the peer-to-peer game, without its socket: who is registered, which games run, what to answer.
//!
//! It brings players together and knows nothing of cards. A request is one datagram, the answer another.

use std::fmt::Write;
use std::net::IpAddr;

use serde::{Deserialize, Serialize};
use tables::address_block;

use super::reply_budget::is_local;

/// The longest request that is read, in bytes.
const MAX_REQUEST: usize = 2048;
/// The longest name of a player.
const MAX_NAME: usize = 15;
/// How many ports a player owns, from the one that is registered on.
const BLOCK: i64 = 5;
/// The ports that a block may begin with.
const FIRST_PORT: i64 = 1024;
const LAST_PORT: i64 = 65531;
/// How many others a dealer may ask for.
const MAX_OTHERS: i64 = 3;
/// How many players can be registered from one address block of the public network.
const MAX_PER_PUBLIC_ADDRESS: usize = 64;
/// How many of all places the public network can have: its registrations can be forged, and must not keep private networks
/// and this machine out.
const MAX_PUBLIC_PLAYERS: usize = 900;
/// If the list is full, a client of the public network that has sent nothing for this many milliseconds is removed.
const GONE_IF_FULL: u64 = 60 * 60 * 1_000;

const SUCCESS: &str = "SUCCESS";
const FAILURE: &str = "FAILURE";
const SYNTAX_ERROR: &str = "SYNTAX_ERROR";

/// This many players can be registered: the list of all of them must fit in one datagram.
const MAX_PLAYERS: usize = 1_000;
/// The longest answer that one datagram carries.
const MAX_ANSWER: usize = 65_000;

/// The state of the manager. It is serialisable, so that registrations survive a restart.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manager {
    pub(super) players: Vec<Player>,
    pub(super) games: Vec<RunningGame>,
    pub(super) next_game: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Player {
    pub(super) name: String,
    address: IpAddr,
    port: u16,
    in_game: bool,
    /// Registered by the server for somebody who sits at one of its tables.
    #[serde(default)]
    guest: bool,
    /// De-registered in the middle of a game: gone when it ends.
    #[serde(default)]
    leaving: bool,
    /// When a datagram last came from their address, in milliseconds of the caller's clock.
    pub(super) heard: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RunningGame {
    pub(super) id: u64,
    dealer: String,
    /// All who play, the dealer last.
    players: Vec<String>,
}

/// One player as the manager tells it to others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Registered {
    /// Their name.
    pub name: String,
    /// Where their datagrams come from.
    pub address: IpAddr,
    /// The first port of their block.
    pub port: u16,
}

impl From<&Player> for Registered {
    fn from(player: &Player) -> Self {
        Self { name: player.name.clone(), address: player.address, port: player.port }
    }
}

impl Registered {
    /// Whether a block of ports at this address would overlap with this player's.
    #[must_use]
    pub fn overlaps(&self, address: IpAddr, port: u16) -> bool {
        self.address == address && i64::from(self.port.abs_diff(port)) < BLOCK
    }
}

impl Manager {
    /// A manager without registrations.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Answers one datagram from an address, at this millisecond.
    pub fn answer(&mut self, from: IpAddr, request: &[u8], now: u64) -> String {
        // A socket for both families shows the old addresses dressed as new ones.
        let from = from.to_canonical();
        for player in self.players.iter_mut().filter(|player| player.address == from) {
            player.heard = player.heard.max(now);
        }
        let answer = match std::str::from_utf8(request) {
            Ok(text) if request.len() <= MAX_REQUEST => self.carry_out(from, text, now),
            _ => SYNTAX_ERROR.to_owned(),
        };
        if answer.len() > MAX_ANSWER { FAILURE.to_owned() } else { answer }
    }

    /// Forgets a client that has not been heard from for this long: players who wait, and games whose dealer is silent. The
    /// players of such a game are free again and are forgotten later if they stay silent too.
    pub fn forget_silent(&mut self, now: u64, after: u64) {
        let silent = |player: &Player| now.saturating_sub(player.heard) >= after;
        let dealers: Vec<String> = self
            .games
            .iter()
            .filter(|game| self.players.iter().any(|player| player.name == game.dealer && silent(player)))
            .map(|game| game.dealer.clone())
            .collect();
        self.players.retain(|player| player.in_game || !silent(player));
        for dealer in dealers {
            while let Some(index) = self.games.iter().position(|game| game.dealer == dealer) {
                self.close(index, now);
            }
        }
    }

    /// Forgets the guests of a server that was closed, and their games.
    pub fn forget_guests(&mut self) {
        let is_guest =
            |players: &[Player], name: &str| players.iter().any(|player| player.guest && player.name == name);
        while let Some(index) = self.games.iter().position(|game| is_guest(&self.players, &game.dealer)) {
            let now = self.players.iter().map(|player| player.heard).max().unwrap_or_default();
            self.close(index, now);
        }
        self.players.retain(|player| !player.guest);
    }

    /// Who is registered and not in a game, in order of registration.
    pub fn free(&self) -> impl Iterator<Item = Registered> {
        self.players.iter().filter(|player| !player.in_game).map(Registered::from)
    }

    /// Who is registered, in order of registration.
    pub fn registered(&self) -> impl Iterator<Item = Registered> {
        self.players.iter().map(Registered::from)
    }

    /// Starts a game of exactly these: of those who are free, the ones that are named, and after them the guests, who
    /// register by this. The last guest deals. Returns the number of the game; nothing has changed if it cannot be.
    pub fn start_with(&mut self, named: &[String], guests: &[Registered], now: u64) -> Option<u64> {
        let dealer = guests.last()?.name.clone();
        let mut after = self.clone();
        for Registered { name, address, port } in guests {
            if after.register(*address, name, &port.to_string(), now) != SUCCESS {
                return None;
            }
        }
        let players: Vec<String> =
            named.iter().cloned().chain(guests.iter().map(|guest| guest.name.clone())).collect();
        let all_free = players
            .iter()
            .all(|name| after.players.iter().any(|player| player.name == *name && !player.in_game));
        if !all_free {
            return None;
        }
        for player in &mut after.players {
            player.guest |= guests.iter().any(|guest| guest.name == player.name);
        }
        let id = after.begin(dealer, players);
        *self = after;
        Some(id)
    }

    fn carry_out(&mut self, from: IpAddr, text: &str, now: u64) -> String {
        let words: Vec<&str> = text.trim_end_matches(['\r', '\n']).split(' ').collect();
        match words[..] {
            ["register", name, port] => self.register(from, name, port, now),
            ["query", "players"] => self.list_players(),
            ["query", "games"] => self.list_games(),
            ["de-register" | "deregister", name] => self.deregister(from, name).to_owned(),
            ["start", "game", name, others] => self.start(from, name, others),
            ["end", game, name] => self.end(from, game, name, now).to_owned(),
            _ => SYNTAX_ERROR.to_owned(),
        }
    }

    fn register(&mut self, from: IpAddr, name: &str, port: &str, now: u64) -> String {
        let Some(port) = number(port) else { return SYNTAX_ERROR.to_owned() };
        let same =
            |player: &Player| player.name == name && player.address == from && i64::from(player.port) == port;
        // The first answer may have been lost on the way.
        if let Some(player) = self.players.iter_mut().find(|player| same(player)) {
            player.leaving = false;
            return SUCCESS.to_owned();
        }
        if !is_name(name) || self.players.iter().any(|player| player.name == name) {
            return format!("{FAILURE} USERNAME");
        }
        let overlaps =
            |player: &Player| player.address == from && (i64::from(player.port) - port).abs() < BLOCK;
        let in_range = u16::try_from(port).ok().filter(|_| (FIRST_PORT..=LAST_PORT).contains(&port));
        match in_range {
            Some(port) if !self.players.iter().any(overlaps) && self.makes_room(from, now) => {
                self.players.push(Player {
                    name: name.to_owned(),
                    address: from,
                    port,
                    in_game: false,
                    guest: false,
                    leaving: false,
                    heard: now,
                });
                SUCCESS.to_owned()
            }
            _ => format!("{FAILURE} PORT"),
        }
    }

    /// Whether one more can register from an address. If the list is full, the only clients that are removed for it are a
    /// waiting one of the same address block and one that has sent nothing for long.
    fn makes_room(&mut self, from: IpAddr, now: u64) -> bool {
        if is_local(from) {
            return self.players.len() < MAX_PLAYERS;
        }
        let block = address_block(from);
        let is_here = |player: &Player| address_block(player.address) == block;
        if self.players.iter().filter(|player| is_here(player)).count() >= MAX_PER_PUBLIC_ADDRESS {
            return false;
        }
        let public = self.players.iter().filter(|player| !is_local(player.address)).count();
        if public < MAX_PUBLIC_PLAYERS && self.players.len() < MAX_PLAYERS {
            return true;
        }
        let is_gone = |player: &Player| now.saturating_sub(player.heard) >= GONE_IF_FULL;
        let waiting = self.players.iter().enumerate();
        let waiting = waiting.filter(|(_, player)| !player.in_game && !is_local(player.address));
        let waiting = waiting.filter(|(_, player)| is_here(player) || is_gone(player));
        let Some((oldest, _)) = waiting.min_by_key(|(_, player)| player.heard) else { return false };
        self.players.remove(oldest);
        true
    }

    fn list_players(&self) -> String {
        let mut list = self.players.len().to_string();
        for player in &self.players {
            // Writing to a string cannot fail.
            let _ = write!(list, "\n{}", player.line());
        }
        list
    }

    fn list_games(&self) -> String {
        let mut list = self.games.len().to_string();
        for game in &self.games {
            let _ = write!(list, "\n({}, {}, [{}])", game.id, game.dealer, self.lines(&game.players));
        }
        list
    }

    fn deregister(&mut self, from: IpAddr, name: &str) -> &'static str {
        let found = self.players.iter().position(|player| player.name == name && player.answers_to(from));
        let Some(index) = found else { return FAILURE };
        // There are players who leave as soon as they receive the end of a game, before its dealer informs the manager.
        if self.players[index].in_game {
            self.players[index].leaving = true;
        } else {
            self.players.remove(index);
        }
        SUCCESS
    }

    fn start(&mut self, from: IpAddr, dealer: &str, others: &str) -> String {
        let Some(others) = number(others) else { return SYNTAX_ERROR.to_owned() };
        let can_deal = |player: &Player| player.name == dealer && !player.in_game && player.answers_to(from);
        let dealer_is_free = self.players.iter().any(can_deal);
        let free = self.players.iter().filter(|player| !player.in_game && player.name != dealer);
        let mut chosen: Vec<String> = free.map(|player| player.name.clone()).collect();
        let wanted = usize::try_from(others).unwrap_or_default();
        if !dealer_is_free || !(1..=MAX_OTHERS).contains(&others) || chosen.len() < wanted {
            return FAILURE.to_owned();
        }
        chosen.truncate(wanted);
        chosen.push(dealer.to_owned());
        let lines = self.lines(&chosen);
        let id = self.begin(dealer.to_owned(), chosen);
        format!("{SUCCESS}\n{id}\n{lines}")
    }

    /// All these are in a game now.
    fn begin(&mut self, dealer: String, players: Vec<String>) -> u64 {
        for player in self.players.iter_mut().filter(|player| players.contains(&player.name)) {
            player.in_game = true;
        }
        let id = self.next_game;
        self.next_game += 1;
        self.games.push(RunningGame { id, dealer, players });
        id
    }

    fn end(&mut self, from: IpAddr, game: &str, dealer: &str, now: u64) -> &'static str {
        let Some(id) = number(game) else { return SYNTAX_ERROR };
        if !self.players.iter().any(|player| player.name == dealer && player.answers_to(from)) {
            return FAILURE;
        }
        let found =
            self.games.iter().position(|game| i64::try_from(game.id) == Ok(id) && game.dealer == dealer);
        let Some(index) = found else { return FAILURE };
        self.close(index, now);
        SUCCESS
    }

    /// A game is over, and its players are free again.
    fn close(&mut self, index: usize, now: u64) {
        let ended = self.games.remove(index);
        for player in self.players.iter_mut().filter(|player| ended.players.contains(&player.name)) {
            player.in_game = false;
            player.heard = now;
        }
        self.players.retain(|player| player.in_game || !player.leaving);
    }

    /// These players, one a line, in this order.
    fn lines(&self, names: &[String]) -> String {
        let known = names.iter().filter_map(|name| self.players.iter().find(|player| player.name == *name));
        known.map(Player::line).collect::<Vec<_>>().join("\n")
    }
}

impl Player {
    /// Whether a datagram from this address may speak for the player: it comes from where they registered, or from the
    /// manager's own machine, whose operator may.
    fn answers_to(&self, from: IpAddr) -> bool {
        self.address == from || from.is_loopback()
    }

    fn line(&self) -> String {
        format!("({}, {}, {})", self.name, self.address, self.port)
    }
}

/// A whole number, however far out of range.
fn number(text: &str) -> Option<i64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    // One too long to hold is out of every range here.
    plain.then(|| text.parse().unwrap_or(i64::MAX))
}

fn is_name(name: &str) -> bool {
    let fits = (1..=MAX_NAME).contains(&name.len());
    fits && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-')
}

#[cfg(test)]
mod tests;
