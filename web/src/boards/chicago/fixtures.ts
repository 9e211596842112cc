// What is seen of real games, and events. Made by scripts/fixtures.js: do not edit.
import type { Seen } from '../../state/seen';
import type { Action, Event, View } from './types';

export const fixtures = {
  exchange: {
    seen: {
      you: 0,
      seats: 4,
      turn: 22,
      to_act: [0, 1, 2, 3],
      scores: [3, 0, 0, 0],
      outcome: null,
      legal: [
        {
          change: [],
        },
        {
          change: ['D5'],
        },
        {
          change: ['S5'],
        },
        {
          change: ['S5', 'D5'],
        },
        {
          change: ['C5'],
        },
        {
          change: ['D5', 'C5'],
        },
        {
          change: ['S5', 'C5'],
        },
        {
          change: ['S5', 'D5', 'C5'],
        },
        {
          change: ['CA'],
        },
        {
          change: ['D5', 'CA'],
        },
        {
          change: ['S5', 'CA'],
        },
        {
          change: ['S5', 'D5', 'CA'],
        },
        {
          change: ['C5', 'CA'],
        },
        {
          change: ['D5', 'C5', 'CA'],
        },
        {
          change: ['S5', 'C5', 'CA'],
        },
        {
          change: ['S5', 'D5', 'C5', 'CA'],
        },
        {
          change: ['HQ'],
        },
        {
          change: ['HQ', 'D5'],
        },
        {
          change: ['S5', 'HQ'],
        },
        {
          change: ['S5', 'HQ', 'D5'],
        },
        {
          change: ['HQ', 'C5'],
        },
        {
          change: ['HQ', 'D5', 'C5'],
        },
        {
          change: ['S5', 'HQ', 'C5'],
        },
        {
          change: ['S5', 'HQ', 'D5', 'C5'],
        },
        {
          change: ['HQ', 'CA'],
        },
        {
          change: ['HQ', 'D5', 'CA'],
        },
        {
          change: ['S5', 'HQ', 'CA'],
        },
        {
          change: ['S5', 'HQ', 'D5', 'CA'],
        },
        {
          change: ['HQ', 'C5', 'CA'],
        },
        {
          change: ['HQ', 'D5', 'C5', 'CA'],
        },
        {
          change: ['S5', 'HQ', 'C5', 'CA'],
        },
        {
          change: ['S5', 'HQ', 'D5', 'C5', 'CA'],
        },
      ],
      sheet: [],
      view: {
        round: 1,
        dealer: 0,
        phase: 'exchange',
        exchange: 2,
        hand: ['D5', 'S5', 'C5', 'CA', 'HQ'],
        thrown: [['S2', 'DK']],
        changed: [[2, 1, 3, 3]],
        open_cards: [],
        deck: 23,
        returned: 9,
        reshuffled: null,
        awards: [
          {
            paid: {
              seat: 0,
              class: 'three_of_a_kind',
              points: 3,
            },
          },
        ],
        your_call: null,
        caller: null,
        tricks: [],
        tricks_won: [0, 0, 0, 0],
        made_chicago: [],
        last_round: null,
      },
    },
    events: [
      {
        change_chosen: {
          seat: 3,
        },
      },
      {
        changed: {
          seat: 1,
          count: 1,
        },
      },
      {
        changed: {
          seat: 2,
          count: 3,
        },
      },
      {
        changed: {
          seat: 3,
          count: 3,
        },
      },
      {
        changed: {
          seat: 0,
          count: 2,
          swaps: [
            {
              slot: 3,
              old: 'S2',
              new: 'CA',
            },
            {
              slot: 4,
              old: 'DK',
              new: 'HQ',
            },
          ],
        },
      },
      {
        hand_paid: {
          number: 1,
          award: {
            paid: {
              seat: 0,
              class: 'three_of_a_kind',
              points: 3,
            },
          },
          totals: [3, 0, 0, 0],
        },
      },
    ],
  },
  call: {
    seen: {
      you: 0,
      seats: 4,
      turn: 23,
      to_act: [0, 1, 2, 3],
      scores: [6, 0, 0, 0],
      outcome: null,
      legal: ['no_chicago', 'call_chicago'],
      sheet: [],
      view: {
        round: 1,
        dealer: 0,
        phase: 'call',
        exchange: 3,
        hand: ['D5', 'S5', 'C5', 'CQ', 'D8'],
        thrown: [
          ['S2', 'DK'],
          ['HQ', 'CA'],
          ['H2', 'D10'],
        ],
        changed: [
          [2, 1, 3, 3],
          [2, 3, 1, 3],
          [2, 1, 1, 3],
        ],
        open_cards: [],
        deck: 7,
        returned: 25,
        reshuffled: null,
        awards: [
          {
            paid: {
              seat: 0,
              class: 'three_of_a_kind',
              points: 3,
            },
          },
          {
            paid: {
              seat: 0,
              class: 'three_of_a_kind',
              points: 3,
            },
          },
        ],
        your_call: null,
        caller: null,
        tricks: [],
        tricks_won: [0, 0, 0, 0],
        made_chicago: [],
        last_round: null,
      },
    },
    events: [
      {
        change_chosen: {
          seat: 3,
        },
      },
      {
        changed: {
          seat: 1,
          count: 1,
        },
      },
      {
        changed: {
          seat: 2,
          count: 1,
        },
      },
      {
        changed: {
          seat: 3,
          count: 3,
        },
      },
      {
        changed: {
          seat: 0,
          count: 2,
          swaps: [
            {
              slot: 3,
              old: 'H2',
              new: 'CQ',
            },
            {
              slot: 4,
              old: 'D10',
              new: 'D8',
            },
          ],
        },
      },
    ],
  },
  lead: {
    seen: {
      you: 0,
      seats: 4,
      turn: 27,
      to_act: [0],
      scores: [6, 0, 0, 0],
      outcome: null,
      legal: [
        {
          play: 'D5',
        },
        {
          play: 'CQ',
        },
      ],
      sheet: [],
      view: {
        round: 1,
        dealer: 0,
        phase: 'tricks',
        exchange: 3,
        hand: ['D5', null, null, 'CQ', null],
        thrown: [
          ['S2', 'DK'],
          ['HQ', 'CA'],
          ['H2', 'D10'],
        ],
        changed: [
          [2, 1, 3, 3],
          [2, 3, 1, 3],
          [2, 1, 1, 3],
        ],
        open_cards: [],
        deck: 7,
        returned: 25,
        reshuffled: null,
        awards: [
          {
            paid: {
              seat: 0,
              class: 'three_of_a_kind',
              points: 3,
            },
          },
          {
            paid: {
              seat: 0,
              class: 'three_of_a_kind',
              points: 3,
            },
          },
        ],
        your_call: false,
        caller: null,
        tricks: [
          {
            leader: 1,
            cards: ['C2', 'CK', 'C6', 'C5'],
            winner: 2,
          },
          {
            leader: 2,
            cards: ['S3', 'H5', 'S5', 'S7'],
            winner: 1,
          },
          {
            leader: 1,
            cards: ['D3', 'H3', 'D6', 'D8'],
            winner: 0,
          },
          {
            leader: 0,
            cards: [],
            winner: null,
          },
        ],
        tricks_won: [1, 1, 1, 0],
        made_chicago: [],
        last_round: null,
      },
    },
    events: [
      {
        card_played: {
          seat: 0,
          card: 'D8',
        },
      },
      {
        trick_won: {
          seat: 0,
          trick: 3,
        },
      },
    ],
  },
  follow: {
    seen: {
      you: 0,
      seats: 4,
      turn: 26,
      to_act: [0],
      scores: [6, 0, 0, 0],
      outcome: null,
      legal: [
        {
          play: 'D5',
        },
        {
          play: 'D8',
        },
      ],
      sheet: [],
      view: {
        round: 1,
        dealer: 0,
        phase: 'tricks',
        exchange: 3,
        hand: ['D5', null, null, 'CQ', 'D8'],
        thrown: [
          ['S2', 'DK'],
          ['HQ', 'CA'],
          ['H2', 'D10'],
        ],
        changed: [
          [2, 1, 3, 3],
          [2, 3, 1, 3],
          [2, 1, 1, 3],
        ],
        open_cards: [],
        deck: 7,
        returned: 25,
        reshuffled: null,
        awards: [
          {
            paid: {
              seat: 0,
              class: 'three_of_a_kind',
              points: 3,
            },
          },
          {
            paid: {
              seat: 0,
              class: 'three_of_a_kind',
              points: 3,
            },
          },
        ],
        your_call: false,
        caller: null,
        tricks: [
          {
            leader: 1,
            cards: ['C2', 'CK', 'C6', 'C5'],
            winner: 2,
          },
          {
            leader: 2,
            cards: ['S3', 'H5', 'S5', 'S7'],
            winner: 1,
          },
          {
            leader: 1,
            cards: ['D3', 'H3', 'D6'],
            winner: null,
          },
        ],
        tricks_won: [0, 1, 1, 0],
        made_chicago: [],
        last_round: null,
      },
    },
    events: [
      {
        card_played: {
          seat: 3,
          card: 'D6',
        },
      },
    ],
  },
  second_round: {
    seen: {
      you: 0,
      seats: 4,
      turn: 41,
      to_act: [0, 1, 2, 3],
      scores: [14, 0, 0, 0],
      outcome: null,
      legal: [
        {
          change: [],
        },
        {
          change: ['DQ'],
        },
        {
          change: ['D5'],
        },
        {
          change: ['D5', 'DQ'],
        },
        {
          change: ['C5'],
        },
        {
          change: ['DQ', 'C5'],
        },
        {
          change: ['D5', 'C5'],
        },
        {
          change: ['D5', 'DQ', 'C5'],
        },
        {
          change: ['S3'],
        },
        {
          change: ['S3', 'DQ'],
        },
        {
          change: ['S3', 'D5'],
        },
        {
          change: ['S3', 'D5', 'DQ'],
        },
        {
          change: ['S3', 'C5'],
        },
        {
          change: ['S3', 'DQ', 'C5'],
        },
        {
          change: ['S3', 'D5', 'C5'],
        },
        {
          change: ['S3', 'D5', 'DQ', 'C5'],
        },
        {
          change: ['D3'],
        },
        {
          change: ['D3', 'DQ'],
        },
        {
          change: ['D3', 'D5'],
        },
        {
          change: ['D3', 'D5', 'DQ'],
        },
        {
          change: ['D3', 'C5'],
        },
        {
          change: ['D3', 'DQ', 'C5'],
        },
        {
          change: ['D3', 'D5', 'C5'],
        },
        {
          change: ['D3', 'D5', 'DQ', 'C5'],
        },
        {
          change: ['S3', 'D3'],
        },
        {
          change: ['S3', 'D3', 'DQ'],
        },
        {
          change: ['S3', 'D3', 'D5'],
        },
        {
          change: ['S3', 'D3', 'D5', 'DQ'],
        },
        {
          change: ['S3', 'D3', 'C5'],
        },
        {
          change: ['S3', 'D3', 'DQ', 'C5'],
        },
        {
          change: ['S3', 'D3', 'D5', 'C5'],
        },
        {
          change: ['S3', 'D3', 'D5', 'DQ', 'C5'],
        },
      ],
      sheet: [[14, 0, 0, 0]],
      view: {
        round: 2,
        dealer: 1,
        phase: 'exchange',
        exchange: 1,
        hand: ['DQ', 'D5', 'C5', 'S3', 'D3'],
        thrown: [],
        changed: [],
        open_cards: [],
        deck: 32,
        returned: 0,
        reshuffled: null,
        awards: [],
        your_call: null,
        caller: null,
        tricks: [],
        tricks_won: [0, 0, 0, 0],
        made_chicago: [],
        last_round: {
          awards: [
            {
              paid: {
                seat: 0,
                class: 'three_of_a_kind',
                points: 3,
              },
            },
            {
              paid: {
                seat: 0,
                class: 'three_of_a_kind',
                points: 3,
              },
            },
            {
              paid: {
                seat: 0,
                class: 'three_of_a_kind',
                points: 3,
              },
            },
          ],
          caller: null,
          chicago_made: null,
          tricks: [
            {
              leader: 1,
              cards: ['C2', 'CK', 'C6', 'C5'],
              winner: 2,
            },
            {
              leader: 2,
              cards: ['S3', 'H5', 'S5', 'S7'],
              winner: 1,
            },
            {
              leader: 1,
              cards: ['D3', 'H3', 'D6', 'D8'],
              winner: 0,
            },
            {
              leader: 0,
              cards: ['CQ', 'C3', 'SJ', 'H7'],
              winner: 0,
            },
            {
              leader: 0,
              cards: ['D5', 'C7', 'HK', 'HJ'],
              winner: 0,
            },
          ],
          last_trick_paid: 0,
        },
      },
    },
    events: [
      {
        card_played: {
          seat: 3,
          card: 'HJ',
        },
      },
      {
        trick_won: {
          seat: 0,
          trick: 5,
        },
      },
      {
        last_trick_paid: {
          seat: 0,
        },
      },
      {
        hand_paid: {
          number: 3,
          award: {
            paid: {
              seat: 0,
              class: 'three_of_a_kind',
              points: 3,
            },
          },
          totals: [14, 0, 0, 0],
        },
      },
      {
        round_ended: {
          round: 1,
          totals: [14, 0, 0, 0],
        },
      },
      {
        round_began: {
          round: 2,
          dealer: 1,
        },
      },
      {
        dealt: {
          seat: 2,
        },
      },
      {
        dealt: {
          seat: 3,
        },
      },
      {
        dealt: {
          seat: 0,
          hand: ['DQ', 'D5', 'C5', 'S3', 'D3'],
        },
      },
      {
        dealt: {
          seat: 1,
        },
      },
    ],
  },
  over: {
    seen: {
      you: 0,
      seats: 4,
      turn: 128,
      to_act: [],
      scores: [63, 5, 38, 7],
      outcome: {
        winners: [0],
      },
      legal: [],
      sheet: [
        [14, 0, 0, 0],
        [32, 0, 15, 0],
        [41, 0, 15, 5],
        [48, 0, 15, 7],
        [48, 5, 33, 7],
        [63, 5, 38, 7],
      ],
      view: {
        round: 6,
        dealer: 1,
        phase: 'over',
        exchange: 3,
        hand: [null, null, null, null, null],
        thrown: [['CA'], ['H2'], []],
        changed: [
          [1, 4, 1, 4],
          [1, 4, 0, 3],
          [0, 3, 0, 2],
        ],
        open_cards: [],
        deck: 9,
        returned: 23,
        reshuffled: null,
        awards: [
          {
            paid: {
              seat: 2,
              class: 'flush',
              points: 5,
            },
          },
          {
            paid: {
              seat: 0,
              class: 'flush',
              points: 5,
            },
          },
          {
            paid: {
              seat: 0,
              class: 'flush',
              points: 5,
            },
          },
        ],
        your_call: false,
        caller: null,
        tricks: [
          {
            leader: 2,
            cards: ['H3', 'HQ', 'S3', 'S7'],
            winner: 3,
          },
          {
            leader: 3,
            cards: ['S10', 'S6', 'SK', 'H4'],
            winner: 1,
          },
          {
            leader: 1,
            cards: ['C7', 'H6', 'CJ', 'S9'],
            winner: 3,
          },
          {
            leader: 3,
            cards: ['CQ', 'SJ', 'C8', 'H10'],
            winner: 3,
          },
          {
            leader: 3,
            cards: ['SQ', 'SA', 'DJ', 'HK'],
            winner: 0,
          },
        ],
        tricks_won: [1, 1, 0, 3],
        made_chicago: [2],
        last_round: {
          awards: [
            {
              paid: {
                seat: 2,
                class: 'flush',
                points: 5,
              },
            },
            {
              paid: {
                seat: 0,
                class: 'flush',
                points: 5,
              },
            },
            {
              paid: {
                seat: 0,
                class: 'flush',
                points: 5,
              },
            },
          ],
          caller: null,
          chicago_made: null,
          tricks: [
            {
              leader: 2,
              cards: ['H3', 'HQ', 'S3', 'S7'],
              winner: 3,
            },
            {
              leader: 3,
              cards: ['S10', 'S6', 'SK', 'H4'],
              winner: 1,
            },
            {
              leader: 1,
              cards: ['C7', 'H6', 'CJ', 'S9'],
              winner: 3,
            },
            {
              leader: 3,
              cards: ['CQ', 'SJ', 'C8', 'H10'],
              winner: 3,
            },
            {
              leader: 3,
              cards: ['SQ', 'SA', 'DJ', 'HK'],
              winner: 0,
            },
          ],
          last_trick_paid: 0,
        },
      },
    },
    events: [
      {
        card_played: {
          seat: 2,
          card: 'HK',
        },
      },
      {
        trick_won: {
          seat: 0,
          trick: 5,
        },
      },
      {
        last_trick_paid: {
          seat: 0,
        },
      },
      {
        hand_paid: {
          number: 3,
          award: {
            paid: {
              seat: 0,
              class: 'flush',
              points: 5,
            },
          },
          totals: [63, 5, 38, 7],
        },
      },
      {
        round_ended: {
          round: 6,
          totals: [63, 5, 38, 7],
        },
      },
      {
        game_over: {
          winners: [0],
          ending: 'points',
        },
      },
    ],
  },
  open_card: {
    seen: {
      you: 0,
      seats: 3,
      turn: 62,
      to_act: [0],
      scores: [19, 14, 9],
      outcome: null,
      legal: ['take_open', 'draw_unseen'],
      sheet: [
        [19, 0, 6],
        [19, 14, 6],
      ],
      view: {
        round: 3,
        dealer: 2,
        phase: 'open_card',
        exchange: 2,
        hand: ['HK', 'C10', 'DK', 'D10', null],
        thrown: [['S9', 'S10', 'HJ'], ['D7']],
        changed: [
          [3, 5, 3],
          [1, 3, 2],
        ],
        open_cards: [
          {
            exchange: 2,
            seat: 0,
            card: 'H8',
            taken: null,
          },
        ],
        deck: 20,
        returned: 11,
        reshuffled: null,
        awards: [
          {
            paid: {
              seat: 2,
              class: 'three_of_a_kind',
              points: 3,
            },
          },
        ],
        your_call: null,
        caller: null,
        tricks: [],
        tricks_won: [0, 0, 0],
        made_chicago: [],
        last_round: {
          awards: [
            {
              paid: {
                seat: 1,
                class: 'three_of_a_kind',
                points: 3,
              },
            },
            {
              paid: {
                seat: 1,
                class: 'three_of_a_kind',
                points: 3,
              },
            },
            {
              paid: {
                seat: 1,
                class: 'three_of_a_kind',
                points: 3,
              },
            },
          ],
          caller: null,
          chicago_made: null,
          tricks: [
            {
              leader: 2,
              cards: ['C2', 'H5', 'C9'],
              winner: 1,
            },
            {
              leader: 1,
              cards: ['S3', 'S8', 'S7'],
              winner: 2,
            },
            {
              leader: 2,
              cards: ['H2', 'H8', 'H9'],
              winner: 1,
            },
            {
              leader: 1,
              cards: ['SJ', 'D8', 'D5'],
              winner: 1,
            },
            {
              leader: 1,
              cards: ['S9', 'HA', 'D6'],
              winner: 1,
            },
          ],
          last_trick_paid: 1,
        },
      },
    },
    events: [
      {
        change_chosen: {
          seat: 2,
        },
      },
      {
        changed: {
          seat: 0,
          count: 1,
        },
      },
      {
        changed: {
          seat: 1,
          count: 3,
        },
      },
      {
        changed: {
          seat: 2,
          count: 2,
        },
      },
      {
        open_card: {
          seat: 0,
          card: 'H8',
        },
      },
    ],
  },
} satisfies Record<string, { seen: Seen<View, Action>; events: Event[] }>;
