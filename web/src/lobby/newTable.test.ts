import { expect, test } from 'vitest';

import type { GameInfo } from '../state/games.svelte';
import { asked, formFor, playNow, withSeats } from './newTable';

const game: GameInfo = {
  name: 'gomoku',
  title: 'Gomoku',
  summary: '',
  min_seats: 2,
  max_seats: 3,
  default_seats: 3,
  low_score_wins: false,
  options: [
    { name: 'size', default: '15', range: { number: { min: 9, max: 19 } }, description: '' },
    { name: 'exact_five', default: 'off', range: 'switch', description: '' },
  ],
};

test('only what differs from the defaults is asked for', () => {
  const form = formFor(game, 0);
  expect(asked(form, game)).toMatchObject({ game: 'gomoku', seats: 3, options: {}, bots: [] });
  form.options = { size: '19', exact_five: 'on' };
  expect(asked({ ...form, watchers: 'delayed' }, game)).toMatchObject({
    options: { size: 19, exact_five: 'on' },
    watch_policy: { delayed: 4 },
  });
});

test('bots that fill the table fill it whatever its size', () => {
  const full = { ...formFor(game, 0), bots: 2 };
  expect(withSeats(full, 2)).toMatchObject({ seats: 2, bots: 1 });
  expect(withSeats(withSeats(full, 2), 3)).toMatchObject({ seats: 3, bots: 2 });
  expect(withSeats({ ...full, bots: 1 }, 2)).toMatchObject({ bots: 1 });
  expect(playNow(game).bots).toHaveLength(2);
});
