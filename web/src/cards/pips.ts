// What is drawn on a card of 100 by 140: our own suit signs, and where they stand on the number cards.
import type { SuitLetter } from './card';

/** The outline of each sign in a square of 20 by 20 around the origin. */
export const SIGN_PATHS: Record<SuitLetter, string> = {
  S: 'M0-9.6C1.7-5.4 8.6-2 8.6 3.3 8.6 6 6.6 7.6 4.5 7.6 3 7.6 1.8 6.9 1.1 5.8 1.3 7.7 2 8.8 3.2 9.6H-3.2C-2 8.8-1.3 7.7-1.1 5.8-1.8 6.9-3 7.6-4.5 7.6-6.6 7.6-8.6 6-8.6 3.3-8.6-2-1.7-5.4 0-9.6Z',
  H: 'M0 9.4C-2.5 5.2-9.2 1.6-9.2-4 -9.2-7-7-9-4.5-9 -2.4-9-.8-7.8 0-5.8 .8-7.8 2.4-9 4.5-9 7-9 9.2-7 9.2-4 9.2 1.6 2.5 5.2 0 9.4Z',
  D: 'M0-9.8C1.9-6 4.6-2.6 7.6 0 4.6 2.6 1.9 6 0 9.8-1.9 6-4.6 2.6-7.6 0-4.6-2.6-1.9-6 0-9.8Z',
  C: 'M0-9.6C2.6-9.6 4.5-7.7 4.5-5.3 4.5-4 4-2.9 3.1-2.1 3.6-2.3 4.2-2.4 4.8-2.4 7.3-2.4 9.2-.5 9.2 2 9.2 4.5 7.3 6.4 4.8 6.4 3.2 6.4 1.9 5.6 1.1 4.4 1.2 6.9 1.9 8.6 3.2 9.6H-3.2C-1.9 8.6-1.2 6.9-1.1 4.4-1.9 5.6-3.2 6.4-4.8 6.4-7.3 6.4-9.2 4.5-9.2 2-9.2-.5-7.3-2.4-4.8-2.4-4.2-2.4-3.6-2.3-3.1-2.1-4-2.9-4.5-4-4.5-5.3-4.5-7.7-2.6-9.6 0-9.6Z',
};

const LEFT = 36;
const MIDDLE = 50;
const RIGHT = 64;

type Spot = readonly [x: number, y: number];

const COLUMN_OF_TWO: readonly number[] = [36, 104];
const COLUMN_OF_THREE: readonly number[] = [36, 70, 104];
const COLUMN_OF_FOUR: readonly number[] = [35, 58, 82, 105];

const at = (x: number, rows: readonly number[]): Spot[] => rows.map((y): Spot => [x, y]);
const sides = (rows: readonly number[]): Spot[] => [...at(LEFT, rows), ...at(RIGHT, rows)];

const SPOTS: Record<string, readonly Spot[]> = {
  '2': at(MIDDLE, COLUMN_OF_TWO),
  '3': at(MIDDLE, COLUMN_OF_THREE),
  '4': sides(COLUMN_OF_TWO),
  '5': [...sides(COLUMN_OF_TWO), [MIDDLE, 70]],
  '6': sides(COLUMN_OF_THREE),
  '7': [...sides(COLUMN_OF_THREE), [MIDDLE, 52]],
  '8': [...sides(COLUMN_OF_THREE), [MIDDLE, 52], [MIDDLE, 88]],
  '9': [...sides(COLUMN_OF_FOUR), [MIDDLE, 70]],
  '10': [...sides(COLUMN_OF_FOUR), [MIDDLE, 46], [MIDDLE, 94]],
};

export interface Pip {
  x: number;
  y: number;
  size: number;
  /** Signs of the lower half stand on their head. */
  turned: boolean;
}

/** The signs in the middle of a card; court cards have a picture there instead. */
export function pipsOf(rank: string): Pip[] {
  if (rank === 'A') return [{ x: MIDDLE, y: 72, size: 2.2, turned: false }];
  return (SPOTS[rank] ?? []).map(([x, y]) => ({ x, y, size: 0.8, turned: y > 70 }));
}
