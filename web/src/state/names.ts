// What people at a table are called.
import type { Occupant } from '../generated/protocol';
import { i18n } from '../i18n/i18n.svelte';

export function seatName(occupant: Occupant, seat: number): string {
  if (occupant === 'empty') return i18n.t.table.freeSeat;
  if ('person' in occupant) return occupant.person.name;
  return i18n.t.table.bot(seat + 1);
}

/** A friendly name, in the language of this browser, for somebody who has not picked one; a number makes it rarer. */
export function suggestName(random: () => number, attempt = 0): string {
  const { first, last } = i18n.t.names;
  const pick = (list: string): string => {
    const words = list.split(' ');
    return words[Math.floor(random() * words.length)] ?? '';
  };
  // Chinese has no spaces between words.
  const name = `${pick(first)} ${pick(last)}`.replace('的 ', '的');
  return attempt === 0 ? name : `${name} ${2 + Math.floor(random() * 97)}`;
}
