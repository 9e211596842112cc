// What is seen of real games, and events. Made by scripts/fixtures.js: do not edit.
import type { Seen } from '../../state/seen';
import type { Action, Event, View } from './types';

export const fixtures = {
  reveal: {
    seen: {
      you: 0,
      seats: 4,
      turn: 1,
      to_act: [0, 1, 2, 3],
      scores: [0, 0, 0, 0],
      sheet: [],
      outcome: null,
      legal: [
        {
          reveal: [0, 1],
        },
        {
          reveal: [0, 2],
        },
        {
          reveal: [0, 3],
        },
        {
          reveal: [0, 4],
        },
        {
          reveal: [0, 5],
        },
        {
          reveal: [1, 2],
        },
        {
          reveal: [1, 3],
        },
        {
          reveal: [1, 4],
        },
        {
          reveal: [1, 5],
        },
        {
          reveal: [2, 3],
        },
        {
          reveal: [2, 4],
        },
        {
          reveal: [2, 5],
        },
        {
          reveal: [3, 4],
        },
        {
          reveal: [3, 5],
        },
        {
          reveal: [4, 5],
        },
      ],
      view: {
        round: 1,
        rounds: 9,
        phase: 'reveal',
        starter: 0,
        mover: 0,
        turns: 0,
        turn_cap: 240,
        last_turns: null,
        layouts: [
          [null, null, null, null, null, null],
          [null, null, null, null, null, null],
          [null, null, null, null, null, null],
          [null, null, null, null, null, null],
        ],
        showing: [0, 0, 0, 0],
        held: null,
        stock: 79,
        discards: ['D8'],
        new_stocks: 0,
        stock_cards: [],
        last: null,
        results: [],
        last_round: null,
        face_down: null,
        stock_order: null,
      },
    },
    events: [
      {
        dealt: {
          round: 1,
          starter: 0,
          stock: 80,
        },
      },
      {
        first_discard: {
          card: 'D8',
        },
      },
    ],
  },
  take: {
    seen: {
      you: 0,
      seats: 4,
      turn: 13,
      to_act: [0],
      scores: [0, 0, 0, 0],
      sheet: [],
      outcome: null,
      legal: [
        'take_stock',
        'take_discard',
        {
          steal: {
            from: 1,
            card: 0,
            own: 3,
          },
        },
        {
          steal: {
            from: 1,
            card: 1,
            own: 3,
          },
        },
        {
          steal: {
            from: 1,
            card: 2,
            own: 3,
          },
        },
        {
          steal: {
            from: 1,
            card: 3,
            own: 3,
          },
        },
        {
          steal: {
            from: 2,
            card: 0,
            own: 3,
          },
        },
        {
          steal: {
            from: 2,
            card: 1,
            own: 3,
          },
        },
        {
          steal: {
            from: 2,
            card: 2,
            own: 3,
          },
        },
        {
          steal: {
            from: 2,
            card: 3,
            own: 3,
          },
        },
        {
          steal: {
            from: 2,
            card: 4,
            own: 3,
          },
        },
        {
          steal: {
            from: 3,
            card: 0,
            own: 3,
          },
        },
        {
          steal: {
            from: 3,
            card: 1,
            own: 3,
          },
        },
        {
          steal: {
            from: 3,
            card: 2,
            own: 3,
          },
        },
        {
          steal: {
            from: 3,
            card: 3,
            own: 3,
          },
        },
        {
          steal: {
            from: 3,
            card: 5,
            own: 3,
          },
        },
      ],
      view: {
        round: 1,
        rounds: 9,
        phase: 'take',
        starter: 0,
        mover: 0,
        turns: 12,
        turn_cap: 240,
        last_turns: null,
        layouts: [
          ['S4', 'S9', 'CJ', null, 'C9', 'HJ'],
          ['H7', 'C5', 'S10', 'H7', null, null],
          ['S6', 'SK', 'DK', 'H6', 'D2', null],
          ['SA', 'S3', 'SK', 'HA', null, 'S2'],
        ],
        showing: [4, 15, -2, 1],
        held: null,
        stock: 78,
        discards: ['D8', 'HQ'],
        new_stocks: 0,
        stock_cards: [],
        last: {
          seat: 3,
          action: {
            steal: {
              from: 0,
              card: 0,
              own: 5,
            },
          },
        },
        results: [],
        last_round: null,
        face_down: null,
        stock_order: null,
      },
    },
    events: [
      {
        stole: {
          seat: 3,
          from: 0,
          place: 0,
          own: 5,
          card: 'S2',
          given: 'S4',
        },
      },
    ],
  },
  from_stock: {
    seen: {
      you: 0,
      seats: 4,
      turn: 17,
      to_act: [0],
      scores: [0, 0, 0, 0],
      sheet: [],
      outcome: null,
      legal: [
        {
          swap: 0,
        },
        {
          swap: 1,
        },
        {
          swap: 2,
        },
        {
          swap: 3,
        },
        {
          swap: 4,
        },
        {
          swap: 5,
        },
        'throw_away',
      ],
      view: {
        round: 1,
        rounds: 9,
        phase: 'holding',
        starter: 0,
        mover: 0,
        turns: 16,
        turn_cap: 240,
        last_turns: null,
        layouts: [
          ['S4', 'S9', 'CJ', 'D2', 'C9', 'HJ'],
          ['H7', 'C5', 'S10', 'H7', null, 'C10'],
          ['S6', 'SK', 'DK', 'H6', 'D8', 'H2'],
          ['SA', 'S3', 'SK', 'HA', 'S2', 'C2'],
        ],
        showing: [2, 5, 6, -1],
        held: {
          seat: 0,
          source: 'stock',
          card: 'S7',
        },
        stock: 77,
        discards: ['D8', 'HQ'],
        new_stocks: 0,
        stock_cards: [],
        last: {
          seat: 0,
          action: 'take_stock',
        },
        results: [],
        last_round: null,
        face_down: null,
        stock_order: null,
      },
    },
    events: [
      {
        took_stock: {
          seat: 0,
          card: 'S7',
        },
      },
    ],
  },
  from_discard: {
    seen: {
      you: 0,
      seats: 4,
      turn: 8,
      to_act: [0],
      scores: [2, 3, 6, -1],
      sheet: [],
      outcome: null,
      legal: [
        {
          swap: 0,
        },
        {
          swap: 1,
        },
        {
          swap: 2,
        },
        {
          swap: 3,
        },
        {
          swap: 4,
        },
        {
          swap: 5,
        },
      ],
      view: {
        round: 2,
        rounds: 9,
        phase: 'holding',
        starter: 1,
        mover: 0,
        turns: 7,
        turn_cap: 240,
        last_turns: null,
        layouts: [
          ['H3', 'SA', 'D2', null, null, null],
          ['D9', 'C2', 'S4', null, 'C10', null],
          ['S10', 'C6', 'S6', 'S10', null, null],
          ['HQ', 'D4', 'H7', null, 'D4', null],
        ],
        showing: [2, 21, 12, 17],
        held: {
          seat: 0,
          source: 'discard',
          card: 'SK',
        },
        stock: 79,
        discards: [],
        new_stocks: 0,
        stock_cards: [],
        last: {
          seat: 0,
          action: 'take_discard',
        },
        results: [[2, 3, 6, -1]],
        last_round: {
          layouts: [
            ['S4', 'S9', 'CJ', 'D2', 'C9', 'HJ'],
            ['H7', 'C5', 'S10', 'H7', 'H2', 'C10'],
            ['S6', 'SK', 'DK', 'H6', 'D8', 'H2'],
            ['SA', 'S3', 'SK', 'HA', 'S2', 'C2'],
          ],
          discard: 'S7',
          last: {
            seat: 1,
            action: {
              steal: {
                from: 2,
                card: 5,
                own: 4,
              },
            },
          },
        },
        face_down: null,
        stock_order: null,
      },
    },
    events: [
      {
        took_discard: {
          seat: 0,
          card: 'SK',
        },
      },
    ],
  },
  later: {
    seen: {
      you: 0,
      seats: 4,
      turn: 22,
      to_act: [0],
      scores: [6, 17, 4, 9],
      sheet: [],
      outcome: null,
      legal: [
        'take_stock',
        'take_discard',
        {
          steal: {
            from: 1,
            card: 0,
            own: 5,
          },
        },
        {
          steal: {
            from: 1,
            card: 1,
            own: 5,
          },
        },
        {
          steal: {
            from: 1,
            card: 2,
            own: 5,
          },
        },
        {
          steal: {
            from: 1,
            card: 3,
            own: 5,
          },
        },
        {
          steal: {
            from: 1,
            card: 4,
            own: 5,
          },
        },
        {
          steal: {
            from: 2,
            card: 0,
            own: 5,
          },
        },
        {
          steal: {
            from: 2,
            card: 1,
            own: 5,
          },
        },
        {
          steal: {
            from: 2,
            card: 2,
            own: 5,
          },
        },
        {
          steal: {
            from: 2,
            card: 3,
            own: 5,
          },
        },
        {
          steal: {
            from: 2,
            card: 4,
            own: 5,
          },
        },
        {
          steal: {
            from: 2,
            card: 5,
            own: 5,
          },
        },
        {
          steal: {
            from: 3,
            card: 0,
            own: 5,
          },
        },
        {
          steal: {
            from: 3,
            card: 1,
            own: 5,
          },
        },
        {
          steal: {
            from: 3,
            card: 2,
            own: 5,
          },
        },
        {
          steal: {
            from: 3,
            card: 3,
            own: 5,
          },
        },
        {
          steal: {
            from: 3,
            card: 4,
            own: 5,
          },
        },
        {
          steal: {
            from: 3,
            card: 5,
            own: 5,
          },
        },
      ],
      view: {
        round: 4,
        rounds: 9,
        phase: 'take',
        starter: 3,
        mover: 0,
        turns: 21,
        turn_cap: 240,
        last_turns: null,
        layouts: [
          ['C10', 'C7', 'C4', 'S10', 'S7', null],
          ['H5', 'D7', 'S5', 'H2', 'H7', null],
          ['S9', 'D3', 'D6', 'C9', 'S3', 'D6'],
          ['DA', 'C3', 'D4', 'DK', 'SA', 'D4'],
        ],
        showing: [4, 8, 0, 5],
        held: null,
        stock: 72,
        discards: ['S4', 'S8', 'D10', 'C10', 'S6', 'DQ', 'H10', 'HK'],
        new_stocks: 0,
        stock_cards: [],
        last: {
          seat: 3,
          action: {
            swap: 5,
          },
        },
        results: [
          [2, 3, 6, -1],
          [-1, 15, -2, 5],
          [5, -1, 0, 5],
        ],
        last_round: {
          layouts: [
            ['S2', 'CK', 'C10', 'SK', 'D7', 'S10'],
            ['D6', 'H7', 'SA', 'C6', 'S7', 'S2'],
            ['SQ', 'S8', 'H3', 'CQ', 'C8', 'S3'],
            ['H7', 'D8', 'C5', 'C7', 'D8', 'SK'],
          ],
          discard: 'H8',
          last: {
            seat: 3,
            action: {
              steal: {
                from: 0,
                card: 1,
                own: 3,
              },
            },
          },
        },
        face_down: null,
        stock_order: null,
      },
    },
    events: [
      {
        swapped: {
          seat: 3,
          place: 5,
          card: 'D4',
          out: 'HK',
          was_hidden: false,
        },
      },
    ],
  },
  over: {
    seen: {
      you: 0,
      seats: 4,
      turn: 27,
      to_act: [],
      scores: [7, 23, 17, 21],
      sheet: [],
      outcome: {
        winners: [0],
      },
      legal: [],
      view: {
        round: 9,
        rounds: 9,
        phase: 'over',
        starter: 0,
        mover: 1,
        turns: 26,
        turn_cap: 240,
        last_turns: null,
        layouts: [
          ['H8', 'HA', 'HK', 'S8', 'DA', 'DK'],
          ['C6', 'H4', 'H3', 'D6', 'D4', 'S2'],
          ['H9', 'HJ', 'H10', 'D9', 'CJ', 'H2'],
          ['CK', 'D7', 'D2', 'S6', 'D7', 'DA'],
        ],
        showing: [0, 1, 8, 5],
        held: null,
        stock: 70,
        discards: ['C5', 'CQ', 'CJ', 'SQ', 'C8', 'S9', 'SJ', 'C10', 'CQ', 'CA'],
        new_stocks: 0,
        stock_cards: [],
        last: {
          seat: 1,
          action: {
            steal: {
              from: 2,
              card: 2,
              own: 4,
            },
          },
        },
        results: [
          [2, 3, 6, -1],
          [-1, 15, -2, 5],
          [5, -1, 0, 5],
          [0, -2, 0, 10],
          [4, 0, 1, 0],
          [-3, 5, 0, 0],
          [0, 0, 0, -1],
          [0, 2, 4, -2],
          [0, 1, 8, 5],
        ],
        last_round: {
          layouts: [
            ['DJ', 'D6', 'C10', 'CJ', 'S6', 'S10'],
            ['HA', 'SA', 'H5', 'C2', 'HA', 'H2'],
            ['CQ', 'S3', 'SK', 'DQ', 'H3', 'H4'],
            ['D9', 'D2', 'D2', 'S9', 'C2', 'CK'],
          ],
          discard: 'D8',
          last: {
            seat: 1,
            action: {
              steal: {
                from: 2,
                card: 5,
                own: 5,
              },
            },
          },
        },
        face_down: null,
        stock_order: null,
      },
    },
    events: [
      {
        stole: {
          seat: 1,
          from: 2,
          place: 2,
          own: 4,
          card: 'D4',
          given: 'H10',
        },
      },
      {
        all_up: {
          seat: 1,
          then: 'ends',
        },
      },
      {
        round_scored: {
          round: 9,
          points: [0, 1, 8, 5],
          totals: [7, 23, 17, 21],
        },
      },
      {
        game_over: {
          winners: [0],
          points: 7,
        },
      },
    ],
  },
  turn_one: {
    seen: {
      you: 0,
      seats: 2,
      turn: 3,
      to_act: [0],
      scores: [0, 0],
      sheet: [],
      outcome: null,
      legal: [
        {
          turn: 0,
        },
        {
          turn: 4,
        },
        {
          turn: 5,
        },
      ],
      view: {
        round: 1,
        rounds: 9,
        phase: 'turn_one',
        starter: 0,
        mover: 0,
        turns: 2,
        turn_cap: 120,
        last_turns: null,
        layouts: [
          [null, 'HJ', 'D5', 'H6', null, null],
          ['HQ', null, null, null, null, 'D7'],
        ],
        showing: [21, 17],
        held: null,
        stock: 37,
        discards: ['S6', 'S5', 'C10'],
        new_stocks: 0,
        stock_cards: [],
        last: {
          seat: 0,
          action: 'throw_away',
        },
        results: [],
        last_round: null,
        face_down: null,
        stock_order: null,
      },
    },
    events: [
      {
        threw_away: {
          seat: 0,
          card: 'C10',
        },
      },
    ],
  },
} satisfies Record<string, { seen: Seen<View, Action>; events: Event[] }>;
