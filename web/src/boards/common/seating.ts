// Who sits where around the table, seen from one seat.

export type Side = 'bottom' | 'left' | 'top' | 'right';

/** Which way rising seats run, seen from above. */
export type Sense = 'clockwise' | 'counter';

export interface Around {
  /** Who sits at the bottom: oneself, or the first seat for those who watch. */
  bottom: number;
  /** From the bottom to the top. */
  left: number[];
  /** From left to right. */
  top: number[];
  /** From the bottom to the top. */
  right: number[];
}

/** How many sit at the left, the top and the right, by the number of opponents. */
const SHARES: readonly (readonly [left: number, top: number, right: number])[] = [
  [0, 0, 0],
  [0, 1, 0],
  [1, 0, 1],
  [1, 1, 1],
  [1, 2, 1],
  [1, 3, 1],
  [2, 2, 2],
  [2, 3, 2],
  [2, 4, 2],
  [3, 3, 3],
];

/** The seats in order, beginning with `first`. */
export function inOrderFrom(first: number, seats: number): number[] {
  return Array.from({ length: seats }, (_, step) => (first + step) % seats);
}

/** One opponent sits opposite, two left and right, more all around. */
export function around(seats: number, you: number | null, sense: Sense = 'clockwise'): Around {
  const bottom = you ?? 0;
  const others = inOrderFrom(bottom, seats).slice(1);
  if (sense === 'counter') others.reverse();
  const [left, top] = SHARES[others.length] ?? [0, others.length, 0];
  return {
    bottom,
    left: others.slice(0, left),
    top: others.slice(left, left + top),
    right: others.slice(left + top).reverse(),
  };
}

/** At which side a seat sits. */
export function sideOf(seating: Around, seat: number): Side {
  if (seat === seating.bottom) return 'bottom';
  if (seating.left.includes(seat)) return 'left';
  return seating.top.includes(seat) ? 'top' : 'right';
}
