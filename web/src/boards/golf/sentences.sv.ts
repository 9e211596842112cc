import { written } from '../../cards/card';
import { Who, Whoever, points, who, whom } from '../../narration/sv';
import type { GameSentences } from '../../narration/narrator';
import type { Event, RefusalCode, View } from './types';
import { PLACES } from './words.sv';

const at = (place: number) => PLACES[place] ?? '';

export const sentences: GameSentences<Event, RefusalCode, View> = {
  events: {
    shuffled: ({ cards }) => `${cards.length} kort blandas.`,
    dealt: ({ round, stock }) => `Runda ${round}: sex dolda kort var och ${stock} i talongen.`,
    first_discard: ({ card }) => `${written(card)} börjar kasthögen.`,
    revealed: ({ seat, places, cards }, voice) =>
      `${Who(voice, seat)} vänder ${written(cards[0])} ${at(places[0])} och ${written(cards[1])} ${at(places[1])}.`,
    play_begins: ({ seat }, voice) => `Alla har vänt två kort: ${who(voice, seat)} börjar.`,
    new_stock: ({ cards }) => `Talongen är slut: ${cards} kastade kort blandas till en ny.`,
    pile_turned_over: ({ cards }) => `Talongen är slut: kasthögens ${cards} kort vänds och blir ny talong.`,
    took_stock: ({ seat, card }, voice) =>
      `${Who(voice, seat)} tar ${card ? written(card) : 'ett kort'} från talongen.`,
    took_discard: ({ seat, card }, voice) => `${Who(voice, seat)} tar ${written(card)} från kasthögen.`,
    swapped: ({ seat, place, card, out, was_hidden }, voice) =>
      `${Who(voice, seat)} lägger ${written(card)} ${at(place)}, och ${was_hidden ? 'det dolda kortet ' : ''}${written(out)} hamnar på kasthögen.`,
    threw_away: ({ seat, card }, voice) => `${Who(voice, seat)} kastar ${written(card)}.`,
    turned: ({ seat, place, card }, voice) => `${Who(voice, seat)} vänder ${written(card)} ${at(place)}.`,
    stole: ({ seat, from, card, given }, voice) =>
      `${Who(voice, seat)} stjäl ${written(card)} från ${whom(voice, from)} och ger det dolda kortet ${written(given)}.`,
    all_up: ({ seat, then }, voice) => {
      const after = { goes_on: '', last_turns: ': en tur till för alla andra', ends: ': rundan är slut' };
      return `${Who(voice, seat)} har alla kort uppvända${after[then]}.`;
    },
    cap_reached: ({ turns }) => `Alla har haft ${turns} turer: rundan är slut och alla kort vänds upp.`,
    uncovered: ({ seat, cards }, voice) => `${Who(voice, seat)} vänder upp ${cards.map(written).join(', ')}.`,
    round_scored: ({ round, points: won, totals }, voice) =>
      `Runda ${round} räknas: ${points(voice, won, totals)}.`,
    game_over: ({ winners, points }, voice) =>
      winners.length === 1
        ? `${Whoever(voice, winners)} vinner spelet med ${points} poäng.`
        : `${Whoever(voice, winners)} delar segern med ${points} poäng.`,
  },
  refusals: {
    reveal_first: () => 'Vänd två av dina kort först: spelet börjar när alla har gjort det.',
    reveal_is_over: () => 'Två kort vänds bara före spelet, och det har börjat.',
    same_card_twice: () => 'Vänd två olika kort.',
    take_first: () => 'Ta ett kort först, från talongen eller från kasthögen.',
    card_in_hand: () => 'Du håller redan ett kort: hitta en plats åt det först.',
    discard_must_be_swapped: () =>
      'Ett kort från kasthögen måste bytas mot ett av dina: bara ett kort från talongen får kastas.',
    stock_is_empty: () => 'Talongen är slut, och kasthögen räcker inte till en ny: ta från kasthögen.',
    discard_pile_is_empty: () => 'Kasthögen är tom: ta ett kort från talongen.',
    turn_one_first: () => 'Du kastade ett kort från talongen: vänd nu ett av dina dolda kort.',
    nothing_to_turn: () => 'Ett kort vänds bara när ett kort från talongen har kastats.',
    already_face_up: () => 'Det kortet är redan uppvänt: vänd ett dolt.',
    stealing_is_off: () => 'Vid det här bordet får man inte stjäla.',
    no_such_player: () => 'Du kan bara stjäla från någon vid det här bordet.',
    steal_from_yourself: () => 'Du kan inte stjäla från dig själv: välj någon annan.',
    steal_hidden_card: () => 'Bara uppvända kort kan stjälas: det där är dolt.',
    steal_with_open_card: () => 'En stöld kostar ett av dina dolda kort: det där är uppvänt.',
    no_hidden_card_left: () => 'En stöld kostar ett dolt kort, och alla dina är uppvända.',
  },
};
