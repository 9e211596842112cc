// What the player can do next at a table of Chicago, from the view and from what is marked. Without a page.
import type { CardCode } from '../../cards/card';
import type { MarkRules } from '../common/marks.svelte';
import type { Action, Seen, Trick, View } from './types';

/** What the player has touched: cards to change, or the card to play. */
export interface Touched {
  marked: readonly CardCode[];
  chosen: CardCode | null;
}

export const NOTHING: Touched = { marked: [], chosen: null };

/** What was touched, from the choice that the server has noted. */
export function touchedBy(drafted: Action): Touched {
  if (typeof drafted !== 'object') return NOTHING;
  return 'change' in drafted ? { ...NOTHING, marked: drafted.change } : { ...NOTHING, chosen: drafted.play };
}

export const MARKS: MarkRules<Touched, View, Action> = {
  nothing: NOTHING,
  from: touchedBy,
  still: (touched, seen) => stillTouched(seen, touched),
  draftOf: (touched, { view }) => draftOf(view, touched),
};

export function canChange({ legal }: Seen): boolean {
  return legal.some((action) => typeof action === 'object' && 'change' in action && action.change.length > 0);
}

export function isLegalPlay({ legal }: Seen, card: CardCode): boolean {
  return legal.some((action) => typeof action === 'object' && 'play' in action && action.play === card);
}

/** The cards still held, with their places from 0. */
export function held(view: View): { card: CardCode; place: number }[] {
  const hand = view.hand ?? [];
  return hand.flatMap((card, place) => (card === null ? [] : [{ card, place }]));
}

/** The cards that the viewer has chosen to give back, while others still choose. */
export function sealed({ view, you, to_act }: Seen): readonly CardCode[] {
  if (view.phase !== 'exchange' || you === null || to_act.includes(you)) return [];
  return view.thrown[view.exchange - 1] ?? [];
}

/** A card was touched. A card chosen to be played stays chosen until another is. */
export function touch(seen: Seen, touched: Touched, card: CardCode): Touched {
  const { view } = seen;
  if (!held(view).some((held) => held.card === card)) return touched;
  if (view.phase === 'exchange') {
    if (!canChange(seen)) return touched;
    const marked = touched.marked.includes(card)
      ? touched.marked.filter((other) => other !== card)
      : [...touched.marked, card];
    return { ...touched, marked };
  }
  return view.phase === 'tricks' ? { ...touched, chosen: card } : touched;
}

/** What is still true of what was touched, after an update. */
export function stillTouched(seen: Seen, touched: Touched): Touched {
  const { view } = seen;
  const inHand = (card: CardCode) => held(view).some((held) => held.card === card);
  return {
    marked: view.phase === 'exchange' && canChange(seen) ? touched.marked.filter(inHand) : [],
    chosen:
      view.phase === 'tricks' && touched.chosen !== null && inHand(touched.chosen) ? touched.chosen : null,
  };
}

/** What the server should play if the time runs out; nothing if nothing is touched. */
export function draftOf(view: View, touched: Touched): Action | null {
  if (view.phase === 'exchange') return touched.marked.length > 0 ? { change: [...touched.marked] } : null;
  return view.phase === 'tricks' && touched.chosen !== null ? { play: touched.chosen } : null;
}

/** The one card that may be played, if there is only one. */
export function onlyPlay({ legal }: Seen): CardCode | null {
  const [first, second] = legal;
  return typeof first === 'object' && 'play' in first && second === undefined ? first.play : null;
}

/** The trick to show: the one under way; a complete one as long as nobody has led the next. */
export function trickOnTable(view: View): { trick: Trick; number: number } | null {
  for (let index = view.tricks.length - 1; index >= 0; index--) {
    const trick = view.tricks[index];
    if (trick && trick.cards.length > 0) return { trick, number: index + 1 };
  }
  return null;
}

/** The last complete trick, also of the round before. */
export function lastTrick(view: View): Trick | null {
  const complete = view.tricks.filter((trick) => trick.winner !== null);
  return complete.at(-1) ?? (view.tricks.length === 0 ? (view.last_round?.tricks.at(-1) ?? null) : null);
}

/** Who played which card of a trick. */
export function played(trick: Trick, seats: number): { seat: number; card: CardCode }[] {
  return trick.cards.map((card, step) => ({ seat: (trick.leader + step) % seats, card }));
}

/** The suit that is led, while somebody else's lead has to be followed. */
export function ledSuit(view: View): string | null {
  const trick = view.tricks.at(-1);
  return trick && trick.winner === null ? (trick.cards[0]?.[0] ?? null) : null;
}
