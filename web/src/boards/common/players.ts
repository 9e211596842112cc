// How players are told apart: a hue and a mark each. The hues differ in lightness too, and no two of the first sixteen
// seats have both in common.

export const MARKS = ['dot', 'ring', 'bar', 'cross'] as const;
export type MarkName = (typeof MARKS)[number];

export function markOf(seat: number): MarkName {
  return MARKS[(seat + Math.floor(seat / 4)) % 4] ?? 'dot';
}

/** The number of the hue: `--chip-0` to `--chip-3`. */
export function hueOf(seat: number): number {
  return seat % 4;
}
