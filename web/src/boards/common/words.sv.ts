import type { Words } from './words';

export const words: Words = {
  you: 'du',
  nameYou: (name) => `${name}, du`,
  player: (number) => `spelare ${number}`,
  nobody: 'ingen',
  freeSeat: 'ledig plats',
  bot: 'bot',
  left: 'har gått',
  offline: 'offline',
  vacation: 'semester',
  botPlays: 'en bot spelar',
  botIn: (seconds) => `bot om ${seconds} s`,
  points: (points) => `${points} poäng`,
  toAct: 'på tur',
  table: (game) => `Bordet, ${game}`,
  yourTurn: 'Din tur.',
  waiting: (names) => `Väntar på ${names}.`,
  sheet: { title: 'Ställning per giv', round: 'Giv', total: 'Nu' },
};
