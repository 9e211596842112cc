// @vitest-environment happy-dom
// Lobby, watching, chat and mute as a page has them: everything that the server sends comes over a socket.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import type { ChatLine, TableInfo, TableSnapshot } from '../generated/protocol';
import { openPage, type OpenPage } from '../testing/openPage';
import type { TableState } from './table.svelte';

const TABLE = 'ss439rrzy0';
const info = (table: string, more: Partial<TableInfo> = {}): TableInfo => ({
  table,
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
  stage: 'waiting',
  watch_policy: 'open',
  watcher_count: 0,
  on_leave: 'bot',
  private: false,
  opened_at: 0,
  ...more,
});
const line = (number: number, from: string | null, text = `line ${number}`): ChatLine => ({
  number,
  from,
  text,
  at: 0,
});
const snapshot = (more: Partial<TableSnapshot> = {}): TableSnapshot => ({
  info: info(TABLE),
  you: 0,
  seq: 0,
  game_number: 0,
  nth: 0,
  seen: null,
  draft: null,
  deadlines: [],
  result: null,
  chat: [],
  missed: [],
  ...more,
});

let page: OpenPage;
const socket = () => page.socket();
const table = (): TableState => page.server.tables.get(TABLE) as TableState;

function welcome(tables: { info: TableInfo; seat: number }[] = []): void {
  const greeting = { version: 2, name: 'Ann', token: '', tables, ref: socket().ref('hello') };
  socket().receive({ welcome: greeting });
}
const done = (kind: string) => socket().receive({ done: { ref: socket().ref(kind) } });
const refuse = (kind: string, code = 'seat_taken') =>
  socket().receive({ refused: { code, message: 'That seat is taken.', ref: socket().ref(kind) } });
const say = (said: ChatLine) => socket().receive({ said: { room: { table: TABLE }, line: said } });
async function reconnect(tables: { info: TableInfo; seat: number }[] = []): Promise<void> {
  socket().onclose?.();
  await vi.advanceTimersByTimeAsync(10_000);
  socket().onopen?.();
  welcome(tables);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async () => ({ ok: true, json: async () => ({ games: [], levels: [] }) }));
  localStorage.clear();
  sessionStorage.clear();
  page = openPage();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the lobby', () => {
  const names = () => page.server.lobby.tables.map((each) => each.table);
  const free = {
    occupant: 'empty',
    presence: 'connected',
    played_by_bot: false,
    wants_rematch: false,
  } as const;

  test('shows tables with a free seat first, then the newest, and follows every change', () => {
    welcome();
    const tables = [info('old', { opened_at: 1 }), info('new', { opened_at: 2 })];
    socket().receive({ lobby: { tables, people_online: 3, chat: [] } });
    expect(page.server.lobby.loaded).toBe(true);
    expect(names()).toEqual(['new', 'old']);
    const open = info('free', { opened_at: 0, seats: [free] });
    socket().receive({
      lobby_update: { changes: { tables: [open], removed: ['old'], people_online: 4, total: 7 } },
    });
    expect(names()).toEqual(['free', 'new']);
    expect(page.server.lobby).toMatchObject({ peopleOnline: 4, total: 7 });
    socket().receive({ lobby_update: { removed: 'free' } });
    expect(names()).toEqual(['new']);
  });

  test('is asked for once after a reconnect, as it was looked at', async () => {
    welcome();
    page.server.wantLobby({ game: 'golf', pages: 2 });
    expect(socket().last('lobby')).toMatchObject({ on: true, game: 'golf', pages: 2 });
    await reconnect();
    expect(socket().count('lobby')).toBe(1);
    expect(socket().last('lobby')).toMatchObject({ on: true, game: 'golf', pages: 2 });
  });
});

