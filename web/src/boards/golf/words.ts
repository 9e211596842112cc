// What the board of Six Card Golf says.
import { spoken, written, type CardCode } from '../../cards/card';
import { inLanguages } from '../../i18n/languages.svelte';

const PLACES = ['top left', 'top middle', 'top right', 'bottom left', 'bottom middle', 'bottom right'];

const english = {
  table: 'The table, Six Card Golf',
  round: (round: number, rounds: number) => `Round ${round} of ${rounds}`,
  lastTurns: (name: string) => `${name} is out: last turns`,
  layoutOf: (name: string) => `Cards of ${name}`,
  yours: 'Your six cards',
  cell: (place: number, card: CardCode | null) => `${PLACES[place]}, ${card ? spoken(card) : 'face down'}`,
  cancelled: 'a pair, counts nothing',
  pair: 'pair',
  change: (points: string) => `${points} points`,
  picked: 'picked',
  stock: (count: number) => `Stock, ${count} cards`,
  discard: (card: CardCode | undefined) =>
    card ? `Discard pile, ${spoken(card)} on top` : 'Discard pile, empty',
  held: (name: string, you: boolean, card: CardCode | null) =>
    `${name} ${you ? 'hold' : 'holds'} ${card ? spoken(card) : 'a card'}`,
  shows: (points: number) => `shows ${points}`,
  stockShort: 'Stock',
  discardShort: 'Discard',
  throwHere: 'Throw away',
  turnTwo: 'Turn these two',
  takeStock: 'Take from stock',
  takeDiscard: (card: CardCode) => `Take ${written(card)}`,
  throwAway: (card: CardCode | null) => (card ? `Throw ${written(card)} away` : 'Throw it away'),
  notSteal: 'Leave it',
  nextRound: 'Next round',
  hint: {
    reveal: (left: number): string =>
      left === 2 ? 'Pick two of your cards to turn.' : left === 1 ? 'Pick one more.' : 'Turn these two?',
    take: (steal: boolean): string =>
      steal ? 'Your turn: take a card, or pick an open card to steal.' : 'Your turn: take a card.',
    stolen: (card: CardCode, name: string) =>
      `${written(card)} of ${name}: pick your hidden card that goes there.`,
    stock: (card: CardCode) => `You hold ${written(card)}: pick the card it replaces, or throw it away.`,
    discard: (card: CardCode) => `You hold ${written(card)}: pick the card it replaces.`,
    turnOne: 'Pick a hidden card to turn.',
    ended: (round: number, points: string) => `Round ${round} is over: ${points}.`,
    over: (names: string, one: boolean) => `${names} ${one ? 'wins' : 'win'} with the fewest points.`,
    youWin: 'You win with the fewest points!',
  },
  sheet: { title: 'Score card', hole: 'Hole', total: 'Total' },
};

export type Words = typeof english;

export const words = inLanguages<Words>(english, {
  sv: () => import('./words.sv'),
  zh: () => import('./words.zh'),
});
