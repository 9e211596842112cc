// How Swedish sentences are built.
import { written, type CardCode } from '../cards/card';
import { formatFor } from '../i18n/format';
import type { Voice } from './narrator';

/** Begins a sentence. */
export const Who = (voice: Voice, seat: number): string => (seat === voice.you ? 'Du' : voice.name(seat));
/** Inside a sentence, as who does something. */
export const who = (voice: Voice, seat: number): string => (seat === voice.you ? 'du' : voice.name(seat));
/** Inside a sentence, as who something is done to. */
export const whom = (voice: Voice, seat: number): string => (seat === voice.you ? 'dig' : voice.name(seat));

/** "Du, Ann och Bo", to begin a sentence. */
export const Whoever = (voice: Voice, seats: readonly number[]): string =>
  joined(seats.map((seat, index) => (index === 0 ? Who : who)(voice, seat))) || 'Ingen';

/** "10♠, 7♥ och 7♣". */
export const cards = (list: readonly CardCode[]): string => joined(list.map(written)) || 'inget';
/** "10♠ 7♥ 7♣". */
export const row = (list: readonly CardCode[]): string => list.map(written).join(' ');

/** "du 12, Ann 7". */
export const points = (voice: Voice, values: readonly number[], totals?: readonly number[]): string =>
  values
    .map((value, seat) => `${who(voice, seat)} ${value}${totals ? ` (summa ${totals[seat]})` : ''}`)
    .join(', ');

/** "A, B och C". */
export const joined = formatFor('sv').list;
