use super::*;
use crate::frame_buffer::FrameBuffer;

fn outbox() -> Outbox {
    Outbox::new(Arc::new(Metrics::default()))
}

#[test]
fn a_reader_that_is_far_behind_is_given_the_newest_state_and_nothing_grows() {
    let outbox = outbox();
    let (first, second) = (TableId::new(1), TableId::new(2));
    for _ in 0..10_000 {
        outbox.table(first, Bytes::from_static(b"{}"));
        outbox.table(second, Bytes::from_static(b"{}"));
    }
    assert!(outbox.queue().waiting.len() <= MAX_WAITING);
    let mut syncs = Vec::new();
    while let Some(outgoing) = outbox.try_next() {
        if let Outgoing::SyncTable(table) = outgoing {
            syncs.push(table);
        }
    }
    syncs.sort();
    assert_eq!(syncs, [first, second]);
}

#[test]
fn answers_are_not_dropped_but_a_client_that_never_reads_them_is_let_go() {
    let outbox = outbox();
    for number in 0..MAX_WAITING + 10 {
        outbox.table(TableId::new(7), Bytes::from_static(b"{}"));
        if number < 20 {
            outbox.send_to_person(&ServerMsg::TableRemoved { table: TableId::new(1) });
        }
    }
    let answers = outbox.queue().waiting.iter().filter(|waiting| waiting.about == About::Person).count();
    assert_eq!(answers, 20);
    for _ in 0..2 * MAX_WAITING {
        outbox.send_to_person(&ServerMsg::TableRemoved { table: TableId::new(1) });
    }
    assert!(outbox.queue().closed && outbox.queue().waiting.is_empty());
}

/// Takes as much as it is told to.
struct Way {
    takes: Mutex<WriteProgress>,
    sent: Mutex<Vec<String>>,
}

impl DirectWriter for Way {
    fn try_write(&self, message: &mut FramedMessage<'_>) -> WriteProgress {
        let taken = *self.takes.lock().unwrap();
        if taken != WriteProgress::NotStarted {
            self.sent.lock().unwrap().push(String::from_utf8(message.text().to_vec()).unwrap());
        }
        taken
    }
}

#[test]
fn a_message_takes_the_shortcut_only_when_nothing_can_come_after_it_that_was_before_it() {
    let way = Arc::new(Way { takes: Mutex::new(WriteProgress::Complete), sent: Mutex::default() });
    let outbox = outbox().with_direct_writer(Some(way.clone()));
    let table = TableId::new(1);
    let send = |text: &'static str| {
        let mut desk = FrameBuffer::new();
        outbox.send_table_direct(table, &mut desk.write(|out| out.extend_from_slice(text.as_bytes())));
    };
    let sent = || way.sent.lock().unwrap().drain(..).collect::<Vec<_>>();
    let context = Context::from_waker(Waker::noop());
    let poll = || outbox.poll_next(&context);

    send("nobody waits yet");
    assert!(sent().is_empty());
    assert!(matches!(poll(), Poll::Ready(Ok((_, Outgoing::Text(_))))));
    send("the first may not be written yet");
    assert!(sent().is_empty());
    assert!(matches!(poll(), Poll::Ready(Ok((_, Outgoing::Text(_))))) && poll().is_pending());
    send("straight");
    assert_eq!(sent(), ["straight"]);
    assert!(poll().is_pending(), "it is not written twice");

    *way.takes.lock().unwrap() = WriteProgress::Partial;
    send("begun");
    assert_eq!(sent(), ["begun"]);
    send("after it");
    assert!(sent().is_empty());
    assert!(matches!(poll(), Poll::Ready(Ok((_, Outgoing::ResumeWrite)))));
    assert!(matches!(poll(), Poll::Ready(Ok((_, Outgoing::Text(text)))) if text == "after it"));
    assert!(poll().is_pending());

    *way.takes.lock().unwrap() = WriteProgress::NotStarted;
    send("waits");
    assert!(matches!(poll(), Poll::Ready(Ok((_, Outgoing::Text(text)))) if text == "waits"));
    outbox.abort();
    assert_eq!(Arc::strong_count(&way), 1, "whoever still holds the outbox does not hold the connection");
}

#[test]
fn long_messages_are_bounded_by_their_bytes_and_the_lobby_waits_once() {
    let outbox = outbox();
    let long = Bytes::from(vec![b'x'; 200_000]);
    for _ in 0..100 {
        outbox.replace_lobby(long.clone());
        outbox.lobby(Bytes::from_static(b"{}"));
    }
    assert_eq!(outbox.queue().waiting.len(), 2, "the newest lobby, and what came after it");
    for _ in 0..100 {
        outbox.table(TableId::new(7), long.clone());
        assert!(outbox.queue().bytes <= MAX_BYTES);
    }
    while outbox.try_next().is_some() {}
    assert_eq!(outbox.queue().bytes, 0);
    // One that is longer than all may be is not held back for ever.
    outbox.table(TableId::new(7), Bytes::from(vec![b'x'; 2 * MAX_BYTES]));
    assert!(matches!(outbox.try_next(), Some(Outgoing::Text(_))));
}

#[tokio::test]
async fn a_shut_outbox_wakes_its_writer() {
    let outbox = outbox();
    let writer = tokio::spawn({
        let outbox = outbox.clone();
        async move { outbox.next().await.map(|_| ()) }
    });
    tokio::task::yield_now().await;
    outbox.abort();
    assert_eq!(writer.await.unwrap(), Err(Closed));
}
