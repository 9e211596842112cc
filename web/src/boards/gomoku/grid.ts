// The board as numbers: what lies where, what is free, and where the stars are.
import type { Action, Crossing, Row, View } from './types';

export const linesOf = (view: View): number => view.rows.length;

/** Whose pebble lies there; nothing on a free crossing. */
export function pebbleAt(view: View, { x, y }: Crossing): number | null {
  const letter = view.rows[y]?.[x];
  return letter === undefined || letter === '.' ? null : Number(letter) - 1;
}

/** The letter of a column, as players write it: A is the left one. */
export const columnName = (x: number): string => String.fromCharCode(65 + x);

/** A crossing as players write it: H8. Rows are counted from the top. */
export const written = ({ x, y }: Crossing): string => `${columnName(x)}${y + 1}`;

export const place = ({ x, y }: Crossing): Action => ({ place: { x, y } });

export const same = (one: Crossing | null, other: Crossing | null): boolean =>
  one !== null && other !== null && one.x === other.x && one.y === other.y;

/** The points that help the eye. */
export function stars(lines: number): Crossing[] {
  const near = lines >= 13 ? 3 : 2;
  const far = lines - 1 - near;
  const points = [near, far].flatMap((y) => [near, far].map((x) => ({ x, y })));
  const middle = (lines - 1) / 2;
  if (!Number.isInteger(middle)) return points;
  points.push({ x: middle, y: middle });
  if (lines >= 19) {
    points.push({ x: middle, y: near }, { x: near, y: middle }, { x: far, y: middle }, { x: middle, y: far });
  }
  return points;
}

/** Where the cursor goes with an arrow key. */
export function steered(cursor: Crossing, key: string, lines: number): Crossing | null {
  const steps: Record<string, Crossing> = {
    ArrowLeft: { x: -1, y: 0 },
    ArrowRight: { x: 1, y: 0 },
    ArrowUp: { x: 0, y: -1 },
    ArrowDown: { x: 0, y: 1 },
  };
  const step = steps[key];
  if (step === undefined) return null;
  const within = (number: number) => Math.min(Math.max(number, 0), lines - 1);
  return { x: within(cursor.x + step.x), y: within(cursor.y + step.y) };
}

/** All pebbles on the board, in order of rows. */
export function pebbles(view: View): (Crossing & { seat: number })[] {
  return view.rows.flatMap((row, y) =>
    [...row].flatMap((letter, x) => (letter === '.' ? [] : [{ x, y, seat: Number(letter) - 1 }])),
  );
}

/** How many pebbles a row has. */
export const lengthOf = ({ from, to }: Row): number =>
  Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y)) + 1;

/** Whether a crossing lies on one of the rows that won. */
export function hasWon(view: View, at: Crossing): boolean {
  return view.winning.some(({ from, to }) => {
    const steps = lengthOf({ from, to }) - 1;
    const dx = Math.sign(to.x - from.x);
    const dy = Math.sign(to.y - from.y);
    for (let step = 0; step <= steps; step++) {
      if (at.x === from.x + dx * step && at.y === from.y + dy * step) return true;
    }
    return false;
  });
}
