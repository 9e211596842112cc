import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Announcements, BUNDLE_MS } from './announcements';

let said: string[] = [];
let announcements: Announcements;
beforeEach(() => {
  vi.useFakeTimers();
  said = [];
  announcements = new Announcements((text) => said.push(text));
});
afterEach(() => vi.useRealTimers());

test('what happens close together is said as one', () => {
  announcements.add(['Bo plays 10♠.', 'Cleo plays 7♠.']);
  vi.advanceTimersByTime(BUNDLE_MS - 1);
  announcements.add(['Bo wins the trick.']);
  expect(said).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(said).toEqual(['Bo plays 10♠. Cleo plays 7♠. Bo wins the trick.']);
});

test("one's own turn is said at once, with what led to it, and nothing is said twice", () => {
  announcements.add(['Bo plays 10♠.', 'Bo plays 10♠.']);
  announcements.flush('Your turn. Follow spades if you can.');
  expect(said).toEqual(['Bo plays 10♠. Your turn. Follow spades if you can.']);
  vi.advanceTimersByTime(BUNDLE_MS * 2);
  expect(said).toHaveLength(1);
});

test('a minute in which bots act every 150 ms is at most one announcement for each bundle', () => {
  for (let n = 0; n < 400; n += 1) {
    announcements.add([`Event ${n}.`]);
    vi.advanceTimersByTime(150);
  }
  expect(said.length).toBeLessThanOrEqual(60_000 / BUNDLE_MS + 1);
});
