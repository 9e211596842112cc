//! A network between client and server that can fail.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

/// Passes bytes on until it is cut.
pub(crate) struct Proxy {
    pub(crate) address: SocketAddr,
    open: Arc<Mutex<Vec<TcpStream>>>,
    passed: Arc<AtomicUsize>,
}

impl Proxy {
    /// A way to this server.
    pub(crate) fn to(server: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let open: Arc<Mutex<Vec<TcpStream>>> = Arc::default();
        let kept = open.clone();
        let passed: Arc<AtomicUsize> = Arc::default();
        let count = passed.clone();
        thread::spawn(move || {
            for near in listener.incoming().map_while(Result::ok) {
                // Without a server the connection ends at once, as a refused one does.
                let Ok(far) = TcpStream::connect(server) else { continue };
                near.set_nodelay(true).unwrap();
                far.set_nodelay(true).unwrap();
                kept.lock().unwrap().extend([near.try_clone().unwrap(), far.try_clone().unwrap()]);
                pass_on(near.try_clone().unwrap(), far.try_clone().unwrap());
                pass_on(far, near);
                count.fetch_add(1, Ordering::SeqCst);
            }
        });
        Self { address, open, passed }
    }

    /// How many connections have reached the server this way.
    pub(crate) fn passed(&self) -> usize {
        self.passed.load(Ordering::SeqCst)
    }

    /// Ends all connections that are open.
    pub(crate) fn cut(&self) {
        for stream in self.open.lock().unwrap().drain(..) {
            // One that has ended already needs no ending.
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}

fn pass_on(mut from: TcpStream, mut to: TcpStream) {
    thread::spawn(move || {
        let mut buffer = [0; 16_384];
        while let Ok(count) = from.read(&mut buffer) {
            if count == 0 || to.write_all(&buffer[..count]).is_err() {
                break;
            }
        }
        let _ = to.shutdown(Shutdown::Both);
        let _ = from.shutdown(Shutdown::Both);
    });
}
