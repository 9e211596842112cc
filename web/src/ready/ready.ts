// What somebody would play, as the form holds it, and the request that is made from it.
import type { Pace, ReadyGroup, ReadyWish } from '../generated/protocol';
import type { Format } from '../i18n/format';
import type { GameInfo } from '../state/games.svelte';

export const PACES: readonly Pace[] = ['quick', 'calm', 'days'];
/** Seconds until bots fill the table; `null` for never. */
export const BOTS_AFTER: readonly (number | null)[] = [30, 60, 300, null];
export const HOURS: readonly number[] = [1, 2];

/** The numbers of seats that some of these games can have. */
export function seatRange(games: readonly GameInfo[], chosen: readonly string[]): [number, number] {
  const list = games.filter((game) => chosen.includes(game.name));
  if (list.length === 0) return [2, 2];
  return [Math.min(...list.map((game) => game.min_seats)), Math.max(...list.map((game) => game.max_seats))];
}

/** The wish of somebody who joins a group: that game, as many as it takes. */
export function wishFor(group: ReadyGroup, game: GameInfo | undefined): ReadyWish {
  return {
    games: [group.game],
    min_seats: game?.min_seats ?? 2,
    max_seats: game?.max_seats ?? group.needed,
    pace: group.pace,
    bots_after_seconds: 60,
  };
}

/** "Ann, Bo and Cy", without oneself. */
export function namesOf(people: readonly string[], own: string | null, format: Format): string {
  return format.list(people.filter((name) => name !== own));
}
