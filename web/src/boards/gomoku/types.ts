// What the server sends about a game of Gomoku.
import type { ListedSeen } from '../../state/seen';

export interface Crossing {
  x: number;
  y: number;
}

export interface Row {
  from: Crossing;
  to: Crossing;
}

export type GameEnd = 'row' | 'board_full' | 'no_row_left';

export interface View {
  /** A text a row: `.` is free, `1` a pebble of the first seat. */
  rows: string[];
  pebbles: number;
  last: Crossing | null;
  winning: Row[];
  end: GameEnd | null;
}

export type Action = { place: Crossing };

/** The view in its frame. */
export type Seen = ListedSeen<View, Action>;

export type Event =
  | { begun: { seats: number; lines: number; first: number } }
  | { placed: { seat: number; at: Crossing } }
  | { won: { seat: number; rows: Row[] } }
  | { drawn: { why: GameEnd } };

/** Why the server refuses an action of this game. */
export type RefusalCode = 'off_board' | 'occupied';
