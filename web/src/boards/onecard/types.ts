// What the server sends about a game of One Card.
import type { CardCode } from '../../cards/card';
import type { ListedSeen } from '../../state/seen';

export type Direction = 'counter_clockwise' | 'clockwise';

export type LastTurn = { played: { card: CardCode; count: number } } | { drew: { count: number } };

export type StartReason = 'lowest_card' | 'won_round' | 'fewest_cards';

export interface View {
  round: number;
  turns: number;
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
  /** How many cards the player to act has laid in this turn; one more of their rank must follow. */
  laid: number;
  drawn: CardCode[];
  drawn_by: number | null;
  drawn_count: number;
  idle: number;
  last_turns: (LastTurn | null)[];
  stuck: ({ on: CardCode; drawn: number } | null)[];
  starter: number;
  start_reason: StartReason;
  order_cards: CardCode[];
  last_round: { winner: number | null; scores: number[] } | null;
  all_hands: CardCode[][];
  stock: CardCode[];
}

/** Several cards of one rank are laid in steps: a `lay` goes on with another one, a `play` ends the turn. */
export type Action = { play: CardCode } | { lay: CardCode } | 'draw' | 'keep';

/** The view in its frame. */
export type Seen = ListedSeen<View, Action>;

export type Event =
  | { round_began: { round: number; cards: number } }
  | { shuffled: { cards: CardCode[] } }
  | { dealt: { seat: number; cards: CardCode[] } }
  | { dealt_face_down: { seat: number; count: number } }
  | { order_card: { seat: number; card: CardCode } }
  | { begins: { seat: number; reason: StartReason } }
  | { first_card: { card: CardCode } }
  | { laid: { seat: number; card: CardCode; left: number } }
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
  | 'last_of_its_rank'
  | 'must_follow'
  | 'must_go_on'
  | 'answer_must_follow'
  | 'under_attack'
  | 'redirect_needs_suit'
  | 'must_play'
  | 'one_card_a_turn'
  | 'play_it_or_keep_it'
  | 'nothing_to_keep';
