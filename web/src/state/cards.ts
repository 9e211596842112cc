// What a table's card says in words.
import type { TableCard } from '../generated/protocol';
import type { GameInfo } from './games.svelte';

export function takenSeats(card: TableCard): number {
  return card.seats.filter((seat) => seat.who !== 'empty').length;
}

/** The options that are not as usual, as a short line. */
export function optionsLine(card: TableCard, games: readonly GameInfo[]): string {
  const known = games.find((game) => game.name === card.game)?.options ?? [];
  const unusual = known.filter((option) => {
    const value = card.options[option.name];
    return value !== undefined && String(value) !== option.default;
  });
  return unusual.map((option) => optionWords(option.name, card.options[option.name])).join(', ');
}

/** An option and its value as people write it: "exact five", "no rotate first", "size 15". */
export function optionWords(name: string, value: string | number | undefined): string {
  const words = name.replaceAll('_', ' ');
  if (value === 'on') return words;
  if (value === 'off') return `no ${words}`;
  return `${words} ${String(value).replaceAll('_', ' ')}`;
}
