// Names in sentences.
import type { SeatInfo } from '../contract';

/** `Ann, Bo and you`. */
export function namesOf(seats: readonly SeatInfo[], list: readonly number[]): string {
  const names = list.map((seat) => (seats[seat]?.you ? 'you' : (seats[seat]?.name ?? `player ${seat + 1}`)));
  const last = names.pop() ?? 'nobody';
  return names.length === 0 ? last : `${names.join(', ')} and ${last}`;
}
