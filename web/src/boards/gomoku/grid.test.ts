import { describe, expect, it } from 'vitest';

import { fixtures } from './fixtures';
import { hasWon, pebbleAt, pebbles, stars, steered } from './grid';

describe('the board of Gomoku', () => {
  it('reads the pebbles of a real game', () => {
    const { view } = fixtures.middle.seen;
    expect(pebbles(view)).toHaveLength(view.pebbles);
    const last = view.last;
    expect(last && pebbleAt(view, last)).not.toBeNull();
    expect(pebbleAt(view, { x: -1, y: 40 })).toBeNull();
  });

  it('finds at least five pebbles of the winner on the rows that won', () => {
    const { view } = fixtures.won.seen;
    const row = pebbles(view).filter((pebble) => hasWon(view, pebble));
    expect(row.length).toBeGreaterThanOrEqual(5);
    expect(new Set(row.map((pebble) => pebble.seat)).size).toBe(1);
  });

  it('has stars where boards have them', () => {
    expect(stars(15)).toHaveLength(5);
    expect(stars(19)).toHaveLength(9);
    expect(stars(10)).toHaveLength(4);
    expect(stars(15)).toContainEqual({ x: 7, y: 7 });
  });

  it('is walked with the arrow keys and not left', () => {
    expect(steered({ x: 3, y: 3 }, 'ArrowLeft', 15)).toEqual({ x: 2, y: 3 });
    expect(steered({ x: 14, y: 3 }, 'ArrowRight', 15)).toEqual({ x: 14, y: 3 });
    expect(steered({ x: 0, y: 0 }, 'ArrowUp', 15)).toEqual({ x: 0, y: 0 });
    expect(steered({ x: 0, y: 0 }, 'x', 15)).toBeNull();
  });
});
