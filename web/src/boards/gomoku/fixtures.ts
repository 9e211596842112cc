// Views and events of real games. Made by scripts/fixtures.js: do not edit.
import type { Event, View } from './types';

export const fixtures = {
  first: {
    seats: 3,
    view: {
      you: 0,
      seats: 3,
      rows: [
        '...............',
        '...............',
        '...............',
        '...............',
        '...............',
        '...............',
        '...............',
        '...............',
        '...............',
        '...............',
        '...............',
        '...............',
        '...............',
        '...............',
        '...............',
      ],
      pebbles: 0,
      to_act: [0],
      last: null,
      winning: [],
      end: null,
      outcome: null,
      legal: [
        {
          place: {
            x: 5,
            y: 12,
          },
        },
        {
          place: {
            x: 6,
            y: 12,
          },
        },
        {
          place: {
            x: 7,
            y: 12,
          },
        },
        {
          place: {
            x: 8,
            y: 12,
          },
        },
        {
          place: {
            x: 9,
            y: 12,
          },
        },
        {
          place: {
            x: 10,
            y: 12,
          },
        },
        {
          place: {
            x: 11,
            y: 12,
          },
        },
        {
          place: {
            x: 12,
            y: 12,
          },
        },
        {
          place: {
            x: 13,
            y: 12,
          },
        },
        {
          place: {
            x: 14,
            y: 12,
          },
        },
        {
          place: {
            x: 0,
            y: 13,
          },
        },
        {
          place: {
            x: 1,
            y: 13,
          },
        },
        {
          place: {
            x: 2,
            y: 13,
          },
        },
        {
          place: {
            x: 3,
            y: 13,
          },
        },
        {
          place: {
            x: 4,
            y: 13,
          },
        },
        {
          place: {
            x: 5,
            y: 13,
          },
        },
        {
          place: {
            x: 6,
            y: 13,
          },
        },
        {
          place: {
            x: 7,
            y: 13,
          },
        },
        {
          place: {
            x: 8,
            y: 13,
          },
        },
        {
          place: {
            x: 9,
            y: 13,
          },
        },
        {
          place: {
            x: 10,
            y: 13,
          },
        },
        {
          place: {
            x: 11,
            y: 13,
          },
        },
        {
          place: {
            x: 12,
            y: 13,
          },
        },
        {
          place: {
            x: 13,
            y: 13,
          },
        },
        {
          place: {
            x: 14,
            y: 13,
          },
        },
        {
          place: {
            x: 0,
            y: 14,
          },
        },
        {
          place: {
            x: 1,
            y: 14,
          },
        },
        {
          place: {
            x: 2,
            y: 14,
          },
        },
        {
          place: {
            x: 3,
            y: 14,
          },
        },
        {
          place: {
            x: 4,
            y: 14,
          },
        },
        {
          place: {
            x: 5,
            y: 14,
          },
        },
        {
          place: {
            x: 6,
            y: 14,
          },
        },
        {
          place: {
            x: 7,
            y: 14,
          },
        },
        {
          place: {
            x: 8,
            y: 14,
          },
        },
        {
          place: {
            x: 9,
            y: 14,
          },
        },
        {
          place: {
            x: 10,
            y: 14,
          },
        },
        {
          place: {
            x: 11,
            y: 14,
          },
        },
        {
          place: {
            x: 12,
            y: 14,
          },
        },
        {
          place: {
            x: 13,
            y: 14,
          },
        },
        {
          place: {
            x: 14,
            y: 14,
          },
        },
      ],
    },
    events: [
      {
        begun: {
          seats: 3,
          lines: 15,
          first: 0,
        },
      },
    ],
  },
  middle: {
    seats: 3,
    view: {
      you: 0,
      seats: 3,
      rows: [
        '...............',
        '...............',
        '.......1.......',
        '......2........',
        '.....2...1.....',
        '....2...3......',
        '...2.323.......',
        '..32.3312......',
        '...3.3.31......',
        '..3.111212.....',
        '........1.1....',
        '........2......',
        '...............',
        '...............',
        '...............',
      ],
      pebbles: 30,
      to_act: [0],
      last: {
        x: 2,
        y: 9,
      },
      winning: [],
      end: null,
      outcome: null,
      legal: [
        {
          place: {
            x: 5,
            y: 12,
          },
        },
        {
          place: {
            x: 6,
            y: 12,
          },
        },
        {
          place: {
            x: 7,
            y: 12,
          },
        },
        {
          place: {
            x: 8,
            y: 12,
          },
        },
        {
          place: {
            x: 9,
            y: 12,
          },
        },
        {
          place: {
            x: 10,
            y: 12,
          },
        },
        {
          place: {
            x: 11,
            y: 12,
          },
        },
        {
          place: {
            x: 12,
            y: 12,
          },
        },
        {
          place: {
            x: 13,
            y: 12,
          },
        },
        {
          place: {
            x: 14,
            y: 12,
          },
        },
        {
          place: {
            x: 0,
            y: 13,
          },
        },
        {
          place: {
            x: 1,
            y: 13,
          },
        },
        {
          place: {
            x: 2,
            y: 13,
          },
        },
        {
          place: {
            x: 3,
            y: 13,
          },
        },
        {
          place: {
            x: 4,
            y: 13,
          },
        },
        {
          place: {
            x: 5,
            y: 13,
          },
        },
        {
          place: {
            x: 6,
            y: 13,
          },
        },
        {
          place: {
            x: 7,
            y: 13,
          },
        },
        {
          place: {
            x: 8,
            y: 13,
          },
        },
        {
          place: {
            x: 9,
            y: 13,
          },
        },
        {
          place: {
            x: 10,
            y: 13,
          },
        },
        {
          place: {
            x: 11,
            y: 13,
          },
        },
        {
          place: {
            x: 12,
            y: 13,
          },
        },
        {
          place: {
            x: 13,
            y: 13,
          },
        },
        {
          place: {
            x: 14,
            y: 13,
          },
        },
        {
          place: {
            x: 0,
            y: 14,
          },
        },
        {
          place: {
            x: 1,
            y: 14,
          },
        },
        {
          place: {
            x: 2,
            y: 14,
          },
        },
        {
          place: {
            x: 3,
            y: 14,
          },
        },
        {
          place: {
            x: 4,
            y: 14,
          },
        },
        {
          place: {
            x: 5,
            y: 14,
          },
        },
        {
          place: {
            x: 6,
            y: 14,
          },
        },
        {
          place: {
            x: 7,
            y: 14,
          },
        },
        {
          place: {
            x: 8,
            y: 14,
          },
        },
        {
          place: {
            x: 9,
            y: 14,
          },
        },
        {
          place: {
            x: 10,
            y: 14,
          },
        },
        {
          place: {
            x: 11,
            y: 14,
          },
        },
        {
          place: {
            x: 12,
            y: 14,
          },
        },
        {
          place: {
            x: 13,
            y: 14,
          },
        },
        {
          place: {
            x: 14,
            y: 14,
          },
        },
      ],
    },
    events: [
      {
        placed: {
          seat: 2,
          at: {
            x: 2,
            y: 9,
          },
        },
      },
    ],
  },
  won: {
    seats: 3,
    view: {
      you: 0,
      seats: 3,
      rows: [
        '...............',
        '...2...........',
        '...............',
        '...............',
        '...............',
        '...............',
        '...............',
        '...11111...3...',
        '...............',
        '...............',
        '...............',
        '......2........',
        '.3......3......',
        '...2......3....',
        '....2..........',
      ],
      pebbles: 13,
      to_act: [],
      last: {
        x: 3,
        y: 7,
      },
      winning: [
        {
          from: {
            x: 3,
            y: 7,
          },
          to: {
            x: 7,
            y: 7,
          },
        },
      ],
      end: 'row',
      outcome: {
        winners: [0],
      },
      legal: [],
    },
    events: [
      {
        placed: {
          seat: 0,
          at: {
            x: 3,
            y: 7,
          },
        },
      },
      {
        won: {
          seat: 0,
          rows: [
            {
              from: {
                x: 3,
                y: 7,
              },
              to: {
                x: 7,
                y: 7,
              },
            },
          ],
        },
      },
    ],
  },
} satisfies Record<string, { seats: number; view: View; events: Event[] }>;
