import type { Action, Colour, Meaning, Place } from './types';
import type { Words } from './words';

const COLOURS: Record<Colour, string> = { green: 'grön', red: 'röd', blue: 'blå', yellow: 'gul' };

const place = (at: Place) => (at === 'start' ? 'i Start' : at === 'home' ? 'hemma' : `på ruta ${at.square}`);
const steps = (left: number) => (left === 0 ? 'hemma' : left > 60 ? 'i Start' : `${left} kvar`);

function meaning(card: Meaning): string {
  if (card === 'sorry') return 'skicka en pjäs till Start';
  if (card === 'sorry_from_start') return 'från Start: ta en pjäs ruta';
  if ('leave_or_forward' in card) return `lämna Start eller ${card.leave_or_forward} framåt`;
  if ('forward' in card) return `${card.forward} framåt`;
  if ('backward' in card) return `${card.backward} bakåt`;
  if ('forward_or_switch' in card) return `${card.forward_or_switch} framåt eller byt plats`;
  if ('forward_or_take' in card) return `${card.forward_or_take} framåt eller ta en pjäs ruta`;
  return `${card.forward_or_backward.forward} framåt eller ${card.forward_or_backward.backward} bakåt`;
}

export const words: Words = {
  table: 'Bordet, Sorry!',
  board: 'Brädet',
  start: 'Start',
  home: 'Hem',
  face: (card) => (card === 'sorry' ? 'Sorry!' : card),
  place,
  pawn: (name, colour, at, left) => `${name}, ${COLOURS[colour]}, ${place(at)}, ${steps(left)}`,
  steps,
  deck: (left) => (left === null ? 'Dra ett kort' : `${left} kort kvar`),
  cardBy: (name) => `${name} drog`,
  card: (card, text) => {
    if (card === null) return 'Inget kort är draget än';
    const face = card === 'sorry' ? 'Sorry!' : card;
    return text === '' ? `Förra kortet var ${face}` : `${face}: ${text}`;
  },
  meaning: (card) => meaning(card),
  roll: 'Dra ett kort',
  action: (action, to, name) => {
    const where = typeof to === 'object' ? ` till ${to.square}` : '';
    if (typeof action === 'object') {
      if ('switch' in action) return `Byt med ${name(action.switch)}`;
      if ('take' in action) return `Ta rutan från ${name(action.take)}`;
      return `Skicka tillbaka ${name(action.sorry)}`;
    }
    const plain: Record<Extract<Action, string>, string> = {
      roll: 'Dra ett kort',
      home: 'Gå hem!',
      leave: 'Lämna Start',
      forward: `Framåt${where}`,
      backward: `Bakåt${where}`,
      forfeit: 'Passa',
    };
    return plain[action];
  },
  noMove: 'Inget drag: passa',
  bumps: (name) => `skickar ${name} tillbaka till Start`,
  hint: {
    roll: 'Din tur: dra ett kort.',
    move: (card, text) => `${card}: ${text}.`,
    over: (names) => `${names} är hemma först och vinner.`,
    youWin: 'Du är hemma först och vinner!',
  },
};
