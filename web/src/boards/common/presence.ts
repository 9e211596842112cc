// How present somebody is, in a few words for the plate at the table's edge.
import type { SeatInfo } from '../contract';

export function presenceWords(seat: SeatInfo): string {
  if (seat.kind === 'empty') return 'free seat';
  if (seat.kind === 'bot') return 'bot';
  const presence = seat.presence;
  if (presence === 'left') return seat.botPlays ? 'left, a bot plays' : 'left';
  if (typeof presence === 'object') {
    if (seat.botPlays) return 'offline, a bot plays';
    const bot = presence.lost.bot_in;
    return bot === null ? 'offline' : `offline, bot in ${seconds(bot)}`;
  }
  if (seat.botPlays) return 'a bot plays';
  return '';
}

/** Whether the person is away, so that the plate shows it at a glance. */
export function isAway(seat: SeatInfo): boolean {
  return seat.kind === 'person' && (seat.botPlays || typeof seat.presence === 'object' || seat.presence === 'left');
}

export function seconds(milliseconds: number): string {
  return `${Math.max(0, Math.ceil(milliseconds / 1000))} s`;
}
