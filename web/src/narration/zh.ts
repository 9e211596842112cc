// How Chinese sentences are built.
import { written, type CardCode } from '../cards/card';
import type { Voice } from './narrator';

export const who = (voice: Voice, seat: number): string => (seat === voice.you ? '你' : voice.name(seat));

/** “你、Ann和Bo”。 */
export const whoever = (voice: Voice, seats: readonly number[]): string =>
  joined(seats.map((seat) => who(voice, seat))) || '无人';

export const cards = (list: readonly CardCode[]): string => list.map(written).join('、');
export const row = (list: readonly CardCode[]): string => list.map(written).join(' ');

export const points = (voice: Voice, values: readonly number[], totals?: readonly number[]): string =>
  values
    .map((value, seat) => `${who(voice, seat)} ${value} 分${totals ? `（总分 ${totals[seat]}）` : ''}`)
    .join('，');

function joined(parts: readonly string[]): string {
  const last = parts.at(-1);
  if (last === undefined || parts.length === 1) return last ?? '';
  return `${parts.slice(0, -1).join('、')}和${last}`;
}

/** Chinese characters stand a little apart from letters, digits and the signs of suits. */
export function said(parts: TemplateStringsArray, ...values: (string | number)[]): string {
  return String.raw({ raw: parts }, ...values)
    .replaceAll(/(\p{Script=Han})([A-Za-z0-9])/gu, '$1 $2')
    .replaceAll(/([A-Za-z0-9!♠♥♦♣])(\p{Script=Han})/gu, '$1 $2');
}
