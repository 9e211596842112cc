// What the pages say about people who would play.
import { inLanguages } from '../i18n/languages.svelte';

const english = {
  title: 'I would play',
  intro: 'Say what you would play. As soon as enough people want the same, you are asked to sit down.',
  games: 'Games',
  seats: 'At the table',
  from: 'at least',
  to: 'at most',
  pace: 'Pace',
  paces: { quick: 'quick (20 s)', calm: 'calm (90 s)', days: 'a day for each move' },
  bots: 'If seats stay empty',
  botsNever: 'people only',
  botsAfter: (seconds: number) =>
    seconds < 60 ? `bots after ${seconds} s` : `bots after ${seconds / 60} min`,
  minutes: 'Ask me for',
  hours: (hours: number) => (hours === 1 ? 'an hour' : `${hours} hours`),
  call: 'Call me if I am away',
  callHint:
    'You stay on the list when you close the page. When everybody who is here has said yes, you are called and have three minutes to come.',
  callSettings: 'Where you are called',
  start: 'Put me on the list',
  change: 'Change',
  stop: 'Stop waiting',
  waiting: (games: string) => `You are on the list for ${games}.`,
  waitingHint: 'Stay in the lobby or do something else here: you are asked on every page.',
  callWaitingHint: 'You may close the page: you are called when there is a table.',
  group: (here: number, needed: number, game: string) => `${here} of ${needed} for ${game}`,
  join: 'I am in',
  joinGroup: (game: string, names: string) => `Play ${game} with ${names}`,
  proposal: (game: string) => `A table for ${game}`,
  with: (names: string) => `With ${names}.`,
  andBots: (count: number) =>
    count === 1 ? 'A bot takes the other seat.' : `${count} bots take the other seats.`,
  called: (names: string) => `Away, and being called: ${names}. That can take three minutes.`,
  accept: 'Sit down',
  decline: 'Not now',
  accepted: 'Waiting for the others …',
  seconds: (seconds: number) => `${seconds} s`,
  minutesLeft: (minutes: number) => `${minutes} min`,
  failed: 'Not everybody sat down. You are still on the list.',
  dropped: 'You did not answer in time, so you are off the list.',
  looking: (name: string) => `Looking for ${name}’s table …`,
  noTable: (name: string) => `${name} has no open table just now.`,
  noTableHint: 'Wait here until there is one, or open a table in the lobby.',
  waitFor: 'Wait here',
  waitingFor: (name: string) => `You come to ${name}’s table as soon as there is one.`,
  openOne: 'Open a table',
};

export type Words = typeof english;

export const words = inLanguages<Words>(english, {
  sv: () => import('./words.sv'),
  zh: () => import('./words.zh'),
});
