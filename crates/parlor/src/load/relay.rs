//! The baseline: a relay that passes on whatever one at a table says to all at it, and knows no game.

use std::collections::HashMap;
use std::io::{Error, ErrorKind, Write};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, Result};
use tokio::io::AsyncReadExt;
use tokio::net::{TcpListener, TcpStream};
use websocket::{Opcode, Side, push_frame, read_frame};

use crate::output;

/// What it says when it is ready, before its address.
pub(super) const SAYS: &str = "The relay is at ";

/// The longest payload that is waited for.
const MAX_PAYLOAD: usize = 64 << 10;

/// The longest head of a request.
const MAX_HEAD: usize = 4_096;

/// The connections at each table, by the path of their request.
type Tables = Mutex<HashMap<String, Arc<Table>>>;

#[derive(Default)]
struct Table(Mutex<Vec<Arc<TcpStream>>>);

pub(super) async fn serve(address: SocketAddr) -> Result<()> {
    let listener = TcpListener::bind(address).await.context("The relay cannot listen")?;
    let mut out = output::stdout();
    writeln!(out, "{SAYS}http://{}", listener.local_addr()?)?;
    out.flush()?;
    drop(out);
    let tables = Arc::<Tables>::default();
    loop {
        let (stream, _) = listener.accept().await.context("The relay cannot go on")?;
        let tables = tables.clone();
        // Errors of single connections are ignored.
        tokio::spawn(async move { drop(relay_connection(stream, &tables).await) });
    }
}

async fn relay_connection(mut stream: TcpStream, tables: &Tables) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    let mut arrived = Vec::new();
    let end = loop {
        if arrived.len() > MAX_HEAD || stream.read_buf(&mut arrived).await? == 0 {
            return Err(ErrorKind::InvalidData.into());
        }
        if let Some(end) = arrived.windows(4).position(|four| four == b"\r\n\r\n") {
            break end + 4;
        }
    };
    let head = String::from_utf8_lossy(&arrived[..end]).into_owned();
    let path = head.split(' ').nth(1).unwrap_or_default().to_owned();
    let key = head.lines().find_map(|line| line.strip_prefix("Sec-WebSocket-Key: ")).unwrap_or_default();
    let accept = tungstenite::handshake::derive_accept_key(key.trim().as_bytes());
    arrived.drain(..end);
    let stream = Arc::new(stream);
    let answer = format!(
        "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Accept: {accept}\r\n\r\n"
    );
    write(&stream, answer.as_bytes())?;
    let table = {
        let mut tables = tables.lock().unwrap_or_else(PoisonError::into_inner);
        let table = tables.entry(path).or_default().clone();
        table.0.lock().unwrap_or_else(PoisonError::into_inner).push(stream.clone());
        table
    };
    let mut out = Vec::new();
    loop {
        let mut done = 0;
        while let Some(frame) = read_frame(&mut arrived[done..], Side::Client, MAX_PAYLOAD)
            .map_err(|_| Error::from(ErrorKind::InvalidData))?
        {
            out.clear();
            push_frame(&mut out, Opcode::Text.last(), &arrived[done + frame.start..done + frame.end], None);
            done += frame.end;
            for seat in table.0.lock().unwrap_or_else(PoisonError::into_inner).iter() {
                write(seat, &out)?;
            }
        }
        arrived.drain(..done);
        stream.readable().await?;
        match stream.try_read_buf(&mut arrived) {
            Ok(0) => return Ok(()),
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            Err(error) => return Err(error),
        }
    }
}

/// Writes without waiting. The load generator reads quickly, so what cannot be written at once is an error.
fn write(stream: &TcpStream, bytes: &[u8]) -> std::io::Result<()> {
    if stream.try_write(bytes)? == bytes.len() { Ok(()) } else { Err(ErrorKind::WouldBlock.into()) }
}
