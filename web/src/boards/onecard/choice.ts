// What can be laid at a table of One Card, from what is legal and what is chosen. Without a page.
import { keyed, type CardCode } from '../../cards/card';
import type { Told } from '../contract';
import type { Action, View } from './types';

/** The keys of the chosen cards, in the order they were chosen: the last one will lie on top. */
export type Chosen = readonly string[];

export const codeOf = (key: string): CardCode => key.split('.')[0] ?? key;

/** The cards that can be laid now, alone or among several. */
export function layable(view: View): Set<CardCode> {
  const cards = view.legal.flatMap((action) => {
    if (typeof action !== 'object') return [];
    return 'play' in action ? [action.play] : action.play_several;
  });
  return new Set(cards);
}

export const canDraw = (view: View): boolean => view.legal.includes('draw');
export const canKeep = (view: View): boolean => view.legal.includes('keep');

/** A card was touched. Where several can be laid at once, cards of one rank are chosen together. */
export function touch(chosen: Chosen, key: string, several: boolean): Chosen {
  if (chosen.includes(key)) return chosen.length === 1 ? chosen : chosen.filter((other) => other !== key);
  const first = chosen[0];
  const sameRank = first !== undefined && codeOf(first).slice(1) === codeOf(key).slice(1);
  return several && sameRank ? [...chosen, key] : [key];
}

/** What laying the chosen cards is, as an action; nothing if none is chosen. */
export function actionOf(chosen: Chosen): Action | null {
  const cards = chosen.map(codeOf);
  const [first] = cards;
  if (first === undefined) return null;
  return cards.length === 1 ? { play: first } : { play_several: cards };
}

/** Whether the server would take it. Under the top card the order does not matter. */
export function isLegal(view: View, action: Action): boolean {
  const wanted = normal(action);
  return view.legal.some((legal) => normal(legal) === wanted);
}

function normal(action: Action): string {
  if (typeof action !== 'object') return action;
  if ('play' in action) return action.play;
  const top = action.play_several.at(-1);
  return [...action.play_several.slice(0, -1).sort(), top].join(' ');
}

/** Whether one's own cards were just laid: then nothing is chosen any more, not even a twin of what was. */
export function isLaid(told: readonly Told[], you: number | null): boolean {
  return told.some(({ event }) => {
    const played = (event as { played?: { seat: number } } | null)?.played;
    return played !== undefined && played.seat === you;
  });
}

/** What is still in the hand of what was chosen. */
export function stillChosen(view: View, chosen: Chosen): Chosen {
  const keys = new Set(keyed(view.hand).map(({ key }) => key));
  return chosen.filter((key) => keys.has(key));
}
