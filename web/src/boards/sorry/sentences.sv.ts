import { Who, Whoever, who, whom } from '../../narration/sv';
import type { GameSentences } from '../../narration/narrator';
import type { Event, How, Place, RefusalCode, View } from './types';
import { words } from './words.sv';

const spot = (place: Place): string =>
  place === 'start' ? 'Start' : place === 'home' ? 'Hem' : String(place.square);

/** How a pawn came to another place, after whose it is. */
function moved(how: How, from: string, to: string): string {
  if (how === 'leave') return `lämnar Start och står på ${to}`;
  if (how === 'take') return `tar ruta ${to} och kommer från ${from}`;
  if ('forward' in how) return `går ${how.forward} framåt, från ${from} till ${to}`;
  if ('backward' in how) return `går ${how.backward} bakåt, från ${from} till ${to}`;
  return `går ${how.home} framåt, från ${from} hem: det går jämnt ut`;
}

const stepsLeft = ({ pawns, mover }: View): string => `${pawns[mover]?.steps_left ?? 0} steg`;

export const sentences: GameSentences<Event, RefusalCode, View> = {
  events: {
    shuffled: ({ cards }) => `Alla ${cards} kort blandas.`,
    order: ({ cards }) =>
      `De ligger i den här ordningen: ${cards.map((card) => words.face(card)).join(' ')}.`,
    rolled: ({ seat, card, meaning }, voice) =>
      `${Who(voice, seat)} drar ${words.face(card)}: ${words.meaning(meaning)}.`,
    moved: ({ seat, how, from, to }, voice) => `${Who(voice, seat)} ${moved(how, spot(from), spot(to))}.`,
    switched: ({ seat, from, with: other, to }, voice) =>
      `${Who(voice, seat)} byter plats med ${whom(voice, other)}: ${from} mot ${to}.`,
    sorry: ({ seat, to }, voice) => `${Who(voice, seat)} säger Sorry! till ${whom(voice, to)}.`,
    bumped: ({ seat, from }, voice) => `${Who(voice, seat)} får gå från ${from} tillbaka till Start.`,
    forfeited: ({ seat, forced }, voice) =>
      forced ? `${Who(voice, seat)} har inget drag och passar.` : `${Who(voice, seat)} passar.`,
    won: ({ seat }, voice) => `${Who(voice, seat)} är hemma först och vinner.`,
    stopped: ({ turns, winners }, voice) => {
      const [only, ...more] = winners;
      return only !== undefined && more.length === 0
        ? `Efter ${turns} turer är ${who(voice, only)} närmast Hem och vinner.`
        : `${Whoever(voice, winners)} är lika nära Hem efter ${turns} turer och delar segern.`;
    },
  },
  refusals: {
    roll_first: () => 'Dra ett kort först.',
    already_rolled: () => 'Du har redan dragit ditt kort: använd det nu.',
    must_go_home: () => 'Det går jämnt ut: du måste gå hem.',
    home_not_exact: (view) => `Hem måste gå jämnt ut: ${stepsLeft(view)} är kvar.`,
    leaves_with_one_or_two: () => 'En pjäs lämnar Start bara med en 1:a eller en 2:a.',
    not_in_start: () => 'Din pjäs har redan lämnat Start.',
    in_start: () => 'Din pjäs är kvar i Start.',
    past_home: (view) => `Pjäsen skulle gå förbi Hem: ${stepsLeft(view)} är kvar.`,
    not_on_this_card: () => 'Det kortet gör inte det.',
    no_such_opponent: () => 'Det är ingen motståndare vid det här bordet.',
    opponent_not_on_ring: () => 'Den pjäsen är i Start: bara en på banan kan väljas.',
    sorry_only_from_start: () => 'Vid det här bordet gäller Sorry! bara från Start.',
    must_move: () => 'Du får inte passa: det går att flytta, så du måste.',
    must_advance_eleven: () => 'Du får inte passa: en 11:a som kan gå framåt måste användas.',
  },
};
