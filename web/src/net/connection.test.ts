import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { FakeSocket } from '../testing/fakeSocket';
import { Connection, type Listener, type Status, type Why } from './connection';
import { LostError, RefusedError } from './messages';

let sockets: FakeSocket[];
let statuses: Status[];
let forgotten: number;
let connection: Connection;

function setUp(listener: Partial<Listener> = {}): void {
  sockets = [];
  statuses = [];
  forgotten = 0;
  connection = new Connection(
    {
      socket: () => {
        const socket = new FakeSocket();
        sockets.push(socket);
        return socket as unknown as WebSocket;
      },
      random: () => 0.5,
    },
    {
      status: (status) => statuses.push(status),
      hello: () => ({}),
      forgotten: () => (forgotten += 1),
      welcome: () => undefined,
      message: () => undefined,
      ...listener,
    },
  );
}

const last = (): FakeSocket => sockets.at(-1) as FakeSocket;

function welcomed(): void {
  last().onopen?.();
  last().receive({ welcome: { version: 2, name: 'Ann', token: '', tables: [], ref: last().ref('hello') } });
}

beforeEach(() => {
  vi.useFakeTimers();
  setUp();
});
afterEach(() => vi.useRealTimers());

describe('the connection', () => {
  test('says hello first, and is open when it is welcomed', () => {
    connection.connect();
    last().onopen?.();
    expect(last().sent).toEqual([{ hello: { version: 2, ref: 1 } }]);
    welcomed();
    expect(statuses).toEqual(['connecting', 'open']);
  });

  test('comes back by itself after a loss, later each time', () => {
    connection.connect();
    welcomed();
    last().onclose?.();
    expect(connection.status).toBe('waiting');
    vi.advanceTimersByTime(200);
    expect(sockets).toHaveLength(2);
    last().onclose?.();
    vi.advanceTimersByTime(200);
    expect(sockets).toHaveLength(2);
    vi.advanceTimersByTime(400);
    expect(sockets).toHaveLength(3);
    welcomed();
    expect(connection.status).toBe('open');
  });

  test('sends an action again after a loss, with the same number, until it is answered', async () => {
    connection.connect();
    welcomed();
    const answer = connection.request('act', { table: 't', game_number: 1, nth: 3, action: 'x' }, true);
    const first = last().sent.at(-1);
    last().onclose?.();
    vi.advanceTimersByTime(10_000);
    welcomed();
    expect(last().sent.at(-1)).toEqual(first);
    last().receive({ done: { ref: last().ref('act') } });
    await expect(answer).resolves.toEqual({ ref: first?.['act']?.['ref'] });
    last().onclose?.();
    vi.advanceTimersByTime(10_000);
    welcomed();
    expect(last().count('act')).toBe(0);
  });

  test('keeps what is asked while there is no connection, if it may be sent late', () => {
    connection.connect();
    void connection.request('act', { table: 't', game_number: 1, nth: 0, action: 'x' }, true);
    expect(last().count('act')).toBe(0);
    welcomed();
    expect(last().count('act')).toBe(1);
  });

  test('fails what must not be sent twice', async () => {
    await expect(connection.request('say', { room: 'lobby', text: 'x' })).rejects.toThrow(LostError);
    connection.connect();
    welcomed();
    const said = connection.request('say', { room: 'lobby', text: 'x' });
    last().onclose?.();
    await expect(said).rejects.toThrow(LostError);
  });

  test('hands a refusal to who asked, with the sentence of the server', async () => {
    connection.connect();
    welcomed();
    const acted = connection.request('act', { table: 't', game_number: 1, nth: 0, action: 'x' }, true);
    last().receive({
      refused: { ref: last().ref('act'), code: 'occupied', message: 'That crossing is taken.' },
    });
    await expect(acted).rejects.toThrow(
      new RefusedError({ code: 'occupied', message: 'That crossing is taken.' }),
    );
  });

  test('forgets a token that the server does not know, and comes in as somebody new', () => {
    connection.connect();
    last().onopen?.();
    last().receive({ refused: { ref: 1, code: 'unknown_token', message: 'The token is not known here.' } });
    expect(forgotten).toBe(1);
    expect(last().count('hello')).toBe(2);
  });

  test('does not come back to a server that speaks another version', () => {
    connection.connect();
    last().onopen?.();
    last().receive({
      refused: { ref: 1, code: 'unsupported_version', message: 'Version 3 is spoken here.' },
    });
    vi.advanceTimersByTime(60_000);
    expect(connection.status).toBe('refused');
    expect(sockets).toHaveLength(1);
  });

  test('says why it was closed, as the server put it', () => {
    let reason: Why = null;
    setUp({ status: (_, why) => (reason = why) });
    connection.connect();
    welcomed();
    last().receive({ bye: { reason: 'server_shutdown', message: 'The server restarts.' } });
    expect(reason).toEqual({ code: 'server_shutdown', message: 'The server restarts.' });
    connection.connect();
    last().onopen?.();
    last().receive({ refused: { ref: 2, code: 'rate_limited', message: 'Too fast.', retry_ms: 300 } });
    expect(reason).toMatchObject({ code: 'rate_limited', message: 'Too fast.', retryMs: 300 });
  });

  test('notices a silence: it asks, and breaks off when nobody answers', () => {
    connection.connect();
    welcomed();
    vi.advanceTimersByTime(20_000);
    expect(last().count('ping')).toBe(1);
    last().receive({ pong: {} });
    vi.advanceTimersByTime(20_000);
    expect(last().count('ping')).toBe(2);
    vi.advanceTimersByTime(6_000);
    expect(connection.status).toBe('waiting');
    expect(sockets[0]?.closed).toBe(true);
  });

  test('asks at once after a sleep, and tries at once when the network is back', () => {
    connection.connect();
    welcomed();
    connection.wake();
    expect(last().count('ping')).toBe(1);
    connection.cut();
    expect(connection.status).toBe('waiting');
    connection.wake();
    expect(sockets).toHaveLength(2);
  });

  test('survives frames that are not messages', () => {
    connection.connect();
    welcomed();
    for (const data of ['', 'x', '[]', 'null', '7', '{}', '{"unknown":{}}', '{"done":null}']) {
      last().onmessage?.({ data });
    }
    expect(connection.status).toBe('open');
  });
});
