import type { Action, Colour, Meaning, Place } from './types';
import type { Words } from './words';

const COLOURS: Record<Colour, string> = { green: '绿', red: '红', blue: '蓝', yellow: '黄' };

const place = (at: Place) => (at === 'start' ? '在起点' : at === 'home' ? '已到家' : `在第 ${at.square} 格`);
const steps = (left: number) => (left === 0 ? '已到家' : left > 60 ? '在起点' : `还差 ${left} 步`);

function meaning(card: Meaning): string {
  if (card === 'sorry') return '把一枚棋子送回起点';
  if (card === 'sorry_from_start') return '从起点占据一枚棋子的格子';
  if ('leave_or_forward' in card) return `离开起点或前进 ${card.leave_or_forward}`;
  if ('forward' in card) return `前进 ${card.forward}`;
  if ('backward' in card) return `后退 ${card.backward}`;
  if ('forward_or_switch' in card) return `前进 ${card.forward_or_switch} 或换位`;
  if ('forward_or_take' in card) return `前进 ${card.forward_or_take} 或占格`;
  return `前进 ${card.forward_or_backward.forward} 或后退 ${card.forward_or_backward.backward}`;
}

export const words: Words = {
  table: '牌桌：Sorry!',
  board: '棋盘',
  start: '起点',
  home: '家',
  face: (card) => (card === 'sorry' ? 'Sorry!' : card),
  place,
  pawn: (name, colour, at, left) => `${name}，${COLOURS[colour]}，${place(at)}，${steps(left)}`,
  steps,
  deck: (left) => (left === null ? '抽一张牌' : `剩 ${left} 张`),
  cardBy: (name) => `${name}抽到`,
  card: (card, text) => {
    if (card === null) return '还没有抽牌';
    const face = card === 'sorry' ? 'Sorry!' : card;
    return text === '' ? `上一张牌是 ${face}` : `${face}：${text}`;
  },
  meaning: (card) => meaning(card),
  roll: '抽一张牌',
  action: (action, to, name) => {
    const where = typeof to === 'object' ? `到 ${to.square}` : '';
    if (typeof action === 'object') {
      if ('switch' in action) return `与${name(action.switch)}换位`;
      if ('take' in action) return `占据${name(action.take)}的格子`;
      return `送${name(action.sorry)}回起点`;
    }
    const plain: Record<Extract<Action, string>, string> = {
      roll: '抽一张牌',
      home: '回家！',
      leave: '离开起点',
      forward: `前进${where}`,
      backward: `后退${where}`,
      forfeit: '放弃',
    };
    return plain[action];
  },
  noMove: '无法移动：放弃',
  bumps: (name) => `把${name}送回起点`,
  hint: {
    roll: '轮到你：抽一张牌。',
    move: (card, text) => `${card}：${text}。`,
    over: (names) => `${names}最先到家，获胜。`,
    youWin: '你最先到家，获胜！',
  },
};
