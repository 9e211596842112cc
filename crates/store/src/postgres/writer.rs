//! The task that writes: all calls that wait in one transaction, answered when the database says it is durable.

use std::collections::HashSet;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::time::{Instant, sleep_until, timeout};

use super::batch::Batch;
use super::failure::{FENCE, Failure, refusal};
use super::pg_connection::Address;
use super::probe;
use super::session::{Identity, Member, Session};
use crate::fence::Fence;
use crate::queue::{CommitGroup, CommitRequest, Outcome, Writer};
use crate::{CommitError, Fault, Faults, Write};

/// How long to wait for the lock after the connection was lost: our old session may need a moment to end.
const WAIT_AT_RETURN: Duration = Duration::from_secs(5);

/// The wait before the first attempt to reconnect. It doubles after every failure, up to the longest. Calls that arrive
/// meanwhile share the next attempt, so that a database that has just started is not flooded with connections.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const MAX_PAUSE: Duration = Duration::from_secs(1);

/// What PostgreSQL says when the disk is full.
const FULL: &str = "DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = 'disk_full',
                    MESSAGE = 'could not extend file: No space left on device'; END $$";

pub(super) struct WriterTask {
    address: Arc<Address>,
    member: Member,
    /// Nothing after the connection was lost, until the next call.
    session: Option<Session>,
    former: Identity,
    /// When the database may be looked for again, and how long the pause was that ends then.
    next_try: Option<(Instant, Duration)>,
    orders: Writer,
    faults: Faults,
    /// Whether something sent on a lost connection might still happen. Readers wait for it.
    unsettled: Arc<AtomicBool>,
}

impl WriterTask {
    pub(super) fn new(
        address: Arc<Address>,
        member: Member,
        session: Session,
        orders: Writer,
        faults: Faults,
        unsettled: Arc<AtomicBool>,
    ) -> Self {
        let former = session.identity.clone();
        Self { address, member, session: Some(session), former, next_try: None, orders, faults, unsettled }
    }

    pub(super) async fn run(mut self) {
        while let Some(group) = self.next().await {
            if !group.calls.is_empty() {
                let outcome = self.store(&group.calls).await;
                self.faults.silence().await;
                self.orders.answer(group.calls, outcome);
            }
            if let Some(closing) = group.close {
                self.leave().await;
                self.orders.close(closing).await;
                return;
            }
        }
        self.leave().await;
    }

    /// The next group of calls. While the database is unreachable or read-only, reconnects in the meantime, so that the
    /// next call does not have to wait for it.
    async fn next(&mut self) -> Option<CommitGroup> {
        while self.orders.counters().is_down() {
            let moment = self.next_try.map_or_else(Instant::now, |(moment, _)| moment);
            tokio::select! {
                group = self.orders.next() => return group,
                () = sleep_until(moment) => {}
            }
            // A failure is already counted, and no caller waits for this attempt.
            let address = Arc::clone(&self.address);
            if let Ok(session) = self.session().await {
                let probed = timeout(address.response_timeout, probe::run(session)).await;
                let probed = probed.map_or_else(
                    |_| Err(Trouble::During(address.silence())),
                    |probed| probed.map_err(Trouble::Before),
                );
                self.note(probed.as_ref().err());
            }
        }
        self.orders.next().await
    }

    async fn leave(&mut self) {
        if let Some(session) = self.session.take() {
            // A database that does not answer releases the lock when it notices that the connection is closed.
            let _ = timeout(self.address.response_timeout, session.close()).await;
        }
    }

    async fn store(&mut self, calls: &[CommitRequest]) -> Outcome {
        self.faults.delay().await;
        let fault = self.faults.current();
        let address = Arc::clone(&self.address);
        let after_failure = self.orders.counters().is_down();
        let session = self.session().await?;
        let stored = patiently(session, &address, stored(session, calls, fault, after_failure)).await;
        let trouble = stored.as_ref().map_or_else(Some, |stored| stored.trouble_after.as_ref());
        self.note(trouble);
        let outcome = stored.map_err(|trouble| trouble.error())?.results;
        match fault {
            Some(Fault::Unsure { .. }) => {
                Err(CommitError::Unknown("the answer was lost on purpose".to_owned()))
            }
            _ => Ok(outcome),
        }
    }

    /// Counts and logs whether the database can be written. One that cannot be is left, unless trying again on the same
    /// connection can help.
    fn note(&mut self, trouble: Option<&Trouble>) {
        match trouble {
            None => self.found(),
            Some(Trouble::Before(Failure::Refused { .. })) => {}
            Some(Trouble::Before(Failure::Failed(text))) => {
                self.pause();
                self.lost(text);
            }
            Some(Trouble::Before(Failure::ReadOnly(text))) => {
                self.lost(text);
                self.cut();
            }
            Some(Trouble::Before(Failure::Lost(text)) | Trouble::During(text)) => {
                self.unsettled.store(true, Ordering::SeqCst);
                self.lost(text);
                self.cut();
            }
        }
    }

