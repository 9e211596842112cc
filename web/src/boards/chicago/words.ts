// What the board of Chicago says.
import { listed, written, type CardCode } from '../../cards/card';
import { inLanguages } from '../../i18n/languages.svelte';
import type { HandClass, Phase } from './types';

const CLASSES: Record<HandClass, string> = {
  high_card: 'a high card',
  pair: 'a pair',
  two_pairs: 'two pairs',
  three_of_a_kind: 'three of a kind',
  straight: 'a straight',
  flush: 'a flush',
  full_house: 'a full house',
  four_of_a_kind: 'four of a kind',
  straight_flush: 'a straight flush',
  royal_flush: 'a royal flush',
};

/** Where there is little room. */
const SHORT: Record<HandClass, string> = {
  ...CLASSES,
  high_card: 'high card',
  pair: 'pair',
  straight: 'straight',
  flush: 'flush',
  full_house: 'full house',
  straight_flush: 'straight flush',
  royal_flush: 'royal flush',
};

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

const english = {
  table: 'The table, Chicago',
  hand: 'Your hand',
  class: (hand: HandClass) => CLASSES[hand],
  holding: (hand: HandClass, ranks: readonly string[]) =>
    hand === 'royal_flush' ? capital(CLASSES[hand]) : `${capital(CLASSES[hand])}: ${ranks.join(', ')}`,
  deckShort: 'Stock',
  returnedShort: 'Discards',
  phase: (round: number, phase: Phase, exchange: number, trick: number) => {
    const part: Record<Phase, string> = {
      exchange: `exchange ${exchange} of 3`,
      open_card: `exchange ${exchange} of 3`,
      call: 'Chicago?',
      tricks: `trick ${trick} of 5`,
      over: 'the end',
    };
    return `Round ${round} · ${part[phase]}`;
  },
  keepAll: 'Keep all',
  change: (count: number) => (count === 1 ? 'Change 1 card' : `Change ${count} cards`),
  play: (card: CardCode) => `Play ${written(card)}`,
  callChicago: 'Play Chicago!',
  noChicago: 'No Chicago',
  takeOpen: (card: CardCode | undefined) => (card ? `Take ${written(card)}` : 'Take the open card'),
  drawUnseen: 'Take the next one unseen',
  lastTrick: 'Last trick',
  backToTable: 'Back to the table',
  deck: (count: number) => `Deck, ${count} cards`,
  returned: (count: number) => `Returned, ${count} cards`,
  dealer: 'dealer',
  chicago: 'Chicago',
  chose: 'has chosen',
  tricksWon: (count: number) => (count === 1 ? '1 trick' : `${count} tricks`),
  changed: 'changed',
  wonTrick: (name: string, you: boolean) => (you ? 'You take the trick' : `${name} takes the trick`),
  marked: 'marked to change',
  chosen: 'chosen',
  playable: 'can be played',
  sheet: {
    title: 'This round',
    before: 'Last round',
    hand1: 'Hand 1',
    hand2: 'Hand 2',
    hand3: 'Hand 3',
    chicago: 'Chicago',
    last_trick: 'Last trick',
    open: 'open',
    nobody: 'nobody',
    tried: 'tries all five',
    class: (hand: HandClass) => SHORT[hand],
  },
  hint: {
    chooseChange: 'Mark the cards you want to change.',
    marked: (cards: CardCode[]) => `You give back ${listed(cards)}.`,
    stopped: 'You have too many points to change cards.',
    sealed: 'Your choice is sealed until all have chosen.',
    openCard: 'Take the open card, or the next one unseen?',
    call: 'Will you win all five tricks?',
    lead: 'Your turn: lead any card.',
    follow: (suit: string) => `Your turn: follow ${suit}.`,
    free: (suit: string) => `You have no ${suit}: play any card.`,
    over: (names: string, one: boolean) => `${names} ${one ? 'wins' : 'win'} the game.`,
    youWin: 'You win the game!',
  },
};

export type Words = typeof english;

export const words = inLanguages<Words>(english, {
  sv: () => import('./words.sv'),
  zh: () => import('./words.zh'),
});
