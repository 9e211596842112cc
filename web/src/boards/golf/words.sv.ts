import { spoken, written } from '../../cards/card';
import type { Words } from './words';

export const PLACES = [
  'uppe till vänster',
  'uppe i mitten',
  'uppe till höger',
  'nere till vänster',
  'nere i mitten',
  'nere till höger',
];

export const words: Words = {
  table: 'Bordet, sexkortsgolf',
  round: (round, rounds) => `Runda ${round} av ${rounds}`,
  lastTurns: (name) => `${name} är klar: sista turen`,
  layoutOf: (name) => `Korten hos ${name}`,
  yours: 'Dina sex kort',
  cell: (place, card) => `${PLACES[place]}, ${card ? spoken(card) : 'dolt'}`,
  cancelled: 'ett par, räknas inte',
  pair: 'par',
  change: (points) => `${points} poäng`,
  picked: 'valt',
  stock: (count) => `Talong, ${count} kort`,
  discard: (card) => (card ? `Kasthög, ${spoken(card)} överst` : 'Kasthög, tom'),
  held: (name, _you, card) => `${name} håller ${card ? spoken(card) : 'ett kort'}`,
  shows: (points) => `visar ${points}`,
  stockShort: 'Talong',
  discardShort: 'Kasthög',
  throwHere: 'Kasta här',
  turnTwo: 'Vänd dessa två',
  takeStock: 'Ta från talongen',
  takeDiscard: (card) => `Ta ${written(card)}`,
  throwAway: (card) => (card ? `Kasta ${written(card)}` : 'Kasta det'),
  notSteal: 'Låt bli',
  nextRound: 'Nästa runda',
  hint: {
    reveal: (left) =>
      left === 2 ? 'Välj två av dina kort att vända.' : left === 1 ? 'Välj ett till.' : 'Vända dessa två?',
    take: (steal) =>
      steal ? 'Din tur: ta ett kort, eller välj ett öppet kort att stjäla.' : 'Din tur: ta ett kort.',
    stolen: (card, name) => `${written(card)} från ${name}: välj ditt dolda kort som går dit.`,
    stock: (card) => `Du håller ${written(card)}: välj kortet det ersätter, eller kasta det.`,
    discard: (card) => `Du håller ${written(card)}: välj kortet det ersätter.`,
    turnOne: 'Välj ett dolt kort att vända.',
    ended: (round, points) => `Runda ${round} är slut: ${points}.`,
    over: (names) => `${names} vinner med minst poäng.`,
    youWin: 'Du vinner med minst poäng!',
  },
  sheet: { title: 'Scorekort', hole: 'Hål', total: 'Summa' },
};
