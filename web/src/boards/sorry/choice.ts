// What can be done with the card, and where it shows on the board. Without a page.
import { pointOf, walk, type Point } from './geometry';
import type { Action, Place, Seen, Target, View } from './types';

export const isSame = (one: Action, other: Action): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What is legal, with where it leads. */
export function choices({ legal, view }: Seen): Target[] {
  return legal.flatMap((action) => {
    if (action === 'roll') return [];
    const target = view.targets.find((target) => isSame(target.action, action));
    return target ? [target] : [];
  });
}

/** The opponent something is done to. */
export function opponentOf(action: Action): number | null {
  if (typeof action !== 'object') return null;
  if ('switch' in action) return action.switch;
  return 'take' in action ? action.take : action.sorry;
}

/** Where a choice is touched on the board: where the pawn goes, or the pawn it is done to. A pass has no place. */
export function touchPlace(view: View, target: Target): { seat: number; place: Place } | null {
  if (target.action === 'forfeit') return null;
  const opponent = opponentOf(target.action);
  if (opponent === null) return { seat: view.mover, place: target.to };
  const pawn = view.pawns[opponent];
  return pawn ? { seat: opponent, place: pawn.place } : null;
}

/** The way a choice goes over the board: the squares the pawn walks over, or straight to the pawn it is done to. */
export function wayOf(view: View, target: Target): Point[] {
  const from = view.pawns[view.mover]?.place;
  const touch = touchPlace(view, target);
  if (from === undefined || touch === null) return [];
  if (typeof target.action === 'object') {
    return [pointOf(view.mover, from), pointOf(touch.seat, touch.place)];
  }
  return walk(view.mover, from, target.to, target.action !== 'backward');
}

/** How the pawns moved from one view to the next, by the events between them. */
export interface Movement {
  seat: number;
  from: Place;
  to: Place;
  how: 'walk' | 'back' | 'glide';
  /** Waits until the mover has arrived. */
  after: boolean;
}

export function movements(before: View, now: View, events: readonly unknown[]): Movement[] {
  const walked = events.find(
    (event): event is { moved: { seat: number; how: unknown } } =>
      typeof event === 'object' && event !== null && 'moved' in event,
  )?.moved;
  return now.pawns.flatMap((pawn, seat): Movement[] => {
    const old = before.pawns[seat];
    if (!old || JSON.stringify(old.place) === JSON.stringify(pawn.place)) return [];
    const move = { seat, from: old.place, to: pawn.place };
    if (walked?.seat !== seat) return [{ ...move, how: 'glide', after: walked !== undefined }];
    const back = typeof walked.how === 'object' && walked.how !== null && 'backward' in walked.how;
    return [{ ...move, how: walked.how === 'take' ? 'glide' : back ? 'back' : 'walk', after: false }];
  });
}
