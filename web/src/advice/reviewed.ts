// What a review says, and its chart: pure functions.
import type { Choice } from './suggest';

export interface SeatReview {
  decisions: number;
  cost: number;
  mean_cost: number;
  result: number;
  luck: number;
  luck_error: number;
  adjusted: number;
}

export interface ReviewedDecision {
  step: number;
  seat: number;
  played: Choice;
  best: Choice;
  played_text: string;
  best_text: string;
  played_value: number | null;
  best_value: number | null;
  cost: number | null;
  choices: number;
  grade: number;
}

export interface GameReview {
  reviewer: number;
  effort: string;
  steps: number;
  luck_method: 'none' | 'exact' | 'estimated';
  seats: SeatReview[];
  decisions: ReviewedDecision[];
  chances: { step: number; luck: number[] }[];
}

export interface ReviewAnswer {
  state: 'none' | 'running' | 'done';
  percent: number;
  review?: GameReview | { problem: string };
}

export interface ChancePoint {
  step: number;
  value: number;
}

/** A seat's chance to win through the game: after each of its decisions that was looked at, and at the end. */
export function chanceOf({ decisions, seats, steps }: GameReview, seat: number): ChancePoint[] {
  const points = decisions
    .filter((decision) => decision.seat === seat && decision.played_value !== null)
    .map(({ step, played_value }) => ({ step, value: played_value ?? 0 }));
  return [{ step: 0, value: 1 / seats.length }, ...points, { step: steps, value: seats[seat]?.result ?? 0 }];
}

/** The value that holds at a step. */
export function chanceAt(points: readonly ChancePoint[], step: number): number {
  return points.filter((point) => point.step <= step).at(-1)?.value ?? 0;
}

/** A line through the points, in a box of 100 by 100. */
export function chancePath(points: readonly ChancePoint[], steps: number): string {
  const place = ({ step, value }: ChancePoint): string =>
    `${round((100 * step) / Math.max(1, steps))} ${round(100 - 100 * value)}`;
  return `M${points.map(place).join('L')}`;
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** The decisions that cost much, in order. */
export const costly = ({ decisions }: GameReview): ReviewedDecision[] =>
  decisions.filter(({ grade }) => grade > 0);

/** The seats whose decisions cost least on average; none if nobody played better than another. */
export function bestSeats({ seats }: GameReview): number[] {
  const played = seats.map((seat, index) => ({ ...seat, index })).filter(({ decisions }) => decisions > 0);
  const least = Math.min(...played.map(({ mean_cost }) => mean_cost));
  const best = played.filter(({ mean_cost }) => mean_cost === least);
  return played.length > 1 && best.length === played.length ? [] : best.map(({ index }) => index);
}

/** Luck below this share of a win is not worth a word. */
const WORTH_A_WORD = 0.05;

/** The seat that luck moved most, if it is worth a word. */
export function luckiest({ seats }: GameReview): number | null {
  let most: number | null = null;
  seats.forEach(({ luck }, seat) => {
    if (Math.abs(luck) > Math.max(WORTH_A_WORD, Math.abs(seats[most ?? -1]?.luck ?? 0))) most = seat;
  });
  return most;
}

/** What the summary is said with. */
export interface SummaryWords {
  best(name: string, cost: string): string;
  youBest(players: number, cost: string): string;
  even: string;
  lucky(name: string, share: string): string;
  unlucky(name: string, share: string): string;
  youLucky(share: string): string;
  youUnlucky(share: string): string;
  luckless: string;
  noChance: string;
}

/** The review in two sentences, to the reader if they sat there: who played best, and what luck did. */
export function summary(
  review: GameReview,
  names: readonly string[],
  you: number | null,
  words: SummaryWords,
  format: {
    cost(share: number): string;
    luck(share: number): string;
    list(parts: readonly string[]): string;
  },
): string[] {
  const best = bestSeats(review);
  const [first] = best;
  const cost = format.cost(review.seats[first ?? -1]?.mean_cost ?? 0);
  const own = Math.abs(review.seats[you ?? -1]?.luck ?? 0) > WORTH_A_WORD ? you : null;
  const moved = own ?? luckiest(review);
  const luck = review.seats[moved ?? -1]?.luck ?? 0;
  const share = format.luck(Math.abs(luck));
  const name = names[moved ?? -1] ?? '';
  const ofLuck = (): string => {
    if (review.luck_method === 'none') return words.noChance;
    if (moved === null) return words.luckless;
    if (moved === you) return luck > 0 ? words.youLucky(share) : words.youUnlucky(share);
    return luck > 0 ? words.lucky(name, share) : words.unlucky(name, share);
  };
  const ofPlay = (): string => {
    if (first === undefined) return words.even;
    if (best.length === 1 && first === you) return words.youBest(review.seats.length, cost);
    return words.best(format.list(best.map((seat) => names[seat] ?? '')), cost);
  };
  return [ofPlay(), ofLuck()];
}
