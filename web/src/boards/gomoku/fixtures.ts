// What is seen of real games, and events. Made by scripts/fixtures.js: do not edit.
import type { Seen } from '../../state/seen';
import type { Action, Event, View } from './types';

export const fixtures = {
  first: {
    seen: {
      you: 0,
      seats: 3,
      turn: 1,
      to_act: [0],
      scores: [0, 0, 0],
      sheet: [],
      outcome: null,
      legal: 'implied',
      view: {
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
        last: null,
        winning: [],
        end: null,
      },
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
    seen: {
      you: 0,
      seats: 3,
      turn: 31,
      to_act: [0],
      scores: [0, 0, 0],
      sheet: [],
      outcome: null,
      legal: 'implied',
      view: {
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
        last: {
          x: 2,
          y: 9,
        },
        winning: [],
        end: null,
      },
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
    seen: {
      you: 0,
      seats: 3,
      turn: 14,
      to_act: [],
      scores: [1, 0, 0],
      sheet: [],
      outcome: {
        winners: [0],
      },
      legal: [],
      view: {
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
      },
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
} satisfies Record<string, { seen: Seen<View, Action>; events: Event[] }>;
