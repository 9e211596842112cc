import { expect, test } from 'vitest';

import type { GameInfo } from '../state/games.svelte';
import { allowsHints, asked, formFor, playNow, withSeats } from './newTable';

const game: GameInfo = {
  name: 'gomoku',
  title: 'Gomoku',
  summary: '',
  min_seats: 2,
  max_seats: 3,
  default_seats: 3,
  low_score_wins: false,
  rules_version: 1,
  lessons: 0,
  levels: [
    { name: 'easy', rating: 700 },
    { name: 'casual', rating: 850 },
    { name: 'expert', rating: null },
  ],
  options: [
    { name: 'size', default: '15', range: { number: { min: 9, max: 19 } }, description: '' },
    { name: 'exact_five', default: 'off', range: 'switch', description: '' },
  ],
};

test('bots are of a level that the game offers', () => {
  expect(formFor(game, 0).level).toBe('casual');
  const levels = ['random', 'medium', 'expert'].map((name) => ({ name, rating: null }));
  expect(formFor({ ...game, levels }, 0).level).toBe('medium');
  expect(formFor({ ...game, levels: [] }, 0).level).toBe('casual');
});

test('only what differs from the defaults is asked for', () => {
  const form = formFor(game, 0);
  expect(asked(form, game)).toMatchObject({ game: 'gomoku', seats: 3, options: {}, bots: [] });
  form.options = { size: '19', exact_five: 'on' };
  expect(asked({ ...form, watchers: 'delayed' }, game)).toMatchObject({
    options: { size: 19, exact_five: 'on' },
    watch_policy: { delayed: 4 },
  });
});

test('a rated table has a clock, no hints, and a bot for whoever leaves', () => {
  const form = { ...formFor(game, 2), rated: true };
  expect(asked({ ...form, clock: 'off', hints: true, onLeave: 'end' }, game)).toMatchObject({
    rated: true,
    same_address: false,
    clock: 120,
    hints: false,
    on_leave: 'bot',
  });
  expect(asked({ ...form, sameAddress: true }, game)).toMatchObject({ same_address: true, clock: 20 });
  expect(allowsHints(form)).toBe(false);
  expect(asked(formFor(game, 2), game)).not.toHaveProperty('rated');
});

test('bots that fill the table fill it whatever its size', () => {
  const full = { ...formFor(game, 0), bots: 2 };
  expect(withSeats(full, 2)).toMatchObject({ seats: 2, bots: 1 });
  expect(withSeats(withSeats(full, 2), 3)).toMatchObject({ seats: 3, bots: 2 });
  expect(withSeats({ ...full, bots: 1 }, 2)).toMatchObject({ bots: 1 });
  expect(playNow(game).bots).toHaveLength(2);
});

test('Golf for five to eight has a second pack, and for four it has one again', () => {
  const packs = { name: 'packs', default: '1', range: { number: { min: 1, max: 2 } }, description: '' };
  const golf: GameInfo = { ...game, name: 'golf', max_seats: 8, options: [packs] };
  const form = formFor(golf, 0);
  expect(asked(withSeats(form, 6), golf)).toMatchObject({ seats: 6, options: { packs: 2 } });
  expect(asked(withSeats(withSeats(form, 6), 4), golf)).toMatchObject({ seats: 4, options: {} });
});

test('a game at once has bots of the strength that was chosen, and is short where it can be', () => {
  const golf: GameInfo = { ...game, name: 'golf' };
  expect(playNow(golf, 'hard', 'short')).toMatchObject({ bots: ['hard', 'hard'], options: { rounds: 3 } });
  expect(playNow(golf, 'easy', 'whole')).not.toHaveProperty('options');
  expect(playNow(game, 'easy', 'short')).not.toHaveProperty('options');
  const chicago: GameInfo = { ...game, name: 'chicago', max_seats: 4, default_seats: 4 };
  expect(playNow(chicago, 'easy', 'short')).toMatchObject({
    seats: 2,
    bots: ['easy'],
    options: { pause: 0 },
  });
  expect(playNow(chicago, 'easy', 'whole')).toMatchObject({ seats: 4, bots: ['easy', 'easy', 'easy'] });
});
