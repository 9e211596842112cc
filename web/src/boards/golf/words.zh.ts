import { spoken, written } from '../../cards/card';
import type { Words } from './words';

export const PLACES = ['左上', '中上', '右上', '左下', '中下', '右下'];

export const words: Words = {
  table: '牌桌：六张高尔夫',
  round: (round, rounds) => `第 ${round} 轮，共 ${rounds} 轮`,
  lastTurns: (name) => `${name}已全部翻开：最后一次机会`,
  layoutOf: (name) => `${name}的牌`,
  yours: '你的六张牌',
  cell: (place, card) => `${PLACES[place]}，${card ? spoken(card) : '暗牌'}`,
  cancelled: '对子，不计分',
  pair: '对',
  change: (points) => `${points} 分`,
  picked: '已选',
  stock: (count) => `牌堆，${count} 张`,
  discard: (card) => (card ? `弃牌堆，顶牌${spoken(card)}` : '弃牌堆，空'),
  held: (name, _you, card) => `${name}拿着${card ? spoken(card) : '一张牌'}`,
  shows: (points) => `明牌 ${points}`,
  stockShort: '牌堆',
  discardShort: '弃牌堆',
  throwHere: '弃在这里',
  turnTwo: '翻开这两张',
  takeStock: '从牌堆拿牌',
  takeDiscard: (card) => `拿 ${written(card)}`,
  throwAway: (card) => (card ? `弃掉 ${written(card)}` : '弃掉'),
  notSteal: '算了',
  nextRound: '下一轮',
  hint: {
    reveal: (left) => (left === 2 ? '选两张牌翻开。' : left === 1 ? '再选一张。' : '翻开这两张？'),
    take: (steal) => (steal ? '轮到你：拿一张牌，或选一张明牌偷走。' : '轮到你：拿一张牌。'),
    stolen: (card, name) => `${name}的 ${written(card)}：选你要换过去的暗牌。`,
    stock: (card) => `你拿着 ${written(card)}：选要替换的牌，或弃掉。`,
    discard: (card) => `你拿着 ${written(card)}：选要替换的牌。`,
    turnOne: '选一张暗牌翻开。',
    ended: (round, points) => `第 ${round} 轮结束：${points}。`,
    over: (names) => `${names}以最低分获胜。`,
    youWin: '你以最低分获胜！',
  },
  sheet: { title: '记分卡', hole: '洞', total: '总分' },
};
