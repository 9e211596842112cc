// What a table's card says in words.
import type { TableCard } from '../generated/protocol';
import { i18n } from '../i18n/i18n.svelte';
import { games } from './games.svelte';

export function takenSeats(card: TableCard): number {
  return card.seats.filter((seat) => seat.who !== 'empty').length;
}

/** The options that are not as usual, as a short line. */
export function optionsLine(card: TableCard): string {
  const known = games.list.find((game) => game.name === card.game)?.options ?? [];
  const unusual = known.filter(({ name, default: usual }) => {
    const value = card.options[name];
    return value !== undefined && String(value) !== usual;
  });
  return unusual.map(({ name }) => optionWords(card.game, name, String(card.options[name]))).join(', ');
}

/** An option and its value as people write it: "exact five", "no rotate first", "size 15". */
export function optionWords(game: string, name: string, value: string): string {
  const words = value === 'on' || value === 'off' ? value : games.optionValue(value);
  return i18n.t.option(games.optionName(game, name), words);
}
