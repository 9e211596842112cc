// What is done by itself, if the settings allow it: a decision with one answer that only costs a click.
import { expandLegal, mayAct, type Seen } from '../state/seen';

/** Long enough to see why. */
export const FORCED_PAUSE_MS = 1800;

/** Actions that are a matter of form when nothing else is legal. Others, such as a drawn card, are a pleasure of their own. */
const FORMALITIES: Record<string, readonly unknown[] | undefined> = {
  sorry: ['forfeit'],
  onecard: ['draw'],
};

/** The one thing that can be done, if it is a formality; else nothing. */
export function forcedAction(game: string, seen: Seen): unknown {
  const formalities = FORMALITIES[game];
  if (!formalities || !mayAct(seen)) return null;
  const { legal } = expandLegal(game, seen);
  return legal.length === 1 && formalities.includes(legal[0]) ? legal[0] : null;
}
