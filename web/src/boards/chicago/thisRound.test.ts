import { describe, expect, test } from 'vitest';

import { fixtures } from './fixtures';
import { thisRound } from './thisRound';
import type { View } from './types';

const view = (name: keyof typeof fixtures, change: Partial<View> = {}): View => ({
  ...(fixtures[name].seen.view as View),
  ...change,
});
const states = (of: View) => thisRound(of).rows.map(({ state }) => state);

describe('the sheet of a round', () => {
  test('has its five places at every moment of a game', () => {
    for (const name of Object.keys(fixtures) as (keyof typeof fixtures)[]) {
      const names = thisRound(view(name)).rows.map((row) => row.name);
      expect(names, name).toEqual(['hand1', 'hand2', 'hand3', 'chicago', 'last_trick']);
    }
  });

  test('is empty in the first round until a hand is paid', () => {
    const first = view('exchange', { awards: [], tricks: [], last_round: null });
    expect(thisRound(first).before).toBe(false);
    expect(states(first)).toEqual(['open', 'open', 'open', 'open', 'open']);
  });

  test('fills as hands are paid, shared and missed', () => {
    const awards: View['awards'] = [
      { paid: { seat: 2, class: 'flush', points: 5 } },
      { drawn: { class: 'pair' } },
      'no_hand',
    ];
    const [first, second, third] = thisRound(view('exchange', { awards })).rows;
    expect(first).toEqual({ name: 'hand1', seat: 2, hand: 'flush', points: 5, state: 'paid' });
    expect(second).toMatchObject({ seat: null, hand: 'pair', state: 'nobody' });
    expect(third).toMatchObject({ seat: null, hand: null, state: 'nobody' });
  });

  test('says who tries a Chicago, and that nobody does', () => {
    const row = (caller: number | null) => thisRound(view('follow', { caller })).rows[3];
    expect(row(1)).toMatchObject({ seat: 1, points: 15, state: 'tried' });
    expect(row(null)).toMatchObject({ seat: null, state: 'nobody' });
  });

  test('shows what the round before paid until the new one pays', () => {
    const last = view('second_round').last_round;
    if (!last) throw new Error('the fixture has no round before');
    const failed = { ...last, caller: 3, chicago_made: false, last_trick_paid: null };
    const shown = thisRound(view('second_round', { awards: [], tricks: [], last_round: failed }));
    expect(shown.before).toBe(true);
    expect(shown.rows[3]).toMatchObject({ seat: 3, points: -15, state: 'paid' });
    expect(shown.rows[4]).toMatchObject({ seat: null, state: 'nobody' });
  });

  test('is complete when the game is over', () => {
    const shown = thisRound(view('over'));
    expect(shown.before).toBe(false);
    expect(shown.rows.map(({ state }) => state)).not.toContain('open');
  });
});
