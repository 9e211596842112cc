// The server as this page knows it: the connection, oneself, the lobby, the tables.
import { SvelteMap } from 'svelte/reactivity';

import type {
  ChatLine,
  ChatRoom,
  Done,
  LobbyNews,
  LobbySnapshot,
  NewTable,
  TableNews,
  TableSnapshot,
  TableUpdate,
  Welcome,
} from '../generated/protocol';
import { notePromise } from '../deal/promises';
import { randomHex } from '../deal/sha256';
import { Connection, type Status } from '../net/connection';
import { LostError, RefusedError } from '../net/messages';
import { games } from './games.svelte';
import { LobbyState } from './lobby.svelte';
import { TableState } from './table.svelte';

/** Tabs of one browser tell each other here that somebody took a name. */
const TABS = 'parlor.visitor';

class ServerState {
  status = $state<Status>('idle');
  /** Why the connection is not there, if the server said so. */
  why = $state('');
  /** Whether the server has ever answered on this page. */
  met = $state(false);
  name = $state<string | null>(null);
  readonly lobby = new LobbyState();
  readonly #tables = new SvelteMap<string, TableState>();
  #wantsLobby = false;
  /** The tables that are watched, with the code that lets one in. */
  readonly #watched = new Map<string, string | undefined>();
  /** The tables one sits at, known before they are told in full. */
  #seated = new Set<string>();
  /** Who one is, until the server has put it into its cookie. */
  #token: string | null = null;
  readonly #tabs = new BroadcastChannel(TABS);
  /** What the server is bound to for the next table we open. */
  #commitment: string | null = null;
  readonly #connection: Connection;
  /** Who waits until the server has answered, or cannot be reached. */
  readonly #reaching: (() => void)[] = [];

