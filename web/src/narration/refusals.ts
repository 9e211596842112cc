// What the server itself refuses, whatever is played, and why it closes a connection. Its English sentences say it with
// more detail.
import type { ByeReason, RefusalCode } from '../generated/protocol';

export type ServerRefusals = Record<
  RefusalCode | ByeReason | 'game_is_over' | 'no_such_seat' | 'not_your_turn',
  string
>;
