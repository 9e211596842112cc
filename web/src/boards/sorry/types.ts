// What the server sends about a game of Sorry!: generated from its rules, under the names that the board uses.
import type { Action, View } from '../../generated/games/sorry';
import type { ListedSeen } from '../../state/seen';

export type {
  Action,
  Card as CardFace,
  Colour,
  Event,
  How,
  LastTurn,
  Meaning,
  Pawn,
  Place,
  Reason,
  RefusalCode,
  Target,
  View,
} from '../../generated/games/sorry';

/** The view in its frame. */
export type Seen = ListedSeen<View, Action>;
