// What a viewer sees of a game: the same frame around the view of every game.
import type { Seen as Frame } from '../generated/protocol';

/** The frame with the types of one game in it. */
export interface Seen<View = unknown, Action = unknown> extends Omit<Frame, 'legal' | 'view'> {
  /** What the viewer can do now; `implied` where a rule of the game derives it from the view. */
  legal: Action[] | 'implied';
  view: View;
}

/** The same with the legal actions written out, as boards get it. */
export interface ListedSeen<View = unknown, Action = unknown> extends Seen<View, Action> {
  legal: Action[];
}

/** How each game derives its legal actions from the view, if it does. */
const RULES: Record<string, ((seen: Seen<never>) => unknown[]) | undefined> = {
  gomoku: freeCrossings,
};

/** Writes the legal actions out where the server sent `implied`. */
export function expandLegal(game: string, seen: Seen): ListedSeen {
  if (seen.legal !== 'implied') return seen as ListedSeen;
  const rule = RULES[game];
  if (!rule) throw new Error(`state/seen.ts does not know the legal actions of ${game}, which are implied.`);
  return { ...seen, legal: mayAct(seen) ? rule(seen as Seen<never>) : [] };
}

/** Whether the viewer is to act. */
export function mayAct({ you, to_act }: Pick<Seen, 'you' | 'to_act'>): boolean {
  return you !== null && to_act.includes(you);
}

function freeCrossings({ view }: Seen<{ rows: string[] }>): unknown[] {
  return view.rows.flatMap((row, y) =>
    [...row].flatMap((crossing, x) => (crossing === '.' ? [{ place: { x, y } }] : [])),
  );
}
