// The name of the poker hand that five cards are, for the person who holds them. It decides nothing: the server pays.
import type { CardCode } from '../../cards/card';
import type { HandClass } from './types';

const RANKS = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A'];

/** The class of a complete hand, and the cards that make it: those of a pair, all five of a straight. */
export interface NamedHand {
  class: HandClass;
  /** One card of each rank that the name speaks of, the more important first. */
  ranks: CardCode[];
}

/** What five cards are; `null` for fewer. */
export function handName(cards: readonly (CardCode | null)[]): NamedHand | null {
  const hand = cards.filter((card) => card !== null);
  if (hand.length !== 5) return null;
  const places = hand.map((card) => RANKS.indexOf(card.slice(1))).sort((one, other) => other - one);
  const isFlush = hand.every((card) => card[0] === hand[0]?.[0]);
  const straightTo = topOfStraight(places);
  const top = hand.filter((card) => RANKS.indexOf(card.slice(1)) === (straightTo ?? places[0])).slice(0, 1);
  if (straightTo !== null && isFlush)
    return { class: straightTo === RANKS.length - 1 ? 'royal_flush' : 'straight_flush', ranks: top };
  const groups = [...new Set(places)]
    .map((place) => hand.filter((card) => RANKS.indexOf(card.slice(1)) === place))
    .sort((one, other) => other.length - one.length);
  const sizes = groups.map((group) => group.length).join('');
  const ranks = groups.filter((group) => group.length > 1).flatMap((group) => group.slice(0, 1));
  if (sizes === '41') return { class: 'four_of_a_kind', ranks };
  if (sizes === '32') return { class: 'full_house', ranks };
  if (isFlush) return { class: 'flush', ranks: top };
  if (straightTo !== null) return { class: 'straight', ranks: top };
  if (sizes === '311') return { class: 'three_of_a_kind', ranks };
  if (sizes === '221') return { class: 'two_pairs', ranks };
  return sizes === '2111' ? { class: 'pair', ranks } : { class: 'high_card', ranks: top };
}

/** The place of the highest rank of a straight; an ace may stand below the two. */
function topOfStraight(places: readonly number[]): number | null {
  const [first = 0, second = 0] = places;
  const isRun = (from: number, list: readonly number[]) => list.every((place, n) => place === from - n);
  if (isRun(first, places)) return first;
  return first === RANKS.length - 1 && second === 3 && isRun(second, places.slice(1)) ? second : null;
}
