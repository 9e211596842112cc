import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { ChatLine, Missed } from '../generated/protocol';
import { withLines } from './chat';
import { withMissed, withUpdate } from './log';
import { DEFAULTS, readSettings } from './settings';

const line = (number: number): ChatLine => ({ number, from: 'Ann', text: `line ${number}`, at: 0 });
const missed = (seq: number): Missed => ({ seq, events: [{ event: seq, text: `event ${seq}` }] });

describe('the log', () => {
  test('holds every update once and in order, however they come', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(30)), fc.array(fc.nat(30)), (updates, absent) => {
        const after = updates.reduce(
          (log, seq) => withUpdate(log, seq, missed(seq).events),
          withMissed([], [...absent].sort((a, b) => a - b).map(missed)),
        );
        const wanted = [...new Set([...updates, ...absent])].sort((a, b) => a - b);
        expect(after.map(({ seq }) => seq)).toEqual(wanted);
      }),
    );
  });
});

describe('a chat', () => {
  test('shows nothing twice, keeps the order, and forgets the oldest', () => {
    const numbers = (lines: ChatLine[]): number[] => lines.map(({ number }) => number);
    expect(numbers(withLines([line(1), line(3)], [line(2), line(3)]))).toEqual([1, 2, 3]);
    const many = Array.from({ length: 300 }, (_, n) => line(n));
    expect(numbers(withLines([], many))).toEqual(numbers(many.slice(100)));
  });
});

describe('settings', () => {
  test('survive being written and read', () => {
    const other = { ...DEFAULTS, background: 'wine', volume: 10, tips: false } as const;
    expect(readSettings(JSON.stringify(other))).toEqual(other);
  });

  test('that are damaged or unknown become the defaults', () => {
    for (const text of [
      null,
      '',
      'x',
      '7',
      'null',
      '[]',
      '{"background":"plaid","volume":900,"sound":"yes"}',
    ]) {
      expect(readSettings(text)).toEqual(DEFAULTS);
    }
    fc.assert(
      fc.property(
        fc.json(),
        (text) => Object.keys(readSettings(text)).length === Object.keys(DEFAULTS).length,
      ),
    );
  });

  test('begin with a language of the browser that the server speaks', () => {
    expect(readSettings(null, ['fr', 'sv-SE', 'en']).locale).toBe('sv');
    expect(readSettings(null, ['zh-CN']).locale).toBe('zh');
    expect(readSettings(null, ['fr']).locale).toBe('en');
    expect(readSettings('{"locale":"en"}', ['sv']).locale).toBe('en');
  });
});
