import { describe, expect, it } from 'vitest';

import { choices, movements, opponentOf, touchPlace } from './choice';
import { fixtures } from './fixtures';

describe('choices in Sorry!', () => {
  it('every legal action of a real game has a target, and all but a pass a place to touch', () => {
    for (const { view } of Object.values(fixtures)) {
      if (view.phase !== 'move') continue;
      expect(choices(view)).toHaveLength(view.legal.length);
      for (const target of choices(view)) {
        expect(touchPlace(view, target) === null).toBe(target.action === 'forfeit');
      }
    }
  });

  it('a switch is touched on the pawn it is done to', () => {
    const { view } = fixtures.switch;
    const target = choices(view).find(({ action }) => typeof action === 'object');
    const opponent = target && opponentOf(target.action);
    expect(target && touchPlace(view, target)).toEqual({
      seat: opponent,
      place: view.pawns[opponent ?? -1]?.place,
    });
  });

  it('the mover walks, and whom it bumps glides back when it has arrived', () => {
    const { view } = fixtures.roll;
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
    const told = [
      { moved: { seat: 0, how: { forward: 1 }, from: { square: 10 }, to: { square: 11 } } },
      { bumped: { seat: 1, by: 0, from: 11 } },
    ];
    expect(movements(before, after, told)).toEqual([
      { seat: 0, from: { square: 10 }, to: { square: 11 }, how: 'walk', after: false },
      { seat: 1, from: { square: 11 }, to: 'start', how: 'glide', after: true },
    ]);
    expect(movements(before, before, told)).toEqual([]);
  });
});
