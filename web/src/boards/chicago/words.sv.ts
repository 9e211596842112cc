import { listed, written } from '../../cards/card';
import type { HandClass, Phase } from './types';
import type { Words } from './words';

const CLASSES: Record<HandClass, string> = {
  high_card: 'högt kort',
  pair: 'ett par',
  two_pairs: 'två par',
  three_of_a_kind: 'triss',
  straight: 'stege',
  flush: 'färg',
  full_house: 'kåk',
  four_of_a_kind: 'fyrtal',
  straight_flush: 'färgstege',
  royal_flush: 'royal straight flush',
};

/** Where there is little room. */
const SHORT: Record<HandClass, string> = { ...CLASSES, pair: 'par', royal_flush: 'royal flush' };

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

export const words: Words = {
  table: 'Bordet, Chicago',
  hand: 'Din hand',
  class: (hand) => CLASSES[hand],
  holding: (hand, ranks) =>
    hand === 'royal_flush' ? capital(CLASSES[hand]) : `${capital(CLASSES[hand])}: ${ranks.join(', ')}`,
  deckShort: 'Talong',
  returnedShort: 'Kastade',
  phase: (round, phase, exchange, trick) => {
    const part: Record<Phase, string> = {
      exchange: `byte ${exchange} av 3`,
      open_card: `byte ${exchange} av 3`,
      call: 'Chicago?',
      tricks: `stick ${trick} av 5`,
      over: 'slut',
    };
    return `Giv ${round} · ${part[phase]}`;
  },
  keepAll: 'Behåll alla',
  change: (count) => `Byt ${count} kort`,
  play: (card) => `Spela ${written(card)}`,
  callChicago: 'Spela Chicago!',
  noChicago: 'Inte Chicago',
  takeOpen: (card) => (card ? `Ta ${written(card)}` : 'Ta det öppna kortet'),
  drawUnseen: 'Ta nästa osett',
  lastTrick: 'Sista sticket',
  backToTable: 'Tillbaka till bordet',
  deck: (count) => `Leken, ${count} kort`,
  returned: (count) => `Återlämnade, ${count} kort`,
  dealer: 'givare',
  chicago: 'Chicago',
  chose: 'har valt',
  tricksWon: (count) => `${count} stick`,
  changed: 'bytte',
  wonTrick: (name, you) => (you ? 'Du tar sticket' : `${name} tar sticket`),
  marked: 'markerat för byte',
  chosen: 'valt',
  playable: 'kan spelas',
  sheet: {
    title: 'Den här given',
    before: 'Förra given',
    hand1: 'Hand 1',
    hand2: 'Hand 2',
    hand3: 'Hand 3',
    chicago: 'Chicago',
    last_trick: 'Sista stick',
    open: 'öppen',
    nobody: 'ingen',
    tried: 'försöker ta alla fem',
    class: (hand) => SHORT[hand],
  },
  hint: {
    chooseChange: 'Markera korten du vill byta.',
    marked: (cards) => `Du lämnar ${listed(cards)}.`,
    stopped: 'Du har för många poäng för att byta kort.',
    sealed: 'Ditt val är dolt tills alla har valt.',
    openCard: 'Ta det öppna kortet, eller nästa osett?',
    call: 'Tar du alla fem stick?',
    lead: 'Din tur: spela ut vilket kort som helst.',
    follow: (suit) => `Din tur: följ ${suit}.`,
    free: (suit) => `Du har ingen ${suit}: spela vilket kort som helst.`,
    over: (names) => `${names} vinner spelet.`,
    youWin: 'Du vinner spelet!',
  },
};
