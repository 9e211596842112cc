// Which board plays which game. Each is loaded when its table is opened.
import type { Board } from './contract';

type Loader = () => Promise<{ default: Board }>;

const generic: Loader = () => import('./Generic.svelte');

const boards: Record<string, Loader> = {};

/** The board for a game; one without a board of its own is played with the generic one. */
export async function boardFor(game: string): Promise<Board> {
  const load = boards[game] ?? generic;
  return (await load()).default;
}
