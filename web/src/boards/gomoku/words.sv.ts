import { written } from './grid';
import type { Words } from './words';

export const words: Words = {
  table: 'Bordet, Gomoku',
  grid: 'Brädet. Piltangenterna flyttar, Retur lägger en sten.',
  spoken: (at, what, last) => `${written(at)}, ${what}${last ? ', den senaste' : ''}`,
  closer: 'Titta närmare',
  free: 'ledig',
  yours: 'din sten',
  pebbleOf: (name) => `sten: ${name}`,
  place: (at) => `Lägg på ${written(at)}`,
  pebbles: (count) => (count === 1 ? '1 sten' : `${count} stenar`),
  hint: {
    yours: 'Din tur: lägg en sten på en ledig korsning.',
    confirm: 'Rör vid den igen för att lägga din sten där.',
    won: (name, you) => (you ? 'Fem i rad: du vinner!' : `Fem i rad: ${name} vinner.`),
    drawn: (end) =>
      end === 'no_row_left' ? 'Ingen kan få fem i rad längre: oavgjort.' : 'Brädet är fullt: oavgjort.',
    ended: 'Spelet är slut.',
  },
};
