// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';

import type { TableSeat } from '../contract';
import { isAway, plateWords } from './presence';

const seat = (changes: Partial<TableSeat>): TableSeat => ({
  seat: 0,
  name: 'Bo',
  kind: 'person',
  presence: 'connected',
  presenceAt: 1000,
  botPlays: false,
  toAct: false,
  deadlineAt: null,
  clockMs: null,
  score: 0,
  you: false,
  ...changes,
});

describe('a plate says', () => {
  it('nothing of somebody who is here', () => {
    expect(plateWords(seat({}), 1000)).toBe('');
    expect(isAway(seat({ presence: 'thinking' }))).toBe(false);
  });

  it('when a bot takes over', () => {
    const lost = seat({ presence: { disconnected: { for_ms: 8000, bot_in_ms: 21_400 } } });
    expect(plateWords(lost, 1000)).toBe('offline, bot in 22 s');
    expect(plateWords(lost, 6000)).toBe('offline, bot in 17 s');
    expect(isAway(lost)).toBe(true);
  });

  it('that a bot plays for somebody', () => {
    expect(plateWords(seat({ presence: 'left', botPlays: true }), 1000)).toBe('left, a bot plays');
    expect(plateWords(seat({ botPlays: true }), 1000)).toBe('a bot plays');
  });

  it('who is on vacation, wherever they look', () => {
    const away = seat({ vacationUntil: 1_700_000_000_000 });
    expect(plateWords(away, 1000)).toBe('on vacation');
    expect(isAway(away)).toBe(true);
  });

  it('who is a bot', () => {
    expect(plateWords(seat({ kind: 'bot', botPlays: true }), 1000)).toBe('bot');
  });
});
