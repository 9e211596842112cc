import { describe, expect, it } from 'vitest';

import { choices, movements, opponentOf, touchPlace, wayOf } from './choice';
import { fixtures } from './fixtures';
import { pointOf } from './geometry';

describe('choices in Sorry!', () => {
  it('every legal action of a real game has a target, and all but a pass a place to touch', () => {
    for (const { seen } of Object.values(fixtures)) {
      const { view, legal } = seen;
      if (view.phase !== 'move') continue;
      expect(choices(seen)).toHaveLength(legal.length);
      for (const target of choices(seen)) {
        expect(touchPlace(view, target) === null).toBe(target.action === 'forfeit');
      }
    }
  });

  it('a switch is touched on the pawn it is done to', () => {
    const { seen } = fixtures.switch;
    const { view } = seen;
    const target = choices(seen).find(({ action }) => typeof action === 'object');
    const opponent = target && opponentOf(target.action);
    expect(target && touchPlace(view, target)).toEqual({
      seat: opponent,
      place: view.pawns[opponent ?? -1]?.place,
    });
  });

  it('every way begins at the own pawn and ends where the choice is touched', () => {
    let ways = 0;
    for (const { seen } of Object.values(fixtures)) {
      const { view } = seen;
      for (const target of choices(seen)) {
        const way = wayOf(view, target);
        const touch = touchPlace(view, target);
        if (touch === null) {
          expect(way).toEqual([]);
          continue;
        }
        const place = view.pawns[view.mover]?.place ?? 'start';
        expect(way[0]).toEqual(pointOf(view.mover, place));
        expect(way.at(-1)).toEqual(pointOf(touch.seat, touch.place));
        ways += 1;
      }
    }
    expect(ways).toBeGreaterThan(3);
  });

  it('the mover walks, and whom it bumps glides back when it has arrived', () => {
    const { view } = fixtures.roll.seen;
    const pawns = view.pawns.map((pawn) => ({ ...pawn, place: { square: 10 } as const }));
    const before = {
      ...view,
      pawns: pawns.map((pawn, seat) => ({ ...pawn, place: { square: 10 + seat } as const })),
    };
    const after = {
      ...before,
      pawns: before.pawns.map((pawn, seat) =>
        seat === 0
          ? { ...pawn, place: { square: 11 } as const }
          : seat === 1
            ? { ...pawn, place: 'start' as const }
            : pawn,
      ),
    };
    const events = [
      { moved: { seat: 0, how: { forward: 1 }, from: { square: 10 }, to: { square: 11 } } },
      { bumped: { seat: 1, by: 0, from: 11 } },
    ];
    expect(movements(before, after, events)).toEqual([
      { seat: 0, from: { square: 10 }, to: { square: 11 }, how: 'walk', after: false },
      { seat: 1, from: { square: 11 }, to: 'start', how: 'glide', after: true },
    ]);
    expect(movements(before, before, events)).toEqual([]);
  });
});
