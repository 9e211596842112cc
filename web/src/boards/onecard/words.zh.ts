import { rankName, spoken, suitName, written } from '../../cards/card';
import type { Words } from './words';

const cards = (count: number) => `${count} 张牌`;

export const words: Words = {
  table: '牌桌：One Card',
  hand: '你的手牌',
  cards,
  round: (round, rounds) => (rounds > 1 ? `第 ${round} 局，共 ${rounds} 局` : ''),
  lastRound: (name) => (name === null ? '上一局无人获胜' : `上一局${name}获胜`),
  stock: (count) => `牌堆，${cards(count)}`,
  pile: (card) => `出牌堆，顶牌${spoken(card)}`,
  direction: (direction) => (direction === 'clockwise' ? '顺时针进行' : '逆时针进行'),
  attack: (count) => (count === 0 ? '没有攻击' : `攻击：${cards(count)}`),
  play: (list) => `出 ${list.map(written).join(' ')}`,
  draw: (count) => `摸 ${count} 张`,
  keep: '留着',
  chosen: '已选',
  playable: '可以出',
  justDrawn: '刚摸到',
  next: '下一位',
  nextIs: (name, you) => (you ? '下一位是你' : `下一位：${name}`),
  sortByRank: '按点数排序',
  sortBySuit: '按花色排序',
  oneLeft: '剩一张！',
  hint: {
    follow: (card) => `轮到你：出 ${rankName(card)} 或${suitName(card)}。`,
    attacked: (count, top) => `用能跟 ${written(top)} 的 2、3、7、Q 或 J 应对，或摸 ${cards(count)}。`,
    mustDraw: '没有能出的牌：摸一张。',
    mustDrawAttack: (count) => `无法应对：摸 ${cards(count)}。`,
    goOn: (card) => `再出一张 ${rankName(card)}。`,
    choosing: (card) => `你摸到 ${written(card)}，可以出。`,
    over: (names) => `${names}赢得比赛。`,
    youWin: '你赢得比赛！',
  },
  sheet: { title: '各局', round: '上一局', total: '总分' },
};
