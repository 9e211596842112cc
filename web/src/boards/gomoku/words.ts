// What the board of Gomoku says.
import { inLanguages } from '../../i18n/languages.svelte';
import { written } from './grid';
import type { Crossing, GameEnd } from './types';

const english = {
  table: 'The table, Gomoku',
  grid: 'The board. Arrow keys move, Enter puts a pebble.',
  spoken: (at: Crossing, what: string, last: boolean) =>
    `${written(at)}, ${what}${last ? ', the last one' : ''}`,
  closer: 'Look closer',
  free: 'free',
  yours: 'your pebble',
  pebbleOf: (name: string) => `pebble of ${name}`,
  place: (at: Crossing) => `Place on ${written(at)}`,
  pebbles: (count: number) => (count === 1 ? '1 pebble' : `${count} pebbles`),
  hint: {
    yours: 'Your turn: put a pebble on a free crossing.',
    confirm: 'Touch it again to put your pebble there.',
    won: (name: string, you: boolean) => (you ? 'Five in a row: you win!' : `Five in a row: ${name} wins.`),
    drawn: (end: GameEnd | null): string =>
      end === 'no_row_left' ? 'Nobody can make five any more: a draw.' : 'The board is full: a draw.',
    ended: 'The game is over.',
  },
};

export type Words = typeof english;

export const words = inLanguages<Words>(english, {
  sv: () => import('./words.sv'),
  zh: () => import('./words.zh'),
});
