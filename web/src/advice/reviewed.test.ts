// @vitest-environment happy-dom
import { expect, test } from 'vitest';

import {
  bestSeats,
  chanceAt,
  chanceOf,
  chancePath,
  costly,
  luckiest,
  summary,
  type GameReview,
} from './reviewed';
import { words } from './words';
import { selectorsOf } from './suggest';

const seat = (mean_cost: number, luck: number, result: number) => ({
  decisions: 4,
  cost: 4 * mean_cost,
  mean_cost,
  result,
  luck,
  luck_error: 0,
  adjusted: result - luck,
});

const decision = (step: number, at: number, value: number | null, grade: number) => ({
  step,
  seat: at,
  played: 'draw',
  best: 'draw',
  played_text: 'draw',
  best_text: 'draw',
  played_value: value,
  best_value: value,
  cost: value === null ? null : 0,
  choices: 2,
  grade,
});

const review: GameReview = {
  reviewer: 1,
  effort: 'medium',
  steps: 10,
  luck_method: 'estimated',
  seats: [seat(0.02, 0.3, 1), seat(0.01, -0.3, 0)],
  decisions: [decision(2, 0, 0.6, 0), decision(3, 1, null, 0), decision(5, 0, 0.2, 3)],
  chances: [],
};

test('a line goes from an even chance through what was looked at to the result', () => {
  const points = chanceOf(review, 0);
  expect(points.map(({ step, value }) => [step, value])).toEqual([
    [0, 0.5],
    [2, 0.6],
    [5, 0.2],
    [10, 1],
  ]);
  expect(chancePath(points, 10)).toBe('M0 50L20 40L50 80L100 0');
  expect([0, 4, 5, 10].map((step) => chanceAt(points, step))).toEqual([0.5, 0.6, 0.2, 1]);
  expect(chanceOf(review, 1).map(({ value }) => value)).toEqual([0.5, 0]);
});

test('the summary names who played best and whom luck moved most, and nobody if that is nobody', () => {
  expect([bestSeats(review), luckiest(review), costly(review).length]).toEqual([[1], 0, 1]);
  const even: GameReview = { ...review, seats: [seat(0, 0.01, 1), seat(0, -0.01, 0)] };
  expect([bestSeats(even), luckiest(even)]).toEqual([[], null]);
});

test('a suggestion points at what people would click', () => {
  const at = (game: string, action: string | Record<string, unknown>) =>
    selectorsOf({ game, seat: 1, action });
  expect(at('chicago', { change: ['10S', 'AH'] })).toEqual(['[data-card="10S"]', '[data-card="AH"]']);
  expect(at('gomoku', { place: { x: 3, y: 4 } })).toEqual(['[data-at="3,4"]']);
  expect(at('sorry', { switch: 2 })).toEqual([`[data-way='{"switch":2}']`]);
  expect(at('golf', { reveal: [0, 5] })).toHaveLength(2);
  expect(at('pig', 'hold')).toEqual([]);
});

test('who sat there is spoken to, and others are named', () => {
  const format = {
    cost: (share: number) => `${Math.round(100 * share)} %`,
    luck: (share: number) => `${Math.round(100 * share)} %`,
    list: (parts: readonly string[]) => parts.join(' and '),
  };
  const three: GameReview = {
    ...review,
    luck_method: 'estimated',
    seats: [seat(0.1, 0.3, 1), seat(0.02, -0.18, 0), seat(0.05, 0.01, 0)],
  };
  const names = ['Ann', 'Bo', 'Cleo'];
  expect(summary(three, names, 1, words, format)).toEqual([
    'You played the best of the three: a decision cost you 2 % of a win on average.',
    'The cards cost you 18 %.',
  ]);
  expect(summary(three, names, null, words, format)).toEqual([
    'Bo played best: a decision cost 2 % of a win on average.',
    'The cards gave Ann 30 %.',
  ]);
  // Two who played alike, and better than the third, are both named.
  const shared: GameReview = { ...three, seats: [seat(0.1, 0, 1), seat(0, 0, 0), seat(0, 0, 0)] };
  expect(summary(shared, names, 1, words, format)[0]).toBe(
    'Bo and Cleo played best: a decision cost 0 % of a win on average.',
  );
  // Luck that is not worth a word leaves the word to who was moved most.
  expect(summary(three, names, 2, words, format)[1]).toBe('The cards gave Ann 30 %.');
});

test('values of the solved game are said to be those with cards put back', () => {
  expect(words.exact).toContain('put back');
});
