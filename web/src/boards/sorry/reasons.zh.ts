import type { GameReasons } from '../../narration/narrator';
import { said, who } from '../../narration/zh';
import type { Reason } from './types';

export const reasons: GameReasons<Reason> = {
  reaches_home: () => '你的棋子到家。',
  bumps: ({ seat, left }, voice) => said`把${who(voice, seat)}的棋子送回起点，它离家还有${left}步。`,
  leaves_start: () => '你的棋子离开起点。',
  switches: ({ seat, gained }, voice) =>
    gained >= 0
      ? said`与${who(voice, seat)}交换位置，离家近${gained}步。`
      : said`与${who(voice, seat)}交换位置，离家远${-gained}步。`,
  advances: ({ steps, left }) => said`离家近${steps}步：还剩${left}步。`,
  falls_back: ({ steps, left }) => said`后退${steps}步，离家还有${left}步。`,
  stays: ({ left }) => said`你的棋子留在原地，离家还有${left}步。`,
};
