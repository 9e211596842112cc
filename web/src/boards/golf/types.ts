// What the server sends about a game of Six Card Golf.
import type { CardCode } from '../../cards/card';
import type { ListedSeen } from '../../state/seen';

export type Phase = 'reveal' | 'take' | 'holding' | 'turn_one' | 'over';

/** Six cards, 0 1 2 above 3 4 5; nothing where a card lies face down. */
export type Faces = (CardCode | null)[];

export interface Played {
  seat: number;
  action: Action;
}

export interface View {
  round: number;
  rounds: number;
  phase: Phase;
  starter: number;
  mover: number;
  turns: number;
  turn_cap: number;
  last_turns: { out: number; left: number } | null;
  layouts: Faces[];
  showing: number[];
  held: { seat: number; source: 'stock' | 'discard'; card: CardCode | null } | null;
  stock: number;
  discards: CardCode[];
  new_stocks: number;
  stock_cards: CardCode[];
  last: Played | null;
  results: number[][];
  last_round: { layouts: Faces[]; discard: CardCode | null; last: Played | null } | null;
  face_down: Faces[] | null;
  stock_order: CardCode[] | null;
}

export type Action =
  | { reveal: [number, number] }
  | 'take_stock'
  | 'take_discard'
  | { swap: number }
  | 'throw_away'
  | { turn: number }
  | { steal: { from: number; card: number; own: number } };

/** The view in its frame. */
export type Seen = ListedSeen<View, Action>;

export type Event =
  | { shuffled: { cards: CardCode[] } }
  | { dealt: { round: number; starter: number; stock: number } }
  | { first_discard: { card: CardCode } }
  | { revealed: { seat: number; places: [number, number]; cards: [CardCode, CardCode] } }
  | { play_begins: { seat: number } }
  | { new_stock: { cards: number } }
  | { pile_turned_over: { cards: number } }
  | { took_stock: { seat: number; card: CardCode | null } }
  | { took_discard: { seat: number; card: CardCode } }
  | { swapped: { seat: number; place: number; card: CardCode; out: CardCode; was_hidden: boolean } }
  | { threw_away: { seat: number; card: CardCode } }
  | { turned: { seat: number; place: number; card: CardCode } }
  | { stole: { seat: number; from: number; place: number; own: number; card: CardCode; given: CardCode } }
  | { all_up: { seat: number; then: 'goes_on' | 'last_turns' | 'ends' } }
  | { cap_reached: { turns: number } }
  | { uncovered: { seat: number; places: number[]; cards: CardCode[] } }
  | { round_scored: { round: number; points: number[]; totals: number[] } }
  | { game_over: { winners: number[]; points: number } };

/** Why the server refuses an action of this game. */
export type RefusalCode =
  | 'reveal_first'
  | 'reveal_is_over'
  | 'same_card_twice'
  | 'take_first'
  | 'card_in_hand'
  | 'discard_must_be_swapped'
  | 'stock_is_empty'
  | 'discard_pile_is_empty'
  | 'turn_one_first'
  | 'nothing_to_turn'
  | 'already_face_up'
  | 'stealing_is_off'
  | 'no_such_player'
  | 'steal_from_yourself'
  | 'steal_hidden_card'
  | 'steal_with_open_card'
  | 'no_hidden_card_left';
