// What all boards say.
import { inLanguages } from '../../i18n/languages.svelte';

const english = {
  you: 'you',
  nameYou: (name: string) => `${name}, you`,
  player: (number: number) => `player ${number}`,
  nobody: 'nobody',
  freeSeat: 'free seat',
  bot: 'bot',
  left: 'left',
  offline: 'offline',
  vacation: 'on vacation',
  botPlays: 'a bot plays',
  botIn: (seconds: number) => `bot in ${seconds} s`,
  points: (points: number) => (points === 1 ? '1 point' : `${points} points`),
  toAct: 'to act',
  table: (game: string) => `The table, ${game}`,
  yourTurn: 'Your turn.',
  waiting: (names: string) => `Waiting for ${names}.`,
  sheet: { title: 'Totals by round', round: 'Round', total: 'Now' },
};

export type Words = typeof english;

export const words = inLanguages<Words>(english, {
  sv: () => import('./words.sv'),
  zh: () => import('./words.zh'),
});
