import { listed, written } from '../../cards/card';
import type { HandClass, Phase } from './types';
import type { Words } from './words';

const CLASSES: Record<HandClass, string> = {
  high_card: '高牌',
  pair: '一对',
  two_pairs: '两对',
  three_of_a_kind: '三条',
  straight: '顺子',
  flush: '同花',
  full_house: '葫芦',
  four_of_a_kind: '四条',
  straight_flush: '同花顺',
  royal_flush: '皇家同花顺',
};

export const words: Words = {
  table: '牌桌：芝加哥',
  hand: '你的手牌',
  class: (hand) => CLASSES[hand],
  holding: (hand, ranks) =>
    hand === 'royal_flush' ? CLASSES[hand] : `${CLASSES[hand]}：${ranks.join('、')}`,
  deckShort: '牌堆',
  returnedShort: '弃牌',
  phase: (round, phase, exchange, trick) => {
    const part: Record<Phase, string> = {
      exchange: `第 ${exchange} 次换牌（共 3 次）`,
      open_card: `第 ${exchange} 次换牌（共 3 次）`,
      call: '叫芝加哥？',
      tricks: `第 ${trick} 墩（共 5 墩）`,
      over: '结束',
    };
    return `第 ${round} 局 · ${part[phase]}`;
  },
  keepAll: '全部保留',
  change: (count) => `换 ${count} 张`,
  play: (card) => `出 ${written(card)}`,
  callChicago: '叫芝加哥！',
  noChicago: '不叫',
  takeOpen: (card) => (card ? `拿 ${written(card)}` : '拿明牌'),
  drawUnseen: '拿下一张暗牌',
  lastTrick: '上一墩',
  backToTable: '回到牌桌',
  deck: (count) => `牌堆，${count} 张`,
  returned: (count) => `退回，${count} 张`,
  dealer: '庄家',
  chicago: '芝加哥',
  chose: '已选择',
  tricksWon: (count) => `${count} 墩`,
  changed: '换了',
  wonTrick: (name, you) => (you ? '你赢得这一墩' : `${name}赢得这一墩`),
  marked: '标记要换',
  chosen: '已选',
  playable: '可以出',
  sheet: {
    title: '本局',
    before: '上一局',
    hand1: '第 1 手',
    hand2: '第 2 手',
    hand3: '第 3 手',
    chicago: '芝加哥',
    last_trick: '末墩',
    open: '未定',
    nobody: '无人',
    tried: '尝试全赢五墩',
    class: (hand) => CLASSES[hand],
  },
  hint: {
    chooseChange: '标记你要换的牌。',
    marked: (cards) => `你退回 ${listed(cards)}。`,
    stopped: '你的分数太高，不能换牌。',
    sealed: '所有人选定前，你的选择保密。',
    openCard: '拿明牌，还是拿下一张暗牌？',
    call: '你能赢得全部五墩吗？',
    lead: '轮到你：任意出牌。',
    follow: (suit) => `轮到你：跟${suit}。`,
    free: (suit) => `你没有${suit}：任意出牌。`,
    over: (names) => `${names}赢得比赛。`,
    youWin: '你赢得比赛！',
  },
};
