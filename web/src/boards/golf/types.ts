// What the server sends about a game of Six Card Golf: generated from its rules, under the names that the board uses.
import type { Action, View } from '../../generated/games/golf';
import type { ListedSeen } from '../../state/seen';

export type {
  Action,
  Event,
  Played,
  Reason,
  RefusalCode,
  View,
  ViewPhase as Phase,
} from '../../generated/games/golf';

/** Six cards, 0 1 2 above 3 4 5; nothing where a card lies face down. */
export type Faces = View['layouts'][number];

/** The view in its frame. */
export type Seen = ListedSeen<View, Action>;
