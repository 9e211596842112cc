// The tables that this page knows: where one is seated, what one watches, and how one comes and goes.
/* eslint svelte/prefer-svelte-reactivity: off -- no page shows the plain sets and maps here. */
import { SvelteMap } from 'svelte/reactivity';

import type {
  ChatLine,
  ChatRoom,
  Done,
  GameUpdate,
  NewTable,
  SeatsUpdate,
  TableInfo,
  TableSnapshot,
  Welcome,
} from '../generated/protocol';
import { notePromise } from '../deal/promises';
import { randomHex } from '../deal/sha256';
import type { Connection } from '../net/connection';
import { RefusedError } from '../net/messages';
import { quietly } from '../net/quietly';
import { TableState } from './table.svelte';

/** A refused `sync` is sent again after this time, unless the refusal names another. */
const SYNC_RETRY_MS = 1000;

export class TablesState {
  readonly #tables = new SvelteMap<string, TableState>();
  /** The tables that are watched, with the invite code that lets one in. */
  readonly #watched = new Map<string, string | undefined>();
  /** The tables where one is seated, known before their snapshots come. */
  #seated = new Set<string>();
  /** The tables for which a `sync` is under way. */
  readonly #syncing = new Set<string>();
  /** What the server is bound to for the next table we open. */
  #commitment: string | null = null;
  readonly #connection: Connection;
  /** What the lobby knows of a table. */
  readonly #listed: (table: string) => TableInfo | undefined;

  /** The tables where one is seated: those to act at first. */
  readonly mine = $derived(
    [...this.#tables.values()]
      .filter((table) => table.you !== null && !table.gone)
      .sort((a, b) => Number(b.yourTurn) - Number(a.yourTurn) || b.info.opened_at - a.info.opened_at),
  );

  constructor(connection: Connection, listed: (table: string) => TableInfo | undefined) {
    this.#connection = connection;
    this.#listed = listed;
  }

  get(id: string): TableState | undefined {
    return this.#tables.get(id);
  }

  /** Whether one is seated there: then the server sends the table by itself. */
  sits(id: string): boolean {
    return this.#seated.has(id);
  }

  /** One is seated there now, by what the server said elsewhere. */
  seated(id: string): void {
    this.#seated.add(id);
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

  /** Sits down. Doing it twice is coming back, so it may be sent again. */
  async join(table: string, options: { seat?: number; invite_code?: string } = {}): Promise<void> {
    const commitment = this.#tables.get(table)?.info.commitment ?? this.#listed(table)?.commitment;
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

  /** What the server says at the beginning of a connection. */
  welcomed(welcome: Welcome): void {
    this.#commitment = welcome.commitment ?? null;
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
  }

  applyUpdate(update: GameUpdate): void {
    if (this.#tables.get(update.table)?.applyUpdate(update) === 'gap') this.#sync(update.table);
  }

  applySeats(update: SeatsUpdate): void {
    this.#tables.get(update.table)?.applySeats(update);
  }

  addChatLine(room: Exclude<ChatRoom, 'lobby'>, line: ChatLine): void {
    this.#tables.get('table' in room ? room.table : room.watchers)?.addChatLine(line);
  }

  /** The server has closed a table, or one may not see it any more. */
  removed(table: string): void {
    const known = this.#tables.get(table);
    if (known) known.gone = true;
    this.#tables.delete(table);
    this.#watched.delete(table);
    this.#seated.delete(table);
  }

  applySnapshot(snapshot: TableSnapshot): void {
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
