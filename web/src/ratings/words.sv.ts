import type { Words } from './words';

export const words: Words = {
  title: 'Rankning',
  boards: 'Topplistor',
  game: 'Spel',
  seats: 'Platser',
  seatsOf: (size) => `${size.replace('-', ' till ')} platser`,
  place: 'Placering',
  name: 'Namn',
  rating: 'Ranking',
  interval: 'Intervall',
  games: 'Antal spel',
  bots: 'Husets botar:',
  nobody: (games) => `Ingen har spelat ${games} räknade spel här än.`,
  listed: (games) => `Här står de som har minst ${games} räknade spel.`,
  counted: (games) => (games === 1 ? 'Ett spel räknas här.' : `${games} spel räknas här.`),
  explained:
    '400 poäng mer betyder tio mot ett. Det sanna talet ligger i intervallet 19 gånger av 20; ett frågetecken säger att det är brett.',
  history: 'Rankingen efter varje spel, med intervall',
  asTable: 'Som tabell',
  day: 'Dag',
  together: (name) => `Du och ${name}`,
  togetherGames: 'Tillsammans',
  youWon: 'Du vann',
  theyWon: (name) => `${name} vann`,
  waiting: 'De nya rankningarna räknas ut …',
  about: 'Bordet räknas i rankningen: den som går blir sist.',
  unrated: {
    same_address: 'Räknas inte: två spelare delar adress',
    legacy_client: 'Räknas inte: ett gammalt program är med',
  },
};
