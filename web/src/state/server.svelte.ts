// The server as this page knows it: the connection, oneself, the lobby, the tables.
/* eslint svelte/prefer-svelte-reactivity: off -- no page shows the plain sets and maps here. */
import { SvelteMap } from 'svelte/reactivity';

import type {
  HintAnswer,
  ChatLine,
  ChatRoom,
  Done,
  Door,
  GameUpdate,
  LobbySnapshot,
  LobbyUpdate,
  NewTable,
  Notice,
  Proposal,
  ProposalEnded,
  ReadyGroup,
  SeatsUpdate,
  TableSnapshot,
  Welcome,
} from '../generated/protocol';
import { dayPromise, notePromise } from '../deal/promises';
import { randomHex } from '../deal/sha256';
import { Connection, socketAddress, type Status, type Why, type World } from '../net/connection';
import { postJson, sendDelete } from '../net/http';
import { RefusedError } from '../net/messages';
import { quietly } from '../net/quietly';
import { ownBuild, reloadOnce, reloadWorked } from '../net/reload';
import { games } from './games.svelte';
import { lobbyRequest, LobbyState, type LobbyWish } from './lobby.svelte';
import { ReadyState } from './ready.svelte';
import { TableState } from './table.svelte';
import { UnwantedState } from './unwanted.svelte';

/** Tabs of one browser tell each other here that somebody took a name. */
const TABS = 'parlor.visitor';

/** A refused `sync` is sent again after this time, unless the refusal names another. */
const SYNC_RETRY_MS = 1000;

/** What a page needs from its browser; tests bring their own. */
export interface PageWorld extends World {
  reload(): void;
  /** The build of this page, if it was built. */
  build(): string | null;
}

export class ServerState {
  status = $state<Status>('idle');
  why = $state.raw<Why>(null);
  /** The build of the server's pages, if this page is of another one. */
  newBuild = $state<string | null>(null);
  /** Whether the server has ever answered on this page. */
  met = $state(false);
  name = $state<string | null>(null);
  /** Counts the changes of the list of devices. */
  devicesVersion = $state(0);
  /** What the operator or a host has to say to this person, the oldest first. */
  notices = $state.raw<Notice[]>([]);
  /** Who may become a person, if not everybody. */
  door = $state<Door | null>(null);
  readonly lobby = new LobbyState();
  readonly ready: ReadyState;
  readonly unwanted: UnwantedState;
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
  readonly #world: PageWorld;
  /** Who waits until the server has answered, or cannot be reached. */
  readonly #reaching: (() => void)[] = [];