    fn cut(&mut self) {
        if let Some(session) = self.session.take() {
            session.cut();
        }
    }

    /// The session, or a new one if it was lost.
    async fn session(&mut self) -> Result<&Session, CommitError> {
        let session = match self.session.take() {
            Some(session) if !session.client().is_closed() => session,
            _ => self.find_again().await?,
        };
        Ok(self.session.insert(session))
    }

    /// Looks for the database, but not sooner than it may be looked for.
    async fn find_again(&mut self) -> Result<Session, CommitError> {
        if let Some((moment, _)) = self.next_try {
            sleep_until(moment).await;
        }
        match Session::open(&self.address, self.member, Some(&self.former), WAIT_AT_RETURN).await {
            Ok(session) => {
                self.former = session.identity.clone();
                self.unsettled.store(false, Ordering::SeqCst);
                self.found();
                Ok(session)
            }
            Err(error) => {
                self.pause();
                let text = error.to_string().trim_end_matches('.').to_owned();
                self.lost(&text);
                Err(CommitError::NotSaved(text))
            }
        }
    }

    /// Before the next try there is a pause, longer than the one before.
    fn pause(&mut self) {
        let pause = self.next_try.map_or(FIRST_PAUSE, |(_, pause)| MAX_PAUSE.min(2 * pause));
        self.next_try = Some((Instant::now() + pause, pause));
    }

    fn found(&mut self) {
        self.next_try = None;
        if self.orders.counters().came_up() {
            tracing::info!(database = self.address.place, "database reconnected");
        }
    }

    /// Logs the loss once, however many attempts to reconnect fail.
    fn lost(&self, why: &str) {
        if self.orders.counters().went_down() {
            tracing::warn!(
                database = self.address.place,
                why,
                "database connection lost; writes are refused until it is back: check that the database runs and can be reached"
            );
        }
    }
}

/// When a failure came: before the commit was asked for, or while it was.
enum Trouble {
    Before(Failure),
    During(String),
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Self {
        Self::Before(failure)
    }
}

impl Trouble {
    fn error(&self) -> CommitError {
        match self {
            Self::Before(failure) => CommitError::NotSaved(failure.text().to_owned()),
            Self::During(text) => CommitError::Unknown(text.clone()),
        }
    }

    /// A failure of what commits. An answer, even a bad one, is certain.
    fn of_commit(failure: Failure) -> Self {
        match failure {
            Failure::Lost(text) => Self::During(text),
            certain => Self::Before(certain),
        }
    }
}

type Stored = Result<Vec<Result<(), CommitError>>, Trouble>;

/// Calls that were dealt with.
struct Done {
    results: Vec<Result<(), CommitError>>,
    /// The failure after some of the calls were stored. It is also in the results of the others.
    trouble_after: Option<Trouble>,
}

impl From<Vec<Result<(), CommitError>>> for Done {
    fn from(results: Vec<Result<(), CommitError>>) -> Self {
        Self { results, trouble_after: None }
    }
}

/// Waits as long as the database keeps answering. A long list of writes takes time; a database that answers nothing for
/// this long is treated as disconnected, and how much it has executed is unknown.
async fn patiently(
    session: &Session,
    address: &Address,
    storing: impl Future<Output = Result<Done, Trouble>>,
) -> Result<Done, Trouble> {
    let mut storing = pin!(storing);
    loop {
        let answers = session.statements.answers();
        match timeout(address.response_timeout, &mut storing).await {
            Ok(stored) => return stored,
            Err(_) if session.statements.answers() > answers => {}
            Err(_) => return Err(Trouble::During(address.silence())),
        }
    }
}

/// Stores all calls that break no rule.
async fn stored(
    session: &Session,
    calls: &[CommitRequest],
    fault: Option<Fault>,
    after_failure: bool,
) -> Result<Done, Trouble> {
    let calls: Vec<&CommitRequest> = calls.iter().collect();
    let batch = Batch::of(calls.iter().map(|call| call.writes.as_slice()));
    if batch.is_one_statement() && fault.is_none() {
        return facts(session, &calls, &batch).await;
    }
    match together(session, &calls, &batch, fault, after_failure).await {
        // One of them broke a rule: find out which, and store the others.
        Err(Trouble::Before(Failure::Refused { .. })) => Ok(one_by_one(session, &calls, fault).await?.into()),
        other => Ok(other?.into()),
    }
}

/// Stores all calls with as few statements as can be, or none if one of them breaks a rule.
async fn together(
    session: &Session,
    calls: &[&CommitRequest],
    batch: &Batch<'_>,
    fault: Option<Fault>,
    after_failure: bool,
) -> Stored {
    begin(session).await?;
    let done = async {
        session.statements.run(session.client(), batch).await?;
        if calls.iter().any(|call| call.writes.is_empty()) {
            probe::write(session, after_failure).await.map(Some)
        } else {
            Ok(None)
        }
    };
    let done = done.await;
    let probed = done.as_ref().ok().copied().flatten();
    let all_well = |_| Ok(calls.iter().map(|_| Ok(())).collect());
    let stored = end(session, done.map_err(Trouble::from).and_then(all_well), fault).await?;
    // A row that was rolled back on request cannot be read back.
    if let (Some(number), None) = (probed, fault) {
        probe::read_back(session, number).await?;
    }
    Ok(stored)
}