  /** The tables one sits at: those to act at first. */
  readonly mine = $derived(
    [...this.#tables.values()]
      .filter((table) => table.you !== null && !table.gone)
      .sort((a, b) => Number(b.yourTurn) - Number(a.yourTurn) || b.card.opened - a.card.opened),
  );

  constructor() {
    this.#connection = new Connection(
      { socket: () => new WebSocket(socketAddress()), random: Math.random },
      {
        status: (status, why) => {
          this.status = status;
          this.why = why;
          if (status !== 'connecting') for (const goOn of this.#reaching.splice(0)) goOn();
        },
        hello: () => (this.#token ? { token: this.#token } : {}),
        forgotten: () => {
          this.#token = null;
          this.name = null;
        },
        welcome: (welcome) => this.#welcomed(welcome),
        message: (kind, body) => this.#heard(kind, body),
      },
    );
  }

  /** Comes in. Call it once, from the root. */
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

  /** Waits while the server is being reached: whoever clicks before it has answered means it all the same. */
  reached(): Promise<void> {
    if (this.status !== 'connecting') return Promise.resolve();
    return new Promise((goOn) => this.#reaching.push(goOn));
  }

  table(id: string): TableState | undefined {
    return this.#tables.get(id);
  }

  /** Whether one sits there: then the server tells the table by itself. */
  sits(id: string): boolean {
    return this.#seated.has(id);
  }

  /** Tries the connection again at once. */
  retry(): void {
    this.#connection.wake();
  }

  async rename(name: string): Promise<void> {
    await this.#connection.request('rename', { name });
    // A name that was new is told with the token, when the server has that.
    if (this.#token === null) this.#tabs.postMessage('here');
  }

  /** Asks to be told about the lobby, or no longer. */
  wantLobby(on: boolean): void {
    if (this.#wantsLobby === on) return;
    this.#wantsLobby = on;
    if (this.status === 'open') this.#connection.request('lobby', { on }).catch(quietly);
  }

  /** Opens a table and gives its id. The server was bound before it is told our nonce. */
  async openTable(table: NewTable): Promise<string> {
    const commitment = this.#commitment;
    const nonce = randomHex();
    const answer = (await this.#connection.request('open', { new: table, nonce })) as Done;
    if (!answer.table) throw new Error('The server did not say which table it opened.');
    this.#commitment = answer.commitment ?? null;
    this.#seated.add(answer.table);
    if (commitment) notePromise(`${answer.table}-1`, { commitment, nonce });
    return answer.table;
  }

  /** Sits down. Doing it twice is coming back, so it may be sent again. */
  async join(table: string, options: { seat?: number; code?: string } = {}): Promise<void> {
    this.#watched.delete(table);
    const commitment = this.#tables.get(table)?.card.commitment ?? this.lobby.card(table)?.commitment;
    const nonce = randomHex();
    // Without a promise in hand the nonce is kept back until the table has told one.
    const told = (await this.#connection.request(
      'join',
      { table, ...options, ...(commitment && { nonce }) },
      true,
    )) as TableSnapshot;
    this.#seated.add(table);
    const game = `${table}-${told.card.stage === 'running' ? told.game_number : told.game_number + 1}`;
    if (commitment) {
      notePromise(game, { commitment, nonce });
    } else if (told.card.commitment && told.card.stage === 'open') {
      await this.#connection.request('join', { table, nonce }, true);
      notePromise(game, { commitment: told.card.commitment, nonce });
    }
  }

  async watch(table: string, code?: string): Promise<void> {
    this.#watched.set(table, code);
    try {
      await this.#connection.request('watch', { table, ...(code && { code }) }, true);
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

  /** Stops watching when the page is left; who sits there stays. */
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

  /** Plays. The number of the decision makes it safe to send again, so it survives a lost connection. */
  async act(id: string, action: unknown): Promise<void> {
    const table = this.#tables.get(id);
    if (!table) return;
    table.sending = true;
    try {
      await this.#connection.request('act', { table: id, nth: table.nth, action }, true);
    } catch (error) {
      if (error instanceof RefusedError) table.refuse(error);
      else throw error;
    } finally {
      table.sending = false;
    }
  }

  /** Notes what to play if the time runs out. A note that comes too late is no matter. */
  draft(id: string, action: unknown): void {
    const table = this.#tables.get(id);
    if (!table) return;
    const note = action === null || action === undefined ? {} : { action };
    this.#connection.request('draft', { table: id, nth: table.nth, ...note }, true).catch(quietly);
  }

  #welcomed(welcome: Welcome): void {
    this.met = true;
    this.name = welcome.name;
    this.#commitment = welcome.commitment ?? null;
    if (welcome.token && welcome.name !== null) void this.#keep(welcome.token);
    if (this.#wantsLobby) this.#connection.request('lobby', { on: true }).catch(quietly);
    const seated = new Set(welcome.tables.map(({ card }) => card.table));
    this.#seated = seated;
    for (const [id, table] of this.#tables) {
      // A new connection watches nothing; what is told of the others comes by itself.
      if (!seated.has(id) && !this.#watched.has(id)) {
        table.gone = true;
        this.#tables.delete(id);
      }
    }
    for (const [id, code] of this.#watched) {
      if (!seated.has(id)) void this.watch(id, code).catch(quietly);
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
      const answer = await fetch('/api/session', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ token }),
      });
      if (!answer.ok) return;
    } catch {
      // The next welcome brings the token again.
      return;
    }
    this.#token = null;
    this.#tabs.postMessage('here');
  }

  #heard(kind: string, body: unknown): void {
    switch (kind) {
      case 'lobby':
        this.lobby.snapshot(body as LobbySnapshot);
        break;
      case 'lobby_news':
        this.lobby.news(body as LobbyNews);
        break;
      case 'table':
        this.#snapshot(body as TableSnapshot);
        break;
      case 'update': {
        const update = body as TableUpdate;
        this.#tables.get(update.table)?.update(update);
        break;
      }
      case 'table_news': {
        const news = body as TableNews;
        this.#tables.get(news.table)?.news(news);
        break;
      }
      case 'said': {
        const { room, line } = body as { room: ChatRoom; line: ChatLine };
        if (room === 'lobby') this.lobby.said(line);
        else this.#tables.get('table' in room ? room.table : room.watchers)?.said(line);
        break;
      }
      case 'table_gone': {
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

  #snapshot(snapshot: TableSnapshot): void {
    const id = snapshot.card.table;
    const known = this.#tables.get(id);
    const before = known?.gameNumber === snapshot.game_number ? known.logged : 0;
    if (known) known.snapshot(snapshot);
    else this.#tables.set(id, new TableState(snapshot));
    if (snapshot.you !== null) this.#watched.delete(id);
    // Fill the log with what happened while nobody was told here.
    const answersSync = snapshot.ref !== undefined && snapshot.missed.length > 0;
    const table = this.#tables.get(id);
    if (
      table &&
      !answersSync &&
      snapshot.game_number > 0 &&
      table.logged < snapshot.seq &&
      !this.#syncing.has(id)
    ) {
      this.#syncing.add(id);
      const sync = this.#connection.request('sync', { table: id, since: before });
      void sync.catch(quietly).finally(() => this.#syncing.delete(id));
    }
  }

  readonly #syncing = new Set<string>();
}

/** For what need not be said: a lost connection is shown elsewhere, and asking again is harmless. */
function quietly(error: unknown): void {
  if (!(error instanceof LostError) && !(error instanceof RefusedError)) throw error;
}

function socketAddress(): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}/ws`;
}

export const server = new ServerState();
