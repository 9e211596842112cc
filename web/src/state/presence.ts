// How present somebody is, in words that count.
import type { TableSeat } from '../boards/contract';
import type { Dictionary } from '../i18n/i18n.svelte';

/** `now` as `performance.now()` counts. Nothing to say about somebody who is simply there. */
export function presenceWords(seat: TableSeat, now: number, words: Dictionary['table']): string {
  const { presence } = seat;
  if (seat.vacationUntil !== undefined) return words.vacation(seat.vacationUntil);
  if (presence === 'left') return seat.botPlays ? `${words.left}, ${words.botPlays}` : words.left;
  if (typeof presence === 'object') {
    const since = Math.max(0, now - seat.presenceAt);
    const ago = Math.floor((presence.disconnected.for_ms + since) / 1000);
    if (seat.botPlays || presence.disconnected.bot_in_ms === null) {
      return seat.botPlays ? `${words.lost(ago)}, ${words.botPlays}` : words.lost(ago);
    }
    return words.lostBot(ago, Math.max(0, Math.ceil((presence.disconnected.bot_in_ms - since) / 1000)));
  }
  if (seat.botPlays) return words.botPlays;
  return seat.kind === 'person' && presence === 'thinking' && !seat.you ? words.thinking : '';
}

/** Before and after a game somebody who has been gone for so long no longer keeps the others waiting: as on the server. */
export const ABSENT_AFTER_MS = 30_000;

/** Whether somebody has lost the connection, and how many milliseconds ago. */
export function goneFor(seat: TableSeat, now: number): number | null {
  if (typeof seat.presence !== 'object') return null;
  return seat.presence.disconnected.for_ms + Math.max(0, now - seat.presenceAt);
}
