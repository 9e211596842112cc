import { suitName, written } from '../../cards/card';
import type { GameReasons } from '../../narration/narrator';
import type { HandClass, Reason } from './types';
import { words } from './words.sv';

function kept(hand: HandClass, cards: number): string {
  if (hand === 'pair') return 'Behåller paret';
  if (hand === 'two_pairs') return 'Behåller båda paren';
  if (hand === 'three_of_a_kind') return 'Behåller triss';
  if (hand === 'four_of_a_kind') return 'Behåller fyrtal';
  return cards === 0 ? 'Byter hela handen' : `Behåller ${cards} kort`;
}

export const reasons: GameReasons<Reason> = {
  stands: ({ class: hand }) => `Du har ${words.class(hand)} och byter inget.`,
  draws: ({ kept: hand, cards, better_percent, aim, aim_percent }) => {
    const hope = `${kept(hand, cards)}, och det kan ännu bli ${words.class(aim)}: ${aim_percent} %`;
    return better_percent === aim_percent
      ? `${hope}.`
      : `${hope}, och något bättre alls: ${better_percent} %.`;
  },
  takes_open: ({ class: hand, unseen_percent }) =>
    `Med det öppna kortet har du ${words.class(hand)}; ett osett är bättre i bara ${unseen_percent} % av fallen.`,
  draws_unseen: ({ class: hand, unseen_percent }) =>
    `Med det öppna kortet skulle du ha ${words.class(hand)}; ett osett är bättre i ${unseen_percent} % av fallen.`,
  calls_chicago: ({ beatable }) =>
    beatable === 0
      ? 'Ingen kan slå något av dina kort i dess färg.'
      : `Bara ${beatable} av dina fem kort kan slås i sin färg.`,
  stays_silent: ({ beatable }) => `${beatable} av dina fem kort kan slås i sin färg.`,
  leads: ({ higher }) =>
    higher === 0 ? 'Ingen kan slå det i dess färg.' : `${higher} kort i samma färg kan slå det.`,
  wins_trick: () => 'Det vinner sticket.',
  highest_so_far: ({ higher }) =>
    higher === 0
      ? 'Det vinner sticket: ingen kan slå det.'
      : `Det är högst hittills; ${higher} kort kan slå det.`,
  saves: ({ card }) => `Det förlorar sticket och sparar ${written(card)} till ett senare.`,
  cannot_win: () => 'Inget av dina kort vinner sticket.',
  throws_away: ({ led }) => `Du har inga ${suitName(led)}, så inget av dina kort vinner sticket.`,
};
