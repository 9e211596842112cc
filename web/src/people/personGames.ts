// What the server knows of a person: results, and finished games a page at a time.
import { getJson } from '../net/http';
import type {
  FinishedGame,
  FinishedSeat,
  GameResults,
  HeadToHead,
  PersonFigure,
  PersonGames,
  PersonRating,
  PersonResults,
  SizeResults,
} from '../generated/http';

export type {
  FinishedGame,
  FinishedSeat,
  GameResults,
  HeadToHead,
  PersonFigure,
  PersonGames,
  PersonRating,
  PersonResults,
  SizeResults,
};

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

export async function againstOf(name: string, opponent: string): Promise<HeadToHead> {
  return (await getJson(`${person(name)}/against/${encodeURIComponent(opponent)}`)) as HeadToHead;
}

export type Ending = 'won' | 'shared' | 'lost';

/** How a game ended for the person whose games are listed. */
export function endingOf({ seats }: FinishedGame): Ending {
  if (!seats.some((seat) => seat.is_person && seat.won)) return 'lost';
  return seats.filter((seat) => seat.won).length > 1 ? 'shared' : 'won';
}

/** A bar of a game: how long it is, and how much of it was won, of 100 for the game that was played most. */
export interface ResultBar {
  game: string;
  played: number;
  won: number;
}

export function resultBars(results: readonly GameResults[]): ResultBar[] {
  const most = Math.max(1, ...results.map(({ played }) => played));
  const part = (n: number): number => Math.round((1000 * n) / most) / 10;
  return results.map(({ game, played, won }) => ({ game, played: part(played), won: part(won) }));
}
