import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { fanLayout, LEAST_STEP } from './fan';

describe('a hand', () => {
  it('stands apart while there is room', () => {
    expect(fanLayout(5, 800, 90)).toEqual({ rows: 1, perRow: 5, step: 98 });
  });

  it('overlaps before it takes a second row', () => {
    const { rows, step } = fanLayout(7, 340, 70);
    expect(rows).toBe(1);
    expect(step).toBeCloseTo(45);
  });

  it('never is wider than the table, loses no card, and leaves room for a finger', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 220 }), fc.integer({ min: 200, max: 1600 }), (count, width) => {
        const cardWidth = 64;
        const { rows, perRow, step } = fanLayout(count, width, cardWidth);
        expect(rows * perRow).toBeGreaterThanOrEqual(count);
        expect((perRow - 1) * step + cardWidth).toBeLessThanOrEqual(width + 0.01);
        if (perRow > 1) expect(step).toBeGreaterThanOrEqual(LEAST_STEP);
      }),
    );
  });
});
