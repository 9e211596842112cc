// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';

import { nextSeat } from './choice';
import { LYING, ringOf, UPRIGHT } from './ring';

/** The points of a path: begin of the arc, end of the arc. */
function ends(path: string): { x: number; y: number }[] {
  const [, begin, end] = /^M(\S+ \S+)A.* (\S+ \S+)M/.exec(path) ?? [];
  return [begin, end].map((point) => {
    const [x, y] = (point ?? '').split(' ').map(Number);
    return { x: x ?? NaN, y: y ?? NaN };
  });
}
const apart = (one: { x: number; y: number }, other: { x: number; y: number }) =>
  Math.hypot(one.x - other.x, one.y - other.y);

describe('the ring around the piles', () => {
  test('has the player at the bottom and the others where their plates are', () => {
    const at = ringOf(4, 2, 'clockwise').seats;
    expect(at[2]).toMatchObject({ y: LYING.high });
    // Seats rise counter-clockwise: the next one sits at the right.
    expect(at[3]?.x).toBeCloseTo(LYING.wide);
    expect(at[0]?.y).toBeCloseTo(-LYING.high);
    expect(at[1]?.x).toBeCloseTo(-LYING.wide);
  });

  test.each([2, 3, 4, 5, 6, 7, 8, 9, 10])(
    'leads from each of %i seats to the one that comes next',
    (count) => {
      for (const [direction, size] of [
        ['clockwise', LYING],
        ['counter_clockwise', UPRIGHT],
      ] as const) {
        const { seats, arrows } = ringOf(count, 1, direction, size);
        expect(arrows).toHaveLength(count);
        for (const { from, to, path } of arrows) {
          expect(to).toBe(nextSeat(direction, from, count));
          const [begin, end] = ends(path);
          const [start, goal] = [seats[from], seats[to]];
          if (!begin || !end || !start || !goal) throw new Error(path);
          // It begins beside the one and ends beside the other, and covers neither mark.
          expect(apart(begin, start)).toBeLessThan(apart(begin, goal) + 0.5);
          expect(apart(end, goal)).toBeLessThan(apart(end, start) + 0.5);
          expect(Math.min(apart(begin, start), apart(end, goal))).toBeGreaterThan(4);
        }
      }
    },
  );
});
