//! The manager at its socket.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tables::{LimitConfig, Limiter, Time};
use tokio::net::UdpSocket;
use tokio::sync::{Mutex, Notify};

use super::manager::{Manager, Registered};
use super::manager_changes::{ManagerChange, changes};
use super::reply_budget::ReplyBudget;
use super::state_storage::{Kept, MAX_CHANGES, StateStorage};

/// One byte more than the longest request shows that a request is longer.
const ROOM: usize = 2_049;
/// This many requests share one write at the most.
const AT_ONCE: usize = 256;
/// How many addresses are counted apart.
const MAX_ADDRESSES: usize = 10_000;

/// A manager that answers at a socket. Clones are the same manager.
#[derive(Debug)]
pub struct ManagerService<K> {
    shared: Arc<Shared<K>>,
}

impl<K> Clone for ManagerService<K> {
    fn clone(&self) -> Self {
        Self { shared: self.shared.clone() }
    }
}

/// How long a registration lasts after the last datagram from its address, unless the operator says otherwise.
pub const REGISTRATION_TIMEOUT: Duration = Duration::from_secs(24 * 60 * 60);

#[derive(Debug)]
struct Shared<K> {
    state: Mutex<State>,
    /// Notified whenever something has changed.
    changed: Notify,
    state_storage: K,
    registration_timeout: Duration,
    time: Time,
}

#[derive(Debug)]
struct State {
    manager: Manager,
    /// What is stored: the manager but for the latest signs of life.
    stored: Manager,
    /// How many changes are stored since everything was.
    stored_changes: usize,
    budget: ReplyBudget,
}

impl<K: StateStorage> ManagerService<K> {
    /// A manager with the stored state. A client that is silent for this long is removed.
    ///
    /// # Errors
    /// If the stored state cannot be read, or is not that of a manager.
    pub async fn open(
        state_storage: K,
        registration_timeout: Duration,
        limits: LimitConfig,
        time: Time,
    ) -> io::Result<Self> {
        let mut manager = match state_storage.load().await? {
            Some(kept) => read(&kept)?,
            None => Manager::new(),
        };
        // Those who played through the server are not there any more.
        manager.forget_guests();
        state_storage.replace(serde_json::to_string(&manager)?).await?;
        // Senders can be forged, so what they fill up must not be what other ports count with.
        let budget = ReplyBudget::new(Limiter::bounded(limits, time.clone(), MAX_ADDRESSES));
        let state = State { stored: manager.clone(), manager, stored_changes: 0, budget };
        let (state, changed) = (Mutex::new(state), Notify::new());
        Ok(Self { shared: Arc::new(Shared { state, changed, state_storage, registration_timeout, time }) })
    }

    fn now(&self) -> u64 {
        u64::try_from(self.shared.time.now()).unwrap_or_default()
    }

    /// Answers at this socket for ever. Nothing that arrives there can stop it.
    pub async fn answer_at(&self, socket: &UdpSocket) {
        let mut buffer = vec![0; ROOM];
        loop {
            let first = socket.recv_from(&mut buffer).await;
            let mut requests = Vec::new();
            match first {
                Ok((length, from)) => requests.push((from, buffer[..length].to_vec())),
                Err(error) => {
                    // Somebody's closed port can show up here; a broken socket would, repeatedly.
                    tracing::debug!(%error, "receiving on the golf manager's socket failed");
                    tokio::time::sleep(Duration::from_millis(10)).await;
                }
            }
            // Whatever else waits shares one write with the first.
            while requests.len() < AT_ONCE
                && let Ok((length, from)) = socket.try_recv_from(&mut buffer)
            {
                requests.push((from, buffer[..length].to_vec()));
            }
            for (from, answer) in self.answer(&requests).await {
                if let Err(error) = socket.send_to(answer.as_bytes(), from).await {
                    tracing::debug!(%from, %error, "the golf manager's answer could not be sent");
                }
            }
        }
    }

    /// Answers datagrams, as far as their senders may be sent something: what changes is kept before it is sent.
    async fn answer(&self, requests: &[(SocketAddr, Vec<u8>)]) -> Vec<(SocketAddr, String)> {
        let mut state = self.shared.state.lock().await;
        let mut after = state.manager.clone();
        let now = self.now();
        let timeout = u64::try_from(self.shared.registration_timeout.as_millis()).unwrap_or(u64::MAX);
        after.forget_silent(now, timeout);
        let requests: Vec<_> =
            requests.iter().filter(|(from, _)| state.budget.allows_request(from.ip())).collect();
        let mut answers: Vec<_> =
            requests.iter().map(|(from, request)| after.answer(from.ip(), request, now)).collect();
        if !self.keep(&mut state, after).await {
            answers.fill("FAILURE".to_owned());
        }
        let sent = requests.iter().zip(answers).filter_map(|((from, request), answer)| {
            Some((*from, state.budget.limit(from.ip(), request.len(), answer)?))
        });
        sent.collect()
    }

    /// Takes the manager as it is afterwards, once its changes are kept. Whether they could be.
    async fn keep(&self, state: &mut State, after: Manager) -> bool {
        let changes = changes(&state.stored, &after);
        if changes.is_empty() {
            state.manager = after;
            return true;
        }
        match self.store(state, &changes, &after).await {
            Ok(()) => {
                changes.into_iter().for_each(|change| state.stored.apply(change));
                state.manager = after;
                self.shared.changed.notify_one();
                true
            }
            Err(error) => {
                tracing::error!(%error, "storing the golf manager's state failed");
                false
            }
        }
    }

