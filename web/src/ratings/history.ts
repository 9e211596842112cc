// Somebody's rating through time, as a line with its interval around it, in a box of 100 by 100.
import { getJson } from '../net/http';
import type { RatingHistory, RatingPoint } from '../generated/http';

export type { RatingHistory, RatingPoint };

export async function historyOf(name: string, game: string, size: string): Promise<RatingHistory> {
  const query = new URLSearchParams({ game, class: size });
  const path = `/api/people/${encodeURIComponent(name)}/ratings?${query.toString()}`;
  return (await getJson(path)) as RatingHistory;
}

export interface HistoryLines {
  line: string;
  band: string;
  low: number;
  high: number;
}

/** The rating after each game and its interval. The scale is in steps of a hundred points. */
export function historyLines(points: readonly RatingPoint[]): HistoryLines {
  const low = 100 * Math.floor(Math.min(...points.map(({ rating, interval }) => rating - interval)) / 100);
  const high = 100 * Math.ceil(Math.max(...points.map(({ rating, interval }) => rating + interval)) / 100);
  const x = (index: number): number => round((100 * index) / Math.max(1, points.length - 1));
  const y = (rating: number): number => round(100 - (100 * (rating - low)) / Math.max(1, high - low));
  const path = (of: (point: RatingPoint) => number): string[] =>
    points.map((point, index) => `${x(index)} ${y(of(point))}`);
  const above = path(({ rating, interval }) => rating + interval);
  const below = path(({ rating, interval }) => rating - interval);
  return {
    line: `M${path(({ rating }) => rating).join('L')}`,
    band: `M${[...above, ...below.reverse()].join('L')}Z`,
    low,
    high,
  };
}

/** At most this many of the points, evenly over time, the first and the last among them: for a table that can be read. */
export function sampled(points: readonly RatingPoint[], count: number): RatingPoint[] {
  if (points.length <= count) return [...points];
  const chosen = Array.from({ length: count }, (_, n) => Math.round((n * (points.length - 1)) / (count - 1)));
  return chosen.flatMap((index) => points[index] ?? []);
}

const round = (value: number): number => Math.round(value * 100) / 100;
