// What the server sends about a game of Sorry!
import type { ListedSeen } from '../../state/seen';

export type CardFace = '1' | '2' | '3' | '4' | '5' | '7' | '8' | '10' | '11' | '12' | 'sorry';

export type Colour = 'green' | 'red' | 'blue' | 'yellow';

export type Place = 'start' | { square: number } | 'home';

export type Meaning =
  | { leave_or_forward: number }
  | { forward: number }
  | { backward: number }
  | { forward_or_backward: { forward: number; backward: number } }
  | { forward_or_switch: number }
  | { forward_or_take: number }
  | 'sorry'
  | 'sorry_from_start';

export interface Pawn {
  colour: Colour;
  place: Place;
  steps_left: number;
}

export interface Target {
  action: Action;
  to: Place;
  bumps: number | null;
}

export interface LastTurn {
  seat: number;
  card: CardFace;
  action: Action;
  from: Place;
  to: Place;
  bumped: number | null;
}

export interface View {
  mover: number;
  phase: 'roll' | 'move' | 'over';
  pawns: Pawn[];
  drawn: { card: CardFace; roll: number; meaning: Meaning; words: string } | null;
  targets: Target[];
  cards_left: { card: CardFace; left: number }[] | null;
  upcoming: CardFace[];
  last: LastTurn | null;
}

export type Action =
  | 'roll'
  | 'home'
  | 'leave'
  | 'forward'
  | 'backward'
  | { switch: number }
  | { take: number }
  | { sorry: number }
  | 'forfeit';

export type How = 'leave' | { forward: number } | { backward: number } | { home: number } | 'take';

/** The view in its frame. */
export type Seen = ListedSeen<View, Action>;

export type Event =
  | { shuffled: { cards: number } }
  | { order: { cards: CardFace[] } }
  | { rolled: { seat: number; card: CardFace; roll: number; meaning: Meaning } }
  | { moved: { seat: number; how: How; from: Place; to: Place } }
  | { switched: { seat: number; from: number; with: number; to: number } }
  | { sorry: { seat: number; to: number } }
  | { bumped: { seat: number; by: number; from: number } }
  | { forfeited: { seat: number; forced: boolean } }
  | { won: { seat: number } }
  | { stopped: { turns: number; winners: number[] } };

/** Why the server refuses an action of this game. */
export type RefusalCode =
  | 'roll_first'
  | 'already_rolled'
  | 'must_go_home'
  | 'home_not_exact'
  | 'leaves_with_one_or_two'
  | 'not_in_start'
  | 'in_start'
  | 'past_home'
  | 'not_on_this_card'
  | 'no_such_opponent'
  | 'opponent_not_on_ring'
  | 'sorry_only_from_start'
  | 'must_move'
  | 'must_advance_eleven';
