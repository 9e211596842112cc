// What the board of One Card says.
import { rankName, spoken, suitName, written, type CardCode } from '../../cards/card';
import { inLanguages } from '../../i18n/languages.svelte';
import type { Direction } from './types';

const cards = (count: number) => (count === 1 ? '1 card' : `${count} cards`);

/** "an 8", "an ace". */
const article = (card: CardCode) => (/^.[8A]$/.test(card) ? 'an' : 'a');

const english = {
  table: 'The table, One Card',
  hand: 'Your hand',
  cards,
  round: (round: number, rounds: number) => (rounds > 1 ? `Round ${round} of ${rounds}` : ''),
  lastRound: (name: string | null) =>
    name === null ? 'nobody won the last one' : `the last one went to ${name}`,
  stock: (count: number) => `Stock, ${cards(count)}`,
  pile: (card: CardCode) => `Played pile, ${spoken(card)} on top`,
  direction: (direction: Direction): string =>
    direction === 'clockwise' ? 'Play runs clockwise' : 'Play runs counter-clockwise',
  attack: (count: number) => (count === 0 ? 'No attack' : `Attack: ${cards(count)}`),
  play: (list: readonly CardCode[]) => `Play ${list.map(written).join(' ')}`,
  draw: (count: number) => (count === 1 ? 'Draw a card' : `Draw ${count} cards`),
  keep: 'Keep it',
  chosen: 'chosen',
  playable: 'can be played',
  justDrawn: 'just drawn',
  next: 'next',
  nextIs: (name: string, you: boolean) => (you ? 'you are next' : `next: ${name}`),
  sortByRank: 'Sort by rank',
  sortBySuit: 'Sort by suit',
  oneLeft: 'one card!',
  hint: {
    follow: (card: CardCode) => `Your turn: lay ${article(card)} ${rankName(card)} or ${suitName(card)}.`,
    attacked: (count: number, top: CardCode) =>
      `Answer with a 2, 3, 7, queen or jack that follows ${written(top)}, or draw ${cards(count)}.`,
    mustDraw: 'Nothing fits: draw a card.',
    mustDrawAttack: (count: number) => `No answer: draw ${cards(count)}.`,
    goOn: (card: CardCode) => `Go on with another ${rankName(card)}.`,
    choosing: (card: CardCode) => `You drew ${written(card)}, and it fits.`,
    over: (names: string, one: boolean) => `${names} ${one ? 'wins' : 'win'} the game.`,
    youWin: 'You win the game!',
  },
  sheet: { title: 'Rounds', round: 'Last round', total: 'Total' },
};

export type Words = typeof english;

export const words = inLanguages<Words>(english, {
  sv: () => import('./words.sv'),
  zh: () => import('./words.zh'),
});
