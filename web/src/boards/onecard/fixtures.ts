// What is seen of real games, and events. Made by scripts/fixtures.js: do not edit.
import type { Seen } from '../../state/seen';
import type { Action, Event, View } from './types';

export const fixtures = {
  play: {
    seen: {
      you: 0,
      seats: 4,
      turn: 4,
      to_act: [0],
      scores: [0, 0, 0, 0],
      sheet: [],
      outcome: null,
      legal: [
        {
          play: 'H3',
        },
        {
          play: 'DQ',
        },
        'draw',
      ],
      view: {
        round: 1,
        turns: 3,
        hand: ['H3', 'H3', 'H8', 'HK', 'DQ'],
        held: [5, 4, 4, 4],
        top: 'D3',
        discards: ['S9', 'H4', 'SQ', 'SJ', 'H6', 'D6', 'D10', 'D3'],
        stock_size: 79,
        remade_of: [],
        attack: 3,
        direction: 'counter_clockwise',
        choosing: false,
        laid: 0,
        drawn: [],
        drawn_by: null,
        drawn_count: 0,
        idle: 0,
        last_turns: [
          null,
          {
            played: {
              card: 'D6',
              count: 1,
            },
          },
          {
            played: {
              card: 'D10',
              count: 1,
            },
          },
          {
            played: {
              card: 'D3',
              count: 1,
            },
          },
        ],
        stuck: [null, null, null, null],
        starter: 1,
        start_reason: 'lowest_card',
        order_cards: ['S9', 'H4', 'SQ', 'SJ'],
        last_round: null,
        all_hands: [],
        stock: [],
      },
    },
    events: [
      {
        played: {
          seat: 3,
          cards: ['D3'],
          left: 4,
        },
      },
      {
        attacked: {
          seat: 0,
          cards: 3,
        },
      },
    ],
  },
  draw: {
    seen: {
      you: 0,
      seats: 4,
      turn: 8,
      to_act: [0],
      scores: [0, 0, 0, 0],
      sheet: [],
      outcome: null,
      legal: ['draw'],
      view: {
        round: 1,
        turns: 7,
        hand: ['H3', 'H3', 'H8', 'HK'],
        held: [4, 4, 3, 6],
        top: 'D7',
        discards: ['S9', 'H4', 'SQ', 'SJ', 'H6', 'D6', 'D10', 'D3', 'DQ', 'DQ', 'D7'],
        stock_size: 76,
        remade_of: [],
        attack: 0,
        direction: 'counter_clockwise',
        choosing: false,
        laid: 0,
        drawn: [],
        drawn_by: null,
        drawn_count: 0,
        idle: 0,
        last_turns: [
          {
            played: {
              card: 'DQ',
              count: 1,
            },
          },
          {
            played: {
              card: 'D6',
              count: 1,
            },
          },
          {
            played: {
              card: 'DQ',
              count: 1,
            },
          },
          {
            played: {
              card: 'D7',
              count: 1,
            },
          },
        ],
        stuck: [null, null, null, null],
        starter: 1,
        start_reason: 'lowest_card',
        order_cards: ['S9', 'H4', 'SQ', 'SJ'],
        last_round: null,
        all_hands: [],
        stock: [],
      },
    },
    events: [
      {
        played: {
          seat: 3,
          cards: ['D7'],
          left: 6,
        },
      },
    ],
  },
  attacked: {
    seen: {
      you: 0,
      seats: 4,
      turn: 4,
      to_act: [0],
      scores: [0, 0, 0, 0],
      sheet: [],
      outcome: null,
      legal: [
        {
          play: 'H3',
        },
        {
          play: 'DQ',
        },
        'draw',
      ],
      view: {
        round: 1,
        turns: 3,
        hand: ['H3', 'H3', 'H8', 'HK', 'DQ'],
        held: [5, 4, 4, 4],
        top: 'D3',
        discards: ['S9', 'H4', 'SQ', 'SJ', 'H6', 'D6', 'D10', 'D3'],
        stock_size: 79,
        remade_of: [],
        attack: 3,
        direction: 'counter_clockwise',
        choosing: false,
        laid: 0,
        drawn: [],
        drawn_by: null,
        drawn_count: 0,
        idle: 0,
        last_turns: [
          null,
          {
            played: {
              card: 'D6',
              count: 1,
            },
          },
          {
            played: {
              card: 'D10',
              count: 1,
            },
          },
          {
            played: {
              card: 'D3',
              count: 1,
            },
          },
        ],
        stuck: [null, null, null, null],
        starter: 1,
        start_reason: 'lowest_card',
        order_cards: ['S9', 'H4', 'SQ', 'SJ'],
        last_round: null,
        all_hands: [],
        stock: [],
      },
    },
    events: [
      {
        played: {
          seat: 3,
          cards: ['D3'],
          left: 4,
        },
      },
      {
        attacked: {
          seat: 0,
          cards: 3,
        },
      },
    ],
  },
  second_round: {
    seen: {
      you: 0,
      seats: 4,
      turn: 5,
      to_act: [0],
      scores: [-5, -2, -4, 0],
      sheet: [],
      outcome: null,
      legal: [
        {
          play: 'C2',
        },
        'draw',
      ],
      view: {
        round: 2,
        turns: 4,
        hand: ['D9', 'D9', 'C2', 'C10', 'CA'],
        held: [5, 4, 4, 3],
        top: 'H2',
        discards: ['H3', 'HJ', 'H7', 'H10', 'H2'],
        stock_size: 83,
        remade_of: [],
        attack: 2,
        direction: 'counter_clockwise',
        choosing: false,
        laid: 0,
        drawn: [],
        drawn_by: null,
        drawn_count: 0,
        idle: 0,
        last_turns: [
          null,
          {
            played: {
              card: 'H7',
              count: 1,
            },
          },
          {
            played: {
              card: 'H10',
              count: 1,
            },
          },
          {
            played: {
              card: 'H2',
              count: 1,
            },
          },
        ],
        stuck: [null, null, null, null],
        starter: 3,
        start_reason: 'won_round',
        order_cards: [],
        last_round: {
          winner: 3,
          scores: [-5, -2, -4, 0],
        },
        all_hands: [],
        stock: [],
      },
    },
    events: [
      {
        played: {
          seat: 3,
          cards: ['H2'],
          left: 3,
        },
      },
      {
        attacked: {
          seat: 0,
          cards: 2,
        },
      },
    ],
  },
  over: {
    seen: {
      you: 0,
      seats: 4,
      turn: 78,
      to_act: [],
      scores: [-6, -9, -10, 0],
      sheet: [],
      outcome: {
        winners: [3],
      },
      legal: [],
      view: {
        round: 2,
        turns: 77,
        hand: ['D6'],
        held: [1, 7, 6, 0],
        top: 'C8',
        discards: [
          'DQ',
          'D9',
          'H9',
          'H2',
          'C2',
          'S2',
          'S7',
          'C7',
          'CA',
          'SA',
          'S9',
          'SJ',
          'S6',
          'SA',
          'S8',
          'D8',
          'D4',
          'DK',
          'D3',
          'D2',
          'D7',
          'C7',
          'C8',
          'C9',
          'C4',
          'H4',
          'H5',
          'HQ',
          'SQ',
          'S3',
          'H3',
          'S3',
          'S4',
          'S10',
          'S5',
          'D5',
          'DA',
          'D6',
          'D8',
          'C8',
        ],
        stock_size: 39,
        remade_of: [],
        attack: 0,
        direction: 'clockwise',
        choosing: false,
        laid: 0,
        drawn: [],
        drawn_by: null,
        drawn_count: 0,
        idle: 0,
        last_turns: [
          {
            played: {
              card: 'D8',
              count: 1,
            },
          },
          {
            drew: {
              count: 1,
            },
          },
          {
            played: {
              card: 'D6',
              count: 1,
            },
          },
          {
            played: {
              card: 'C8',
              count: 1,
            },
          },
        ],
        stuck: [
          {
            on: 'S4',
            drawn: 1,
          },
          {
            on: 'D6',
            drawn: 1,
          },
          {
            on: 'S8',
            drawn: 12,
          },
          {
            on: 'H5',
            drawn: 1,
          },
        ],
        starter: 3,
        start_reason: 'won_round',
        order_cards: [],
        last_round: {
          winner: 3,
          scores: [-1, -7, -6, 0],
        },
        all_hands: [],
        stock: [],
      },
    },
    events: [
      {
        played: {
          seat: 3,
          cards: ['C8'],
          left: 0,
        },
      },
      {
        round_won: {
          seat: 3,
          round: 2,
        },
      },
      {
        round_scored: {
          round: 2,
          scores: [-1, -7, -6, 0],
          totals: [-6, -9, -10, 0],
        },
      },
      {
        game_won: {
          winners: [3],
        },
      },
    ],
  },
  crowd: {
    seen: {
      you: 0,
      seats: 10,
      turn: 1,
      to_act: [0],
      scores: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      sheet: [],
      outcome: null,
      legal: [
        {
          play: 'S7',
        },
        {
          play: 'S9',
        },
        {
          play: 'SJ',
        },
        {
          play: 'SQ',
        },
        {
          play: 'SA',
        },
      ],
      view: {
        round: 1,
        turns: 0,
        hand: [
          'S7',
          'S9',
          'SJ',
          'SQ',
          'SA',
          'H2',
          'H3',
          'H6',
          'H10',
          'D5',
          'D5',
          'C6',
          'C6',
          'C8',
          'C8',
          'CJ',
          'CQ',
          'CK',
        ],
        held: [18, 18, 18, 18, 18, 18, 18, 18, 18, 18],
        top: 'S9',
        discards: ['D2', 'S2', 'CJ', 'DJ', 'CK', 'H8', 'CA', 'H3', 'S4', 'C4', 'S9'],
        stock_size: 17,
        remade_of: [],
        attack: 0,
        direction: 'counter_clockwise',
        choosing: false,
        laid: 0,
        drawn: [],
        drawn_by: null,
        drawn_count: 0,
        idle: 0,
        last_turns: [null, null, null, null, null, null, null, null, null, null],
        stuck: [null, null, null, null, null, null, null, null, null, null],
        starter: 0,
        start_reason: 'lowest_card',
        order_cards: ['D2', 'S2', 'CJ', 'DJ', 'CK', 'H8', 'CA', 'H3', 'S4', 'C4'],
        last_round: null,
        all_hands: [],
        stock: [],
      },
    },
    events: [
      {
        round_began: {
          round: 1,
          cards: 208,
        },
      },
      {
        dealt: {
          seat: 0,
          cards: [
            'S7',
            'S9',
            'SJ',
            'SQ',
            'SA',
            'H2',
            'H3',
            'H6',
            'H10',
            'D5',
            'D5',
            'C6',
            'C6',
            'C8',
            'C8',
            'CJ',
            'CQ',
            'CK',
          ],
        },
      },
      {
        dealt_face_down: {
          seat: 1,
          count: 18,
        },
      },
      {
        dealt_face_down: {
          seat: 2,
          count: 18,
        },
      },
      {
        dealt_face_down: {
          seat: 3,
          count: 18,
        },
      },
      {
        dealt_face_down: {
          seat: 4,
          count: 18,
        },
      },
      {
        dealt_face_down: {
          seat: 5,
          count: 18,
        },
      },
      {
        dealt_face_down: {
          seat: 6,
          count: 18,
        },
      },
      {
        dealt_face_down: {
          seat: 7,
          count: 18,
        },
      },
      {
        dealt_face_down: {
          seat: 8,
          count: 18,
        },
      },
      {
        dealt_face_down: {
          seat: 9,
          count: 18,
        },
      },
      {
        order_card: {
          seat: 0,
          card: 'D2',
        },
      },
      {
        order_card: {
          seat: 1,
          card: 'S2',
        },
      },
      {
        order_card: {
          seat: 2,
          card: 'CJ',
        },
      },
      {
        order_card: {
          seat: 3,
          card: 'DJ',
        },
      },
      {
        order_card: {
          seat: 4,
          card: 'CK',
        },
      },
      {
        order_card: {
          seat: 5,
          card: 'H8',
        },
      },
      {
        order_card: {
          seat: 6,
          card: 'CA',
        },
      },
      {
        order_card: {
          seat: 7,
          card: 'H3',
        },
      },
      {
        order_card: {
          seat: 8,
          card: 'S4',
        },
      },
      {
        order_card: {
          seat: 9,
          card: 'C4',
        },
      },
      {
        begins: {
          seat: 0,
          reason: 'lowest_card',
        },
      },
      {
        first_card: {
          card: 'S9',
        },
      },
    ],
  },
  choosing: {
    seen: {
      you: 0,
      seats: 3,
      turn: 2,
      to_act: [0],
      scores: [0, 0, 0],
      sheet: [],
      outcome: null,
      legal: [
        {
          play: 'D7',
        },
        'keep',
      ],
      view: {
        round: 1,
        turns: 1,
        hand: ['S7', 'H4', 'D2', 'D7', 'C3', 'CJ'],
        held: [6, 5, 6],
        top: 'D6',
        discards: ['SK', 'H7', 'H6', 'D6'],
        stock_size: 83,
        remade_of: [],
        attack: 0,
        direction: 'counter_clockwise',
        choosing: true,
        laid: 0,
        drawn: ['D7'],
        drawn_by: 0,
        drawn_count: 1,
        idle: 0,
        last_turns: [
          {
            drew: {
              count: 1,
            },
          },
          null,
          {
            drew: {
              count: 1,
            },
          },
        ],
        stuck: [null, null, null],
        starter: 2,
        start_reason: 'lowest_card',
        order_cards: ['SK', 'H7', 'H6'],
        last_round: null,
        all_hands: [],
        stock: [],
      },
    },
    events: [
      {
        drew: {
          seat: 0,
          cards: ['D7'],
        },
      },
      {
        hand: {
          seat: 0,
          cards: ['S7', 'H4', 'D2', 'D7', 'C3', 'CJ'],
        },
      },
    ],
  },
  laid: {
    seen: {
      you: 0,
      seats: 10,
      turn: 1,
      to_act: [0],
      scores: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      sheet: [],
      outcome: null,
      legal: [
        {
          play: 'CJ',
        },
      ],
      view: {
        round: 1,
        turns: 0,
        hand: [
          'S7',
          'S9',
          'SQ',
          'SA',
          'H2',
          'H3',
          'H6',
          'H10',
          'D5',
          'D5',
          'C6',
          'C6',
          'C8',
          'C8',
          'CJ',
          'CQ',
          'CK',
        ],
        held: [17, 18, 18, 18, 18, 18, 18, 18, 18, 18],
        top: 'SJ',
        discards: ['D2', 'S2', 'CJ', 'DJ', 'CK', 'H8', 'CA', 'H3', 'S4', 'C4', 'S9', 'SJ'],
        stock_size: 17,
        remade_of: [],
        attack: 0,
        direction: 'counter_clockwise',
        choosing: false,
        laid: 1,
        drawn: [],
        drawn_by: null,
        drawn_count: 0,
        idle: 0,
        last_turns: [null, null, null, null, null, null, null, null, null, null],
        stuck: [null, null, null, null, null, null, null, null, null, null],
        starter: 0,
        start_reason: 'lowest_card',
        order_cards: ['D2', 'S2', 'CJ', 'DJ', 'CK', 'H8', 'CA', 'H3', 'S4', 'C4'],
        last_round: null,
        all_hands: [],
        stock: [],
      },
    },
    events: [
      {
        laid: {
          seat: 0,
          card: 'SJ',
          left: 17,
        },
      },
      {
        hand: {
          seat: 0,
          cards: [
            'S7',
            'S9',
            'SQ',
            'SA',
            'H2',
            'H3',
            'H6',
            'H10',
            'D5',
            'D5',
            'C6',
            'C6',
            'C8',
            'C8',
            'CJ',
            'CQ',
            'CK',
          ],
        },
      },
    ],
  },
} satisfies Record<string, { seen: Seen<View, Action>; events: Event[] }>;
