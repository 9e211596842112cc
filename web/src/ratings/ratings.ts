// What the server knows of how strong people play.
import { getJson } from '../net/http';
import type { Leaderboard, RatingAfterGame, RatingChanges, RatingNumbers } from '../generated/http';

export type { Leaderboard, RatingAfterGame, RatingChanges, RatingNumbers };

/** The classes of table sizes that a game has, by the number of seats it can have. */
export function classesOf(minSeats: number, maxSeats: number): string[] {
  const classes: [string, number, number][] = [
    ['2', 2, 2],
    ['3-4', 3, 4],
    ['5-10', 5, 10],
  ];
  return classes.filter(([, from, to]) => from <= maxSeats && to >= minSeats).map(([name]) => name);
}

/** A rating as it is shown: whole points, with a question mark while it is uncertain. */
export const shown = ({ rating, provisional }: { rating: number; provisional: boolean }): string =>
  `${Math.round(rating)}${provisional ? '?' : ''}`;

export async function leaderboard(game: string, size: string): Promise<Leaderboard> {
  const query = new URLSearchParams({ game, class: size });
  return (await getJson(`/api/ratings?${query.toString()}`)) as Leaderboard;
}

/** How often the ratings after a game are asked for: the server waits some seconds with each answer. */
const ATTEMPTS = 10;

/** Tells how a game changed ratings, as soon as that is known. They are an extra: without them the result still stands. */
export async function changesOf(replay: string, tell: (changes: RatingChanges) => void): Promise<void> {
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const changes = (await getJson(`/api/replays/${replay}/ratings`)) as RatingChanges;
      tell(changes);
      if (changes.ready || !changes.rated) return;
    }
  } catch {
    // Nothing more is told.
  }
}
