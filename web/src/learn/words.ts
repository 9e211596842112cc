// What the pages say about lessons. The lessons themselves come from the server in all languages.
import { inLanguages } from '../i18n/languages.svelte';

const english = {
  intro: 'Short positions, a task each. You play on the real board, and are told why.',
  progress: (done: number, all: number) => `${done} of ${all} solved`,
  begin: 'Begin',
  goOn: 'Go on',
  again: 'Once more',
  beginWith: (game: string) => `${game}: begin`,
  goOnWith: (game: string) => `${game}: go on`,
  againWith: (game: string) => `${game}: once more`,
  lessonsOf: (game: string) => `Learn ${game}`,
  all: 'All lessons',
  lesson: (number: number, count: number) => `Lesson ${number} of ${count}`,
  solved: 'solved',
  task: 'Your task',
  right: 'Right. Go on.',
  wrong: 'Not quite',
  done: 'Solved!',
  tryAgain: 'Try again',
  next: 'Next lesson',
  allSolved: (game: string) => `That was the last lesson of ${game}. Now play.`,
  play: 'Play a first game',
  playTitle: (game: string) => `Play a first game of ${game} against easy bots`,
  playHint: 'Against easy bots, with hints if you like.',
  you: 'You',
  loading: 'Preparing the board …',
  noLessons: 'There are no such lessons.',
};

export type Words = typeof english;

export const words = inLanguages<Words>(english, {
  sv: () => import('./words.sv'),
  zh: () => import('./words.zh'),
});
