// What the server sends about a game of One Card: generated from its rules, under the names that the board uses.
import type { Action, View } from '../../generated/games/onecard';
import type { ListedSeen } from '../../state/seen';

export type {
  Action,
  Direction,
  Event,
  LastTurn,
  Reason,
  RefusalCode,
  StartReason,
  View,
} from '../../generated/games/onecard';

/** The view in its frame. */
export type Seen = ListedSeen<View, Action>;
