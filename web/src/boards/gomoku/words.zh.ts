import { written } from './grid';
import type { Words } from './words';

export const words: Words = {
  table: '牌桌：五子棋',
  grid: '棋盘。方向键移动，回车落子。',
  spoken: (at, what, last) => `${written(at)}，${what}${last ? '，最后一子' : ''}`,
  closer: '放大',
  free: '空',
  yours: '你的棋子',
  pebbleOf: (name) => `${name}的棋子`,
  place: (at) => `落子 ${written(at)}`,
  pebbles: (count) => `${count} 子`,
  hint: {
    yours: '轮到你：在空交叉点落子。',
    confirm: '再点一次即可落子。',
    won: (name, you) => (you ? '五子连珠：你赢了！' : `五子连珠：${name}获胜。`),
    drawn: (end) => (end === 'no_row_left' ? '谁也无法连成五子：和棋。' : '棋盘已满：和棋。'),
    ended: '对局结束。',
  },
};
