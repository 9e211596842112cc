// The scores that stand in a view. Each game calls them as its players do.

/** The score of every seat, or zeros if the view tells none. */
export function scoresOf(view: unknown, seats: number): number[] {
  const zeros = Array.from({ length: seats }, () => 0);
  if (typeof view !== 'object' || view === null) return zeros;
  const { scores, totals, pawns } = view as Record<string, unknown>;
  const list = numbers(scores) ?? numbers(totals) ?? stepsGone(pawns);
  return list ? zeros.map((zero, seat) => list[seat] ?? zero) : zeros;
}

/** Whether a view counts anything at all. */
export function countsScores(view: unknown): boolean {
  if (typeof view !== 'object' || view === null) return false;
  const { scores, totals, pawns } = view as Record<string, unknown>;
  return (numbers(scores) ?? numbers(totals) ?? stepsGone(pawns)) !== null;
}

function numbers(value: unknown): number[] | null {
  return Array.isArray(value) && value.every((item) => typeof item === 'number') ? value : null;
}

/** How far each pawn of a race has come: the whole way is 61 steps. */
function stepsGone(pawns: unknown): number[] | null {
  if (!Array.isArray(pawns)) return null;
  const gone = pawns.map((pawn: { steps_left?: unknown }) =>
    typeof pawn?.steps_left === 'number' ? 61 - pawn.steps_left : NaN,
  );
  return gone.every(Number.isFinite) ? gone : null;
}

/** Who is to act, as the view says. */
export function toActOf(view: unknown): number[] {
  const list = (view as { to_act?: unknown } | null)?.to_act;
  return numbers(list) ?? [];
}
