// The rules of the games, one file of docs/games for each game and language. None is loaded before it is wanted.
import type { Settings } from '../state/settings';

export type Texts = Record<string, () => Promise<string>>;

const FOLDER = '../../../docs/games/';
const written: Texts = import.meta.glob<string>('../../../docs/games/**/*.md', {
  query: '?raw',
  import: 'default',
});

/** What loads the rules in this language, or in English where it has none; nothing for a game that is not there. */
export function rulesOf(
  game: string,
  locale: Settings['locale'],
  texts: Texts = written,
): (() => Promise<string>) | undefined {
  return texts[`${FOLDER}${locale}/${game}.md`] ?? texts[`${FOLDER}${game}.md`];
}
