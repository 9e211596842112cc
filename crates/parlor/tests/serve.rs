//! `parlor serve` and `parlor admin`, as whoever runs a house meets them: the real binary on real sockets.

#[cfg(test)]
#[path = "support"]
mod support {
    pub(crate) mod client;
    pub(crate) mod http;
    pub(crate) mod playing;
    pub(crate) mod server;
}

#[cfg(test)]
mod serve {
    mod admin;
    mod closing;
    mod exchange;
    mod http;
    mod playing;
    mod settings;
    mod sockets;
    mod starting;
    mod words;
}
