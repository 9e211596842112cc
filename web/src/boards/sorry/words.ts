// What the board of Sorry! says.
import { inLanguages } from '../../i18n/languages.svelte';
import type { Action, CardFace, Colour, Meaning, Place } from './types';

const english = {
  table: 'The table, Sorry!',
  board: 'The board',
  start: 'Start',
  home: 'Home',
  face: (card: CardFace) => (card === 'sorry' ? 'Sorry!' : card),
  place: (place: Place) =>
    place === 'start' ? 'in Start' : place === 'home' ? 'at Home' : `on square ${place.square}`,
  pawn: (name: string, colour: Colour, place: Place, left: number) =>
    `${name}, ${colour}, ${english.place(place)}, ${english.steps(left)}`,
  steps: (left: number) => (left === 0 ? 'Home' : left > 60 ? 'in Start' : `${left} to go`),
  deck: (left: number | null) =>
    left === null ? 'Draw a card' : left === 1 ? '1 card left' : `${left} cards left`,
  cardBy: (name: string) => `${name} drew`,
  card: (card: CardFace | null, text: string) => {
    if (card === null) return 'No card is drawn yet';
    return text === '' ? `The last card was ${english.face(card)}` : `${english.face(card)}: ${text}`;
  },
  /** What a card lets a pawn do. */
  meaning: (card: Meaning): string => {
    if (card === 'sorry') return 'send a pawn to its Start';
    if (card === 'sorry_from_start') return 'from Start, take a pawn’s square';
    if ('leave_or_forward' in card) return `leave Start or forward ${card.leave_or_forward}`;
    if ('forward' in card) return `forward ${card.forward}`;
    if ('backward' in card) return `backward ${card.backward}`;
    if ('forward_or_switch' in card) return `forward ${card.forward_or_switch} or change places`;
    if ('forward_or_take' in card) return `forward ${card.forward_or_take} or take a pawn’s square`;
    const { forward, backward } = card.forward_or_backward;
    return `forward ${forward} or backward ${backward}`;
  },
  roll: 'Draw a card',
  action: (action: Action, to: Place, name: (seat: number) => string): string => {
    const where = typeof to === 'object' ? ` to ${to.square}` : '';
    if (typeof action === 'object') {
      if ('switch' in action) return `Swap with ${name(action.switch)}`;
      if ('take' in action) return `Take ${name(action.take)}’s square`;
      return `Send ${name(action.sorry)} back`;
    }
    const plain: Record<Extract<Action, string>, string> = {
      roll: 'Draw a card',
      home: 'Go Home!',
      leave: 'Leave Start',
      forward: `Forward${where}`,
      backward: `Back${where}`,
      forfeit: 'Pass',
    };
    return plain[action];
  },
  noMove: 'No move: pass',
  bumps: (name: string) => `sends ${name} back to Start`,
  hint: {
    roll: 'Your turn: draw a card.',
    move: (card: string, text: string) => `${card}: ${text}.`,
    over: (names: string, one: boolean) =>
      `${names} ${one ? 'is' : 'are'} Home first and ${one ? 'wins' : 'win'}.`,
    youWin: 'You are Home first and win!',
  },
};

export type Words = typeof english;

export const words = inLanguages<Words>(english, {
  sv: () => import('./words.sv'),
  zh: () => import('./words.zh'),
});
