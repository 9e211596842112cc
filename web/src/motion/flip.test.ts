import { describe, expect, it } from 'vitest';

import { departure, flights } from './flip';
import { DEAL_GAP_MS } from './tempo';

const spot = (left: number, top = 0, width = 50) => ({ left, top, width, height: width * 1.4 });

describe('flights', () => {
  it('begin where a thing was and end where it is', () => {
    const before = new Map([['S2', spot(0)]]);
    expect(flights(before, [{ key: 'S2', spot: spot(100), from: null }])).toEqual([
      { key: 'S2', from: spot(0), to: spot(100), delay: 0 },
    ]);
  });

  it('leave alone what stays', () => {
    const before = new Map([['S2', spot(0)]]);
    expect(flights(before, [{ key: 'S2', spot: spot(1), from: spot(500) }])).toEqual([]);
  });

  it('bring new things from where they come from, one after the other', () => {
    const after = ['S2', 'S3', 'S4'].map((key, place) => ({ key, spot: spot(place * 60), from: spot(900) }));
    expect(flights(new Map(), after).map((flight) => flight.delay)).toEqual([
      0,
      DEAL_GAP_MS,
      2 * DEAL_GAP_MS,
    ]);
  });

  it('let a thing that comes from nowhere appear', () => {
    expect(flights(new Map(), [{ key: 'S2', spot: spot(0), from: null }])).toEqual([]);
  });

  it('bring a small thing from its own size', () => {
    expect(departure(spot(10, 20, 25), spot(110, 220, 50))).toBe('translate(-100px, -200px) scale(0.5)');
  });

  it('bring a card from a plate in its own size, out of the middle of it', () => {
    const plate = { left: 0, top: 0, width: 176, height: 46 };
    const card = { left: 300, top: 200, width: 70, height: 98 };
    expect(departure(plate, card)).toBe('translate(-247px, -226px) scale(1)');
  });
});
