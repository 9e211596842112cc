import { expect, test } from 'vitest';

import type { DayDeal, DayInfo, DayResult } from '../generated/protocol';
import { plusDays, share, shareText, sign, wordsFor } from './day';

const result = (change: Partial<DayResult>): DayResult => ({
  won: false,
  drawn: false,
  score: 0,
  margin: 0,
  moves: 0,
  value: 0,
  ...change,
});

const deal = (game: string, change: Partial<DayDeal> = {}): DayDeal => ({
  game,
  seats: 3,
  options: {},
  level: 'medium',
  comparison: 'points',
  started: 1,
  finished: 1,
  ...change,
});

test('results are said as the game is compared', () => {
  expect(wordsFor('points', result({ score: -3 }))).toEqual({ kind: 'points', n: -3 });
  expect(wordsFor('margin', result({ margin: 12 }))).toEqual({ kind: 'ahead', n: 12 });
  expect(wordsFor('margin', result({ margin: -2 }))).toEqual({ kind: 'behind', n: 2 });
  expect(wordsFor('margin', result({}))).toEqual({ kind: 'even' });
  expect(wordsFor('moves', result({ won: true, moves: 9 }))).toEqual({ kind: 'wonIn', n: 9 });
  expect(wordsFor('moves', result({ drawn: true, moves: 9 }))).toEqual({ kind: 'drawnAfter', n: 9 });
  expect(wordsFor('moves', result({ moves: 9 }))).toEqual({ kind: 'lostAfter', n: 9 });
  expect(wordsFor('race', result({ won: true, moves: 21 }))).toEqual({ kind: 'homeIn', n: 21 });
  expect(wordsFor('race', result({ score: 40 }))).toEqual({ kind: 'steps', n: 40 });
});

test('what is shared says how it went and nothing of the deal', () => {
  const own = { table: 'ss439rrzy0', finished: true, uncounted: false };
  const points = { points: 3, max: 4, place: 2 };
  const deals = [
    deal('chicago', { own: { ...own, result: result({ won: true }), matchpoints: points } }),
    deal('golf', { own: { ...own, result: result({ score: 17 }) } }),
    deal('gomoku'),
    deal('sorry', { own: { ...own, uncounted: true } }),
  ];
  const day = { date: '2026-11-17', deals } as DayInfo;
  const words = { title: 'Deal of the day', streak: '3 days in a row' };
  const text = shareText(
    day,
    words,
    (game) => game,
    (part) => `${part * 100} %`,
    'https://a.example/day',
  );
  expect(text.split('\n')).toEqual([
    'Deal of the day 2026-11-17',
    '🟩 chicago 75 %',
    '🟥 golf',
    '⬜ gomoku',
    '⬜ sorry',
    '3 days in a row',
    'https://a.example/day',
  ]);
  expect(sign(deal('golf', { own: { ...own, result: result({ drawn: true }) } }))).toBe('🟨');
  expect(share({ points: 0, max: 0, place: 1 })).toBeNull();
});

test('days follow each other', () => {
  expect(plusDays('2026-03-01', -1)).toBe('2026-02-28');
  expect(plusDays('2026-12-31', 1)).toBe('2027-01-01');
});
