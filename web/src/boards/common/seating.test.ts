import { describe, expect, it } from 'vitest';

import { around, inOrderFrom, sideOf } from './seating';

describe('around the table', () => {
  it('you sit at the bottom, whatever your seat is', () => {
    for (const you of [0, 1, 2, 3]) expect(around(4, you).bottom).toBe(you);
  });

  it('one opponent sits opposite', () => {
    expect(around(2, 1)).toEqual({ bottom: 1, left: [], top: [0], right: [] });
  });

  it('two opponents sit left and right, the next one at the left', () => {
    expect(around(3, 1)).toEqual({ bottom: 1, left: [2], top: [], right: [0] });
  });

  it('where play runs counter-clockwise the next one sits at the right', () => {
    expect(around(3, 1, 'counter')).toEqual({ bottom: 1, left: [0], top: [], right: [2] });
  });

  it('those who watch see the first seat at the bottom', () => {
    expect(around(3, null).bottom).toBe(0);
  });

  it('everybody has a place, at any table of up to ten', () => {
    for (let seats = 2; seats <= 10; seats++) {
      const { bottom, left, top, right } = around(seats, seats - 1);
      const all = [bottom, ...left, ...top, ...right].sort((one, other) => one - other);
      expect(all).toEqual(inOrderFrom(0, seats));
      expect(left.length).toBe(right.length);
    }
  });

  it('knows the side of a seat', () => {
    const seating = around(4, 2);
    expect([2, 3, 0, 1].map((seat) => sideOf(seating, seat))).toEqual(['bottom', 'left', 'top', 'right']);
  });
});
