// What the server tells about a game of One Card.
import type { CardCode } from '../../cards/card';

export type Direction = 'counter_clockwise' | 'clockwise';

export type LastTurn = { played: { card: CardCode; count: number } } | { drew: { count: number } };

export type StartReason = 'lowest_card' | 'won_round' | 'fewest_cards';

export interface View {
  you: number | null;
  round: number;
  turns: number;
  to_act: number[];
  /** Spades, hearts, diamonds, clubs, in each suit from the two to the ace. */
  hand: CardCode[];
  held: number[];
  top: CardCode;
  discards: CardCode[];
  stock_size: number;
  remade_of: CardCode[];
  attack: number;
  direction: Direction;
  choosing: boolean;
  drawn: CardCode[];
  drawn_by: number | null;
  drawn_count: number;
  idle: number;
  last_turns: (LastTurn | null)[];
  stuck: ({ on: CardCode; drawn: number } | null)[];
  starter: number;
  start_reason: StartReason;
  order_cards: CardCode[];
  totals: number[];
  last_round: { winner: number | null; scores: number[] } | null;
  outcome: { winners: number[] } | null;
  all_hands: CardCode[][];
  stock: CardCode[];
  legal: Action[];
}

export type Action = { play: CardCode } | { play_several: CardCode[] } | 'draw' | 'keep';

export type Event =
  | { round_began: { round: number; cards: number } }
  | { shuffled: { cards: CardCode[] } }
  | { dealt: { seat: number; cards: CardCode[] } }
  | { dealt_face_down: { seat: number; count: number } }
  | { order_card: { seat: number; card: CardCode } }
  | { begins: { seat: number; reason: StartReason } }
  | { first_card: { card: CardCode } }
  | { played: { seat: number; cards: CardCode[]; left: number } }
  | { hand: { seat: number; cards: CardCode[] } }
  | { turned: { direction: Direction } }
  | { skipped: { seat: number } }
  | { attacked: { seat: number; cards: number } }
  | { parried: { seat: number } }
  | { reshuffled: { count: number } }
  | { drew: { seat: number; cards: CardCode[] } }
  | { drew_face_down: { seat: number; count: number } }
  | { kept: { seat: number } }
  | { round_won: { seat: number; round: number } }
  | { nobody_won: { round: number; reason: 'blocked' | 'too_long' } }
  | { round_scored: { round: number; scores: number[]; totals: number[] } }
  | { game_won: { winners: number[] } };

/** Why the server refuses an action of this game. */
export type RefusalCode =
  | 'not_in_hand'
  | 'not_so_many'
  | 'must_follow'
  | 'first_must_follow'
  | 'answer_must_follow'
  | 'under_attack'
  | 'redirect_needs_suit'
  | 'must_play'
  | 'one_card_a_turn'
  | 'play_it_or_keep_it'
  | 'nothing_to_keep';
