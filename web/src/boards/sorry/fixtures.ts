// What is seen of real games, and events. Made by scripts/fixtures.js: do not edit.
import type { Seen } from '../../state/seen';
import type { Action, Event, View } from './types';

export const fixtures = {
  roll: {
    seen: {
      you: 0,
      seats: 4,
      turn: 41,
      to_act: [0],
      scores: [0, 6, 3, 2],
      sheet: [],
      outcome: null,
      legal: ['roll'],
      view: {
        mover: 0,
        phase: 'roll',
        pawns: [
          {
            colour: 'green',
            place: 'start',
            steps_left: 61,
          },
          {
            colour: 'red',
            place: {
              square: 24,
            },
            steps_left: 55,
          },
          {
            colour: 'blue',
            place: {
              square: 36,
            },
            steps_left: 58,
          },
          {
            colour: 'yellow',
            place: {
              square: 50,
            },
            steps_left: 59,
          },
        ],
        drawn: null,
        targets: [],
        cards_left: [
          {
            card: '1',
            left: 0,
          },
          {
            card: '2',
            left: 0,
          },
          {
            card: '3',
            left: 0,
          },
          {
            card: '4',
            left: 0,
          },
          {
            card: '5',
            left: 2,
          },
          {
            card: '7',
            left: 0,
          },
          {
            card: '8',
            left: 2,
          },
          {
            card: '10',
            left: 0,
          },
          {
            card: '11',
            left: 0,
          },
          {
            card: '12',
            left: 0,
          },
          {
            card: 'sorry',
            left: 1,
          },
        ],
        upcoming: [],
        last: {
          seat: 3,
          card: '1',
          meaning: { leave_or_forward: 1 },
          action: 'leave',
          from: 'start',
          to: {
            square: 50,
          },
          bumped: null,
        },
      },
    },
    events: [
      {
        moved: {
          seat: 3,
          how: 'leave',
          from: 'start',
          to: {
            square: 50,
          },
        },
      },
    ],
  },
  ten: {
    seen: {
      you: 0,
      seats: 4,
      turn: 29,
      to_act: [0],
      scores: [2, 0, 23, 0],
      sheet: [],
      outcome: null,
      legal: ['forward', 'backward'],
      view: {
        mover: 0,
        phase: 'move',
        pawns: [
          {
            colour: 'green',
            place: {
              square: 5,
            },
            steps_left: 59,
          },
          {
            colour: 'red',
            place: 'start',
            steps_left: 61,
          },
          {
            colour: 'blue',
            place: {
              square: 56,
            },
            steps_left: 38,
          },
          {
            colour: 'yellow',
            place: 'start',
            steps_left: 61,
          },
        ],
        drawn: {
          card: '10',
          roll: 8,
          meaning: {
            forward_or_backward: {
              forward: 10,
              backward: 1,
            },
          },
          words: 'forward 10 or backward 1',
        },
        targets: [
          {
            action: 'forward',
            to: {
              square: 15,
            },
            bumps: null,
          },
          {
            action: 'backward',
            to: {
              square: 4,
            },
            bumps: null,
          },
        ],
        cards_left: [
          {
            card: '1',
            left: 2,
          },
          {
            card: '2',
            left: 4,
          },
          {
            card: '3',
            left: 0,
          },
          {
            card: '4',
            left: 1,
          },
          {
            card: '5',
            left: 2,
          },
          {
            card: '7',
            left: 0,
          },
          {
            card: '8',
            left: 2,
          },
          {
            card: '10',
            left: 0,
          },
          {
            card: '11',
            left: 1,
          },
          {
            card: '12',
            left: 1,
          },
          {
            card: 'sorry',
            left: 3,
          },
        ],
        upcoming: [],
        last: {
          seat: 3,
          card: '11',
          meaning: { forward_or_switch: 11 },
          action: 'forfeit',
          from: 'start',
          to: 'start',
          bumped: null,
        },
      },
    },
    events: [
      {
        rolled: {
          seat: 0,
          card: '10',
          roll: 8,
          meaning: {
            forward_or_backward: {
              forward: 10,
              backward: 1,
            },
          },
        },
      },
    ],
  },
  switch: {
    seen: {
      you: 0,
      seats: 4,
      turn: 121,
      to_act: [0],
      scores: [14, 26, 0, 17],
      sheet: [],
      outcome: null,
      legal: [
        'forward',
        {
          switch: 1,
        },
        {
          switch: 3,
        },
        'forfeit',
      ],
      view: {
        mover: 0,
        phase: 'move',
        pawns: [
          {
            colour: 'green',
            place: {
              square: 17,
            },
            steps_left: 47,
          },
          {
            colour: 'red',
            place: {
              square: 44,
            },
            steps_left: 35,
          },
          {
            colour: 'blue',
            place: 'start',
            steps_left: 61,
          },
          {
            colour: 'yellow',
            place: {
              square: 5,
            },
            steps_left: 44,
          },
        ],
        drawn: {
          card: '11',
          roll: 10,
          meaning: {
            forward_or_switch: 11,
          },
          words: 'forward 11 or change places',
        },
        targets: [
          {
            action: 'forward',
            to: {
              square: 28,
            },
            bumps: null,
          },
          {
            action: {
              switch: 1,
            },
            to: {
              square: 44,
            },
            bumps: null,
          },
          {
            action: {
              switch: 3,
            },
            to: {
              square: 5,
            },
            bumps: null,
          },
          {
            action: 'forfeit',
            to: {
              square: 17,
            },
            bumps: null,
          },
        ],
        cards_left: [
          {
            card: '1',
            left: 2,
          },
          {
            card: '2',
            left: 1,
          },
          {
            card: '3',
            left: 2,
          },
          {
            card: '4',
            left: 1,
          },
          {
            card: '5',
            left: 1,
          },
          {
            card: '7',
            left: 1,
          },
          {
            card: '8',
            left: 0,
          },
          {
            card: '10',
            left: 1,
          },
          {
            card: '11',
            left: 2,
          },
          {
            card: '12',
            left: 1,
          },
          {
            card: 'sorry',
            left: 2,
          },
        ],
        upcoming: [],
        last: {
          seat: 3,
          card: '1',
          meaning: { leave_or_forward: 1 },
          action: 'forward',
          from: {
            square: 4,
          },
          to: {
            square: 5,
          },
          bumped: null,
        },
      },
    },
    events: [
      {
        rolled: {
          seat: 0,
          card: '11',
          roll: 10,
          meaning: {
            forward_or_switch: 11,
          },
        },
      },
    ],
  },
  sorry: {
    seen: {
      you: 0,
      seats: 4,
      turn: 33,
      to_act: [0],
      scores: [1, 2, 34, 0],
      sheet: [],
      outcome: null,
      legal: [
        {
          sorry: 1,
        },
        {
          sorry: 2,
        },
        'forfeit',
      ],
      view: {
        mover: 0,
        phase: 'move',
        pawns: [
          {
            colour: 'green',
            place: {
              square: 4,
            },
            steps_left: 60,
          },
          {
            colour: 'red',
            place: {
              square: 20,
            },
            steps_left: 59,
          },
          {
            colour: 'blue',
            place: {
              square: 7,
            },
            steps_left: 27,
          },
          {
            colour: 'yellow',
            place: 'start',
            steps_left: 61,
          },
        ],
        drawn: {
          card: 'sorry',
          roll: 11,
          meaning: 'sorry',
          words: 'send a pawn to its Start',
        },
        targets: [
          {
            action: {
              sorry: 1,
            },
            to: {
              square: 4,
            },
            bumps: 1,
          },
          {
            action: {
              sorry: 2,
            },
            to: {
              square: 4,
            },
            bumps: 2,
          },
          {
            action: 'forfeit',
            to: {
              square: 4,
            },
            bumps: null,
          },
        ],
        cards_left: [
          {
            card: '1',
            left: 2,
          },
          {
            card: '2',
            left: 3,
          },
          {
            card: '3',
            left: 0,
          },
          {
            card: '4',
            left: 0,
          },
          {
            card: '5',
            left: 2,
          },
          {
            card: '7',
            left: 0,
          },
          {
            card: '8',
            left: 2,
          },
          {
            card: '10',
            left: 0,
          },
          {
            card: '11',
            left: 0,
          },
          {
            card: '12',
            left: 1,
          },
          {
            card: 'sorry',
            left: 2,
          },
        ],
        upcoming: [],
        last: {
          seat: 3,
          card: '4',
          meaning: { backward: 2 },
          action: 'forfeit',
          from: 'start',
          to: 'start',
          bumped: null,
        },
      },
    },
    events: [
      {
        rolled: {
          seat: 0,
          card: 'sorry',
          roll: 11,
          meaning: 'sorry',
        },
      },
    ],
  },
  leave: {
    seen: {
      you: 0,
      seats: 4,
      turn: 25,
      to_act: [0],
      scores: [0, 0, 25, 0],
      sheet: [],
      outcome: null,
      legal: ['leave'],
      view: {
        mover: 0,
        phase: 'move',
        pawns: [
          {
            colour: 'green',
            place: 'start',
            steps_left: 61,
          },
          {
            colour: 'red',
            place: 'start',
            steps_left: 61,
          },
          {
            colour: 'blue',
            place: {
              square: 58,
            },
            steps_left: 36,
          },
          {
            colour: 'yellow',
            place: 'start',
            steps_left: 61,
          },
        ],
        drawn: {
          card: '1',
          roll: 1,
          meaning: {
            leave_or_forward: 1,
          },
          words: 'leave Start or forward 1',
        },
        targets: [
          {
            action: 'leave',
            to: {
              square: 5,
            },
            bumps: null,
          },
        ],
        cards_left: [
          {
            card: '1',
            left: 2,
          },
          {
            card: '2',
            left: 4,
          },
          {
            card: '3',
            left: 0,
          },
          {
            card: '4',
            left: 2,
          },
          {
            card: '5',
            left: 2,
          },
          {
            card: '7',
            left: 0,
          },
          {
            card: '8',
            left: 2,
          },
          {
            card: '10',
            left: 1,
          },
          {
            card: '11',
            left: 3,
          },
          {
            card: '12',
            left: 1,
          },
          {
            card: 'sorry',
            left: 3,
          },
        ],
        upcoming: [],
        last: {
          seat: 3,
          card: '7',
          meaning: { forward: 7 },
          action: 'forfeit',
          from: 'start',
          to: 'start',
          bumped: null,
        },
      },
    },
    events: [
      {
        rolled: {
          seat: 0,
          card: '1',
          roll: 1,
          meaning: {
            leave_or_forward: 1,
          },
        },
      },
    ],
  },
  stuck: {
    seen: {
      you: 0,
      seats: 4,
      turn: 1,
      to_act: [0],
      scores: [0, 0, 0, 0],
      sheet: [],
      outcome: null,
      legal: ['forfeit'],
      view: {
        mover: 0,
        phase: 'move',
        pawns: [
          {
            colour: 'green',
            place: 'start',
            steps_left: 61,
          },
          {
            colour: 'red',
            place: 'start',
            steps_left: 61,
          },
          {
            colour: 'blue',
            place: 'start',
            steps_left: 61,
          },
          {
            colour: 'yellow',
            place: 'start',
            steps_left: 61,
          },
        ],
        drawn: {
          card: '4',
          roll: 4,
          meaning: {
            backward: 2,
          },
          words: 'backward 2',
        },
        targets: [
          {
            action: 'forfeit',
            to: 'start',
            bumps: null,
          },
        ],
        cards_left: [
          {
            card: '1',
            left: 5,
          },
          {
            card: '2',
            left: 4,
          },
          {
            card: '3',
            left: 4,
          },
          {
            card: '4',
            left: 3,
          },
          {
            card: '5',
            left: 4,
          },
          {
            card: '7',
            left: 4,
          },
          {
            card: '8',
            left: 4,
          },
          {
            card: '10',
            left: 4,
          },
          {
            card: '11',
            left: 4,
          },
          {
            card: '12',
            left: 4,
          },
          {
            card: 'sorry',
            left: 4,
          },
        ],
        upcoming: [],
        last: null,
      },
    },
    events: [
      {
        rolled: {
          seat: 0,
          card: '4',
          roll: 4,
          meaning: {
            backward: 2,
          },
        },
      },
    ],
  },
  over: {
    seen: {
      you: 0,
      seats: 4,
      turn: 581,
      to_act: [],
      scores: [61, 15, 0, 4],
      sheet: [],
      outcome: {
        winners: [0],
      },
      legal: [],
      view: {
        mover: 0,
        phase: 'over',
        pawns: [
          {
            colour: 'green',
            place: 'home',
            steps_left: 0,
          },
          {
            colour: 'red',
            place: {
              square: 33,
            },
            steps_left: 46,
          },
          {
            colour: 'blue',
            place: 'start',
            steps_left: 61,
          },
          {
            colour: 'yellow',
            place: {
              square: 52,
            },
            steps_left: 57,
          },
        ],
        drawn: null,
        targets: [],
        cards_left: [
          {
            card: '1',
            left: 1,
          },
          {
            card: '2',
            left: 0,
          },
          {
            card: '3',
            left: 1,
          },
          {
            card: '4',
            left: 0,
          },
          {
            card: '5',
            left: 0,
          },
          {
            card: '7',
            left: 0,
          },
          {
            card: '8',
            left: 0,
          },
          {
            card: '10',
            left: 0,
          },
          {
            card: '11',
            left: 1,
          },
          {
            card: '12',
            left: 1,
          },
          {
            card: 'sorry',
            left: 0,
          },
        ],
        upcoming: [],
        last: {
          seat: 0,
          card: '8',
          meaning: { forward: 8 },
          action: 'home',
          from: {
            square: 56,
          },
          to: 'home',
          bumped: null,
        },
      },
    },
    events: [
      {
        moved: {
          seat: 0,
          how: {
            home: 8,
          },
          from: {
            square: 56,
          },
          to: 'home',
        },
      },
      {
        won: {
          seat: 0,
        },
      },
    ],
  },
} satisfies Record<string, { seen: Seen<View, Action>; events: Event[] }>;
