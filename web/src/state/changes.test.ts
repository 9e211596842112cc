import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Change } from '../generated/protocol';
import { applyChanges, ChangeError } from './changes';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Documents that resemble each other, so that differences are found at every depth. Keys that look like indices too. */
const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4, depthSize: 'medium' },
    fc.constantFrom(null, true, false, 0, 1, 7, '', 'S10', '.1.2'),
    fc.array(tie('json'), { maxLength: 6 }),
    fc.dictionary(fc.constantFrom('hand', 'rows', '0', '7', '__proto__'), tie('json'), { maxKeys: 5 }),
  ),
}));

const isObject = (value: Json): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isSame = (one: Json, other: Json): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The changes that lead from one document to another, as a server could send them. */
function diff(path: string, from: Json, to: Json): Change[] {
  if (isSame(from, to)) return [];
  if (Array.isArray(from) && Array.isArray(to)) {
    if (from.length === to.length) {
      return from.flatMap((item, index) => diff(`${path}.${index}`, item, to[index] ?? null));
    }
    const shorter = Math.min(from.length, to.length);
    let head = 0;
    while (head < shorter && isSame(from[head] ?? null, to[head] ?? null)) head += 1;
    let tail = 0;
    while (tail < shorter - head && isSame(from.at(-1 - tail) ?? null, to.at(-1 - tail) ?? null)) tail += 1;
    return [[path, head, from.length - head - tail, to.slice(head, to.length - tail)]];
  }
  if (isObject(from) && isObject(to) && isSame(Object.keys(from).sort(), Object.keys(to).sort())) {
    return Object.entries(from).flatMap(([key, item]) => diff(`${path}.${key}`, item, to[key] ?? null));
  }
  return [[path, to]];
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
}

/** Whether every part that no change names or lies below is the very same object in both. */
function keepsIdentity(before: Json, after: unknown, path: string, changed: readonly string[]): boolean {
  const isAbove = changed.some((other) => other === path || other.startsWith(`${path}.`));
  if (!isAbove) return Object.is(before, after);
  if (changed.includes(path) || typeof before !== 'object' || before === null) return true;
  return Object.entries(before).every(([key, item]) =>
    keepsIdentity(item, (after as Record<string, unknown>)[key], `${path}.${key}`, changed),
  );
}

describe('applying changes', () => {
  test('yields the target of any difference, whatever it is between', () => {
    fc.assert(
      fc.property(json, json, (from, to) => {
        const changes = diff('root', from, to);
        expect(applyChanges(frozen({ root: from }), changes)).toEqual({ root: to });
      }),
      { numRuns: 1_000 },
    );
  });

  test('keeps the identity of every part without a change', () => {
    fc.assert(
      fc.property(json, json, (from, to) => {
        const changes = diff('root', from, to);
        const after = applyChanges({ root: from }, changes) as { root: unknown };
        const paths = changes.map(([path]) => path);
        expect(keepsIdentity(from, after.root, 'root', paths)).toBe(true);
      }),
      { numRuns: 500 },
    );
    const root = { view: { hand: ['S2'], rows: ['..', '..'] }, scores: [0, 0] };
    const after = applyChanges(root, [['view.rows.1', '1.']]);
    expect(after.scores).toBe(root.scores);
    expect(after.view.hand).toBe(root.view.hand);
    expect(after.view).not.toBe(root.view);
    expect(applyChanges(root, [])).toBe(root);
  });

  test('sets fields and elements, and replaces parts of arrays, in order', () => {
    const root = { turn: 3, to_act: [0], scores: [1, 2], view: { discards: ['S2'], held: null } };
    const changes: Change[] = [
      ['turn', 4],
      ['to_act', [1]],
      ['scores.1', 9],
      ['view.discards', 1, 0, ['S3', 'S4']],
      ['view.discards', 0, 2, []],
      ['view.held', { card: 'H2' }],
      ['view.held.card', 'H3'],
    ];
    expect(applyChanges(root, changes)).toEqual({
      turn: 4,
      to_act: [1],
      scores: [1, 9],
      view: { discards: ['S4'], held: { card: 'H3' } },
    });
  });

  test('a field may appear in an object that is there', () => {
    expect(applyChanges({ view: {} }, [['view.unhidden', { hands: [] }]])).toEqual({
      view: { unhidden: { hands: [] } },
    });
  });

  test('fails where there is nothing to change, so that nobody plays on from a wrong picture', () => {
    const root = { view: { rows: ['..'] }, turn: 1 };
    const wrong: Change[] = [
      ['view.lines.0', 'x'],
      ['view.rows.1', 'x'],
      ['view.rows.-1', 'x'],
      ['view.rows.length', 'x'],
      ['turn.x', 1],
      ['view.rows', 2, 0, ['x']],
      ['view.rows', 0, 2, []],
      ['view.rows', -1, 1, []],
      ['view', 0, 0, []],
      ['constructor.name', 'x'],
    ];
    for (const change of wrong) expect(() => applyChanges(root, [change]), change[0]).toThrow(ChangeError);
  });
});
