// How present somebody is, in words that count.
import type { SeatInfo } from '../boards/contract';
import type { Dictionary } from '../i18n/i18n.svelte';

/** `now` as `performance.now()` counts. Nothing to say about somebody who is simply there. */
export function presenceWords(seat: SeatInfo, now: number, words: Dictionary['table']): string {
  const { presence } = seat;
  if (presence === 'left') return seat.botPlays ? `${words.left}, ${words.botPlays}` : words.left;
  if (typeof presence === 'object') {
    const since = Math.max(0, now - seat.presenceAt);
    const ago = Math.floor((presence.lost.ago + since) / 1000);
    if (seat.botPlays || presence.lost.bot_in === null) {
      return seat.botPlays ? `${words.lost(ago)}, ${words.botPlays}` : words.lost(ago);
    }
    return words.lostBot(ago, Math.max(0, Math.ceil((presence.lost.bot_in - since) / 1000)));
  }
  if (seat.botPlays) return words.botPlays;
  return seat.kind === 'person' && presence === 'thinking' && !seat.you ? words.thinking : '';
}
