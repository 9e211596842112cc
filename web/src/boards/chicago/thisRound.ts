// The five things a round of Chicago pays for, each with its place from the beginning of the round. Without a page.
import type { Award, HandClass, View } from './types';

export type RowName = 'hand1' | 'hand2' | 'hand3' | 'chicago' | 'last_trick';

export interface Row {
  name: RowName;
  /** Whose it is, or who tries for it. */
  seat: number | null;
  /** For which hand. */
  hand: HandClass | null;
  points: number | null;
  /** Open: not decided yet. Tried: somebody plays Chicago. */
  state: 'open' | 'tried' | 'paid' | 'nobody';
}

export interface ThisRound {
  /** Whether these are the rows of the round before: they stay until the new round pays its first hand. */
  before: boolean;
  rows: Row[];
}

const CHICAGO = 15;
const LAST_TRICK = 5;
const NAMES = ['hand1', 'hand2', 'hand3'] as const;

const open = (name: RowName): Row => ({ name, seat: null, hand: null, points: null, state: 'open' });
const nobody = (name: RowName, hand: HandClass | null = null): Row => ({
  ...open(name),
  hand,
  state: 'nobody',
});

function handRow(name: RowName, award: Award | undefined): Row {
  if (award === undefined) return open(name);
  if (award === 'no_hand') return nobody(name);
  if ('drawn' in award) return nobody(name, award.drawn.class);
  if ('royal' in award) {
    return { ...open(name), seat: award.royal.seat, hand: 'royal_flush', state: 'paid' };
  }
  const { seat, class: hand, points } = award.paid;
  return { name, seat, hand, points, state: 'paid' };
}

/** What a round has paid so far. */
export function thisRound(view: View): ThisRound {
  const last = view.last_round;
  const isNew = view.awards.length === 0 && view.tricks.length === 0;
  const isPlayed = view.phase === 'over' && view.tricks.filter(({ winner }) => winner !== null).length === 5;
  const ended = last && (isNew || isPlayed) ? last : null;
  const awards = ended?.awards ?? view.awards;
  const caller = ended ? ended.caller : view.caller;
  const hands = NAMES.map((name, index) => handRow(name, awards[index]));

  let chicago = open('chicago');
  if (ended && caller !== null) {
    const points = ended.chicago_made ? CHICAGO : -CHICAGO;
    chicago = { ...chicago, seat: caller, points, state: 'paid' };
  } else if (caller !== null) chicago = { ...chicago, seat: caller, points: CHICAGO, state: 'tried' };
  else if (ended || view.phase === 'tricks') chicago = nobody('chicago');

  let trick = open('last_trick');
  if (ended) {
    const seat = ended.last_trick_paid;
    trick = seat === null ? nobody('last_trick') : { ...trick, seat, points: LAST_TRICK, state: 'paid' };
  }
  return { before: isNew && ended !== null, rows: [...hands, chicago, trick] };
}
