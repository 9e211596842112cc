import { describe, expect, test } from 'vitest';

import {
  dueNow,
  freePlaces,
  localField,
  momentOf,
  nextChange,
  proposedStart,
  when,
  type Scheduled,
} from './scheduled';

const MINUTE = 60_000;
const START = 1_700_000_000_000;

function scheduled(changes: Partial<Scheduled> = {}): Scheduled {
  return {
    table: 'k7m2xq0v3a',
    starts_at: START,
    now: START - 60 * MINUTE,
    stage: 'announced',
    game: 'gomoku',
    seats: 4,
    bots: 1,
    clock: 20,
    rated: false,
    private: false,
    opened_by: 'Ann',
    coming: ['Ann'],
    declined: [],
    your_answer: 'yes',
    yours: false,
    ...changes,
  };
}

describe('announced tables', () => {
  test('who said yes is reminded from a quarter of an hour before until the seats are free', () => {
    const list = [scheduled()];
    expect(dueNow(list, START - 15 * MINUTE - 1)).toBeNull();
    expect(dueNow(list, START - 15 * MINUTE)?.table).toBe('k7m2xq0v3a');
    expect(dueNow(list, START + 15 * MINUTE - 1)?.table).toBe('k7m2xq0v3a');
    expect(dueNow(list, START + 15 * MINUTE)).toBeNull();
    expect(dueNow([scheduled({ your_answer: 'no' })], START)).toBeNull();
    expect(dueNow([scheduled({ stage: 'dropped' })], START)).toBeNull();
  });

  test('the page looks again when that changes', () => {
    const list = [scheduled()];
    expect(nextChange(list, START - 20 * MINUTE)).toBe(5 * MINUTE);
    expect(nextChange(list, START - 15 * MINUTE)).toBe(15 * MINUTE);
    expect(nextChange(list, START)).toBe(15 * MINUTE);
    expect(nextChange(list, START + 15 * MINUTE)).toBeNull();
  });

  test('bots take places', () => {
    expect(freePlaces(scheduled())).toBe(2);
    expect(freePlaces(scheduled({ coming: ['Ann', 'Bo', 'Cleo', 'Dan'] }))).toBe(0);
  });

  test('a field for a local time names the same minute again', () => {
    expect(momentOf(localField(START))).toBe(Math.floor(START / MINUTE) * MINUTE);
    expect(momentOf('')).toBeNull();
    expect(momentOf('tomorrow')).toBeNull();
  });

  test('the proposed start is a full hour, an hour or more ahead', () => {
    const start = proposedStart(START);
    expect(start % 3_600_000).toBe(0);
    expect(start - START).toBeGreaterThanOrEqual(3_600_000);
    expect(start - START).toBeLessThan(2 * 3_600_000);
  });

  test('the time is said with its zone', () => {
    expect(when(START, 'en')).toMatch(/14|15/);
    expect(when(START, 'sv')).toContain('november');
  });
});
