import { describe, expect, it } from 'vitest';

import type { SeatInfo } from '../contract';
import { isAway, presenceWords } from './presence';

const seat = (changes: Partial<SeatInfo>): SeatInfo => ({
  seat: 0,
  name: 'Bo',
  kind: 'person',
  presence: 'here',
  botPlays: false,
  toAct: false,
  deadlineAt: null,
  score: 0,
  you: false,
  ...changes,
});

describe('a plate says', () => {
  it('nothing of somebody who is here', () => {
    expect(presenceWords(seat({}))).toBe('');
    expect(isAway(seat({ presence: 'thinking' }))).toBe(false);
  });

  it('when a bot takes over', () => {
    const lost = seat({ presence: { lost: { ago: 8000, bot_in: 21_400 } } });
    expect(presenceWords(lost)).toBe('offline, bot in 22 s');
    expect(isAway(lost)).toBe(true);
  });

  it('that a bot plays for somebody', () => {
    expect(presenceWords(seat({ presence: 'left', botPlays: true }))).toBe('left, a bot plays');
    expect(presenceWords(seat({ botPlays: true }))).toBe('a bot plays');
  });

  it('who is a bot', () => {
    expect(presenceWords(seat({ kind: 'bot', botPlays: true }))).toBe('bot');
  });
});
