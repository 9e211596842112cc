import { expect, test } from 'vitest';

import {
  endingOf,
  gamesPath,
  shownFigures,
  type FinishedGame,
  type PersonFigure,
  resultBars,
} from './personGames';

test('a name and filters become an address, whatever letters the name has', () => {
  expect(gamesPath('Ann', { game: '', result: '', opponent: '' })).toBe('/api/people/Ann/games');
  expect(gamesPath('Å/?#', { game: 'golf', result: 'not_won', opponent: 'Bo & Co' }, 7)).toBe(
    '/api/people/%C3%85%2F%3F%23/games?game=golf&result=not_won&opponent=Bo+%26+Co&before=7',
  );
});

test('a game is won, shared or lost for the person it is listed for', () => {
  const game = (own: boolean, other: boolean): FinishedGame => ({
    replay_id: 'ss439rrzy0-1',
    game: 'golf',
    ended_at: 0,
    public: true,
    rated: false,
    seats: [
      { name: 'Ann', is_person: true, won: own, score: 1 },
      { name: 'Ben', is_person: false, won: other, score: 2 },
    ],
  });
  expect(endingOf(game(true, false))).toBe('won');
  expect(endingOf(game(true, true))).toBe('shared');
  expect(endingOf(game(false, true))).toBe('lost');
  expect(endingOf(game(false, false))).toBe('lost');
});

test('figures are shown once a game was counted, and then all that have a value', () => {
  const figure = (key: string, samples: number, value?: number): PersonFigure => ({
    key,
    kind: 'count',
    title: key,
    samples,
    ...(value === undefined ? {} : { value }),
  });
  expect(shownFigures([figure('steals', 0, 0), figure('best', 0)])).toEqual([]);
  const shown = shownFigures([figure('steals', 0, 0), figure('best', 0), figure('rounds', 2, 5)]);
  expect(shown.map(({ key }) => key)).toEqual(['steals', 'rounds']);
});

test('a bar is as long as its game was played, and as much of it is filled as was won', () => {
  const of = (game: string, played: number, won: number) => ({ game, played, won, sizes: [], figures: [] });
  expect(resultBars([of('golf', 40, 10), of('gomoku', 8, 8)])).toEqual([
    { game: 'golf', played: 100, won: 25 },
    { game: 'gomoku', played: 20, won: 20 },
  ]);
  expect(resultBars([])).toEqual([]);
});
