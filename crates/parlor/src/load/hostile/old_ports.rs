//! Attacks on the ports of the original programs.

use std::net::SocketAddr;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::task::JoinSet;

use super::attacks::{Attacker, FLOOD_PAUSE, FLOODS};

/// Connections to each port that say nothing.
const SILENT: u32 = 64;

/// How long to wait before the next try after a refusal.
const AGAIN: Duration = Duration::from_millis(100);

/// What is sent as fast as it is taken: what one of the protocols can read, and what none can.
const FLOOD_BYTES: [&[u8]; 4] = [b"StartGame,1\n", b"\x80", b"\x03Ann\x04\x04\x04", &[0xff; 64]];

/// What the golf manager is asked.
const DATAGRAMS: [&[u8]; 4] = [b"query players", b"register spam 4505", b"start game spam 1", &[0xff; 2_000]];

/// Holds silent connections at each port, and floods it.
pub(super) fn legacy_ports(attacker: &Attacker, tasks: &mut JoinSet<()>) {
    for port in &attacker.crowd.ports.legacy {
        for _ in 0..SILENT.min(attacker.crowd.size) {
            tasks.spawn(hold(attacker.clone(), *port));
        }
        for bytes in FLOOD_BYTES {
            for _ in 0..FLOODS {
                tasks.spawn(flood(attacker.clone(), *port, bytes.repeat(20)));
            }
        }
    }
}

async fn hold(attacker: Attacker, port: SocketAddr) {
    loop {
        if let Some(stream) = attacker.count(attacker.crowd.connect_to(port).await) {
            let mut room = [0; 1_024];
            while stream.readable().await.is_ok() {
                match stream.try_read(&mut room) {
                    Ok(1..) => {}
                    Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
                    _ => break,
                }
            }
        }
        tokio::time::sleep(AGAIN).await;
    }
}

async fn flood(attacker: Attacker, port: SocketAddr, bytes: Vec<u8>) {
    loop {
        if let Some(mut stream) = attacker.count(attacker.crowd.connect_to(port).await) {
            let mut room = vec![0; 4_096];
            while stream.write_all(&bytes).await.is_ok() {
                // What is not read would slow the server's writing down, and with it the flood.
                while stream.try_read(&mut room).is_ok_and(|count| count > 0) {}
                tokio::time::sleep(FLOOD_PAUSE).await;
            }
            attacker.refused.fetch_add(1, Ordering::Relaxed);
        }
        tokio::time::sleep(AGAIN).await;
    }
}

/// Sends datagrams, also such that the manager answers at length.
pub(super) fn golf_manager(attacker: &Attacker, tasks: &mut JoinSet<()>) {
    let Some(manager) = attacker.crowd.ports.golf_manager else { return };
    for datagram in DATAGRAMS {
        for _ in 0..FLOODS {
            let attacker = attacker.clone();
            tasks.spawn(async move {
                let Some(socket) = attacker.count(attacker.crowd.udp(manager).await) else { return };
                let mut room = vec![0; 65_536];
                loop {
                    for _ in 0..20 {
                        attacker.count(socket.send(datagram).await);
                    }
                    while socket.try_recv(&mut room).is_ok() {}
                    tokio::time::sleep(FLOOD_PAUSE).await;
                }
            });
        }
    }
}
