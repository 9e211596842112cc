import type { Words } from './words';

export const words: Words = {
  table: 'Bordet, Gomoku',
  grid: 'Brädet. Piltangenterna flyttar, Retur lägger en sten.',
  spoken: ({ x, y }, what, last) => `kolumn ${x}, rad ${y}, ${what}${last ? ', den senaste' : ''}`,
  free: 'ledig',
  yours: 'din sten',
  pebbleOf: (name) => `sten: ${name}`,
  place: ({ x, y }) => `Lägg på (${x}, ${y})`,
  pebbles: (count) => (count === 1 ? '1 sten' : `${count} stenar`),
  hint: {
    yours: 'Din tur: lägg en sten på en ledig korsning.',
    confirm: 'Rör vid den igen för att lägga din sten där.',
    waiting: (names) => `Väntar på ${names}.`,
    won: (name, you) => (you ? 'Fem i rad: du vinner!' : `Fem i rad: ${name} vinner.`),
    drawn: (end) =>
      end === 'no_row_left' ? 'Ingen kan få fem i rad längre: oavgjort.' : 'Brädet är fullt: oavgjort.',
    ended: 'Spelet är slut.',
  },
};
