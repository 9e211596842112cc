// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import type { GameUpdate, TableInfo, TableSnapshot } from '../generated/protocol';
import { FakeSocket } from '../testing/fakeSocket';
import type { Seen } from './seen';
import { ServerState } from './server.svelte';
import type { TableState } from './table.svelte';

const TABLE = 'ss439rrzy0';

const seen = (turn: number): Seen => ({
  you: 0,
  seats: 2,
  turn,
  to_act: [turn % 2],
  scores: [0, 0],
  sheet: [],
  outcome: null,
  legal: turn % 2 === 0 ? ['draw'] : [],
  view: { hand: ['S2'], discards: ['H2'] },
});

const info: TableInfo = {
  table: TABLE,
  game: 'onecard',
  options: {},
  clock: 'off',
  seats: ['Ann', 'Bo'].map((name) => ({
    occupant: { person: { name, program: false } },
    presence: 'connected',
    played_by_bot: false,
    wants_rematch: false,
  })),
  host: 0,
  stage: 'running',
  watch_policy: 'open',
  watcher_count: 0,
  on_leave: 'bot',
  private: false,
  opened_at: 0,
};

const events = (seq: number) => [{ event: { kept: { seat: 1 } }, text: `event ${seq}` }];

const snapshot = (seq: number, more: Partial<TableSnapshot> = {}): TableSnapshot => ({
  info,
  you: 0,
  seq,
  game_number: 1,
  nth: 0,
  seen: seen(seq),
  draft: null,
  deadlines: [],
  result: null,
  chat: [],
  missed: [{ seq, events: events(seq) }],
  ref: 999,
  ...more,
});

/** An update that turns what was seen at `base` into what is seen at `seq`. */
const update = (seq: number, base: number, more: Partial<GameUpdate> = {}): GameUpdate => ({
  table: TABLE,
  seq,
  game_number: 1,
  nth: 0,
  events: events(seq),
  deadlines: [],
  base,
  changes: [
    ['turn', seq],
    ['to_act', [seq % 2]],
    ['view.discards', 1, 0, [`C${seq}`]],
  ],
  ...more,
});

/** The first update of a game, which brings all of it. */
function deal(seq: number, game_number: number): GameUpdate {
  const { base: _base, changes: _changes, ...rest } = update(seq, 0, { game_number, nth: 0 });
  return { ...rest, seen: seen(seq) };
}

let sockets: FakeSocket[];
let reloads: number;
let server: ServerState;

const socket = (): FakeSocket => sockets.at(-1) as FakeSocket;
const table = (): TableState => server.tables.get(TABLE) as TableState;
const discards = (): unknown => (table().seen?.view as { discards: unknown }).discards;

function openPage(): void {
  server = new ServerState({
    socket: () => {
      sockets.push(new FakeSocket());
      return socket() as unknown as WebSocket;
    },
    random: () => 0.5,
    reload: () => (reloads += 1),
    build: () => 'aaaaaaaaaaaaaaaa',
  });
  server.open();
  socket().onopen?.();
}

