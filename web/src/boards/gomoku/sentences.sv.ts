import { joined, Who, who } from '../../narration/sv';
import type { GameSentences } from '../../narration/narrator';
import { lengthOf, written as at } from './grid';
import type { Event, RefusalCode, View } from './types';

const COUNTS: Record<number, string> = { 5: 'fem', 6: 'sex', 7: 'sju', 8: 'åtta', 9: 'nio' };

export const sentences: GameSentences<Event, RefusalCode, View> = {
  events: {
    begun: ({ seats, lines, first }, voice) =>
      `Brädet har ${lines} gånger ${lines} linjer, ${seats} spelar, och ${who(voice, first)} börjar.`,
    placed: ({ seat, at: crossing }, voice) => `${Who(voice, seat)} lägger en sten på ${at(crossing)}.`,
    won: ({ seat, rows }, voice) => {
      const words = rows.map((row) => {
        const length = lengthOf(row);
        return `${COUNTS[length] ?? length} i rad från ${at(row.from)} till ${at(row.to)}`;
      });
      return `${Who(voice, seat)} vinner med ${joined(words)}.`;
    },
    drawn: ({ why }) =>
      why === 'no_row_left' ? 'Ingen kan få fem i rad längre: oavgjort.' : 'Brädet är fullt: oavgjort.',
  },
  refusals: {
    off_board: () => 'Den korsningen finns inte på brädet.',
    occupied: () => 'Där ligger redan en sten.',
  },
};
