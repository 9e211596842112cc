//! The task that writes: all calls that wait in one transaction, answered when the database says it is durable.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::time::{Instant, sleep_until, timeout};

use super::batch::Batch;
use super::failure::{Failure, refusal};
use super::link::Address;
use super::session::{Identity, Session};
use crate::queue::{Call, Group, Outcome, Writer};
use crate::{CommitError, Fault, Faults, Write};

/// How long to wait for the lock after the connection was lost: our old session may need a moment to end.
const WAIT_AT_RETURN: Duration = Duration::from_secs(5);

/// After a try that failed the next one comes no sooner than this, and then twice as long, up to the longest: all that is
/// asked meanwhile waits for it and shares it. A database that comes back is not stormed.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// What PostgreSQL says when the disk is full.
const FULL: &str = "DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = 'disk_full',
                    MESSAGE = 'could not extend file: No space left on device'; END $$";

pub(super) struct WriterTask {
    address: Arc<Address>,
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
        session: Session,
        orders: Writer,
        faults: Faults,
        unsettled: Arc<AtomicBool>,
    ) -> Self {
        let former = session.identity.clone();
        Self { address, session: Some(session), former, next_try: None, orders, faults, unsettled }
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

    /// The next group of calls. While the database is gone it is looked for meanwhile, so that it is back before anybody
    /// asks.
    async fn next(&mut self) -> Option<Group> {
        while self.session.is_none() {
            let moment = self.next_try.map_or_else(Instant::now, |(moment, _)| moment);
            tokio::select! {
                group = self.orders.next() => return group,
                () = sleep_until(moment) => {}
            }
            // If it is not there, that is known and counted; nobody has asked.
            if let Ok(session) = self.find_again().await {
                self.session = Some(session);
            }
        }
        self.orders.next().await
    }

    async fn leave(&mut self) {
        if let Some(session) = self.session.take() {
            // One that does not answer lets go of the lock when it notices that nobody is there.
            let _ = timeout(self.address.answer_within, session.close()).await;
        }
    }

    async fn store(&mut self, calls: &[Call]) -> Outcome {
        self.faults.delay().await;
        let fault = self.faults.current();
        let address = Arc::clone(&self.address);
        let session = self.session().await?;
        let storing = async {
            match together(session, calls, fault).await {
                // One of them broke a rule: find out which, and store the others.
                Err(Trouble::Before(Failure::Refused { .. })) => one_by_one(session, calls, fault).await,
                other => other,
            }
        };
        let stored = match timeout(address.answer_within, storing).await {
            Ok(stored) => stored,
            // How far it came is not known.
            Err(_) => Err(Trouble::During(address.silence())),
        };
        if let Err(Trouble::Before(Failure::Lost(text)) | Trouble::During(text)) = &stored {
            self.unsettled.store(true, Ordering::SeqCst);
            self.lost(text);
            if let Some(session) = self.session.take() {
                session.cut();
            }
        }
        let outcome = stored.map_err(Trouble::into_error)?;
        match fault {
            Some(Fault::Unsure { .. }) => {
                Err(CommitError::Unknown("the answer was lost on purpose".to_owned()))
            }
            _ => Ok(outcome),
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
        let last_pause = match self.next_try {
            Some((moment, pause)) => {
                sleep_until(moment).await;
                Some(pause)
            }
            None => None,
        };
        match Session::open(&self.address, Some(&self.former), WAIT_AT_RETURN).await {
            Ok(session) => {
                self.former = session.identity.clone();
                self.unsettled.store(false, Ordering::SeqCst);
                self.next_try = None;
                if self.orders.counters().found() {
                    tracing::info!(database = self.address.place, "database reconnected");
                }
                Ok(session)
            }
            Err(error) => {
                let pause = last_pause.map_or(FIRST_PAUSE, |pause| LONGEST_PAUSE.min(2 * pause));
                self.next_try = Some((Instant::now() + pause, pause));
                let text = error.to_string().trim_end_matches('.').to_owned();
                self.lost(&text);
                Err(CommitError::NotSaved(text))
            }
        }
    }

    /// Says so once, however often it is looked for.
    fn lost(&self, why: &str) {
        if self.orders.counters().lost() {
            tracing::warn!(
                database = self.address.place,
                why,
                "database connection lost; writes are refused"
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
    fn into_error(self) -> CommitError {
        match self {
            Self::Before(failure) => CommitError::NotSaved(failure.into_text()),
            Self::During(text) => CommitError::Unknown(text),
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

/// Stores all calls with as few statements as can be, or none if one of them breaks a rule.
async fn together(session: &Session, calls: &[Call], fault: Option<Fault>) -> Stored {
    let batch = Batch::of(calls.iter().flat_map(|call| &call.writes));
    let all_well = || Ok(calls.iter().map(|_| Ok(())).collect());
    if batch.is_one_statement() && fault.is_none() {
        // The statement commits itself: one way to the database and back.
        let done = session.statements.run(session.client(), &batch).await;
        return done.map_err(Trouble::of_commit).and_then(|()| all_well());
    }
    begin(session).await?;
    let done = session.statements.run(session.client(), &batch).await;
    end(session, done.map_err(Trouble::from).and_then(|()| all_well()), fault).await
}

/// Stores each call that breaks no rule.
async fn one_by_one(session: &Session, calls: &[Call], fault: Option<Fault>) -> Stored {
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
        match session.statements.run(session.client(), &Batch::of([write])).await {
            Ok(()) => {}
            Err(Failure::Refused { rule, text }) => {
                session.client().batch_execute("ROLLBACK TO call; RELEASE call").await?;
                return Ok(Err(refusal(write, &rule, text)));
            }
            Err(failure) => return Err(failure),
        }
    }
    session.client().batch_execute("RELEASE call").await?;
    Ok(Ok(()))
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
        Err(error) => Err(Trouble::Before(Failure::Lost(Failure::from(error).into_text()))),
    }
}
