// The board as points: a ring of 60 squares in a field of 16 by 16, turned so that one's own side lies below.
import type { Place } from './types';

export interface Point {
  x: number;
  y: number;
}

export const SIDE = 16;
const RING = 60;
const PER_SIDE = 15;
const MIDDLE = (SIDE - 1) / 2;

/** How often the board is turned by a quarter, clockwise, for whoever sits on this seat. */
export function turnsFor(seat: number | null): number {
  // The first seat's side is the upper one, the second's the right one, and so on.
  return seat === null ? 0 : (6 - seat) % 4;
}

export function turned({ x, y }: Point, quarters: number): Point {
  let point = { x, y };
  for (let quarter = 0; quarter < quarters; quarter++) {
    point = { x: 2 * MIDDLE - point.y, y: point.x };
  }
  return point;
}

/** The middle of a square, on the board as it is printed. */
export function squarePoint(square: number): Point {
  const steps = (square - 1 + RING) % RING;
  const along = steps % PER_SIDE;
  const last = SIDE - 1;
  switch (Math.floor(steps / PER_SIDE)) {
    case 0:
      return { x: along, y: 0 };
    case 1:
      return { x: last, y: along };
    case 2:
      return { x: last - along, y: last };
    default:
      return { x: 0, y: last - along };
  }
}

export const exitOf = (seat: number): number => PER_SIDE * seat + 5;
export const entryOf = (seat: number): number => PER_SIDE * seat + 3;

/** How far the circles hang into the board. */
const DEPTH = 1.62;

function inwards(square: number, depth: number): Point {
  const { x, y } = squarePoint(square);
  const last = SIDE - 1;
  if (y === 0) return { x, y: depth };
  if (x === last) return { x: last - depth, y };
  if (y === last) return { x, y: last - depth };
  return { x: depth, y };
}

/** Start stands a little beside its exit, so that the two circles do not touch. */
export function startPoint(seat: number): Point {
  const beside = turned({ x: 0.35, y: 0 }, seat);
  const origin = turned({ x: 0, y: 0 }, seat);
  const point = inwards(exitOf(seat), DEPTH);
  return { x: point.x + beside.x - origin.x, y: point.y + beside.y - origin.y };
}

export const homePoint = (seat: number): Point => inwards(entryOf(seat), DEPTH);

/** Where a pawn of this seat stands. */
export function pointOf(seat: number, place: Place): Point {
  if (place === 'start') return startPoint(seat);
  return place === 'home' ? homePoint(seat) : squarePoint(place.square);
}

export const samePlace = (one: Place, other: Place): boolean =>
  typeof one === 'object' && typeof other === 'object' ? one.square === other.square : one === other;

/** The squares a pawn walks over, with where it was and where it is. */
export function walk(seat: number, from: Place, to: Place, forward: boolean): Point[] {
  const points = [pointOf(seat, from)];
  if (typeof from === 'object') {
    const goal = typeof to === 'object' ? to.square : entryOf(seat);
    for (let square = from.square; square !== goal;) {
      square = forward ? (square % RING) + 1 : ((square + RING - 2) % RING) + 1;
      points.push(squarePoint(square));
    }
  }
  if (typeof to !== 'object' || typeof from !== 'object') points.push(pointOf(seat, to));
  return points;
}
