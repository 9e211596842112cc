// What the board of any game says.
import { inLanguages } from '../../i18n/languages.svelte';

const english = {
  actions: 'What you can do',
  view: 'On the table',
  nothing: '–',
  yes: 'yes',
  no: 'no',
  over: (names: string) => `The game is over. Winning: ${names}.`,
};

export type Words = typeof english;

export const words = inLanguages<Words>(english, {
  sv: () => import('./words.sv'),
  zh: () => import('./words.zh'),
});
