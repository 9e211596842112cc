//! The manager at its socket.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::net::UdpSocket;
use tokio::sync::{Mutex, Notify};

use super::keeper::Keeper;
use super::manager::{Manager, Registered};

/// One byte more than the longest request shows that a request is longer.
const ROOM: usize = 2_049;
/// So many requests share one write at the most.
const AT_ONCE: usize = 256;

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

#[derive(Debug)]
struct Shared<K> {
    manager: Mutex<Manager>,
    /// Told whenever something has changed.
    changed: Notify,
    keeper: K,
    expire: Option<Duration>,
}

impl<K: Keeper> ManagerService<K> {
    /// A manager that knows what was kept. Whoever is silent for `expire` is forgotten, if that is set.
    ///
    /// # Errors
    /// If what was kept cannot be read, or is none of a manager's.
    pub async fn open(keeper: K, expire: Option<Duration>) -> io::Result<Self> {
        let manager = match keeper.load().await? {
            Some(text) => serde_json::from_str(&text).map_err(io::Error::from)?,
            None => Manager::new(),
        };
        let mut manager: Manager = manager;
        // Those who played through the house are not there any more.
        manager.forget_guests();
        Ok(Self {
            shared: Arc::new(Shared { manager: Mutex::new(manager), changed: Notify::new(), keeper, expire }),
        })
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
                    // Somebody's closed port can show up here; a broken socket would, again and again.
                    tracing::debug!(%error, "the golf manager heard an error");
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

    /// Answers datagrams: what changes is kept before it is told.
    async fn answer(&self, requests: &[(SocketAddr, Vec<u8>)]) -> Vec<(SocketAddr, String)> {
        let mut manager = self.shared.manager.lock().await;
        let mut after = manager.clone();
        let now = now();
        if let Some(expire) = self.shared.expire {
            after.forget_silent(now, u64::try_from(expire.as_millis()).unwrap_or(u64::MAX));
        }
        let answers: Vec<_> =
            requests.iter().map(|(from, request)| (*from, after.answer(from.ip(), request, now))).collect();
        if self.keep(&mut manager, after).await {
            return answers;
        }
        answers.into_iter().map(|(from, _)| (from, "FAILURE".to_owned())).collect()
    }

    /// Takes the manager as it is afterwards, once it is kept. Whether it could be.
    async fn keep(&self, manager: &mut Manager, after: Manager) -> bool {
        if *manager == after {
            return true;
        }
        let kept = match serde_json::to_string(&after) {
            Ok(text) => self.shared.keeper.save(text).await,
            Err(error) => Err(error.into()),
        };
        match kept {
            Ok(()) => {
                *manager = after;
                self.shared.changed.notify_one();
                true
            }
            Err(error) => {
                tracing::error!(%error, "what the golf manager knows could not be kept");
                false
            }
        }
    }

    /// Waits until something has changed. One waits at a time.
    pub async fn changed(&self) {
        self.shared.changed.notified().await;
    }

    /// Who is registered and not in a game.
    pub async fn free(&self) -> Vec<Registered> {
        self.shared.manager.lock().await.free().collect()
    }

    /// Who is registered.
    pub async fn registered(&self) -> Vec<Registered> {
        self.shared.manager.lock().await.registered().collect()
    }

    /// Starts a game of these registered players and of guests who register by this, the last of whom deals.
    pub async fn start_with(&self, named: &[String], guests: &[Registered]) -> Option<u64> {
        let mut manager = self.shared.manager.lock().await;
        let mut after = manager.clone();
        let id = after.start_with(named, guests, now())?;
        self.keep(&mut manager, after).await.then_some(id)
    }

    /// Asks in the name of a guest.
    pub async fn ask_as(&self, guest: &Registered, request: &str) -> String {
        let from = SocketAddr::new(guest.address, guest.port);
        let mut answers = self.answer(&[(from, request.as_bytes().to_vec())]).await;
        answers.pop().map(|(_, answer)| answer).unwrap_or_default()
    }
}

fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
