import type { GameSentences } from '../../narration/narrator';
import { said, who } from '../../narration/zh';
import { lengthOf, written as at } from './grid';
import type { Event, RefusalCode, View } from './types';

const COUNTS: Record<number, string> = { 5: '五', 6: '六', 7: '七', 8: '八', 9: '九' };

export const sentences: GameSentences<Event, RefusalCode, View> = {
  events: {
    begun: ({ seats, lines, first }, voice) =>
      said`棋盘有${lines}乘${lines}条线，${seats}人对局，${who(voice, first)}先手。`,
    placed: ({ seat, at: crossing }, voice) => said`${who(voice, seat)}落子 ${at(crossing)}。`,
    won: ({ seat, rows }, voice) => {
      const words = rows.map((row) => {
        const length = lengthOf(row);
        return `从 ${at(row.from)} 到 ${at(row.to)} ${COUNTS[length] ?? length}子相连`;
      });
      return said`${who(voice, seat)}获胜：${words.join('，')}。`;
    },
    drawn: ({ why }) => (why === 'no_row_left' ? '谁也无法连成五子：和棋。' : '棋盘已满：和棋。'),
  },
  refusals: {
    off_board: () => '棋盘上没有这个交叉点。',
    occupied: () => '这里已经有棋子了。',
  },
};
