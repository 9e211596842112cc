// The names of cards.
import { inLanguages } from '../i18n/languages.svelte';
import type { SuitLetter } from './card';

const english = {
  suits: { S: 'spades', H: 'hearts', D: 'diamonds', C: 'clubs' } as Record<SuitLetter, string>,
  ranks: { J: 'jack', Q: 'queen', K: 'king', A: 'ace' } as Record<string, string>,
  card: (rank: string, suit: string) => `${rank} of ${suit}`,
  and: ' and ',
};

export type Words = typeof english;

export const words = inLanguages<Words>(english, {
  sv: () => import('./words.sv'),
  zh: () => import('./words.zh'),
});
