// What the server knows of a person: results, and finished games a page at a time.
import { getJson } from '../net/http';
import type { RatingAfterGame, RatingNumbers } from '../ratings/ratings';

export interface PersonRating extends RatingNumbers {
  game: string;
  class: string;
}

export interface SizeResults {
  seats: number;
  played: number;
  won: number;
}

/** One figure of somebody in one game; without a value there is nothing to show yet. */
export interface PersonFigure {
  key: string;
  kind: 'count' | 'mean' | 'min' | 'max';
  title: string;
  samples: number;
  value?: number;
}

export interface GameResults {
  game: string;
  played: number;
  won: number;
  sizes: SizeResults[];
  figures: PersonFigure[];
}

export interface PersonResults {
  name: string;
  games: GameResults[];
  ratings: PersonRating[];
}

export interface FinishedSeat {
  name: string;
  is_person: boolean;
  won: boolean;
  score: number;
  rating?: RatingAfterGame;
}

export interface FinishedGame {
  replay_id: string;
  game: string;
  ended_at: number;
  public: boolean;
  rated: boolean;
  seats: FinishedSeat[];
}

export interface PersonGames {
  games: FinishedGame[];
  next?: number;
}

export type ResultFilter = '' | 'won' | 'not_won';

export interface GamesFilter {
  game: string;
  result: ResultFilter;
  /** Somebody who played in them too; empty for anybody. */
  opponent: string;
}

/** The figures to show: nothing before a game was counted, and then all that have a value. */
export function shownFigures(figures: PersonFigure[]): PersonFigure[] {
  const counted = figures.some(({ samples }) => samples > 0);
  return counted ? figures.filter(({ value }) => value !== undefined) : [];
}

const person = (name: string): string => `/api/people/${encodeURIComponent(name)}`;

export async function resultsOf(name: string): Promise<PersonResults> {
  return (await getJson(person(name))) as PersonResults;
}

/** The address of a page of somebody's games. */
export function gamesPath(name: string, { game, result, opponent }: GamesFilter, before?: number): string {
  const query = new URLSearchParams();
  if (game !== '') query.set('game', game);
  if (result !== '') query.set('result', result);
  if (opponent !== '') query.set('opponent', opponent);
  if (before !== undefined) query.set('before', String(before));
  const text = query.toString();
  return `${person(name)}/games${text === '' ? '' : `?${text}`}`;
}

export async function gamesOf(name: string, filter: GamesFilter, before?: number): Promise<PersonGames> {
  return (await getJson(gamesPath(name, filter, before))) as PersonGames;
}

/** How two people did in games that both played in, as far as both may be told. */
export interface HeadToHead {
  games: { game: string; played: number; won: number; opponent_won: number }[];
}

export async function againstOf(name: string, opponent: string): Promise<HeadToHead> {
  return (await getJson(`${person(name)}/against/${encodeURIComponent(opponent)}`)) as HeadToHead;
}

export type Ending = 'won' | 'shared' | 'lost';

/** How a game ended for the person whose games are listed. */
export function endingOf({ seats }: FinishedGame): Ending {
  if (!seats.some((seat) => seat.is_person && seat.won)) return 'lost';
  return seats.filter((seat) => seat.won).length > 1 ? 'shared' : 'won';
}
