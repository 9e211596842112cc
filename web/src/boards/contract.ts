// The seam between a table's page and the board in its middle.
//
// The page knows people, clocks, scores, chat and the connection; a board knows one game's view. A board holds no
// rules: what is legal is in what it is given, and what it sends is checked by the server.
import type { Component } from 'svelte';

import type { GameEvent, Presence } from '../generated/protocol';
import type { ListedSeen, Seen } from '../state/seen';

/** Who sits on a seat, for the plates around the table. */
export interface TableSeat {
  seat: number;
  name: string;
  kind: 'person' | 'bot' | 'empty';
  presence: Presence;
  /** When the presence was measured, as `performance.now()` counts: its times are from then. */
  presenceAt: number;
  /** Until when the person is on vacation, in milliseconds since 1970. */
  vacationUntil?: number | undefined;
  /** Whether a bot plays for this person now. */
  botPlays: boolean;
  toAct: boolean;
  /** When the time for the decision is over, as `performance.now()` counts; `null` without a clock. */
  deadlineAt: number | null;
  /** The whole time for a decision, in milliseconds; `null` without a clock. */
  clockMs: number | null;
  score: number;
  you: boolean;
}

/** Why the server refused the last action. `n` grows, so that the same refusal twice is seen twice. */
export interface RefusedAction {
  /** For programs. */
  code: string;
  /** A sentence for people. */
  message: string;
  n: number;
}

/** What a board is given. */
export interface BoardProps<View = unknown, Action = unknown> {
  game: string;
  seen: ListedSeen<View, Action>;
  seats: TableSeat[];
  options: Record<string, string | number>;
  /** The events of the update that was just applied. */
  events: GameEvent[];
  /** Grows with every update: a board animates from what it showed to what it shows now. */
  step: number;
  /** False for watchers and replays. */
  interactive: boolean;
  /** The newest refusal: the board shakes and says why. */
  refused: RefusedAction | null;
  /** What was noted to be played if the time runs out, perhaps before this page was opened. */
  drafted: Action | null;
  act(action: Action): void;
  /** Notes what to play if the time runs out; `null` takes the note back. */
  draft(action: Action | null): void;
}

/** A board, as the registry hands it out. */
export type Board = Component<BoardProps>;

/** What a score sheet is given. */
export interface SheetProps<View = unknown> {
  seen: Seen<View>;
  seats: TableSeat[];
}

/** The score sheet of a game that counts by rounds. */
export type Sheet = Component<SheetProps>;
