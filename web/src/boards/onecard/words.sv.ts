import { rankName, spoken, suitName, written } from '../../cards/card';
import type { Words } from './words';

const cards = (count: number) => `${count} kort`;

export const words: Words = {
  table: 'Bordet, One Card',
  hand: 'Din hand',
  cards,
  round: (round, rounds) => (rounds > 1 ? `Runda ${round} av ${rounds}` : ''),
  lastRound: (name) => (name === null ? 'ingen vann den förra' : `den förra gick till ${name}`),
  stock: (count) => `Talong, ${cards(count)}`,
  pile: (card) => `Lagda kort, ${spoken(card)} överst`,
  direction: (direction) => (direction === 'clockwise' ? 'Spelet går medurs' : 'Spelet går moturs'),
  attack: (count) => (count === 0 ? 'Inget angrepp' : `Angrepp: ${cards(count)}`),
  play: (list) => `Lägg ${list.map(written).join(' ')}`,
  draw: (count) => (count === 1 ? 'Dra ett kort' : `Dra ${count} kort`),
  keep: 'Behåll det',
  chosen: 'valt',
  playable: 'kan läggas',
  justDrawn: 'nyss draget',
  next: 'näst',
  nextIs: (name, you) => (you ? 'du är näst' : `näst: ${name}`),
  sortByRank: 'Sortera efter valör',
  sortBySuit: 'Sortera efter färg',
  oneLeft: 'ett kort!',
  hint: {
    follow: (card) => `Din tur: lägg ${rankName(card)} eller ${suitName(card)}.`,
    attacked: (count, top) =>
      `Svara med 2, 3, 7, dam eller knekt som passar till ${written(top)}, eller dra ${cards(count)}.`,
    mustDraw: 'Inget passar: dra ett kort.',
    mustDrawAttack: (count) => `Inget svar: dra ${cards(count)}.`,
    goOn: (card) => `Fortsätt med ett kort till av valören ${rankName(card)}.`,
    choosing: (card) => `Du drog ${written(card)}, och det passar.`,
    over: (names) => `${names} vinner spelet.`,
    youWin: 'Du vinner spelet!',
  },
  sheet: { title: 'Rundor', round: 'Förra rundan', total: 'Summa' },
};
