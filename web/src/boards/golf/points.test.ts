import { describe, expect, test } from 'vitest';

import { fixtures } from './fixtures';
import { changeAt, pointsOf } from './points';
import type { Faces, View } from './types';

const views = Object.values(fixtures).map(({ seen }) => seen.view as View);
const faces = (...cards: (string | null)[]) => cards as Faces;

describe('the points of open cards', () => {
  test('are what the server says, in every view of real games', () => {
    let counted = 0;
    for (const view of views) {
      for (const [seat, layout] of view.layouts.entries()) {
        expect(pointsOf(layout, 'bicycle')).toBe(view.showing[seat]);
        counted += 1;
      }
    }
    expect(counted).toBeGreaterThan(15);
  });

  test.each([
    ['bicycle', 10 + 10 + 0 - 2 + 1],
    ['court', 11 + 12 + 0 - 2 + 1],
    ['plus_two', 10 + 10 + 0 + 2 + 1],
    ['unknown', null],
  ])('follow the values of the table: %s', (values, points) => {
    expect(pointsOf(faces('HJ', 'SQ', 'CK', 'D2', 'SA', null), values)).toBe(points);
  });

  test('of a pair in a column are none', () => {
    expect(pointsOf(faces('H7', null, null, 'S7', null, 'D3'), 'bicycle')).toBe(3);
  });
});

describe('the change at a place', () => {
  const [first] = views;
  if (!first) throw new Error('there are no fixtures');
  const layout = faces('H7', 'SQ', null, null, 'D3', null);
  const view: View = { ...first, layouts: [layout], showing: [20] };

  test('counts what comes, what goes and the pairs that are made and broken', () => {
    expect(changeAt(view, 0, 1, 'C4', 'bicycle')).toBe(-6);
    expect(changeAt(view, 0, 2, 'C4', 'bicycle')).toBe(4);
    expect(changeAt(view, 0, 3, 'C7', 'bicycle')).toBe(-7);
    const paired = { ...view, layouts: [faces('H7', null, null, 'S7', null, null)], showing: [0] };
    expect(changeAt(paired, 0, 0, 'H2', 'bicycle')).toBe(5);
  });

  test('is not said where the server counts otherwise', () => {
    expect(changeAt({ ...view, showing: [21] }, 0, 1, 'C4', 'bicycle')).toBe(null);
  });
});
