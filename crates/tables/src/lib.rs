//! The running server: lobby, tables, seats, clocks, bots, sessions.
//!
//! A [`Session`] is one connection, over any transport; it speaks the native protocol. Each table is an actor that
//! stores a fact before it sends it, so that a client never receives what a crash could undo.

mod announcements;
mod bot_pool;
mod calls;
mod cluster;
mod day;
mod document_body;
mod entropy;
mod figures;
mod frame_buffer;
mod journal;
mod legacy_rules;
mod lessons;
mod limiter;
mod live_game;
mod lobby;
mod log_throttle;
mod metrics;
mod moderation;
mod outbox;
mod people;
mod ready;
mod reviews;
mod scheduled;
mod server;
mod server_ratings;
mod session;
mod stopped_time;
mod table;
mod time;
mod tournament;
mod vacations;

pub use announcements::Announcement;
pub use calls::{
    CallStage, DueCall, MAX_SUBSCRIPTIONS, PushOutcome, PushSubscription, QuietHours, Webhook, WebhookFormat,
};
pub use cluster::{ClusterMember, ClusterStatus, LEASE, NodeStatus};
pub use entropy::Entropy;
pub use frame_buffer::{FrameBuffer, FramedMessage};
pub use legacy_rules::{LegacyRules, NoLegacyRules, PeerRecord};
pub use lessons::SolvedLesson;
pub use limiter::{
    AddressLimits, FULL_RETRY_MS, Limit, LimitAccount, LimitConfig, LimitExceeded, LimitGuard, LimitKind,
    LimitSet, Limiter, Rate, TokenBucket, address_block,
};
pub use lobby::{LobbyObserver, TablePage};
pub use log_throttle::LogThrottle;
pub use metrics::Metrics;
pub use moderation::{
    AddressRange, AuditEntry, BlockedPerson, MAX_BLOCKS, MAX_SANCTION_MINUTES, Operator, ReportInfo,
    ReportedRoom, Sanction, SanctionKind, SanctionTarget,
};
pub use outbox::{Closed, DirectWriter, Outbox, Outgoing, WriteProgress};
pub use people::{
    ConnectionOrigin, DeviceInfo, FollowedPerson, InvitationInfo, LINK_LIFETIME_MS, MAX_DEVICES, MAX_FOLLOWS,
    MAX_INVITATION_DAYS, MAX_INVITATION_USES, People, PersonId, PersonInfo, Token, TokenHash, has_secret_id,
};
pub use reviews::{AskReviewError, MAX_OPEN_REVIEWS, ReviewState, Reviews};
pub use scheduled::{
    CALL_BEFORE_MS, MAX_NOTE_LENGTH, MAX_SCHEDULED_PER_PERSON, SEATS_KEPT_MS, ScheduleAnswer, ScheduleStage,
    ScheduledPerson, ScheduledTable,
};
pub use server::{
    MAX_LISTED, OpenServerError, Retention, Server, ServerConfig, ShownTables, TournamentOrganiser,
};
pub use server_ratings::{RatingsSnapshot, ServerRatings, rated_game};
pub use session::Session;
pub use time::Time;
pub use tournament::{MAX_ENTERED, MAX_ENTRANTS, MAX_LIVE, MAX_ORGANISED};
pub use vacations::VacationState;
