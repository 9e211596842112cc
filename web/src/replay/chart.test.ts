import { expect, test } from 'vitest';

import { isTelling, lines } from './chart';

test('each seat has a stair from its first score to its last', () => {
  const [ann, bo] = lines([
    [0, 0],
    [0, 5],
    [10, 5],
  ]);
  expect(ann?.path).toBe('M0 100H100V0H100');
  expect(bo?.path).toBe('M0 100H50V50H100');
  expect(bo?.end).toEqual({ x: 100, y: 50 });
});

test('scores below nothing fit, and a game without steps draws', () => {
  expect(lines([[0], [-10], [10]])[0]?.path).toBe('M0 50H50V100H100V0H100');
  expect(lines([[0, 0]])).toHaveLength(2);
  expect(lines([])).toEqual([]);
});

test('a chart is shown where points changed at three moments, not where they came at the end', () => {
  expect(
    isTelling([
      [0, 0],
      [0, 0],
      [7, 28],
    ]),
  ).toBe(false);
  expect(
    isTelling([
      [0, 0],
      [0, 5],
      [7, 28],
    ]),
  ).toBe(false);
  expect(
    isTelling([
      [0, 0],
      [0, 1],
      [0, 1],
      [2, 1],
      [2, 3],
    ]),
  ).toBe(true);
  expect(isTelling([])).toBe(false);
});
