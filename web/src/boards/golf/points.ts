// What an exchange would do to the points that one shows. It is for the eye alone: the server counts. Where this reckoning
// does not agree with what the server says of the cards as they lie, it says nothing.
import type { CardCode } from '../../cards/card';
import { cancelled } from './choice';
import type { Faces, View } from './types';

const PLAIN: Record<string, number> = { A: 1, '2': -2, J: 10, Q: 10, K: 0 };
const VALUES: Record<string, Record<string, number>> = {
  bicycle: PLAIN,
  court: { ...PLAIN, J: 11, Q: 12 },
  plus_two: { ...PLAIN, '2': 2 },
};

/** The points of the cards that lie open; nothing where the values are not known here. */
export function pointsOf(faces: Faces, values: string): number | null {
  const worth = VALUES[values];
  if (worth === undefined) return null;
  const pairs = cancelled(faces);
  return faces.reduce((sum, card, place) => {
    if (card === null || pairs.has(place)) return sum;
    const rank = card.slice(1);
    return sum + (worth[rank] ?? Number(rank));
  }, 0);
}

/** How the points that a seat shows change if a card goes to a place; nothing where that is not sure. */
export function changeAt(
  view: View,
  seat: number,
  place: number,
  card: CardCode,
  values: string,
): number | null {
  const faces = view.layouts[seat];
  if (!faces) return null;
  const before = pointsOf(faces, values);
  if (before === null || before !== view.showing[seat]) return null;
  const after = pointsOf(
    faces.map((old, at) => (at === place ? card : old)),
    values,
  );
  return after === null ? null : after - before;
}
