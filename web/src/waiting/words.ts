// What the pages say about games that wait for one.
import { inLanguages } from '../i18n/languages.svelte';

const english = {
  waiting: (count: number) => (count === 1 ? '1 game waits for you' : `${count} games wait for you`),
  with: (names: string) => `with ${names}`,
};

export type Words = typeof english;

export const words = inLanguages<Words>(english, {
  sv: () => import('./words.sv'),
  zh: () => import('./words.zh'),
});
