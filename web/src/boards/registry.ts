// Which board plays which game. Each is loaded when its table is opened. A game needs no line here: the generic board
// plays any.
import type { Component } from 'svelte';

import type { Board, BoardProps, Sheet, SheetProps } from './contract';

/** A board or a sheet for some view: the registry alone knows that the view of a game fits its board. */
type BoardLoader = () => Promise<{ default: Component<BoardProps<never, never>> }>;
type SheetLoader = () => Promise<{ default: Component<SheetProps<never>> }>;

const generic: BoardLoader = () => import('./generic/Generic.svelte');
const genericSheet: SheetLoader = () => import('./generic/Sheet.svelte');

const boards: Record<string, BoardLoader | undefined> = {
  chicago: () => import('./chicago/Chicago.svelte'),
  gomoku: () => import('./gomoku/Gomoku.svelte'),
  golf: () => import('./golf/Golf.svelte'),
  sorry: () => import('./sorry/Sorry.svelte'),
  onecard: () => import('./onecard/OneCard.svelte'),
};

/** Games with a sheet from the beginning, or with more to show of their rounds than the scores after each. */
const sheets: Record<string, SheetLoader | undefined> = {
  chicago: () => import('./chicago/Sheet.svelte'),
  golf: () => import('./golf/Sheet.svelte'),
  onecard: () => import('./onecard/Sheet.svelte'),
};

/** Games in which nothing is dealt, drawn or shuffled: there is no deal to check. */
const WITHOUT_CHANCE: readonly string[] = ['gomoku'];

/** Whether something is dealt in a game; of one that is not known here it is assumed. */
export function isDealt(game: string): boolean {
  return !WITHOUT_CHANCE.includes(game);
}

/** The board for a game: its own, or the generic one. */
export async function boardFor(game: string): Promise<Board> {
  const load = boards[game] ?? generic;
  return (await load()).default as Board;
}

/** The score sheet for a game: its own, or the scores after each round if it has rounds. */
export async function sheetFor(game: string): Promise<Sheet> {
  const load = sheets[game] ?? genericSheet;
  return (await load()).default as Sheet;
}
