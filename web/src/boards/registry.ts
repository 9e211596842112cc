// Which board plays which game. Each is loaded when its table is opened.
import type { Board, Sheet } from './contract';

type Loader = () => Promise<{ default: Board }>;

const generic: Loader = () => import('./Generic.svelte');

const boards: Record<string, Loader> = {
  chicago: () => import('./chicago/Chicago.svelte'),
  gomoku: () => import('./gomoku/Gomoku.svelte'),
  golf: () => import('./golf/Golf.svelte'),
  sorry: () => import('./sorry/Sorry.svelte'),
  onecard: () => import('./onecard/OneCard.svelte'),
};

/** Games that are played in rounds have a sheet for what each was worth. */
const sheets: Record<string, () => Promise<{ default: Sheet }>> = {
  chicago: () => import('./chicago/Sheet.svelte'),
  golf: () => import('./golf/Sheet.svelte'),
  onecard: () => import('./onecard/Sheet.svelte'),
};

/** The board for a game; one without a board of its own is played with the generic one. */
export async function boardFor(game: string): Promise<Board> {
  const load = boards[game] ?? generic;
  return (await load()).default;
}

/** The score sheet for a game, if it has one. */
export async function sheetFor(game: string): Promise<Sheet | null> {
  return (await sheets[game]?.())?.default ?? null;
}
