//! Calls to people who are away: whom to call where, and which calls are due.
//!
//! A call is a document that says when it is due. The table makes it when the turn begins and removes it with the decision;
//! the task that delivers calls then sets it to the alarm before the time is up. So a crash neither loses nor repeats a
//! call, except one that was delivered and not yet marked as delivered.

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