describe('somebody who watches', () => {
  beforeEach(async () => {
    welcome();
    const watching = page.server.tables.watch(TABLE);
    socket().receive({ table: snapshot({ you: null, ref: socket().ref('watch') as number }) });
    await watching;
  });

  test('watches again after a reconnect', async () => {
    await reconnect();
    expect(socket().last('watch')).toMatchObject({ table: TABLE });
  });

  test('still watches after a seat was refused: nothing has changed', async () => {
    const join = page.server.tables.join(TABLE);
    refuse('join');
    await expect(join).rejects.toThrow('That seat is taken.');
    expect(table().you).toBe(null);
    await reconnect();
    expect(socket().last('watch')).toMatchObject({ table: TABLE });
    // And the page that is left leaves the table.
    socket().receive({ table: snapshot({ you: null, ref: socket().ref('watch') as number }) });
    void page.server.tables.stopWatching(TABLE);
    expect(socket().count('leave')).toBe(1);
  });

  test('who was given a seat watches no more', async () => {
    const join = page.server.tables.join(TABLE);
    socket().receive({ table: snapshot({ you: 1, ref: socket().ref('join') as number }) });
    await join;
    await reconnect([{ info: info(TABLE), seat: 1 }]);
    expect(socket().count('watch')).toBe(0);
    await page.server.tables.stopWatching(TABLE);
    expect(socket().count('leave')).toBe(0);
  });
});

describe('the chat of a table', () => {
  const unread = () => table().unread(page.server.name, page.server.unwanted.muted);

  beforeEach(() => {
    welcome([{ info: info(TABLE), seat: 0 }]);
    socket().receive({ table: snapshot({ chat: [line(1, 'Bo'), line(2, 'Cleo')] }) });
  });

  test('counts what others said since one came, each line once, and not what one said oneself', () => {
    expect(unread()).toBe(0);
    say(line(3, 'Bo'));
    say(line(3, 'Bo'));
    say(line(4, 'Ann'));
    say(line(5, null));
    expect(unread()).toBe(2);
    table().readChat();
    expect(unread()).toBe(0);
  });

  test('keeps its count over a reload of the page and a lost connection', async () => {
    say(line(3, 'Bo'));
    page = openPage();
    welcome([{ info: info(TABLE), seat: 0 }]);
    const chat = [line(1, 'Bo'), line(2, 'Cleo'), line(3, 'Bo'), line(4, 'Cleo')];
    socket().receive({ table: snapshot({ chat }) });
    expect(unread()).toBe(2);
    await reconnect([{ info: info(TABLE), seat: 0 }]);
    socket().receive({ table: snapshot({ chat: [...chat, line(5, 'Bo')] }) });
    expect(unread()).toBe(3);
  });

  test('does not count those who are hidden; that is kept, repeated to the server, and can be undone', async () => {
    const mute = page.server.unwanted.mute('Bo', true);
    done('mute');
    await mute;
    say(line(3, 'Bo'));
    expect(unread()).toBe(0);
    await reconnect([{ info: info(TABLE), seat: 0 }]);
    expect(socket().last('mute')).toMatchObject({ name: 'Bo', on: true });
    page = openPage();
    expect(page.server.unwanted.muted).toEqual(['Bo']);
    welcome();
    const heard = page.server.unwanted.mute('Bo', false);
    done('mute');
    await heard;
    expect(openPage().server.unwanted.muted).toEqual([]);
  });
});

describe('a refusal', () => {
  test('is shown with the table it belongs to, and is gone with the next update', async () => {
    welcome([{ info: info(TABLE), seat: 0 }]);
    const seen = {
      you: 0,
      seats: 2,
      turn: 1,
      to_act: [0],
      scores: [0, 0],
      sheet: [],
      outcome: null,
      legal: ['draw'],
      view: { hand: [] },
    };
    const running = { info: info(TABLE, { stage: 'running' }), seq: 1, game_number: 1, seen };
    socket().receive({ table: snapshot({ ...running, missed: [{ seq: 1, events: [] }] }) });
    const acted = page.server.play.act(TABLE, 'draw');
    expect(table().sending).toBe(true);
    // The same choice again while the first is on its way sends nothing.
    void page.server.play.act(TABLE, 'draw');
    expect(socket().count('act')).toBe(1);
    refuse('act', 'not_your_turn');
    await acted;
    expect(table().sending).toBe(false);
    expect(table().refused).toMatchObject({ code: 'not_your_turn', n: 1 });
    const update = { table: TABLE, seq: 2, game_number: 1, nth: 1, events: [], deadlines: [] };
    socket().receive({ update: { ...update, base: 1, changes: [['turn', 2]] } });
    expect(table().refused).toBe(null);
  });
});
