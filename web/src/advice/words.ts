// What reviews and hints say.
import { written as crossing } from '../boards/gomoku/grid';
import { written } from '../cards/card';
import { inLanguages } from '../i18n/languages.svelte';

const PLACES = ['top left', 'top middle', 'top right', 'bottom left', 'bottom middle', 'bottom right'];
const list = (codes: readonly string[]): string => codes.map(written).join(' ');

const NUMBERS = ['', '', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

const english = {
  title: 'Review',
  ask: 'Review this game',
  about:
    'What did each decision cost, and who was lucky? It takes a minute or two, and everybody sees the same.',
  running: (percent: number) => `Looking at every decision again: ${percent} %`,
  queued: 'Waiting for the bots to have time …',
  problem: 'This game cannot be reviewed.',
  best: (name: string, cost: string) => `${name} played best: a decision cost ${cost} of a win on average.`,
  youBest: (players: number, cost: string): string =>
    `You played the ${players === 2 ? 'better' : 'best'} of the ${NUMBERS[players] ?? players}: a decision cost you ${cost} of a win on average.`,
  even: 'Everybody played equally well.',
  lucky: (name: string, share: string) => `The cards gave ${name} ${share}.`,
  unlucky: (name: string, share: string) => `The cards cost ${name} ${share}.`,
  youLucky: (share: string) => `The cards gave you ${share}.`,
  youUnlucky: (share: string) => `The cards cost you ${share}.`,
  luckless: 'The cards helped nobody much.',
  noChance: 'There is no luck in this game.',
  exact:
    'Luck is summed over every card that could have come. The values are those of the solved game, in which each card is put back after it is drawn: close to the real one, not the same.',
  estimated: 'Luck is estimated from all hands together; one game says little about anybody.',
  knew: 'Costs are judged by what each player knew then, never by hidden cards.',
  players: 'Players',
  player: 'Player',
  meanCost: 'Cost a decision',
  luck: 'Luck',
  adjusted: 'Without luck',
  result: 'Result',
  chart: 'Chance to win, as each player could see it',
  table: 'The chart as a table',
  moment: 'Step',
  costly: 'Costly decisions',
  none: 'No decision cost much.',
  previous: 'The costly decision before',
  next: 'The next costly decision',
  grades: ['', 'Inaccurate', 'Mistake', 'Blunder'],
  cost: (share: string) => `cost ${share} of a win`,
  decision: (name: string, played: string) => `${name}: ${played}`,
  better: (best: string) => `Better: ${best}`,
  at: (step: number) => `step ${step}`,
  hint: 'Hint',
  hintTitle: 'Show the best choice (H). The result says that you took hints.',
  bestChoice: (choice: string, value: string) => `Best: ${choice}. Chance to win: ${value}.`,
  others: 'What else?',
  unseen: 'not looked at',
  close: 'Close the hint',
  choices: {
    chicago: {
      change: (cards: string[]) => (cards.length === 0 ? 'keep all cards' : `change ${list(cards)}`),
      take_open: 'take the open card',
      draw_unseen: 'take the next card unseen',
      call_chicago: 'call Chicago',
      no_chicago: 'do not call Chicago',
      play: (card: string) => `play ${written(card)}`,
    },
    onecard: {
      play: (card: string) => `play ${written(card)}`,
      lay: (card: string) => `lay ${written(card)} and go on`,
      draw: 'draw',
      keep: 'keep the card',
    },
    gomoku: { place: (at: { x: number; y: number }) => `place on ${crossing(at)}` },
    golf: {
      reveal: ([one, other]: [number, number]) => `turn ${PLACES[one]} and ${PLACES[other]}`,
      take_stock: 'take from the stock',
      take_discard: 'take the discard',
      swap: (place: number) => `put it ${PLACES[place]}`,
      throw_away: 'throw it away',
      turn: (place: number) => `turn ${PLACES[place]}`,
      steal: ({ card, own }: { card: number; own: number }) => `steal ${PLACES[card]} for ${PLACES[own]}`,
    },
    sorry: {
      roll: 'draw a card',
      home: 'go Home',
      leave: 'leave Start',
      forward: 'go forward',
      backward: 'go backward',
      switch: (_seat: number, name: string) => `change places with ${name}`,
      take: (_seat: number, name: string) => `take the square of ${name}`,
      sorry: (_seat: number, name: string) => `say sorry to ${name}`,
      forfeit: 'forfeit the move',
    },
  },
};

export type Words = typeof english;

export const words = inLanguages<Words>(english, {
  sv: () => import('./words.sv'),
  zh: () => import('./words.zh'),
});
