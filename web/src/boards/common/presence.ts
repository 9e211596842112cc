// How present somebody is, in the few words that fit on a plate at the table's edge; the panel at the side says more.
import type { TableSeat } from '../contract';
import { words } from './words';

/** `now` as `performance.now()` counts. */
export function plateWords(seat: TableSeat, now: number): string {
  if (seat.kind === 'empty') return words.freeSeat;
  if (seat.kind === 'bot') return words.bot;
  if (seat.vacationUntil !== undefined) return words.vacation;
  const { presence } = seat;
  const away = presence === 'left' ? words.left : typeof presence === 'object' ? words.offline : '';
  if (seat.botPlays) return away === '' ? words.botPlays : `${away}, ${words.botPlays}`;
  if (typeof presence !== 'object' || presence.disconnected.bot_in_ms === null) return away;
  const left = presence.disconnected.bot_in_ms - Math.max(0, now - seat.presenceAt);
  return `${away}, ${words.botIn(Math.max(0, Math.ceil(left / 1000)))}`;
}

/** Whether the person is away, so that the plate shows it at a glance; on vacation they are, wherever they look. */
export function isAway(seat: TableSeat): boolean {
  if (seat.kind !== 'person') return false;
  return (
    seat.botPlays ||
    seat.vacationUntil !== undefined ||
    typeof seat.presence === 'object' ||
    seat.presence === 'left'
  );
}
