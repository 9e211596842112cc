import { describe, expect, test } from 'vitest';

import { fixtures as gomoku } from '../boards/gomoku/fixtures';
import { fixtures as onecard } from '../boards/onecard/fixtures';
import { expandLegal, mayAct } from './seen';

describe('legal actions', () => {
  test('that are implied are every free crossing, for whoever is to act', () => {
    const { seen } = gomoku.middle;
    const { legal } = expandLegal('gomoku', seen);
    expect(legal).toHaveLength(15 * 15 - seen.view.pebbles);
    for (const action of legal) {
      const { x, y } = (action as { place: { x: number; y: number } }).place;
      expect(seen.view.rows[y]?.[x]).toBe('.');
    }
    expect(expandLegal('gomoku', { ...seen, to_act: [1] }).legal).toEqual([]);
    expect(expandLegal('gomoku', { ...seen, you: null }).legal).toEqual([]);
  });

  test('that are listed stay as they are', () => {
    const { seen } = onecard.play;
    expect(expandLegal('onecard', seen)).toBe(seen);
  });

  test('of a game whose rule this page does not know fail with a sentence that names the place', () => {
    const { seen } = gomoku.middle;
    expect(() => expandLegal('whist', seen)).toThrow(/state\/seen\.ts .* whist/);
  });
});

test('whoever is to act may act, and watchers never', () => {
  expect(mayAct({ you: 1, to_act: [0, 1] })).toBe(true);
  expect(mayAct({ you: 1, to_act: [0] })).toBe(false);
  expect(mayAct({ you: null, to_act: [0] })).toBe(false);
});
