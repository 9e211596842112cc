// What the server sends about a game of Chicago.
import type { CardCode } from '../../cards/card';
import type { ListedSeen } from '../../state/seen';

export type Phase = 'exchange' | 'open_card' | 'call' | 'tricks' | 'over';

export type HandClass =
  | 'high_card'
  | 'pair'
  | 'two_pairs'
  | 'three_of_a_kind'
  | 'straight'
  | 'flush'
  | 'full_house'
  | 'four_of_a_kind'
  | 'straight_flush'
  | 'royal_flush';

export type Award =
  | { paid: { seat: number; class: HandClass; points: number } }
  | { drawn: { class: HandClass } }
  | 'no_hand'
  | { royal: { seat: number } };

export interface Trick {
  leader: number;
  cards: CardCode[];
  winner: number | null;
}

export interface LastRound {
  awards: Award[];
  caller: number | null;
  chicago_made: boolean | null;
  tricks: Trick[];
  last_trick_paid: number | null;
}

export interface View {
  round: number;
  dealer: number;
  phase: Phase;
  exchange: number;
  hand: (CardCode | null)[] | null;
  thrown: CardCode[][];
  changed: number[][];
  open_cards: { exchange: number; seat: number; card: CardCode; taken: boolean | null }[];
  deck: number;
  returned: number;
  reshuffled: number | null;
  awards: Award[];
  your_call: boolean | null;
  caller: number | null;
  tricks: Trick[];
  tricks_won: number[];
  made_chicago: number[];
  last_round: LastRound | null;
  unhidden?: { hands: (CardCode | null)[][] };
}

export type Action =
  { change: CardCode[] } | 'take_open' | 'draw_unseen' | 'call_chicago' | 'no_chicago' | { play: CardCode };

/** The view in its frame. */
export type Seen = ListedSeen<View, Action>;

export type Event =
  | { round_began: { round: number; dealer: number } }
  | { shuffled: { deck: CardCode[] } }
  | { reshuffled: { cards: number } }
  | { dealt: { seat: number; hand?: CardCode[] } }
  | { change_chosen: { seat: number; cards?: CardCode[] } }
  | { changed: { seat: number; count: number; swaps?: { slot: number; old: CardCode; new: CardCode }[] } }
  | { open_card: { seat: number; card: CardCode } }
  | { open_taken: { seat: number; card: CardCode } }
  | { unseen_drawn: { seat: number; left: CardCode; card?: CardCode } }
  | { hand_paid: { number: number; award: Award; totals: number[] } }
  | { others_reset: { seat: number } }
  | { call_answered: { seat: number; call?: boolean } }
  | { call_decided: { caller: number | null } }
  | { call_void: { seat: number } }
  | { card_played: { seat: number; card: CardCode } }
  | { trick_won: { seat: number; trick: number } }
  | { chicago_made: { seat: number } }
  | { chicago_failed: { seat: number } }
  | { last_trick_paid: { seat: number } }
  | { last_trick_unpaid: { seat: number } }
  | { round_ended: { round: number; totals: number[] } }
  | { level_at_top: { seats: number[] } }
  | { game_over: { winners: number[]; ending: 'points' | 'royal_flush' | 'last_round' } };

/** Why the server refuses an action of this game. */
export type RefusalCode = 'not_now' | 'not_your_card' | 'must_follow_suit' | 'buy_stop';