/// Facts only: the statement commits itself, which is one way to the database and back. Where a fence is lost nothing is
/// stored; those calls are looked at one by one.
async fn facts(session: &Session, calls: &[&CommitRequest], batch: &Batch<'_>) -> Result<Done, Trouble> {
    let mut passed = HashSet::new();
    for phase in &batch.tables {
        let stored = session.statements.append(session.client(), &phase.appends).await;
        passed.extend(stored.map_err(Trouble::of_commit)?);
    }
    let has_passed = |call: &CommitRequest| {
        let table = call.writes.first().and_then(Fence::of).map(|fence| fence.table.cast_signed());
        table.is_some_and(|table| passed.contains(&table))
    };
    let lost: Vec<&CommitRequest> = calls.iter().filter(|call| !has_passed(call)).copied().collect();
    if lost.is_empty() {
        return Ok(Done::from(calls.iter().map(|_| Ok(())).collect::<Vec<_>>()));
    }
    // If the connection is lost now, that is the answer of these calls alone: the others are stored.
    let (each, trouble_after) = match one_by_one(session, &lost, None).await {
        Ok(results) => (results, None),
        Err(trouble) => {
            let error = trouble.error();
            (lost.iter().map(|_| Err(error.clone())).collect(), Some(trouble))
        }
    };
    let mut each = each.into_iter();
    let answer = |call: &&CommitRequest| {
        if has_passed(call) { Ok(()) } else { each.next().unwrap_or(Err(CommitError::Closed)) }
    };
    Ok(Done { results: calls.iter().map(answer).collect(), trouble_after })
}

/// Stores each call that breaks no rule.
async fn one_by_one(session: &Session, calls: &[&CommitRequest], fault: Option<Fault>) -> Stored {
    begin(session).await?;
    let mut results = Ok(Vec::with_capacity(calls.len()));
    for call in calls {
        match (one_call(session, &call.writes).await, &mut results) {
            (Ok(result), Ok(results)) => results.push(result),
            (Err(failure), _) => {
                results = Err(failure.into());
                break;
            }
            (Ok(_), Err(_)) => break,
        }
    }
    end(session, results, fault).await
}

/// The inner result is for the call alone, the outer one for the whole transaction.
async fn one_call(session: &Session, writes: &[Write]) -> Result<Result<(), CommitError>, Failure> {
    session.client().batch_execute("SAVEPOINT call").await?;
    for write in writes {
        let batch = Batch::of([std::slice::from_ref(write)]);
        match session.statements.run(session.client(), &batch).await {
            Ok(()) => {}
            Err(Failure::Refused { rule, text }) => {
                session.client().batch_execute("ROLLBACK TO call").await?;
                let error = match Fence::of(write) {
                    Some(fence) if rule == FENCE => fence.lost(epoch_of(session, fence.table).await?),
                    _ => refusal(write, &rule, text),
                };
                session.client().batch_execute("RELEASE call").await?;
                return Ok(Err(error));
            }
            Err(failure) => return Err(failure),
        }
    }
    session.client().batch_execute("RELEASE call").await?;
    Ok(Ok(()))
}

/// The epoch of a table, unless it is not open.
async fn epoch_of(session: &Session, table: u64) -> Result<Option<u64>, Failure> {
    let sql = "SELECT epoch FROM parlor.tables WHERE id = $1 AND closed IS NULL";
    let row = session.client().query_opt(sql, &[&table.cast_signed()]).await?;
    Ok(row.map(|row| row.get::<_, i64>(0).cast_unsigned()))
}

async fn begin(session: &Session) -> Result<(), Failure> {
    Ok(session.client().batch_execute("BEGIN").await?)
}

/// Commits, or rolls back if something failed.
async fn end(session: &Session, stored: Stored, fault: Option<Fault>) -> Stored {
    let client = session.client();
    let stored = match (stored, fault) {
        (Ok(_), Some(Fault::Full)) => Err(match client.batch_execute(FULL).await {
            Ok(()) => Failure::Failed("no space left on device".to_owned()),
            Err(error) => error.into(),
        }
        .into()),
        (stored, _) => stored,
    };
    let keep = stored.is_ok() && fault != Some(Fault::Unsure { stored: false });
    if keep {
        let committed = client.batch_execute("COMMIT").await;
        return committed.map_err(|error| Trouble::of_commit(error.into())).and(stored);
    }
    // If this fails the connection is gone, and the transaction with it; but it must not be used again.
    match client.batch_execute("ROLLBACK").await {
        Ok(()) => stored,
        Err(error) => Err(Trouble::Before(Failure::Lost(Failure::from(error).text().to_owned()))),
    }
}
