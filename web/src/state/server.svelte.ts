// The server as this page knows it: the connection, oneself, the lobby, the tables.
/* eslint svelte/prefer-svelte-reactivity: off -- no page shows the plain sets and maps here. */
import { SvelteMap } from 'svelte/reactivity';

import type {
  ChatLine,
  ChatRoom,
  Done,
  GameUpdate,
  Lobby,
  LobbySnapshot,
  LobbyUpdate,
  NewTable,
  SeatsUpdate,
  TableSnapshot,
  Welcome,
} from '../generated/protocol';
import { notePromise } from '../deal/promises';
import { randomHex } from '../deal/sha256';
import { Connection, type Status, type Why, type World } from '../net/connection';
import { postJson } from '../net/http';
import { LostError, RefusedError } from '../net/messages';
import { reloadOnce, reloadWorked } from '../net/reload';
import { games } from './games.svelte';
import { LobbyState } from './lobby.svelte';
import { TableState } from './table.svelte';

/** Tabs of one browser tell each other here that somebody took a name. */
const TABS = 'parlor.visitor';

/** A refused `sync` is sent again after this time, unless the refusal names another. */
const SYNC_RETRY_MS = 1000;

/** What a page needs from its browser; tests bring their own. */
export interface PageWorld extends World {
  reload(): void;
}

/** Which part of the lobby is shown. */
export interface LobbyWish {
  game: string | null;
  pages: number;
}

function lobbyRequest(wish: LobbyWish | null): Omit<Lobby, 'ref'> {
  if (!wish) return { on: false };
  const part = { on: true, bundled: true, pages: wish.pages };
  return wish.game === null ? part : { ...part, game: wish.game };
}

export class ServerState {
  status = $state<Status>('idle');
  why = $state.raw<Why>(null);
  /** Whether the server has ever answered on this page. */
  met = $state(false);
  name = $state<string | null>(null);
  readonly lobby = new LobbyState();
  readonly #tables = new SvelteMap<string, TableState>();
  #wantsLobby: LobbyWish | null = null;
  /** The tables that are watched, with the invite code that lets one in. */
  readonly #watched = new Map<string, string | undefined>();
  /** The tables where one is seated, known before their snapshots come. */
  #seated = new Set<string>();
  /** The tables for which a `sync` is under way. */
  readonly #syncing = new Set<string>();
  /** Who one is, until the server has put it into its cookie. */
  #token: string | null = null;
  readonly #tabs = new BroadcastChannel(TABS);
  /** What the server is bound to for the next table we open. */
  #commitment: string | null = null;
  readonly #connection: Connection;
  /** Who waits until the server has answered, or cannot be reached. */
  readonly #reaching: (() => void)[] = [];

