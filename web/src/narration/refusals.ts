// What the server itself refuses, whatever is played. In English it says it with more detail.
import type { RefusalCode } from '../generated/protocol';

export type ServerRefusals = Record<RefusalCode | 'game_is_over' | 'no_such_seat' | 'not_your_turn', string>;
