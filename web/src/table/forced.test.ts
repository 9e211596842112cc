import { expect, test } from 'vitest';

import type { Seen } from '../state/seen';
import { forcedAction } from './forced';

const seen = (legal: unknown[], to_act = [0]): Seen => ({
  you: 0,
  seats: 2,
  turn: 1,
  to_act,
  scores: [0, 0],
  sheet: [],
  outcome: null,
  legal,
  view: {},
});

test('a pass and a draw that nothing can replace are forced', () => {
  expect(forcedAction('sorry', seen(['forfeit']))).toBe('forfeit');
  expect(forcedAction('onecard', seen(['draw']))).toBe('draw');
});

test('a choice, a card to draw and the turn of others are not', () => {
  expect(forcedAction('sorry', seen(['forfeit', 'forward']))).toBeNull();
  expect(forcedAction('sorry', seen(['roll']))).toBeNull();
  expect(forcedAction('onecard', seen([{ play: 'S7' }]))).toBeNull();
  expect(forcedAction('chicago', seen(['forfeit']))).toBeNull();
  expect(forcedAction('sorry', seen(['forfeit'], [1]))).toBeNull();
});
