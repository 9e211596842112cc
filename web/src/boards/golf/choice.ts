// The two steps of each choice in Golf, from what is legal and what was picked. Without a page.
import type { CardCode } from '../../cards/card';
import type { MarkRules } from '../common/marks.svelte';
import type { Action, Faces, Seen, View } from './types';

/** What was picked so far: own places to turn, or somebody's card to steal. */
export interface Picked {
  places: readonly number[];
  steal: { from: number; card: number } | null;
}

export const NOTHING: Picked = { places: [], steal: null };

/** What was picked, from the choice that the server has noted. */
export function pickedBy(drafted: Action): Picked {
  const isReveal = typeof drafted === 'object' && 'reveal' in drafted;
  return isReveal ? { ...NOTHING, places: drafted.reveal } : NOTHING;
}

export const MARKS: MarkRules<Picked, View, Action> = {
  nothing: NOTHING,
  from: pickedBy,
  still: (picked, seen) => stillPicked(seen, picked),
  draftOf: revealOf,
};

type Kind = 'reveal' | 'swap' | 'turn' | 'steal';

function each<K extends Kind>({ legal }: Seen, kind: K): Extract<Action, Record<K, unknown>>[] {
  return legal.filter(
    (action): action is Extract<Action, Record<K, unknown>> => typeof action === 'object' && kind in action,
  );
}

export const can = ({ legal }: Seen, action: 'take_stock' | 'take_discard' | 'throw_away'): boolean =>
  legal.includes(action);

export const canSteal = (seen: Seen): boolean => each(seen, 'steal').length > 0;

/** Which of one's own places can be picked now. */
export function ownTargets(seen: Seen, picked: Picked): Set<number> {
  const steal = picked.steal;
  if (steal) {
    const fitting = each(seen, 'steal').filter(
      ({ steal: each }) => each.from === steal.from && each.card === steal.card,
    );
    return new Set(fitting.map(({ steal: each }) => each.own));
  }
  const places = [
    ...each(seen, 'reveal').flatMap(({ reveal }) => reveal),
    ...each(seen, 'swap').map(({ swap }) => swap),
    ...each(seen, 'turn').map(({ turn }) => turn),
  ];
  return new Set(places);
}

/** Whether this open card of somebody else can be stolen. */
export function stealable(seen: Seen, from: number, card: number): boolean {
  return each(seen, 'steal').some(({ steal }) => steal.from === from && steal.card === card);
}

/** One of the own places was picked: either it completes an action, or it is remembered. */
export function pickOwn(
  view: View,
  picked: Picked,
  place: number,
): { picked: Picked; action: Action | null } {
  if (picked.steal) return { picked: NOTHING, action: { steal: { ...picked.steal, own: place } } };
  switch (view.phase) {
    case 'reveal': {
      const without = picked.places.filter((other) => other !== place);
      const places = without.length < picked.places.length ? without : [...picked.places, place].slice(-2);
      return { picked: { ...picked, places }, action: null };
    }
    case 'holding':
      return { picked: NOTHING, action: { swap: place } };
    case 'turn_one':
      return { picked: NOTHING, action: { turn: place } };
    default:
      return { picked, action: null };
  }
}

/** Somebody else's card was picked, or put back when it was picked before. */
export function pickOther(seen: Seen, picked: Picked, from: number, card: number): Picked {
  if (!stealable(seen, from, card)) return picked;
  const again = picked.steal?.from === from && picked.steal.card === card;
  return { places: [], steal: again ? null : { from, card } };
}

/** The two picked places as an action, once there are two. */
export function revealOf(picked: Picked): Action | null {
  const [one, other] = [...picked.places].sort((a, b) => a - b);
  return one === undefined || other === undefined ? null : { reveal: [one, other] };
}

/** What is still true of what was picked, after an update. */
export function stillPicked(seen: Seen, picked: Picked): Picked {
  const steal = picked.steal && stealable(seen, picked.steal.from, picked.steal.card) ? picked.steal : null;
  const targets = ownTargets(seen, NOTHING);
  const places = seen.view.phase === 'reveal' ? picked.places.filter((place) => targets.has(place)) : [];
  return { places, steal };
}

/** The places whose column is a pair: both open and of one rank. They count nothing together. */
export function cancelled(faces: Faces): Set<number> {
  const places = new Set<number>();
  for (let column = 0; column < 3; column++) {
    const [above, below] = [faces[column], faces[column + 3]];
    if (above && below && above.slice(1) === below.slice(1)) places.add(column).add(column + 3);
  }
  return places;
}

/** Where the card at a place came from in the last action, as a place of the page; nothing if it lay there. */
export function cameFrom(view: View, seat: number, place: number): string | null {
  const last = view.last;
  if (!last || typeof last.action !== 'object') return null;
  if ('swap' in last.action) return last.seat === seat && last.action.swap === place ? 'held' : null;
  if (!('steal' in last.action)) return null;
  const { from, card, own } = last.action.steal;
  if (seat === last.seat && place === own) return cellName(from, card);
  return seat === from && place === card ? cellName(last.seat, own) : null;
}

/** Where the top discard came from. */
export function discardFrom(view: View): string | null {
  const last = view.last;
  if (!last) return 'stock';
  if (last.action === 'throw_away') return 'held';
  return typeof last.action === 'object' && 'swap' in last.action
    ? cellName(last.seat, last.action.swap)
    : null;
}

export const cellName = (seat: number, place: number): string => `cell:${seat}.${place}`;

/** What lies at each place, for whoever may see it all. */
export function facesOf(view: View, seat: number): { card: CardCode | null; up: boolean }[] {
  const faces = view.layouts[seat] ?? [];
  const known = view.face_down?.[seat];
  return faces.map((card, place) => ({ card: card ?? known?.[place] ?? null, up: card !== null }));
}

/** The table as the last round left it: everything face up, nothing to do. */
export function roundBefore(seen: Seen): Seen {
  const { view } = seen;
  const last = view.last_round;
  if (!last) return seen;
  const before = {
    ...view,
    round: view.round - 1,
    layouts: last.layouts,
    showing: view.results.at(-1) ?? view.showing,
    discards: last.discard ? [last.discard] : [],
    last: last.last,
    held: null,
    face_down: null,
  };
  return { ...seen, legal: [], view: before };
}
