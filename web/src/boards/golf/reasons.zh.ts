import { written } from '../../cards/card';
import type { GameReasons } from '../../narration/narrator';
import { said, who } from '../../narration/zh';
import type { Reason } from './types';

const tenths = (points: number): string => points.toFixed(1);

export const reasons: GameReasons<Reason> = {
  reveals: ({ one_column }) =>
    one_column ? '同一列的两张牌可能已经成对。' : '两列各有一张明牌，能配成对的牌更多。',
  makes_pair: ({ card }) => said`${written(card)}在它的列里配成对，成对不计分。`,
  goes_out: ({ points, next }) =>
    said`这样你的牌全部翻开，共${points}分；其他人中最好的大约${tenths(next)}分。`,
  swaps: ({ before, after }) => said`你的明牌从${before}分变为${after}分。`,
  swaps_hidden: ({ points, expected }) => said`这张牌算${points}分，暗牌平均${tenths(expected)}分。`,
  takes_discard: ({ points, expected }) => said`明牌算${points}分，牌堆的牌平均${tenths(expected)}分。`,
  takes_stock: ({ points, expected }) => said`明牌算${points}分，牌堆的牌平均${tenths(expected)}分。`,
  throws_away: ({ points, expected }) => said`这张牌算${points}分，暗牌平均${tenths(expected)}分。`,
  turns: ({ expected }) => said`暗牌平均${tenths(expected)}分。`,
  steals: ({ seat, card, pair }, voice) =>
    pair
      ? said`${who(voice, seat)}的${written(card)}在你的列里配成对。`
      : said`从${who(voice, seat)}那里拿走${written(card)}，换给对方一张暗牌。`,
};
