// What is known of a table, in words.
import type { TableInfo } from '../generated/protocol';
import { i18n } from '../i18n/i18n.svelte';
import { games } from './games.svelte';

export function takenSeats(info: TableInfo): number {
  return info.seats.filter((seat) => seat.occupant !== 'empty').length;
}

/** The options that differ from their defaults, as a short line. */
export function optionsLine(info: TableInfo): string {
  const known = games.list.find((game) => game.name === info.game)?.options ?? [];
  const unusual = known.filter((option) => {
    const value = info.options[option.name];
    return value !== undefined && String(value) !== option.default;
  });
  return unusual.map(({ name }) => optionWords(info.game, name, String(info.options[name]))).join(', ');
}

/** An option and its value as people write it: "exact five", "no rotate first", "size 15". */
export function optionWords(game: string, name: string, value: string): string {
  const words = value === 'on' || value === 'off' ? value : games.optionValue(value);
  return i18n.t.option(games.optionName(game, name), words);
}
