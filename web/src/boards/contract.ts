// The seam between a table's page and the board in its middle.
//
// The page knows people, clocks, scores, chat and the connection; a board knows one game's view. A board holds no
// rules: what is legal stands in the view, and what it sends is checked by the server.
import type { Component } from 'svelte';

import type { Presence } from '../generated/protocol';

/** Who sits on a seat, for the plates around the table. */
export interface SeatInfo {
  seat: number;
  name: string;
  kind: 'person' | 'bot' | 'empty';
  presence: Presence;
  /** When the presence was measured, as `performance.now()` counts: `lost.ago` and `lost.bot_in` are from then. */
  presenceAt: number;
  /** Whether a bot plays for this person just now. */
  botPlays: boolean;
  toAct: boolean;
  /** When the time for the decision is over, as `performance.now()` counts; nothing without a clock. */
  deadlineAt: number | null;
  score: number;
  you: boolean;
}

/** Something that just happened: for programs, and as a sentence. */
export interface Told {
  event: unknown;
  text: string;
}

/** Why the server did not take the last action. `n` grows, so that the same refusal twice is seen twice. */
export interface RefusedAction {
  /** A word for programs. */
  code: string;
  /** A sentence for people. */
  message: string;
  n: number;
}

/** What a board is given. */
export interface BoardProps<View = unknown> {
  game: string;
  view: View;
  /** Whose eyes see it: nothing for those who watch. */
  you: number | null;
  seats: SeatInfo[];
  options: Record<string, string | number>;
  /** What the update that was just applied told. */
  told: Told[];
  /** Grows with every update: a board animates from the view it had to the new one. */
  step: number;
  /** False for watchers and replays. */
  interactive: boolean;
  /** The newest refusal: the board shakes and says why. */
  refused: RefusedAction | null;
  act(action: unknown): void;
  /** Notes what to play if the time runs out; nothing takes the note back. */
  draft(action: unknown): void;
}

/** A board, as the registry hands it out. */
export type Board = Component<BoardProps>;

/** What a score sheet is given. */
export interface SheetProps {
  view: unknown;
  seats: SeatInfo[];
}

/** The score sheet of a game that counts by rounds. */
export type Sheet = Component<SheetProps>;