function welcome(): void {
  const tables = [{ info, seat: 0 }];
  socket().receive({ welcome: { version: 2, name: 'Ann', token: '', tables, ref: socket().ref('hello') } });
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async () => ({ ok: true, json: async () => ({ games: [], levels: [] }) }));
  sessionStorage.clear();
  sockets = [];
  reloads = 0;
  openPage();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a table', () => {
  beforeEach(() => {
    welcome();
    socket().receive({ table: snapshot(4) });
  });

  test('follows its updates, and parts that did not change stay what they are', () => {
    const before = table().seen?.view as { hand: unknown };
    socket().receive({ update: update(6, 4) });
    socket().receive({ update: update(7, 6) });
    expect(table().seen).toEqual({
      ...seen(4),
      turn: 7,
      to_act: [1],
      view: { hand: ['S2'], discards: ['H2', 'C7', 'C6'] },
    });
    expect((table().seen?.view as { hand: unknown }).hand).toBe(before.hand);
    expect(table().log.map(({ text }) => text)).toEqual(['event 4', 'event 6', 'event 7']);
    expect(table().toAct).toEqual([1]);
    expect(socket().count('sync')).toBe(0);
  });

  test('ignores an update that it knows already', () => {
    socket().receive({ update: update(6, 4) });
    const { seen: known, step } = table();
    socket().receive({ update: update(6, 4) });
    socket().receive({ update: update(3, 2) });
    expect(table().seen).toBe(known);
    expect(table().step).toBe(step);
    expect(discards()).toEqual(['H2', 'C6']);
    expect(socket().count('sync')).toBe(0);
  });

  test('applies an update to a snapshot that is newer than the update before', () => {
    socket().receive({ table: snapshot(9) });
    socket().receive({ update: update(10, 8) });
    expect(table().seen?.turn).toBe(10);
    expect(socket().count('sync')).toBe(0);
  });

  test('asks once for the whole table when an update is missing, and goes on from it', async () => {
    socket().receive({ update: update(8, 6) });
    socket().receive({ update: update(9, 8) });
    expect(table().seen?.turn).toBe(4);
    expect(socket().count('sync')).toBe(1);
    expect(socket().last('sync')).toMatchObject({ table: TABLE, since: 4 });
    const missed = [6, 8, 9].map((seq) => ({ seq, events: events(seq) }));
    socket().receive({ table: snapshot(9, { missed, ref: socket().ref('sync') as number }) });
    expect(table().seen).toEqual(seen(9));
    expect(table().log.map(({ seq }) => seq)).toEqual([4, 6, 8, 9]);
    await vi.advanceTimersByTimeAsync(0);
    socket().receive({ update: update(10, 9) });
    expect(table().seen?.turn).toBe(10);
    expect(socket().count('sync')).toBe(1);
    socket().receive({ update: update(14, 12) });
    expect(socket().count('sync')).toBe(2);
  });

  test('asks again when the server is busy', async () => {
    socket().receive({ update: update(8, 6) });
    const refused = { code: 'rate_limited', message: 'Too fast.', retry_ms: 400 };
    socket().receive({ refused: { ...refused, ref: socket().ref('sync') } });
    await vi.advanceTimersByTimeAsync(399);
    expect(socket().count('sync')).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(socket().count('sync')).toBe(2);
  });

  test('asks for the whole table when changes do not fit what is here', () => {
    socket().receive({ update: update(6, 4, { changes: [['view.pawns.3', 'home']] }) });
    expect(table().seen).toEqual(seen(4));
    expect(socket().count('sync')).toBe(1);
  });

  test('is replaced by the one that comes in place of updates for a page that was too slow', () => {
    socket().receive({ update: update(6, 4) });
    socket().receive({ table: snapshot(40, { ref: 998 }) });
    expect(table().seen).toEqual(seen(40));
    socket().receive({ update: update(39, 38) });
    expect(table().seen).toEqual(seen(40));
    socket().receive({ update: update(41, 40) });
    expect(table().seen?.turn).toBe(41);
    expect(socket().count('sync')).toBe(0);
  });

  test('fills its log after a snapshot that tells of no events', () => {
    socket().receive({ update: update(6, 4) });
    const { ref: _ref, ...unasked } = snapshot(40, { missed: [] });
    socket().receive({ table: unasked });
    expect(socket().last('sync')).toMatchObject({ since: 6 });
  });

  test('begins anew with the first update of a rematch', () => {
    const result = { winners: [0], scores: [3, 0], abandoned: false, replay_id: `${TABLE}-1` };
    socket().receive({ update: update(6, 4, { result }) });
    expect(table().info.stage).toBe('finished');
    expect(table().seats.map(({ score }) => score)).toEqual([3, 0]);
    socket().receive({ update: deal(9, 2) });
    expect(table().info.stage).toBe('running');
    expect(table().gameNumber).toBe(2);
    expect(table().seen).toEqual(seen(9));
    expect(table().log.map(({ seq }) => seq)).toEqual([9]);
    socket().receive({ update: update(10, 9, { game_number: 2 }) });
    expect(table().seen?.turn).toBe(10);
    expect(socket().count('sync')).toBe(0);
  });

  test('does not apply changes of a rematch to the game before it', () => {
    socket().receive({ update: update(10, 3, { game_number: 2 }) });
    expect(table().seen).toEqual(seen(4));
    expect(table().gameNumber).toBe(1);
    expect(socket().count('sync')).toBe(1);
  });

  test('sends actions and drafts with the numbers of game and decision', () => {
    void server.play.act(TABLE, 'draw');
    expect(socket().last('act')).toMatchObject({ table: TABLE, game_number: 1, nth: 0, action: 'draw' });
    socket().receive({ update: deal(9, 2) });
    socket().receive({ update: update(10, 9, { game_number: 2, nth: 3 }) });
    server.play.draft(TABLE, { play: 'S2' });
    expect(socket().last('draft')).toMatchObject({ game_number: 2, nth: 3, action: { play: 'S2' } });
    server.play.draft(TABLE, null);
    expect(socket().last('draft')).not.toHaveProperty('action');
  });

  test('says why an action for another game was refused, and plays on', async () => {
    const acted = server.play.act(TABLE, 'draw');
    const refused = { code: 'other_game', message: 'That game is over.' };
    socket().receive({ refused: { ...refused, ref: socket().ref('act') } });
    await acted;
    expect(table().refused).toMatchObject(refused);
    expect(table().sending).toBe(false);
  });
});

describe('a server of another version', () => {
  const refuse = (): void =>
    socket().receive({
      refused: {
        code: 'unsupported_version',
        message: 'Version 3 is spoken here.',
        ref: socket().ref('hello'),
      },
    });

  test('makes the page reload once, and then say so', () => {
    refuse();
    expect(reloads).toBe(1);
    openPage();
    refuse();
    expect(reloads).toBe(1);
    expect(server.status).toBe('refused');
  });

  test('makes it reload again after it has worked in between', () => {
    refuse();
    openPage();
    welcome();
    openPage();
    refuse();
    expect(reloads).toBe(2);
  });

  test('never makes a page reload that cannot remember it', () => {
    const forbid = (): never => {
      throw new Error('forbidden');
    };
    vi.stubGlobal('sessionStorage', { getItem: forbid, setItem: forbid, removeItem: forbid });
    refuse();
    expect(reloads).toBe(0);
    expect(server.status).toBe('refused');
  });
});
