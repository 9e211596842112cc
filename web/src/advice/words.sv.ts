import { written as crossing } from '../boards/gomoku/grid';
import { written } from '../cards/card';
import type { Words } from './words';

const PLACES = [
  'uppe till vänster',
  'uppe i mitten',
  'uppe till höger',
  'nere till vänster',
  'nere i mitten',
  'nere till höger',
];
const list = (codes: readonly string[]): string => codes.map(written).join(' ');

const NUMBERS = ['', '', 'två', 'tre', 'fyra', 'fem', 'sex', 'sju', 'åtta', 'nio', 'tio'];

export const words: Words = {
  title: 'Genomgång',
  ask: 'Gå igenom partiet',
  about: 'Vad kostade varje beslut, och vem hade tur? Det tar en minut eller två, och alla ser samma sak.',
  running: (percent) => `Ser på varje beslut igen: ${percent} %`,
  queued: 'Väntar på att botarna får tid …',
  problem: 'Det här partiet kan inte gås igenom.',
  best: (name, cost) => `${name} spelade bäst: ett beslut kostade i snitt ${cost} av en vinst.`,
  even: 'Alla spelade lika bra.',
  youBest: (players, cost) =>
    `Du spelade bäst av er ${NUMBERS[players] ?? players}: ett beslut kostade dig i snitt ${cost} av en vinst.`,
  lucky: (name, share) => `Korten gav ${name} ${share}.`,
  unlucky: (name, share) => `Korten kostade ${name} ${share}.`,
  youLucky: (share) => `Korten gav dig ${share}.`,
  youUnlucky: (share) => `Korten kostade dig ${share}.`,
  luckless: 'Korten hjälpte ingen särskilt.',
  noChance: 'Det finns ingen tur i det här spelet.',
  exact:
    'Turen är summerad över varje kort som kunde ha kommit. Värdena är de i det lösta spelet, där varje kort läggs tillbaka efter att det dragits: nära det riktiga, men inte samma.',
  estimated: 'Turen är uppskattad från alla händer tillsammans; ett parti säger lite om någon.',
  knew: 'Kostnaderna bedöms efter vad varje spelare visste då, aldrig efter dolda kort.',
  players: 'Spelare',
  player: 'Spelare',
  meanCost: 'Kostnad per beslut',
  luck: 'Tur',
  adjusted: 'Utan tur',
  result: 'Resultat',
  chart: 'Chans att vinna, som varje spelare kunde se den',
  table: 'Diagrammet som tabell',
  moment: 'Steg',
  costly: 'Dyra beslut',
  none: 'Inget beslut kostade mycket.',
  previous: 'Föregående dyra beslut',
  next: 'Nästa dyra beslut',
  grades: ['', 'Oprecist', 'Misstag', 'Blunder'],
  cost: (share) => `kostade ${share} av en vinst`,
  decision: (name, played) => `${name}: ${played}`,
  better: (best) => `Bättre: ${best}`,
  at: (step) => `steg ${step}`,
  hint: 'Tips',
  hintTitle: 'Visa det bästa valet (H). Resultatet säger att du tog tips.',
  bestChoice: (choice, value) => `Bäst: ${choice}. Chans att vinna: ${value}.`,
  others: 'Vad mer?',
  unseen: 'inte undersökt',
  close: 'Stäng tipset',
  choices: {
    chicago: {
      change: (cards) => (cards.length === 0 ? 'behåll alla kort' : `byt ${list(cards)}`),
      take_open: 'ta det öppna kortet',
      draw_unseen: 'ta nästa kort osett',
      call_chicago: 'säg Chicago',
      no_chicago: 'säg inte Chicago',
      play: (card) => `spela ${written(card)}`,
    },
    onecard: {
      play: (card) => `spela ${written(card)}`,
      lay: (card) => `lägg ${written(card)} och fortsätt`,
      draw: 'dra',
      keep: 'behåll kortet',
    },
    gomoku: { place: (at) => `lägg på ${crossing(at)}` },
    golf: {
      reveal: ([one, other]) => `vänd ${PLACES[one]} och ${PLACES[other]}`,
      take_stock: 'ta från talongen',
      take_discard: 'ta från kasthögen',
      swap: (place) => `lägg det ${PLACES[place]}`,
      throw_away: 'kasta det',
      turn: (place) => `vänd ${PLACES[place]}`,
      steal: ({ card, own }) => `stjäl ${PLACES[card]} mot ${PLACES[own]}`,
    },
    sorry: {
      roll: 'dra ett kort',
      home: 'gå i mål',
      leave: 'lämna Start',
      forward: 'gå framåt',
      backward: 'gå bakåt',
      switch: (_seat, name) => `byt plats med ${name}`,
      take: (_seat, name) => `ta rutan från ${name}`,
      sorry: (_seat, name) => `säg förlåt till ${name}`,
      forfeit: 'avstå från draget',
    },
  },
};
