// What the server sends about a game of Gomoku: generated from its rules, under the names that the board uses.
import type { Action, View } from '../../generated/games/gomoku';
import type { ListedSeen } from '../../state/seen';

export type {
  Action,
  Crossing,
  Event,
  GameEnd,
  Reason,
  RefusalCode,
  Row,
  View,
} from '../../generated/games/gomoku';

/** The view in its frame. */
export type Seen = ListedSeen<View, Action>;
