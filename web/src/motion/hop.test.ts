import { describe, expect, it } from 'vitest';

import { walkFrames, walkTime } from './hop';

describe('a walk', () => {
  it('takes 70 ms a square and never more than 600 ms', () => {
    expect(walkTime(1)).toBe(70);
    expect(walkTime(8)).toBe(560);
    expect(walkTime(12)).toBe(600);
  });

  it('begins at the first point and ends where the pawn is', () => {
    const frames = walkFrames(
      [
        { x: 0, y: 0 },
        { x: 10, y: 0 },
        { x: 20, y: 0 },
      ],
      4,
    );
    expect(frames[0]).toEqual({ transform: 'translate(-20px, 0px)', offset: 0 });
    expect(frames[1]).toEqual({ transform: 'translate(-15px, -4px)', offset: 0.25 });
    expect(frames.at(-1)).toEqual({ transform: 'translate(0px, 0px)', offset: 1 });
  });

  it('to nowhere has no stations', () => {
    expect(walkFrames([{ x: 1, y: 1 }], 4)).toEqual([]);
    expect(walkFrames([], 4)).toEqual([]);
  });
});
