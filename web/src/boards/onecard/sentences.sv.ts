import { rankName, suitName, written } from '../../cards/card';
import { Who, Whoever, cards, points, row, who } from '../../narration/sv';
import type { GameSentences } from '../../narration/narrator';
import type { Event, RefusalCode, StartReason, View } from './types';

const REASONS: Record<StartReason, string> = {
  lowest_card: 'med det lägsta kortet',
  won_round: 'som vinnare av förra rundan',
  fewest_cards: 'med minst kort kvar i förra rundan',
};
const counted = (count: number): string =>
  count === 0 ? 'inget' : count === 1 ? 'ett kort' : `${count} kort`;
const follow = ({ top }: View): string => `${suitName(top)} eller ${rankName(top)}`;

export const sentences: GameSentences<Event, RefusalCode, View> = {
  events: {
    round_began: ({ round, cards }) => `Runda ${round}: ${cards} kort blandas.`,
    shuffled: ({ cards }) => `Blandningen: ${row(cards)}.`,
    dealt: ({ seat, cards: hand }, voice) => `${Who(voice, seat)} får ${cards(hand)}.`,
    dealt_face_down: ({ seat, count }, voice) => `${Who(voice, seat)} får ${counted(count)}.`,
    order_card: ({ seat, card }, voice) => `${Who(voice, seat)} får ${written(card)} för starten.`,
    begins: ({ seat, reason }, voice) => `${Who(voice, seat)} börjar ${REASONS[reason]}.`,
    first_card: ({ card }) => `Första kortet är ${written(card)}.`,
    laid: ({ seat, card }, voice) => `${Who(voice, seat)} lägger ${written(card)} och fortsätter.`,
    played: ({ seat, cards: laid, left }, voice) =>
      `${Who(voice, seat)} lägger ${cards(laid)}${left === 1 ? ': ett kort kvar!' : '.'}`,
    hand: ({ seat, cards }, voice) =>
      `${seat === voice.you ? 'Din hand' : `Handen hos ${who(voice, seat)}`}: ${row(cards)}.`,
    turned: ({ direction }) => `Riktningen vänder: ${direction === 'clockwise' ? 'medurs' : 'moturs'}.`,
    skipped: ({ seat }, voice) => `${Who(voice, seat)} hoppas över.`,
    attacked: ({ seat, cards }, voice) => `${Who(voice, seat)} måste svara eller dra ${counted(cards)}.`,
    parried: ({ seat }, voice) => `${Who(voice, seat)} parerar angreppet.`,
    reshuffled: ({ count }) => `Talongen är slut: de lagda korten blandas, ${counted(count)}.`,
    drew: ({ seat, cards: drawn }, voice) => `${Who(voice, seat)} drar ${cards(drawn)}.`,
    drew_face_down: ({ seat, count }, voice) => `${Who(voice, seat)} drar ${counted(count)}.`,
    kept: ({ seat }, voice) => `${Who(voice, seat)} behåller kortet.`,
    round_won: ({ seat, round }, voice) => `${Who(voice, seat)} vinner runda ${round}!`,
    nobody_won: ({ round, reason }) =>
      `${reason === 'blocked' ? 'Ingen kan lägga eller dra' : 'Rundan har pågått för länge'}: ingen vinner runda ${round}.`,
    round_scored: ({ round, scores, totals }, voice) =>
      `Poäng i runda ${round}: ${points(voice, scores, totals)}.`,
    game_won: ({ winners }, voice) =>
      `${Whoever(voice, winners)} vinner spelet${winners.length === 1 ? '' : ' tillsammans'}.`,
  },
  refusals: {
    not_in_hand: () => 'Du har inte det kortet.',
    last_of_its_rank: () => 'Du har inget mer kort av den valören: lägg det ensamt.',
    must_go_on: ({ top }) =>
      `Du har lagt ${written(top)} och ska fortsätta: lägg ett kort till av valören ${rankName(top)}.`,
    must_follow: (view) => `Kortet måste passa till ${written(view.top)}: lägg ${follow(view)}.`,
    answer_must_follow: ({ top }) =>
      `Svaret måste passa till ${written(top)}: 2, 3 eller 7 i samma färg eller valör, eller dam eller knekt i samma färg.`,
    under_attack: ({ attack, top }) =>
      `Du är under angrepp: svara med 2, 3, 7, dam eller knekt som passar till ${written(top)}, eller dra ${counted(attack)}.`,
    redirect_needs_suit: ({ top }) =>
      `Under angrepp måste dam och knekt ha det översta kortets färg: ${suitName(top)}.`,
    must_play: ({ top }) =>
      `Du får inte dra när du kan lägga: du har ett kort som passar till ${written(top)}.`,
    one_card_a_turn: () => 'Vid det här bordet läggs bara ett kort i taget.',
    play_it_or_keep_it: () => 'Du har dragit: lägg kortet eller behåll det.',
    nothing_to_keep: () => 'Det finns inget att behålla: du har inte dragit något kort.',
  },
};
