// What can be laid at a table of One Card, from what is legal and what is chosen. Without a page.
import { keyed, type CardCode } from '../../cards/card';
import { mayAct } from '../../state/seen';
import type { MarkRules } from '../common/marks.svelte';
import type { Action, Direction, Seen, View } from './types';

/** The keys of the chosen cards, in the order they were chosen: the last one will lie on top. */
export type Chosen = readonly string[];

export const codeOf = (key: string): CardCode => key.split('.')[0] ?? key;

/** What was chosen, from the action that the server has noted. */
export function chosenBy(drafted: Action, view: View): Chosen {
  if (typeof drafted !== 'object') return [];
  const code = 'play' in drafted ? drafted.play : drafted.lay;
  return keyed(view.hand)
    .filter((card) => card.code === code)
    .slice(0, 1)
    .map(({ key }) => key);
}

export const MARKS: MarkRules<Chosen, View, Action> = {
  nothing: [],
  from: (drafted, { view }) => chosenBy(drafted, view),
  still: (chosen, now, before) => stillChosen(before.view, now.view, chosen),
  draftOf: (chosen, seen) => stepsOf(seen, chosen.map(codeOf))[0] ?? null,
};

/** The cards that can be laid now, as the last one of this turn or before others. */
export function layable({ legal }: Seen): Set<CardCode> {
  const cards = legal.flatMap((action) => {
    if (typeof action !== 'object') return [];
    return 'play' in action ? [action.play] : [action.lay];
  });
  return new Set(cards);
}

export const canDraw = ({ legal }: Seen): boolean => legal.includes('draw');
export const canKeep = ({ legal }: Seen): boolean => legal.includes('keep');

/** A card was touched. Where several can be laid in a turn, cards of one rank are chosen together. */
export function touch(chosen: Chosen, key: string, several: boolean): Chosen {
  if (chosen.includes(key)) return chosen.length === 1 ? chosen : chosen.filter((other) => other !== key);
  const first = chosen[0];
  const sameRank = first !== undefined && codeOf(first).slice(1) === codeOf(key).slice(1);
  return several && sameRank ? [...chosen, key] : [key];
}

/**
 * What is still chosen after an update. Nothing once a card was laid or a round began: what has the key now is another
 * card, be it a twin from the second pack.
 */
export function stillChosen(before: View, now: View, chosen: Chosen): Chosen {
  if (now.round !== before.round || now.hand.length < before.hand.length) return [];
  const keys = new Set(keyed(now.hand).map(({ key }) => key));
  return chosen.filter((key) => keys.has(key));
}

/**
 * The steps in which these cards are laid: the last one on top, and before the others one that can be laid first, for
 * only that one has to follow.
 */
export function stepsOf(seen: Seen, cards: readonly CardCode[]): Action[] {
  const top = cards.at(-1);
  if (top === undefined) return [];
  const fitting = layable(seen);
  const under = cards.slice(0, -1).sort((a, b) => Number(fitting.has(b)) - Number(fitting.has(a)));
  return [...under.map((lay) => ({ lay })), { play: top }];
}

export function isLegal({ legal }: Seen, action: Action): boolean {
  const wanted = JSON.stringify(action);
  return legal.some((other) => JSON.stringify(other) === wanted);
}

/** Steps that are still to be sent, each when the one before it has been played. */
export interface Plan {
  steps: readonly Action[];
  /** The next step is due when so many cards have been laid in this turn. */
  laid: number;
}

/** The plan after its first step was sent. */
export const planAfter = ({ laid }: View, [, ...steps]: readonly Action[]): Plan | null =>
  steps.length > 0 ? { steps, laid: laid + 1 } : null;

/** What an update makes of a plan: its next step is due, it has to wait, or it has come to nothing. */
export function due(seen: Seen, plan: Plan): Action | 'wait' | null {
  const [step] = plan.steps;
  if (!mayAct(seen) || step === undefined || seen.view.laid > plan.laid) return null;
  if (seen.view.laid < plan.laid) return 'wait';
  return isLegal(seen, step) ? step : null;
}

/** Who comes after the one who is to act, the way play runs now. Seats rise counter-clockwise. */
export function nextSeat(direction: Direction, acting: number | null, seats: number): number | null {
  if (acting === null) return null;
  return (acting + (direction === 'clockwise' ? seats - 1 : 1)) % seats;
}