  /** The tables where one is seated: those to act at first. */
  readonly mine = $derived(
    [...this.#tables.values()]
      .filter((table) => table.you !== null && !table.gone)
      .sort((a, b) => Number(b.yourTurn) - Number(a.yourTurn) || b.info.opened_at - a.info.opened_at),
  );

  constructor(world: PageWorld) {
    this.#connection = new Connection(world, {
      status: (status, why) => {
        this.status = status;
        this.why = why;
        if (status === 'refused') reloadOnce(() => world.reload());
        if (status !== 'connecting') for (const goOn of this.#reaching.splice(0)) goOn();
      },
      hello: () => (this.#token ? { token: this.#token } : {}),
      forgotten: () => {
        this.#token = null;
        this.name = null;
      },
      welcome: (welcome) => this.#welcomed(welcome),
      message: (kind, body) => this.#received(kind, body),
    });
  }

  /** Connects. Call it once, from the root. */
  open(): void {
    addEventListener('online', () => this.#connection.wake());
    addEventListener('offline', () => this.#connection.cut());
    addEventListener('pageshow', () => this.#connection.wake());
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) this.#connection.wake();
    });
    this.#tabs.onmessage = () => {
      if (this.#token === null) this.#connection.restart();
    };
    this.#connection.connect();
    void games.load();
  }

  /** Waits while the server is being reached: a click before it has answered counts all the same. */
  reached(): Promise<void> {
    if (this.status !== 'connecting') return Promise.resolve();
    return new Promise((goOn) => this.#reaching.push(goOn));
  }

  table(id: string): TableState | undefined {
    return this.#tables.get(id);
  }

  /** Whether one is seated there: then the server sends the table by itself. */
  sits(id: string): boolean {
    return this.#seated.has(id);
  }

  /** Tries the connection again at once. */
  retry(): void {
    this.#connection.wake();
  }

  async rename(name: string): Promise<void> {
    await this.#connection.request('rename', { name });
    // A name that was new comes with the token, and other tabs hear of it when the server has that.
    if (this.#token === null) this.#tabs.postMessage('here');
  }

  /** Subscribes to some pages of the lobby, of one game or of all, or ends it. */
  wantLobby(wish: LobbyWish | null): void {
    this.#wantsLobby = wish;
    if (this.status === 'open') this.#connection.request('lobby', lobbyRequest(wish)).catch(quietly);
  }

  /** Opens a table and returns its id. The server was bound before it gets our nonce. */
  async openTable(config: NewTable): Promise<string> {
    const commitment = this.#commitment;
    const nonce = randomHex();
    const answer = (await this.#connection.request('open', { config, nonce })) as Done;
    if (!answer.table) throw new Error('The server did not say which table it opened.');
    this.#commitment = answer.commitment ?? null;
    this.#seated.add(answer.table);
    if (commitment) notePromise(`${answer.table}-1`, { commitment, nonce });
    return answer.table;
  }

  /** Sits down. Doing it twice is coming back, so it may be sent again. */
  async join(table: string, options: { seat?: number; invite_code?: string } = {}): Promise<void> {
    this.#watched.delete(table);
    const commitment = this.#tables.get(table)?.info.commitment ?? this.lobby.info(table)?.commitment;
    const nonce = randomHex();
    // Without a promise in hand the nonce is kept back until the snapshot has brought one.
    const snapshot = (await this.#connection.request(
      'join',
      { table, ...options, ...(commitment && { nonce }) },
      true,
    )) as TableSnapshot;
    this.#seated.add(table);
    const { info, game_number } = snapshot;
    const game = `${table}-${info.stage === 'running' ? game_number : game_number + 1}`;
    if (commitment) {
      notePromise(game, { commitment, nonce });
    } else if (info.commitment && info.stage === 'waiting') {
      await this.#connection.request('join', { table, nonce }, true);
      notePromise(game, { commitment: info.commitment, nonce });
    }
  }

  async watch(table: string, inviteCode?: string): Promise<void> {
    this.#watched.set(table, inviteCode);
    try {
      const invited = inviteCode && { invite_code: inviteCode };
      await this.#connection.request('watch', { table, ...invited }, true);
    } catch (error) {
      this.#watched.delete(table);
      throw error;
    }
  }

  async leave(table: string): Promise<void> {
    this.#watched.delete(table);
    await this.#connection.request('leave', { table });
    this.#seated.delete(table);
    this.#tables.delete(table);
  }

  /** Stops watching when the page is left; somebody who is seated there stays. */
  async stopWatching(table: string): Promise<void> {
    if (!this.#watched.has(table)) return;
    await this.leave(table).catch(quietly);
    this.#tables.delete(table);
  }

  /** Starts the game, at a table that waits for it. */
  async start(table: string): Promise<void> {
    await this.#connection.request('start', { table });
  }

  async addBot(table: string, level: string, seat?: number): Promise<void> {
    await this.#connection.request('add_bot', { table, level, ...(seat !== undefined && { seat }) });
  }

  async removeBot(table: string, seat: number): Promise<void> {
    await this.#connection.request('remove_bot', { table, seat });
  }

  async rematch(table: string): Promise<void> {
    const known = this.#tables.get(table);
    const commitment = known?.result?.next_commitment;
    const nonce = randomHex();
    const game = `${table}-${(known?.gameNumber ?? 0) + 1}`;
    await this.#connection.request('rematch', { table, ...(commitment && { nonce }) });
    if (commitment) notePromise(game, { commitment, nonce });
  }

  async say(room: ChatRoom, text: string): Promise<void> {
    await this.#connection.request('say', { room, text });
  }

  async mute(name: string, on: boolean): Promise<void> {
    await this.#connection.request('mute', { name, on });
  }

  /** Plays. The numbers of game and decision make it safe to send again, so it survives a lost connection. */
  async act(id: string, action: unknown): Promise<void> {
    const table = this.#tables.get(id);
    if (!table) return;
    const { gameNumber: game_number, nth } = table;
    // A second choice for the same decision would be refused: the first is on its way.
    const decision = `${game_number}.${nth}`;
    if (table.sent === decision) return;
    table.sent = decision;
    table.sending = true;
    try {
      await this.#connection.request('act', { table: id, game_number, nth, action }, true);
    } catch (error) {
      table.sent = null;
      if (error instanceof RefusedError) table.refuse(error);
      else throw error;
    } finally {
      if (table.sent === null || table.sent === decision) table.sending = false;
    }
  }

  /** Notes what to play if the time runs out. A note that comes too late is no matter. */
  draft(id: string, action: unknown): void {
    const table = this.#tables.get(id);
    if (!table) return;
    const { gameNumber: game_number, nth } = table;
    table.draft = action ?? null;
    const note = action === null || action === undefined ? {} : { action };
    this.#connection.request('draft', { table: id, game_number, nth, ...note }, true).catch(quietly);
  }

  #welcomed(welcome: Welcome): void {
    reloadWorked();
    this.met = true;
    this.name = welcome.name;
    this.#commitment = welcome.commitment ?? null;
    if (welcome.token && welcome.name !== null) void this.#keep(welcome.token);
    if (this.#wantsLobby) this.#connection.request('lobby', lobbyRequest(this.#wantsLobby)).catch(quietly);
    const seated = new Set(welcome.tables.map(({ info }) => info.table));
    this.#seated = seated;
    for (const [id, table] of this.#tables) {
      // A new connection watches nothing; snapshots of the tables where one is seated come by themselves.
      if (!seated.has(id) && !this.#watched.has(id)) {
        table.gone = true;
        this.#tables.delete(id);
      }
    }
    for (const [id, inviteCode] of this.#watched) {
      if (!seated.has(id)) void this.watch(id, inviteCode).catch(quietly);
    }
    void games.load();
  }

  /**
   * Gives the token to the server, which remembers it in a cookie that no script can read. Until that has worked it is
   * held here, so that a lost connection does not lose the person.
   */
  async #keep(token: string): Promise<void> {
    this.#token = token;
    try {
      await postJson('/api/session', { token });
    } catch {
      // The next welcome brings the token again.
      return;
    }
    this.#token = null;
    this.#tabs.postMessage('here');
  }

  #received(kind: string, body: unknown): void {
    switch (kind) {
      case 'lobby':
        this.lobby.applySnapshot(body as LobbySnapshot);
        break;
      case 'lobby_update':
        this.lobby.applyUpdate(body as LobbyUpdate);
        break;
      case 'table':
        this.#applySnapshot(body as TableSnapshot);
        break;
      case 'update': {
        const update = body as GameUpdate;
        if (this.#tables.get(update.table)?.applyUpdate(update) === 'gap') this.#sync(update.table);
        break;
      }
      case 'seats_update': {
        const update = body as SeatsUpdate;
        this.#tables.get(update.table)?.applySeats(update);
        break;
      }
      case 'said': {
        const { room, line } = body as { room: ChatRoom; line: ChatLine };
        if (room === 'lobby') this.lobby.addChatLine(line);
        else this.#tables.get('table' in room ? room.table : room.watchers)?.addChatLine(line);
        break;
      }
      case 'table_removed': {
        const { table } = body as { table: string };
        const known = this.#tables.get(table);
        if (known) known.gone = true;
        this.#tables.delete(table);
        this.#watched.delete(table);
        this.#seated.delete(table);
        break;
      }
    }
  }

  #applySnapshot(snapshot: TableSnapshot): void {
    const id = snapshot.info.table;
    let table = this.#tables.get(id);
    // What happened before this page was there fills the log, too.
    const since = table?.gameNumber === snapshot.game_number ? table.logged : 0;
    if (table) table.applySnapshot(snapshot);
    else this.#tables.set(id, (table = new TableState(snapshot)));
    if (snapshot.you !== null) this.#watched.delete(id);
    const answersSync = snapshot.ref !== undefined && snapshot.missed.length > 0;
    if (!answersSync && snapshot.game_number > 0 && table.logged < snapshot.seq) this.#sync(id, since);
  }

  /** Asks for the whole table, with the events after `since`. Until it has come, updates that do not fit are dropped. */
  #sync(id: string, since = this.#tables.get(id)?.logged ?? 0): void {
    if (this.#syncing.has(id)) return;
    this.#syncing.add(id);
    this.#connection
      .request('sync', { table: id, since })
      .catch((error: unknown) => {
        quietly(error);
        // After a lost connection the snapshot comes by itself; a server that is busy is asked again.
        if (!(error instanceof RefusedError) || !this.#tables.has(id)) return;
        if (error.code !== 'rate_limited' && error.code !== 'table_busy') return;
        setTimeout(() => this.#sync(id), error.retryMs ?? SYNC_RETRY_MS);
      })
      .finally(() => this.#syncing.delete(id));
  }
}

/** For what need not be said: a lost connection is shown elsewhere, and asking again is harmless. */
function quietly(error: unknown): void {
  if (!(error instanceof LostError) && !(error instanceof RefusedError)) throw error;
}

function socketAddress(): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}/ws`;
}

export const server = new ServerState({
  socket: () => new WebSocket(socketAddress()),
  random: Math.random,
  reload: () => location.reload(),
});
