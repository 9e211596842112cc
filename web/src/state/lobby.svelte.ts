// The lobby as the server sends it.
import { SvelteMap } from 'svelte/reactivity';

import type {
  ChatLine,
  Lobby,
  LobbyChanges,
  LobbySnapshot,
  LobbyUpdate,
  TableInfo,
} from '../generated/protocol';
import { withLines } from './chat';

/** Which part of the lobby is shown. */
export interface LobbyWish {
  game: string | null;
  pages: number;
}

/** How that part is asked for. */
export function lobbyRequest(wish: LobbyWish | null): Omit<Lobby, 'ref'> {
  if (!wish) return { on: false };
  const part = { on: true, bundled: true, pages: wish.pages };
  return wish.game === null ? part : { ...part, game: wish.game };
}

export class LobbyState {
  readonly #tables = new SvelteMap<string, TableInfo>();
  peopleOnline = $state(0);
  chat = $state.raw<ChatLine[]>([]);
  /** How many tables there are with the filter, shown or not. */
  total = $state(0);
  /** How many tables there are of each game. */
  counts = $state.raw<Partial<Record<string, number>>>({});
  /** False until the first snapshot. */
  loaded = $state(false);

  /** The tables: those with a free seat first, then the newest. */
  readonly tables = $derived(
    [...this.#tables.values()].sort(
      (a, b) => Number(isFree(b)) - Number(isFree(a)) || b.opened_at - a.opened_at,
    ),
  );

  applySnapshot(lobby: LobbySnapshot): void {
    this.#tables.clear();
    for (const info of lobby.tables) this.#tables.set(info.table, info);
    this.peopleOnline = lobby.people_online;
    this.chat = withLines([], lobby.chat);
    this.total = lobby.total ?? lobby.tables.length;
    this.counts = lobby.counts ?? {};
    this.loaded = true;
  }

  applyUpdate(update: LobbyUpdate): void {
    if ('table' in update) this.#tables.set(update.table.table, update.table);
    else if ('removed' in update) this.#tables.delete(update.removed);
    else if ('people_online' in update) this.peopleOnline = update.people_online;
    else if ('changes' in update) this.#applyChanges(update.changes);
  }

  #applyChanges(changes: LobbyChanges): void {
    for (const info of changes.tables) this.#tables.set(info.table, info);
    for (const table of changes.removed) this.#tables.delete(table);
    this.peopleOnline = changes.people_online ?? this.peopleOnline;
    this.total = changes.total ?? this.total;
    this.counts = changes.counts ?? this.counts;
  }

  addChatLine(line: ChatLine): void {
    this.chat = withLines(this.chat, [line]);
  }

  info(table: string): TableInfo | undefined {
    return this.#tables.get(table);
  }
}

function isFree(info: TableInfo): boolean {
  return info.stage === 'waiting' && info.seats.some((seat) => seat.occupant === 'empty');
}
