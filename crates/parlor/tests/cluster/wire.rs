//! A stretch of cable between a node and what it needs, which can be cut and mended.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;

/// What is at the other end.
#[derive(Clone)]
pub(crate) enum FarEnd {
    Tcp(SocketAddr),
    Unix(PathBuf),
}

/// How a wire is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Condition {
    Up,
    /// Nothing arrives, and no error is reported; messages under way arrive when the connection works again.
    Silent,
    /// Connections break off, and new ones are refused.
    Severed,
}

pub(crate) struct Wire {
    pub(crate) address: SocketAddr,
    condition: watch::Sender<Condition>,
}

impl Wire {
    pub(crate) async fn to(far: FarEnd) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (condition, watched) = watch::channel(Condition::Up);
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                tokio::spawn(connect(near, far.clone(), watched.clone()));
            }
        });
        Self { address, condition }
    }

    pub(crate) fn set(&self, condition: Condition) {
        self.condition.send_replace(condition);
    }
}

async fn connect(near: TcpStream, far: FarEnd, mut watched: watch::Receiver<Condition>) {
    if watched.wait_for(|condition| *condition != Condition::Silent).await.is_err()
        || *watched.borrow() == Condition::Severed
    {
        return;
    }
    // A far end that is not there closes the near one.
    let _ = match far {
        FarEnd::Tcp(address) => match TcpStream::connect(address).await {
            Ok(far) => both_ways(near, far.into_split(), watched).await,
            Err(error) => Err(error),
        },
        FarEnd::Unix(path) => match UnixStream::connect(path).await {
            Ok(far) => both_ways(near, far.into_split(), watched).await,
            Err(error) => Err(error),
        },
    };
}

async fn both_ways(
    near: TcpStream,
    (far_out, far_in): (impl AsyncRead + Unpin, impl AsyncWrite + Unpin),
    watched: watch::Receiver<Condition>,
) -> io::Result<()> {
    near.set_nodelay(true)?;
    let (near_out, near_in) = near.into_split();
    // One that ends takes the other with it.
    tokio::select! {
        ended = carry(near_out, far_in, watched.clone()) => ended,
        ended = carry(far_out, near_in, watched) => ended,
    }
}

async fn carry(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    mut watched: watch::Receiver<Condition>,
) -> io::Result<()> {
    let mut bytes = vec![0; 64 << 10];
    loop {
        let read = tokio::select! {
            read = from.read(&mut bytes) => read?,
            severed = watched.wait_for(|condition| *condition == Condition::Severed) => {
                return severed.map(drop).map_err(io::Error::other);
            }
        };
        let condition = watched.wait_for(|condition| *condition != Condition::Silent).await;
        if read == 0 || condition.is_ok_and(|condition| *condition == Condition::Severed) {
            return Ok(());
        }
        to.write_all(&bytes[..read]).await?;
    }
}
