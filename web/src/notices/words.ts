// What notices of the system say.
import { inLanguages } from '../i18n/languages.svelte';

const english = {
  notify: 'Notices when you look elsewhere',
  notifyHint:
    'This page says when it is your turn or somebody wants to play. Nothing is sent over other servers.',
  blocked: 'This browser does not allow notices from here. Its own settings can change that.',
  yourTurn: (game: string) => `Your turn: ${game}`,
  with: (names: string) => `With ${names}`,
  proposal: (game: string) => `A table for ${game} is ready`,
};

export type Words = typeof english;

export const words = inLanguages<Words>(english, {
  sv: () => import('./words.sv'),
  zh: () => import('./words.zh'),
});
