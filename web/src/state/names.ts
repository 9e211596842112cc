// What people at a table are called.
import type { Occupant } from '../generated/protocol';
import { i18n } from '../i18n/i18n.svelte';

export function seatName(occupant: Occupant, seat: number): string {
  if (occupant === 'empty') return i18n.t.table.freeSeat;
  if ('person' in occupant) return occupant.person.name;
  return i18n.t.table.bot(seat + 1);
}

const FIRST =
  'Amber Bold Calm Clever Daring Fair Gentle Golden Happy Jolly Kind Lucky Merry Mild Noble Quick Quiet Silver Sunny Witty'.split(
    ' ',
  );
const LAST =
  'Badger Crane Dove Falcon Finch Fox Hare Heron Lark Lynx Magpie Marten Otter Owl Raven Robin Seal Swan Tern Wren'.split(
    ' ',
  );

/** A friendly name for somebody who has not picked one; a number makes it rarer. */
export function suggestName(random: () => number, attempt = 0): string {
  const pick = (list: string[]): string => list[Math.floor(random() * list.length)] ?? '';
  const name = `${pick(FIRST)} ${pick(LAST)}`;
  return attempt === 0 ? name : `${name} ${2 + Math.floor(random() * 97)}`;
}
