// Playing cards as the server writes them: the letter of the suit, then the rank, as in `S10` or `HA`.
import { words } from './words';

/** A card in the server's writing. */
export type CardCode = string;

export type SuitLetter = 'S' | 'H' | 'D' | 'C';

export interface Face {
  suit: SuitLetter;
  rank: string;
}

/** Suits in the order in which people sort a hand here. */
export const SUITS: readonly SuitLetter[] = ['S', 'H', 'D', 'C'];
export const RANKS = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A'] as const;

const SIGNS: Record<SuitLetter, string> = { S: '♠', H: '♥', D: '♦', C: '♣' };

/** The face of a card; a code that is none is a mistake of the caller and is thrown. */
export function faceOf(code: CardCode): Face {
  const suit = code[0] as SuitLetter;
  const rank = code.slice(1);
  if (!SUITS.includes(suit) || !RANKS.some((known) => known === rank)) throw new Error(`no card: ${code}`);
  return { suit, rank };
}

/** As people write it: `10♠`. */
export function written(code: CardCode): string {
  const { suit, rank } = faceOf(code);
  return rank + SIGNS[suit];
}

/** As people say it: `10 of spades`. */
export function spoken(code: CardCode): string {
  const { suit, rank } = faceOf(code);
  return words.card(words.ranks[rank] ?? rank, words.suits[suit]);
}

/** The name of a suit, by its letter or by a card of it. */
export function suitName(code: string): string {
  return words.suits[code[0] as SuitLetter] ?? '';
}

/** The name of a rank, as in "a queen". */
export function rankName(code: CardCode): string {
  const { rank } = faceOf(code);
  return words.ranks[rank] ?? rank;
}

/** Where a card stands in a sorted hand: spades, hearts, diamonds, clubs, in each suit from the two to the ace. */
export function sortKey(code: CardCode): number {
  const { suit, rank } = faceOf(code);
  return SUITS.indexOf(suit) * RANKS.length + RANKS.findIndex((known) => known === rank);
}

/** For a hand that is sorted by rank; cards of one rank stand in the order of suits. */
export function byRank(one: CardCode, other: CardCode): number {
  const place = (code: CardCode) => RANKS.findIndex((known) => known === faceOf(code).rank);
  return place(one) - place(other) || sortKey(one) - sortKey(other);
}

export function sorted(codes: readonly CardCode[]): CardCode[] {
  return [...codes].sort((one, other) => sortKey(one) - sortKey(other));
}

/** Cards with a key each that stays the same while a hand changes: the second of two equal cards is another one. */
export function keyed(codes: readonly CardCode[]): { code: CardCode; key: string }[] {
  const seen = new Map<CardCode, number>();
  return codes.map((code) => {
    const copy = seen.get(code) ?? 0;
    seen.set(code, copy + 1);
    return { code, key: copy === 0 ? code : `${code}.${copy}` };
  });
}

/** `10♠, J♥ and A♣`. */
export function listed(codes: readonly CardCode[]): string {
  const cards = codes.map(written);
  const last = cards.pop();
  if (last === undefined) return '';
  return cards.length === 0 ? last : `${cards.join(', ')}${words.and}${last}`;
}
