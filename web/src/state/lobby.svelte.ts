// The lobby as the server tells it.
import { SvelteMap } from 'svelte/reactivity';

import type { ChatLine, LobbyNews, LobbySnapshot, TableCard } from '../generated/protocol';
import { withLines } from './chat';

export class LobbyState {
  readonly #tables = new SvelteMap<string, TableCard>();
  people = $state(0);
  chat = $state.raw<ChatLine[]>([]);
  /** False until the server has told it once. */
  told = $state(false);

  /** The tables: those with a free seat first, then the newest. */
  readonly tables = $derived(
    [...this.#tables.values()].sort((a, b) => Number(isFree(b)) - Number(isFree(a)) || b.opened - a.opened),
  );

  snapshot(lobby: LobbySnapshot): void {
    this.#tables.clear();
    for (const card of lobby.tables) this.#tables.set(card.table, card);
    this.people = lobby.people;
    this.chat = withLines([], lobby.chat);
    this.told = true;
  }

  news(news: LobbyNews): void {
    if ('table' in news) this.#tables.set(news.table.table, news.table);
    else if ('gone' in news) this.#tables.delete(news.gone);
    else if ('people' in news) this.people = news.people;
  }

  said(line: ChatLine): void {
    this.chat = withLines(this.chat, [line]);
  }

  card(table: string): TableCard | undefined {
    return this.#tables.get(table);
  }
}

function isFree(card: TableCard): boolean {
  return card.stage === 'open' && card.seats.some((seat) => seat.who === 'empty');
}
