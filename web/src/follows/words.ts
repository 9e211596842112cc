// What the pages say about following people.
import { inLanguages } from '../i18n/languages.svelte';

const english = {
  follow: (name: string) => `Follow ${name}`,
  unfollow: (name: string) => `Unfollow ${name}`,
  list: 'People you follow',
  hint: 'Their running public games stand in the lobby. Nobody learns whom you follow.',
  nobody: 'You follow nobody yet: the button is on everybody’s page.',
  playing: 'People you follow are playing',
};

export type Words = typeof english;

export const words = inLanguages<Words>(english, {
  sv: () => import('./words.sv'),
  zh: () => import('./words.zh'),
});
