import { written } from '../../cards/card';
import { Who, whom } from '../../narration/sv';
import type { GameReasons } from '../../narration/narrator';
import type { Reason } from './types';

const cards = (count: number): string => (count === 1 ? '1 kort' : `${count} kort`);

export const reasons: GameReasons<Reason> = {
  empties_hand: () => 'Det är ditt sista kort: du vinner rundan.',
  passes_attack: ({ seat, cards: count }, voice) =>
    `Det skickar attacken vidare till ${whom(voice, seat)}: ${cards(count)}.`,
  parries: ({ cards: count }) => `Det parerar attacken: ingen drar ${cards(count)}.`,
  takes_attack: ({ cards: count }) => `Du tar ${cards(count)} och behåller korten som kunde svara.`,
  attacks: ({ seat, cards: count }, voice) => `${Who(voice, seat)} måste svara eller dra ${cards(count)}.`,
  skips: ({ seat, held }, voice) => `Det hoppar över ${whom(voice, seat)}, som har ${cards(held)} kvar.`,
  turns_round: ({ seat, held }, voice) =>
    `Det vänder spelet till ${whom(voice, seat)}, med ${cards(held)} på hand.`,
  keeps_special: ({ card, left, fit }) =>
    `Det sparar ${written(card)} till senare; ${fit} av ${cards(left)} passar på det här.`,
  leaves: ({ left, fit }) => `Det lämnar ${cards(left)}, och ${fit} av dem passar på det.`,
  lays_more: ({ more }) => `Du kan lägga ${cards(more)} till med samma valör i den här turen.`,
  draws_one: () => 'Du drar ett kort och behåller det du kunde spela.',
  keeps_drawn: () => 'Du sparar det dragna kortet till ett bättre tillfälle.',
};