    /// Stores what has changed; once in a while everything, so that a start need not read many changes.
    async fn store(&self, state: &mut State, changes: &[ManagerChange], after: &Manager) -> io::Result<()> {
        if state.stored_changes >= MAX_CHANGES {
            self.shared.state_storage.replace(serde_json::to_string(after)?).await?;
            state.stored_changes = 0;
            return Ok(());
        }
        self.shared.state_storage.append(serde_json::to_string(changes)?).await?;
        state.stored_changes += 1;
        Ok(())
    }

    /// Waits until something has changed. One waits at a time.
    pub async fn changed(&self) {
        self.shared.changed.notified().await;
    }

    /// Who is registered and not in a game.
    pub async fn free(&self) -> Vec<Registered> {
        self.shared.state.lock().await.manager.free().collect()
    }

    /// Who is registered.
    pub async fn registered(&self) -> Vec<Registered> {
        self.shared.state.lock().await.manager.registered().collect()
    }

    /// Starts a game of these registered players and of guests who register by this, the last of whom deals.
    pub async fn start_with(&self, named: &[String], guests: &[Registered]) -> Option<u64> {
        let mut state = self.shared.state.lock().await;
        let mut after = state.manager.clone();
        let id = after.start_with(named, guests, self.now())?;
        self.keep(&mut state, after).await.then_some(id)
    }

    /// Asks in the name of a guest.
    pub async fn ask_as(&self, guest: &Registered, request: &str) -> String {
        let from = SocketAddr::new(guest.address, guest.port);
        let mut answers = self.answer(&[(from, request.as_bytes().to_vec())]).await;
        answers.pop().map(|(_, answer)| answer).unwrap_or_default()
    }
}

/// The manager that was kept.
fn read(kept: &Kept) -> io::Result<Manager> {
    let mut manager: Manager = serde_json::from_str(&kept.whole)?;
    for change in &kept.changes {
        let changes: Vec<ManagerChange> = serde_json::from_str(change)?;
        changes.into_iter().for_each(|change| manager.apply(change));
    }
    Ok(manager)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::super::state_storage::FileStateStorage;
    use super::*;

    async fn service(folder: &std::path::Path) -> ManagerService<FileStateStorage> {
        let state_storage = FileStateStorage::new(&folder.join("golf.json"));
        ManagerService::open(state_storage, REGISTRATION_TIMEOUT, LimitConfig::default(), Time::real())
            .await
            .unwrap()
    }

    /// What is sent back to this address.
    async fn ask(service: &ManagerService<FileStateStorage>, from: &str, request: &str) -> Option<String> {
        let from = SocketAddr::new(from.parse().unwrap(), 40_000);
        let mut answers = service.answer(&[(from, request.as_bytes().to_vec())]).await;
        answers.pop().map(|(_, answer)| answer)
    }

    #[tokio::test]
    async fn a_forged_registration_makes_nobody_known() {
        let folder = tempfile::tempdir().unwrap();
        let service = service(folder.path()).await;
        for number in 0..200 {
            let request = format!("register player-{number} {}", 2_000 + 5 * number);
            assert_eq!(ask(&service, "10.0.0.7", &request).await.as_deref(), Some("SUCCESS"));
        }
        let victim = "203.0.113.9";
        assert_eq!(ask(&service, victim, "register victim 4505").await.as_deref(), Some("SUCCESS"));
        let mut sent = 0;
        for _ in 0..500 {
            sent += ask(&service, victim, "query players").await.map_or(0, |answer| answer.len());
        }
        assert!(sent > 0 && sent <= 500 * 3 * "query players".len() + 2_048, "{sent} bytes were sent");
        assert!(ask(&service, "10.0.0.8", "query players").await.unwrap().len() > 5_000);
    }

    #[tokio::test]
    async fn what_is_stored_with_each_change_does_not_grow_with_what_is_known() {
        let folder = tempfile::tempdir().unwrap();
        let service = service(folder.path()).await;
        let length = || std::fs::metadata(folder.path().join("golf.json")).unwrap().len();
        let mut most = 0;
        for number in 0..900u32 {
            let before = length();
            let from = format!("10.0.{}.{}", number / 250, number % 250);
            assert_eq!(
                ask(&service, &from, &format!("register p{number} 4505")).await.as_deref(),
                Some("SUCCESS")
            );
            ask(&service, &from, "query games").await;
            if (number as usize) % (MAX_CHANGES + 1) != MAX_CHANGES {
                most = most.max(length().saturating_sub(before));
            }
        }
        assert!((50..400).contains(&most), "{most} bytes for one registration");
        // A manager that is opened again knows them all.
        drop(service);
        let state_storage = FileStateStorage::new(&folder.path().join("golf.json"));
        let again =
            ManagerService::open(state_storage, REGISTRATION_TIMEOUT, LimitConfig::default(), Time::real())
                .await
                .unwrap();
        assert!(ask(&again, "127.0.0.1", "query players").await.unwrap().starts_with("900\n"));
    }
}
