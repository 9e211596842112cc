// What the figures of each game are called. The server sends English titles with them; other languages are here, and a game
// that is not here keeps the server's words.
import { inLanguages } from '../i18n/languages.svelte';

/** By game, then by the key of the figure. */
export type FigureTitles = Record<string, Record<string, string> | undefined>;

const titles = inLanguages<{ of: FigureTitles }>(
  { of: {} },
  { sv: () => import('./figureTitles.sv'), zh: () => import('./figureTitles.zh') },
);

/** The title of a figure in the language of this browser. */
export function figureTitle(game: string, figure: { key: string; title: string }): string {
  return titles.of[game]?.[figure.key] ?? figure.title;
}
