// What the server tells about a game of Gomoku.

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
  you: number | null;
  seats: number;
  /** A text a row: `.` is free, `1` a pebble of the first seat. */
  rows: string[];
  pebbles: number;
  to_act: number[];
  last: Crossing | null;
  winning: Row[];
  end: GameEnd | null;
  outcome: { winners: number[] } | null;
  legal: Action[];
}

export type Action = { place: Crossing };

export type Event =
  | { begun: { seats: number; lines: number; first: number } }
  | { placed: { seat: number; at: Crossing } }
  | { won: { seat: number; rows: Row[] } }
  | { drawn: { why: GameEnd } };

/** Why the server refuses an action of this game. */
export type RefusalCode = 'off_board' | 'occupied';
