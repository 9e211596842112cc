import type { Words } from './words';

export const words: Words = {
  you: 'du',
  nameYou: (name) => `${name}, du`,
  player: (number) => `spelare ${number}`,
  nobody: 'ingen',
  and: ' och ',
  freeSeat: 'ledig plats',
  bot: 'dator',
  left: 'har gått',
  offline: 'frånkopplad',
  botPlays: 'datorn spelar',
  botIn: (seconds) => `datorn om ${seconds} s`,
  points: (points) => `${points} poäng`,
  toAct: 'på tur',
  table: (game) => `Bordet, ${game}`,
  yourTurn: 'Din tur.',
  waiting: (names) => `Väntar på ${names}.`,
};
