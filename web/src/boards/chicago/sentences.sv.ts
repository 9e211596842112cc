import { suitName, written } from '../../cards/card';
import { Who, Whoever, points, row, who, whom } from '../../narration/sv';
import type { GameSentences, Voice } from '../../narration/narrator';
import { ledSuit } from './choice';
import type { Award, Event, RefusalCode, View } from './types';
import { words } from './words.sv';

function paid(award: Award, voice: Voice): string {
  if (award === 'no_hand') return 'ingen har par eller bättre';
  if ('drawn' in award)
    return `de bästa händerna är lika (${words.class(award.drawn.class)}), så ingen får poäng`;
  if ('royal' in award) return `${who(voice, award.royal.seat)} har royal straight flush`;
  const { seat, class: hand, points } = award.paid;
  return `${who(voice, seat)} har bäst, ${words.class(hand)}, och får ${points} poäng`;
}

export const sentences: GameSentences<Event, RefusalCode, View> = {
  events: {
    round_began: ({ round, dealer }, voice) => `Giv ${round}: ${who(voice, dealer)} delar ut.`,
    shuffled: () => 'Leken blandas.',
    reshuffled: ({ cards }) => `Leken är slut: de ${cards} återlämnade korten blir ny lek.`,
    dealt: ({ seat, hand }, voice) => `${Who(voice, seat)} får ${hand ? row(hand) : 'fem kort'}.`,
    change_chosen: ({ seat, cards }, voice) => {
      if (!cards) return `${Who(voice, seat)} har valt.`;
      const choice = cards.length === 0 ? 'behålla korten' : `byta ${row(cards)}`;
      return `${Who(voice, seat)} väljer att ${choice}.`;
    },
    changed: ({ seat, count, swaps }, voice) => {
      if (count === 0) return `${Who(voice, seat)} behåller alla kort.`;
      if (!swaps) return `${Who(voice, seat)} byter ${count} kort.`;
      const [old, fresh] = [swaps.map((swap) => swap.old), swaps.map((swap) => swap.new)];
      return `${Who(voice, seat)} byter ${row(old)} mot ${row(fresh)}.`;
    },
    open_card: ({ seat, card }, voice) => `${written(card)} vänds upp för ${whom(voice, seat)}.`,
    open_taken: ({ seat, card }, voice) => `${Who(voice, seat)} tar ${written(card)}.`,
    unseen_drawn: ({ seat, left, card }, voice) =>
      `${Who(voice, seat)} låter ${written(left)} ligga och drar ${card ? written(card) : 'nästa kort osett'}.`,
    hand_paid: ({ number, award }, voice) => `Hand ${number}: ${paid(award, voice)}.`,
    others_reset: ({ seat }, voice) => `Alla utom ${whom(voice, seat)} står nu på 0 poäng.`,
    call_answered: ({ seat, call }, voice) => {
      if (call === undefined) return `${Who(voice, seat)} har bestämt sig om Chicago.`;
      return `${Who(voice, seat)} säger ${call ? 'Chicago' : 'nej till Chicago'}.`;
    },
    call_decided: ({ caller }, voice) =>
      caller === null
        ? 'Ingen spelar Chicago.'
        : `${Who(voice, caller)} spelar Chicago och måste ta alla fem stick.`,
    call_void: ({ seat }, voice) => `${Who(voice, seat)} ropade förgäves: någon annan är före i tur.`,
    card_played: ({ seat, card }, voice) => `${Who(voice, seat)} spelar ${written(card)}.`,
    trick_won: ({ seat, trick }, voice) => `${Who(voice, seat)} tar stick ${trick}.`,
    chicago_made: ({ seat }, voice) => `${Who(voice, seat)} klarar sin Chicago: 15 poäng.`,
    chicago_failed: ({ seat }, voice) => `${Who(voice, seat)} missar sin Chicago och förlorar 15 poäng.`,
    last_trick_paid: ({ seat }, voice) => `${Who(voice, seat)} får 5 poäng för sista sticket.`,
    last_trick_unpaid: ({ seat }, voice) =>
      `Sista sticket ger ingen poäng: ${who(voice, seat)} missade sin Chicago.`,
    round_ended: ({ round, totals }, voice) => `Efter giv ${round}: ${points(voice, totals)}.`,
    level_at_top: ({ seats }, voice) => `${Whoever(voice, seats)} ligger lika i topp: en giv till spelas.`,
    game_over: ({ winners, ending }, voice) => {
      const how = {
        points: '',
        royal_flush: ' med royal straight flush',
        last_round: ': sista given är spelad',
      };
      return `${Whoever(voice, winners)} vinner spelet${how[ending]}.`;
    },
  },
  refusals: {
    not_now: ({ phase }) =>
      ({
        exchange: 'Nu ska kort bytas eller behållas.',
        open_card: 'Nu gäller det att ta det öppna kortet eller dra nästa.',
        call: 'Nu gäller det att säga Chicago eller inte.',
        tricks: 'Nu ska ett kort spelas.',
        over: 'Spelet är slut.',
      })[phase],
    not_your_card: () => 'Du har inte det kortet.',
    must_follow_suit: (view) => `Du måste följa färg: det spelades ut ${suitName(ledSuit(view) ?? '')}.`,
    buy_stop: () => 'Du får inte byta kort: med så många poäng behåller man sin hand.',
  },
};
