// A line for each seat, in a box of 100 by 100.

export interface Line {
  seat: number;
  path: string;
  /** Where it ends. */
  end: { x: number; y: number };
}

export function lines(scores: readonly (readonly number[])[]): Line[] {
  const seats = scores[0]?.length ?? 0;
  const all = scores.flat();
  const low = Math.min(0, ...all);
  const high = Math.max(1, ...all);
  const x = (step: number): number => (scores.length < 2 ? 0 : (100 * step) / (scores.length - 1));
  const y = (score: number): number => 100 - (100 * (score - low)) / (high - low);
  return Array.from({ length: seats }, (_, seat) => {
    let path = '';
    let before: number | undefined;
    scores.forEach((row, step) => {
      const score = row[seat] ?? 0;
      // A score stays as it is until it changes: the line is a stair, and only its corners are written.
      if (before === undefined) path = `M0 ${round(y(score))}`;
      else if (score !== before) path += `H${round(x(step))}V${round(y(score))}`;
      before = score;
    });
    path += 'H100';
    return { seat, path, end: { x: 100, y: y(before ?? 0) } };
  });
}

/** Whether there is something to see: points that changed at three moments at least, for a line that is flat and then jumps
 *  says no more than the result. */
export function isTelling(scores: readonly (readonly number[])[]): boolean {
  let changes = 0;
  for (const [step, row] of scores.entries()) {
    const before = scores[step - 1];
    if (before && row.some((score, seat) => score !== before[seat])) changes += 1;
  }
  return changes >= 3;
}

const round = (value: number): number => Math.round(value * 100) / 100;
