// What can be laid at a table of One Card, from what is legal and what is chosen. Without a page.
import { keyed, type CardCode } from '../../cards/card';
import { mayAct } from '../../state/seen';
import type { Action, Seen, View } from './types';

/** The key of the chosen card, if one is chosen. */
export type Chosen = string | null;

export const codeOf = (key: string): CardCode => key.split('.')[0] ?? key;

/** The cards that can be laid now: played, or added to those of the same rank that were just played. */
export function layable({ legal }: Seen): Set<CardCode> {
  const cards = legal.flatMap((action) => {
    if (typeof action !== 'object') return [];
    return 'play' in action ? [action.play] : [action.add];
  });
  return new Set(cards);
}

export const canDraw = ({ legal }: Seen): boolean => legal.includes('draw');
export const canKeep = ({ legal }: Seen): boolean => legal.includes('keep');
export const canFinish = ({ legal }: Seen): boolean => legal.includes('finish');

/** What laying a card is: one more of those that the viewer is adding, or a play now or later. */
export const layAction = (seen: Seen, card: CardCode): Action =>
  seen.view.adding && mayAct(seen) ? { add: card } : { play: card };

/**
 * What is still chosen after an update. Nothing once a card was laid or a round began: what has the key now is another
 * card, be it a twin from the second pack.
 */
export function stillChosen(before: View, now: View, chosen: Chosen): Chosen {
  if (chosen === null || now.round !== before.round || now.hand.length < before.hand.length) return null;
  return keyed(now.hand).some(({ key }) => key === chosen) ? chosen : null;
}
