//! Requests that are not answered yet.

use std::collections::BTreeMap;

use protocol::{ClientMsg, Ref, ServerMsg};
use tokio::sync::oneshot;

use crate::RequestError;

/// Where an answer goes.
pub(crate) type Reply = oneshot::Sender<Result<ServerMsg, RequestError>>;

struct Request {
    message: ClientMsg,
    reply: Reply,
}

/// All that was asked and not answered yet, by its number.
#[derive(Default)]
pub(crate) struct Pending {
    requests: BTreeMap<Ref, Request>,
    next: Ref,
}

impl Pending {
    /// Stores a request and numbers it.
    pub(crate) fn add(&mut self, mut message: ClientMsg, reply: Reply) -> ClientMsg {
        // Half of all numbers are left to callers that number their messages themselves.
        self.next = (self.next + 1) % (Ref::MAX / 2);
        set_reference(&mut message, self.next);
        self.requests.insert(self.next, Request { message: message.clone(), reply });
        message
    }

    /// Passes an answer to the caller that waits for it; false if none does.
    pub(crate) fn answer(&mut self, message: &ServerMsg) -> bool {
        let Some(request) = reference(message).and_then(|reference| self.requests.remove(&reference)) else {
            return false;
        };
        let answer = match message {
            ServerMsg::Refused(refused) => Err(RequestError::Refused(Box::new(refused.clone()))),
            other => Ok(other.clone()),
        };
        // A caller that asked may have stopped waiting.
        let _ = request.reply.send(answer);
        true
    }

    /// After a loss: what may safely be sent again, in order. Every other request gets an error.
    pub(crate) fn after_loss(&mut self) -> Vec<ClientMsg> {
        let (again, lost): (BTreeMap<_, _>, BTreeMap<_, _>) = std::mem::take(&mut self.requests)
            .into_iter()
            .partition(|(_, request)| is_safe_twice(&request.message));
        self.requests = again;
        for request in lost.into_values() {
            let _ = request.reply.send(Err(RequestError::Lost));
        }
        self.requests.values().map(|request| request.message.clone()).collect()
    }
}

/// Whether sending it twice does no more than sending it once.
const fn is_safe_twice(message: &ClientMsg) -> bool {
    match message {
        ClientMsg::Act(_)
        | ClientMsg::Draft(_)
        | ClientMsg::Hint(_)
        | ClientMsg::Join(_)
        | ClientMsg::Watch(_)
        | ClientMsg::Sync(_)
        | ClientMsg::Lobby(_)
        | ClientMsg::Mute(_)
        | ClientMsg::Rename(_)
        | ClientMsg::Pause(_)
        | ClientMsg::PlayDay(_)
        | ClientMsg::DayNonce(_)
        | ClientMsg::Ping(_) => true,
        ClientMsg::Hello(_)
        | ClientMsg::Open(_)
        | ClientMsg::Leave(_)
        | ClientMsg::AddBot(_)
        | ClientMsg::RemoveBot(_)
        | ClientMsg::RemovePlayer(_)
        | ClientMsg::LockSeat(_)
        | ClientMsg::Report(_)
        | ClientMsg::Acknowledge(_)
        | ClientMsg::Say(_)
        | ClientMsg::Start(_)
        | ClientMsg::Undo(_)
        | ClientMsg::Resign(_)
        | ClientMsg::Rematch(_)
        | ClientMsg::Ready(_)
        | ClientMsg::Accept(_) => false,
    }
}

fn reference(message: &ServerMsg) -> Option<Ref> {
    match message {
        ServerMsg::Welcome(welcome) => welcome.reference,
        ServerMsg::Done(done) | ServerMsg::Pong(done) => done.reference,
        ServerMsg::Refused(refused) => refused.reference,
        ServerMsg::Table(table) => table.reference,
        ServerMsg::Hint(hint) => hint.reference,
        _ => None,
    }
}

fn set_reference(message: &mut ClientMsg, number: Ref) {
    let reference = match message {
        ClientMsg::Hello(request) => &mut request.reference,
        ClientMsg::Rename(request) => &mut request.reference,
        ClientMsg::Lobby(request) => &mut request.reference,
        ClientMsg::Open(request) => &mut request.reference,
        ClientMsg::Join(request) => &mut request.reference,
        ClientMsg::Leave(request) => &mut request.reference,
        ClientMsg::Watch(request) => &mut request.reference,
        ClientMsg::AddBot(request) => &mut request.reference,
        ClientMsg::RemoveBot(request) => &mut request.reference,
        ClientMsg::RemovePlayer(request) => &mut request.reference,
        ClientMsg::LockSeat(request) => &mut request.reference,
        ClientMsg::Report(request) => &mut request.reference,
        ClientMsg::Acknowledge(request) => &mut request.reference,
        ClientMsg::Act(request) => &mut request.reference,
        ClientMsg::Draft(request) => &mut request.reference,
        ClientMsg::Hint(request) => &mut request.reference,
        ClientMsg::Say(request) => &mut request.reference,
        ClientMsg::Mute(request) => &mut request.reference,
        ClientMsg::Start(request) => &mut request.reference,
        ClientMsg::Ready(request) => &mut request.reference,
        ClientMsg::Accept(request) => &mut request.reference,
        ClientMsg::Rematch(request) => &mut request.reference,
        ClientMsg::Undo(request) => &mut request.reference,
        ClientMsg::Pause(request) => &mut request.reference,
        ClientMsg::Resign(request) => &mut request.reference,
        ClientMsg::PlayDay(request) => &mut request.reference,
        ClientMsg::DayNonce(request) => &mut request.reference,
        ClientMsg::Sync(request) => &mut request.reference,
        ClientMsg::Ping(request) => &mut request.reference,
    };
    *reference = Some(number);
}
