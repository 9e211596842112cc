// The ring around the piles: a point for every seat where it sits, and arrows from each to the one that comes after it.
// Without a page.
import { around, type Around } from '../common/seating';
import type { Direction } from './types';

/** Half the width and height of the ring; a card is 50 wide. */
export interface RingSize {
  wide: number;
  high: number;
}

export const LYING: RingSize = { wide: 100, high: 56 };
/** Where there is more height than width. */
export const UPRIGHT: RingSize = { wide: 82, high: 78 };

export interface RingSeat {
  seat: number;
  x: number;
  y: number;
}

export interface RingArrow {
  from: number;
  to: number;
  /** The arc, and the head at its end. */
  path: string;
}

/** Degrees between neighbours at one side of the table. */
const STEP = { side: 34, top: 36 };

/** Where each seat is on the ring, in degrees: 0 at the right, rising clockwise as on a screen. */
export function anglesOf({ bottom, left, top, right }: Around): Map<number, number> {
  const spread = (list: number[], middle: number, step: number): [number, number][] =>
    list.map((seat, index) => [seat, middle + (index - (list.length - 1) / 2) * step]);
  return new Map([
    [bottom, 90],
    ...spread(left, 180, STEP.side),
    ...spread(top, 270, Math.min(STEP.top, 110 / Math.max(top.length, 1))),
    ...spread(right, 360, -STEP.side),
  ]);
}

function pointAt(degrees: number, { wide, high }: RingSize): { x: number; y: number } {
  const radians = (degrees * Math.PI) / 180;
  return { x: wide * Math.cos(radians), y: high * Math.sin(radians) };
}

const written = ({ x, y }: { x: number; y: number }): string => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** An arc from one angle to another, the way play runs, with room for the marks of both seats, and its head. */
function arrow(from: number, to: number, clockwise: boolean, size: RingSize): string {
  const sign = clockwise ? 1 : -1;
  const span = (((to - from) * sign + 719.99) % 360) + 0.01;
  const room = Math.min(15, span * 0.3);
  const [begin, end] = [from + sign * room, from + sign * (span - room)];
  const tip = pointAt(end, size);
  const before = pointAt(end - sign * 3, size);
  const length = Math.hypot(tip.x - before.x, tip.y - before.y);
  const [dx, dy] = [(tip.x - before.x) / length, (tip.y - before.y) / length];
  const barb = (side: number) =>
    written({ x: tip.x - 9 * dx - side * 6 * dy, y: tip.y - 9 * dy + side * 6 * dx });
  const large = span - 2 * room > 180 ? 1 : 0;
  const arc = `M${written(pointAt(begin, size))}A${size.wide} ${size.high} 0 ${large} ${clockwise ? 1 : 0} ${written(tip)}`;
  return `${arc}M${barb(1)}L${written(tip)}L${barb(-1)}`;
}

/** The seats on the ring, and the arrows between them in the order of play. Seats rise counter-clockwise. */
export function ringOf(
  seats: number,
  you: number | null,
  direction: Direction,
  size: RingSize = LYING,
): { seats: RingSeat[]; arrows: RingArrow[] } {
  const angles = anglesOf(around(seats, you, 'counter'));
  const clockwise = direction === 'clockwise';
  const list = Array.from({ length: seats }, (_, seat) => seat);
  return {
    seats: list.map((seat) => ({ seat, ...pointAt(angles.get(seat) ?? 0, size) })),
    arrows: list.map((from) => {
      const to = (from + (clockwise ? seats - 1 : 1)) % seats;
      return { from, to, path: arrow(angles.get(from) ?? 0, angles.get(to) ?? 0, clockwise, size) };
    }),
  };
}
