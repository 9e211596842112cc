// What the settings say about vacations.
import { inLanguages } from '../i18n/languages.svelte';

const english = {
  title: 'Vacation',
  hint: 'Your clocks stand at games with an hour or more for a decision, and nobody calls you. The others see until when. Tournaments go on.',
  days: 'Days',
  left: (left: number, all: number) => `${left} of ${all} days are left this year.`,
  take: 'Go on vacation',
  on: (when: string) => `You are on vacation until ${when}.`,
  end: 'I am back',
};

export type Words = typeof english;

export const words = inLanguages<Words>(english, {
  sv: () => import('./words.sv'),
  zh: () => import('./words.zh'),
});
