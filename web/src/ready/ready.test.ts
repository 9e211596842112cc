import { expect, test } from 'vitest';

import type { GameInfo } from '../state/games.svelte';
import { formatFor } from '../i18n/format';
import { namesOf, seatRange, wishFor } from './ready';

const game = (name: string, min_seats: number, max_seats: number) =>
  ({ name, min_seats, max_seats }) as GameInfo;
const games = [game('chicago', 2, 4), game('golf', 3, 8)];

test('the seats that can be chosen are those of the chosen games', () => {
  expect(seatRange(games, ['chicago'])).toEqual([2, 4]);
  expect(seatRange(games, ['chicago', 'golf'])).toEqual([2, 8]);
  expect(seatRange(games, [])).toEqual([2, 2]);
});

test('who joins a group wants what it wants', () => {
  const group = { game: 'golf', pace: 'calm', people: ['Ann'], needed: 3 } as const;
  expect(wishFor({ ...group, people: ['Ann'] }, games[1])).toEqual({
    games: ['golf'],
    min_seats: 3,
    max_seats: 8,
    pace: 'calm',
    bots_after_seconds: 60,
  });
});

test('names read like a sentence, without oneself', () => {
  expect(namesOf(['Ann', 'Bo', 'Me', 'Cy'], 'Me', formatFor('en'))).toBe('Ann, Bo, and Cy');
  expect(namesOf(['Me', 'Bo'], 'Me', formatFor('en'))).toBe('Bo');
  expect(namesOf(['Me'], 'Me', formatFor('en'))).toBe('');
});
