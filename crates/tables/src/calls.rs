//! Calls to people who are away: whom to call where, and which calls are due.
//!
//! A call is a document that says when it is due. The table makes it when the turn begins and removes it with the decision;
//! whoever delivers calls moves it on to the alarm before the time is up. So a call is neither lost nor made twice by a kill,
//! but for one that was delivered and not yet noted.

mod due;
pub(crate) mod push;
pub(crate) mod webhooks;

pub use self::due::{CallStage, DueCall};
pub(crate) use self::due::{
    PlannedCall, ReadyCall, ScheduledCall, call_id, due as due_calls, end_call, ready_call_id,
    scheduled_call_id,
};
pub use self::push::{MAX_SUBSCRIPTIONS, PushOutcome, PushSubscription};
pub use self::webhooks::{QuietHours, Webhook, WebhookFormat};
