// What the pages say about ratings.
import { inLanguages } from '../i18n/languages.svelte';

const english = {
  title: 'Ratings',
  boards: 'Leaderboards',
  game: 'Game',
  seats: 'Seats',
  seatsOf: (size: string) => `${size.replace('-', ' to ')} seats`,
  place: 'Place',
  name: 'Name',
  rating: 'Rating',
  interval: 'Interval',
  games: 'Games',
  bots: 'Bots of the house:',
  nobody: (games: number) => `Nobody has played ${games} rated games here yet.`,
  listed: (games: number) => `Listed are people with at least ${games} rated games.`,
  counted: (games: number) => (games === 1 ? 'One game counts here.' : `${games} games count here.`),
  explained:
    '400 points more are odds of ten to one. The true number lies within the interval 19 times out of 20; a question mark says that it is wide.',
  history: 'The rating after each game, with its interval',
  asTable: 'As a table',
  day: 'Day',
  together: (name: string) => `You and ${name}`,
  togetherGames: 'Together',
  youWon: 'You won',
  theyWon: (name: string) => `${name} won`,
  waiting: 'The new ratings are being computed …',
  about: 'This table is rated: leaving counts as the last place.',
  unrated: {
    same_address: 'Not rated: two players share an address',
    legacy_client: 'Not rated: an old program plays along',
  },
};

export type Words = typeof english;

export const words = inLanguages<Words>(english, {
  sv: () => import('./words.sv'),
  zh: () => import('./words.zh'),
});
