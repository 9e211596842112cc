// What the server sends about a game of Chicago: generated from its rules, under the names that the board uses.
import type { Action, View } from '../../generated/games/chicago';
import type { ListedSeen } from '../../state/seen';

export type {
  Action,
  Award,
  Class as HandClass,
  Event,
  LastRound,
  Phase,
  Reason,
  RefusalCode,
  TrickView as Trick,
  View,
} from '../../generated/games/chicago';

/** The view in its frame. */
export type Seen = ListedSeen<View, Action>;
