import type { GameReasons } from '../../narration/narrator';
import { said, who } from '../../narration/zh';
import type { Reason } from './types';

export const reasons: GameReasons<Reason> = {
  completes: () => '连成五子。',
  stops_five: ({ seat }, voice) => said`阻止${who(voice, seat)}连成五子。`,
  makes_four: ({ ways }) => (ways > 1 ? said`形成四子，有${ways}处可以成五。` : '形成四子，对方必须应对。'),
  stops_four: ({ seat }, voice) => said`阻止${who(voice, seat)}形成两处可以成五的四子。`,
  makes_three: () => '形成活三，威胁成为活四。',
  stops_three: ({ seat }, voice) => said`阻止${who(voice, seat)}的活三。`,
  row: ({ pebbles, rows }) => said`五子中占了${pebbles}子，还有${rows}条五子线能经过这里。`,
  room: ({ rows }) => said`还有${rows}条五子线能经过这里。`,
};
