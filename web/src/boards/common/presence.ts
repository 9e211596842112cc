// How present somebody is, in the few words that fit on a plate at the table's edge; the panel at the side says more.
import type { SeatInfo } from '../contract';
import { words } from './words';

/** `now` as `performance.now()` counts. */
export function plateWords(seat: SeatInfo, now: number): string {
  if (seat.kind === 'empty') return words.freeSeat;
  if (seat.kind === 'bot') return words.bot;
  const { presence } = seat;
  const away = presence === 'left' ? words.left : typeof presence === 'object' ? words.offline : '';
  if (seat.botPlays) return away === '' ? words.botPlays : `${away}, ${words.botPlays}`;
  if (typeof presence !== 'object' || presence.lost.bot_in === null) return away;
  const left = presence.lost.bot_in - Math.max(0, now - seat.presenceAt);
  return `${away}, ${words.botIn(Math.max(0, Math.ceil(left / 1000)))}`;
}

/** Whether the person is away, so that the plate shows it at a glance. */
export function isAway(seat: SeatInfo): boolean {
  return (
    seat.kind === 'person' && (seat.botPlays || typeof seat.presence === 'object' || seat.presence === 'left')
  );
}
