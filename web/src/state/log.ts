// The running log of a game: the events of each update once, in order.
import type { GameEvent, Missed } from '../generated/protocol';

export interface LogLine {
  seq: number;
  event: unknown;
  text: string;
}

/** The log with an update, which may have been known already. */
export function withUpdate(log: readonly LogLine[], seq: number, events: readonly GameEvent[]): LogLine[] {
  if (log.some((line) => line.seq === seq)) return [...log];
  const lines = events.map(({ event, text }) => ({ seq, event, text }));
  const later = log.findIndex((line) => line.seq > seq);
  return later < 0 ? [...log, ...lines] : [...log.slice(0, later), ...lines, ...log.slice(later)];
}

/** The log with all that was missed. */
export function withMissed(log: readonly LogLine[], missed: readonly Missed[]): LogLine[] {
  return missed.reduce<LogLine[]>((known, { seq, events }) => withUpdate(known, seq, events), [...log]);
}
