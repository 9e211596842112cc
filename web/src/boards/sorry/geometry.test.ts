import { describe, expect, it } from 'vitest';

import { fixtures } from './fixtures';
import {
  entryOf,
  exitOf,
  homePoint,
  pointOf,
  squarePoint,
  startPoint,
  turned,
  turnsFor,
  walk,
} from './geometry';

describe('the board of Sorry!', () => {
  it('is a ring of 60 different squares, each beside the next', () => {
    const points = Array.from({ length: 60 }, (_, index) => squarePoint(index + 1));
    expect(new Set(points.map(({ x, y }) => `${x},${y}`)).size).toBe(60);
    points.forEach((point, index) => {
      const next = points[(index + 1) % 60] ?? point;
      expect(Math.abs(point.x - next.x) + Math.abs(point.y - next.y)).toBe(1);
    });
    expect(points[0]).toEqual({ x: 0, y: 0 });
    expect(squarePoint(31)).toEqual({ x: 15, y: 15 });
  });

  it('has its circles beside the squares that lead to them', () => {
    for (const seat of [0, 1, 2, 3]) {
      const home = homePoint(seat);
      const entry = squarePoint(entryOf(seat));
      expect(Math.hypot(home.x - entry.x, home.y - entry.y)).toBeCloseTo(1.62);
      const start = startPoint(seat);
      expect(Math.hypot(start.x - home.x, start.y - home.y)).toBeGreaterThan(2);
      expect(exitOf(seat)).toBe([5, 20, 35, 50][seat]);
    }
  });

  it('is turned so that your Start lies below', () => {
    for (const seat of [0, 1, 2, 3]) expect(turned(startPoint(seat), turnsFor(seat)).y).toBeGreaterThan(13);
    expect(turned({ x: 3, y: 9 }, 4)).toEqual({ x: 3, y: 9 });
  });

  it('is walked square by square, round the corner and Home', () => {
    expect(walk(1, { square: 58 }, { square: 2 }, true)).toHaveLength(5);
    expect(walk(1, { square: 2 }, { square: 60 }, false)).toEqual([2, 1, 60].map(squarePoint));
    const home = walk(0, { square: 1 }, 'home', true);
    expect(home).toEqual([squarePoint(1), squarePoint(2), squarePoint(3), homePoint(0)]);
    expect(walk(2, 'start', { square: 35 }, true)).toEqual([startPoint(2), squarePoint(35)]);
  });

  it('has a point for every place of a real game', () => {
    for (const { seen } of Object.values(fixtures)) {
      seen.view.pawns.forEach((pawn, seat) => {
        const { x, y } = pointOf(seat, pawn.place);
        expect(x >= 0 && x <= 15 && y >= 0 && y <= 15).toBe(true);
      });
    }
  });
});
