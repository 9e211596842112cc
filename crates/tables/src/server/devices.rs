//! Messages to the connections of a person and of their devices.

use std::collections::HashSet;

use protocol::{Bye, ByeReason, Refusal, ServerMsg};

use super::Server;
use crate::people::{PersonId, TokenHash};

impl Server {
    /// The devices of a person that are connected, by id.
    #[must_use]
    pub fn connected_devices(&self, person: PersonId) -> HashSet<String> {
        let connections = self.connections();
        let own = connections.values().filter(|connected| connected.person == Some(person));
        own.filter_map(|connected| connected.device.map(|device| device.device_id())).collect()
    }

    /// Signs out a device of a person and closes its connections. False if there is no such device.
    ///
    /// # Errors
    /// If the database cannot be read or written.
    pub async fn end_device(&self, person: PersonId, id: &str) -> Result<bool, Refusal> {
        let Some(hash) = self.people().end_device(person, id, self.time().now()).await? else {
            return Ok(false);
        };
        self.remove_subscriptions_of(person, id).await;
        self.close_device(hash);
        self.devices_changed(person);
        Ok(true)
    }

    fn close_device(&self, hash: TokenHash) {
        let connections = self.connections();
        for connected in connections.values().filter(|connected| connected.device == Some(hash)) {
            let message = "This device was signed out.".to_owned();
            connected.outbox.close(Bye { reason: ByeReason::SignedOut, message, retry_ms: None });
        }
    }

    /// Says to all connections of a person that the list of their devices is another one now.
    pub fn devices_changed(&self, person: PersonId) {
        let connections = self.connections();
        for connected in connections.values().filter(|connected| connected.person == Some(person)) {
            connected.outbox.send_to_person(&ServerMsg::DevicesChanged {});
        }
    }
}
