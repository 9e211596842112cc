// The server as this page knows it: the connection, oneself, the lobby, the tables.
import type {
  ChatLine,
  ChatRoom,
  Door,
  GameUpdate,
  LobbySnapshot,
  LobbyUpdate,
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
import { quietly } from '../net/quietly';
import { ownBuild, reloadOnce, reloadWorked } from '../net/reload';
import { games } from './games.svelte';
import { lobbyRequest, LobbyState, type LobbyWish } from './lobby.svelte';
import { PlayRequests } from './play';
import { ReadyState } from './ready.svelte';
import { TablesState } from './tables.svelte';
import { UnwantedState } from './unwanted.svelte';

/** Tabs of one browser tell each other here that somebody took a name. */
const TABS = 'parlor.visitor';

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
  /** The tables that the page knows. */
  readonly tables: TablesState;
  /** What one does at one of them. */
  readonly play: PlayRequests;
  readonly ready: ReadyState;
  readonly unwanted: UnwantedState;
  #wantsLobby: LobbyWish | null = null;
  /** Who one is, until the server has put it into its cookie. */
  #token: string | null = null;
  readonly #tabs = new BroadcastChannel(TABS);
  readonly #connection: Connection;
  readonly #world: PageWorld;
  /** Who waits until the server has answered, or cannot be reached. */
  readonly #reaching: (() => void)[] = [];

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
    this.tables = new TablesState(this.#connection, (table) => this.lobby.info(table));
    this.play = new PlayRequests(this.#connection, (table) => this.tables.get(table));
    this.ready = new ReadyState(this.#connection, (table) => this.tables.seated(table));
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

  /** Adds to the luck of a day to come, and returns what was added. */
  async addDayNonce({ date, commitment }: { date: string; commitment: string }): Promise<string> {
    const nonce = randomHex();
    await this.#connection.request('day_nonce', { date, nonce }, true);
    notePromise(dayPromise(date), { commitment, nonce });
    return nonce;
  }

  /** A notice was read. The server sends those with an id again until it knows. */
  async readNotice(notice: Notice): Promise<void> {
    this.notices = this.notices.filter((other) => other !== notice);
    if (notice.id) await this.#connection.request('acknowledge', { notice: notice.id }).catch(quietly);
  }

  /** Loads the page again if it is of another build than the server's, once for each build. */
  reloadForNewBuild(): void {
    if (this.newBuild !== null) reloadOnce(() => this.#world.reload(), this.newBuild);
  }

  async say(room: ChatRoom, text: string): Promise<void> {
    await this.#connection.request('say', { room, text });
  }

  #welcomed(welcome: Welcome): void {
    const own = this.#world.build();
    this.newBuild =
      own !== null && welcome.build !== undefined && welcome.build !== own ? welcome.build : null;
    if (this.newBuild === null) reloadWorked();
    this.met = true;
    this.name = welcome.name;
    this.door = welcome.door ?? null;
    if (welcome.token && welcome.name !== null) void this.#keep(welcome.token);
    if (this.#wantsLobby) this.#connection.request('lobby', lobbyRequest(this.#wantsLobby)).catch(quietly);
    this.ready.welcomed(welcome);
    this.unwanted.welcomed();
    this.tables.welcomed(welcome);
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
        this.tables.applySnapshot(body as TableSnapshot);
        break;
      case 'update':
        this.tables.applyUpdate(body as GameUpdate);
        break;
      case 'seats_update':
        this.tables.applySeats(body as SeatsUpdate);
        break;
      case 'said': {
        const { room, line } = body as { room: ChatRoom; line: ChatLine };
        if (room === 'lobby') this.lobby.addChatLine(line);
        else this.tables.addChatLine(room, line);
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
      case 'table_removed':
        this.tables.removed((body as { table: string }).table);
        break;
    }
  }
}

export const server = new ServerState({
  socket: () => new WebSocket(socketAddress()),
  random: Math.random,
  reload: () => location.reload(),
  build: ownBuild,
});
