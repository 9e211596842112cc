// What the figures of each game are called. The server sends English titles with them; other languages are here, and a game
// that is not here keeps the server's words.
import type { FigureKey as Chicago } from '../generated/games/chicago';
import type { FigureKey as Golf } from '../generated/games/golf';
import type { FigureKey as Gomoku } from '../generated/games/gomoku';
import type { FigureKey as OneCard } from '../generated/games/onecard';
import type { FigureKey as Sorry } from '../generated/games/sorry';
import { inLanguages } from '../i18n/languages.svelte';

/** By game, then by the key of the figure: a language has a title for every figure that the rules count, and no other. */
export interface FigureTitles {
  chicago: Record<Chicago, string>;
  golf: Record<Golf, string>;
  gomoku: Record<Gomoku, string>;
  onecard: Record<OneCard, string>;
  sorry: Record<Sorry, string>;
}

const titles = inLanguages<{ of: FigureTitles | null }>(
  { of: null },
  { sv: () => import('./figureTitles.sv'), zh: () => import('./figureTitles.zh') },
);

/** The title of a figure in the language of this browser. */
export function figureTitle(game: string, figure: { key: string; title: string }): string {
  // What the server counts may be newer than this page.
  const known: Record<string, Record<string, string> | undefined> = { ...titles.of };
  return known[game]?.[figure.key] ?? figure.title;
}
