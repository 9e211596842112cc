// What the pages say about what the server knows of a person.
import { inLanguages } from '../i18n/languages.svelte';

const english = {
  title: 'What is known of you',
  exportHint: 'All that this server knows of you, as one file: games, figures, devices and lists.',
  export: 'Download my data',
  forgetHint:
    'Your name, devices, lists, figures and ratings are deleted. Games stay with those you played with, without your name. It cannot be undone.',
  forget: 'Delete me …',
  question: (name: string) => `To delete ${name} for good, write that name here:`,
  sure: 'Delete me for good',
  cancel: 'Keep me',
};

export type Words = typeof english;

export const words = inLanguages<Words>(english, {
  sv: () => import('./words.sv'),
  zh: () => import('./words.zh'),
});