  /** The tables where one is seated: those to act at first. */
  readonly mine = $derived(
    [...this.#tables.values()]
      .filter((table) => table.you !== null && !table.gone)
      .sort((a, b) => Number(b.yourTurn) - Number(a.yourTurn) || b.info.opened_at - a.info.opened_at),
  );

  constructor(world: PageWorld) {
    this.#world = world;
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
    this.ready = new ReadyState(this.#connection, (table) => this.#seated.add(table));
    this.unwanted = new UnwantedState(this.#connection, () => this.name);
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

  async rename(name: string, invitation = ''): Promise<void> {
    await this.#connection.request('rename', { name, ...(invitation && { invitation }) });
    // A name that was new comes with the token, and other tabs hear of it when the server has that.
    if (this.#token === null) this.#tabs.postMessage('here');
  }

  /** Signs in this browser with a code of another device; returns the name. */
  async signInWithCode(code: string): Promise<string> {
    const { name } = (await postJson('/api/session/code', { code })) as { name: string };
    this.#token = null;
    this.#connection.restart();
    this.#tabs.postMessage('here');
    return name;
  }

  /** This device was signed out: the cookie is of no use any more. */
  async signedOut(): Promise<void> {
    await sendDelete('/api/session');
    this.#token = null;
    this.name = null;
    this.#connection.restart();
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

  /** The table of the deal of the day, opened the first time. Asking again leads to the same one. */
  async playDay(game: string): Promise<string> {
    const answer = (await this.#connection.request('play_day', { game }, true)) as Done;
    if (!answer.table) throw new Error('The server did not say where the deal is played.');
    this.#seated.add(answer.table);
    return answer.table;
  }

  /** Adds to the luck of a day to come, and returns what was added. */
  async addDayNonce({ date, commitment }: { date: string; commitment: string }): Promise<string> {
    const nonce = randomHex();
    await this.#connection.request('day_nonce', { date, nonce }, true);
    notePromise(dayPromise(date), { commitment, nonce });
    return nonce;
  }

  /** Sits down. Doing it twice is coming back, so it may be sent again. */
  async join(table: string, options: { seat?: number; invite_code?: string } = {}): Promise<void> {
    const commitment = this.#tables.get(table)?.info.commitment ?? this.lobby.info(table)?.commitment;
    const nonce = randomHex();
    // Without a promise in hand the nonce is kept back until the snapshot has brought one.
    const snapshot = (await this.#connection.request(
      'join',
      { table, ...options, ...(commitment && { nonce }) },
      true,
    )) as TableSnapshot;
    // A refused seat leaves somebody who watches as they were.
    this.#watched.delete(table);
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

  /** Removes a person before the game, as the host. */
  async removePlayer(table: string, seat: number): Promise<void> {
    await this.#connection.request('remove_player', { table, seat });
  }

  /** Keeps a free seat from being taken, or frees it, as the host. */
  async lockSeat(table: string, seat: number, on: boolean): Promise<void> {
    await this.#connection.request('lock_seat', { table, seat, on });
  }

  /** A notice was read. The server sends those with an id again until it knows. */
  async readNotice(notice: Notice): Promise<void> {
    this.notices = this.notices.filter((other) => other !== notice);
    if (notice.id) await this.#connection.request('acknowledge', { notice: notice.id }).catch(quietly);
  }

  /** Asks for another game; with a level, bots replace those who are absent. */
  async rematch(table: string, botsForAbsent?: string): Promise<void> {
    const known = this.#tables.get(table);
    const commitment = known?.result?.next_commitment;
    const nonce = randomHex();
    const game = `${table}-${(known?.gameNumber ?? 0) + 1}`;
    await this.#connection.request('rematch', {
      table,
      ...(commitment && { nonce }),
      ...(botsForAbsent && { bots_for_absent: botsForAbsent }),
    });
    if (commitment) notePromise(game, { commitment, nonce });
  }

  /** Takes back one's last decision, alone against bots. Not repeated: a second one would take back another. */
  async undo(id: string): Promise<void> {
    const table = this.#tables.get(id);
    if (!table) return;
    const { gameNumber: game_number, nth } = table;
    await this.#connection.request('undo', { table: id, game_number, nth });
  }

  /** Pauses a game alone against bots, or goes on with it. */
  async pause(table: string, on: boolean): Promise<void> {
    await this.#connection.request('pause', { table, on }, true);
  }

  /** Ends a game alone against bots. */
  async resign(table: string): Promise<void> {
    await this.#connection.request('resign', { table });
  }

  /** Loads the page again if it is of another build than the server's, once for each build. */
  reloadForNewBuild(): void {
    if (this.newBuild !== null) reloadOnce(() => this.#world.reload(), this.newBuild);
  }

  async say(room: ChatRoom, text: string): Promise<void> {
    await this.#connection.request('say', { room, text });
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

  /** Asks for the best choice at the decision that is to be made now. */
  async hint(id: string): Promise<HintAnswer | null> {
    const table = this.#tables.get(id);
    if (!table) return null;
    const { gameNumber: game_number, nth } = table;
    return (await this.#connection.request('hint', { table: id, game_number, nth }, true)) as HintAnswer;
  }

  #welcomed(welcome: Welcome): void {
    const own = this.#world.build();
    this.newBuild =
      own !== null && welcome.build !== undefined && welcome.build !== own ? welcome.build : null;
    if (this.newBuild === null) reloadWorked();
    this.met = true;
    this.name = welcome.name;
    this.door = welcome.door ?? null;
    this.#commitment = welcome.commitment ?? null;
    if (welcome.token && welcome.name !== null) void this.#keep(welcome.token);
    if (this.#wantsLobby) this.#connection.request('lobby', lobbyRequest(this.#wantsLobby)).catch(quietly);
    this.ready.welcomed(welcome);
    this.unwanted.welcomed();
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
      case 'ready':
        this.ready.groups = (body as { groups: ReadyGroup[] }).groups;
        break;
      case 'proposal':
        this.ready.asked(body as Proposal);
        break;
      case 'proposal_ended':
        this.ready.ended(body as ProposalEnded);
        break;
      case 'notice': {
        const notice = body as Notice;
        const isKnown = this.notices.some((other) => other.id !== undefined && other.id === notice.id);
        // A round that begins is all that matters of its tournament.
        const isOld = (other: Notice) =>
          notice.kind === 'round_began' && other.kind === notice.kind && other.message === notice.message;
        if (!isKnown) this.notices = [...this.notices.filter((other) => !isOld(other)), notice];
        break;
      }
      case 'blocks_changed':
        void this.unwanted.loadBlocks().catch(quietly);
        break;
      case 'devices_changed':
        this.devicesVersion += 1;
        break;
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

export const server = new ServerState({
  socket: () => new WebSocket(socketAddress()),
  random: Math.random,
  reload: () => location.reload(),
  build: ownBuild,
});
