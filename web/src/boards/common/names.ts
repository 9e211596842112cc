// Names in sentences.
import { i18n } from '../../i18n/i18n.svelte';
import type { TableSeat } from '../contract';
import { words } from './words';

/** `Ann, Bo and you`. */
export function namesOf(seats: readonly TableSeat[], list: readonly number[]): string {
  const names = list.map((seat) =>
    seats[seat]?.you ? words.you : (seats[seat]?.name ?? words.player(seat + 1)),
  );
  return names.length === 0 ? words.nobody : i18n.t.format.list(names);
}

/** Who has to decide; nothing if nobody has, as at the end of a lesson. */
export function waitingFor(seats: readonly TableSeat[], toAct: readonly number[]): string {
  return toAct.length > 0 ? words.waiting(namesOf(seats, toAct)) : '';
}
