// The server's sentences with crossings as the board writes them.
import { en } from '../../i18n/en';
import type { GameSentences, Voice } from '../../narration/narrator';
import { lengthOf, written as at } from './grid';
import type { Event, RefusalCode, View } from './types';

const Who = (voice: Voice, seat: number): string => (seat === voice.you ? 'You' : voice.name(seat));
const verb = (voice: Voice, seat: number, you: string, others: string): string =>
  `${Who(voice, seat)} ${seat === voice.you ? you : others}`;
const COUNTS: Record<number, string> = { 5: 'five', 6: 'six', 7: 'seven', 8: 'eight', 9: 'nine' };

export const sentences: GameSentences<Event, RefusalCode, View> = {
  events: {
    begun: ({ seats, lines, first }, voice) =>
      `The board has ${lines} by ${lines} lines, ${seats} play, and ${verb(voice, first, 'begin', 'begins').replace(/^You/, 'you')}.`,
    placed: ({ seat, at: crossing }, voice) =>
      `${verb(voice, seat, 'put', 'puts')} a pebble on ${at(crossing)}.`,
    won: ({ seat, rows }, voice) => {
      const words = rows.map((row) => {
        const length = lengthOf(row);
        return `${COUNTS[length] ?? length} in a row from ${at(row.from)} to ${at(row.to)}`;
      });
      return `${verb(voice, seat, 'win', 'wins')} with ${en.format.list(words)}.`;
    },
    drawn: ({ why }) =>
      why === 'no_row_left'
        ? 'Nobody can make five in a row any more: a draw.'
        : 'The board is full: a draw.',
  },
  refusals: {
    off_board: () => 'The board has no such crossing.',
    occupied: () => 'A pebble lies there already, and pebbles stay.',
  },
};
