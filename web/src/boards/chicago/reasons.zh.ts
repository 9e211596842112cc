import { suitName, written } from '../../cards/card';
import type { GameReasons } from '../../narration/narrator';
import { said } from '../../narration/zh';
import type { HandClass, Reason } from './types';
import { words } from './words.zh';

function kept(hand: HandClass, cards: number): string {
  if (hand === 'pair') return '保留对子';
  if (hand === 'two_pairs') return '保留两对';
  if (hand === 'three_of_a_kind') return '保留三条';
  if (hand === 'four_of_a_kind') return '保留四条';
  return cards === 0 ? '整手都换' : `保留${cards}张牌`;
}

export const reasons: GameReasons<Reason> = {
  stands: ({ class: hand }) => said`你有${words.class(hand)}，不换牌。`,
  draws: ({ kept: hand, cards, better_percent, aim, aim_percent }) => {
    const hope = said`${kept(hand, cards)}，还可能成为${words.class(aim)}：${aim_percent}%`;
    return better_percent === aim_percent ? `${hope}。` : said`${hope}，任何更好的牌型：${better_percent}%。`;
  },
  takes_open: ({ class: hand, unseen_percent }) =>
    said`拿明牌你就有${words.class(hand)}；暗牌只有${unseen_percent}%的机会更好。`,
  draws_unseen: ({ class: hand, unseen_percent }) =>
    said`拿明牌你只有${words.class(hand)}；暗牌有${unseen_percent}%的机会更好。`,
  calls_chicago: ({ beatable }) =>
    beatable === 0
      ? '没有人能在同花色中压过你的任何一张牌。'
      : said`你的五张牌中只有${beatable}张可能被同花色压过。`,
  stays_silent: ({ beatable }) => said`你的五张牌中有${beatable}张可能被同花色压过。`,
  leads: ({ higher }) => (higher === 0 ? '同花色没有人能压过它。' : said`同花色还有${higher}张牌能压过它。`),
  wins_trick: () => '它赢下这一墩。',
  highest_so_far: ({ higher }) =>
    higher === 0 ? '它赢下这一墩：没有人能压过它。' : said`它是目前最大的牌；还有${higher}张牌能压过它。`,
  saves: ({ card }) => said`输掉这一墩，把${written(card)}留到以后。`,
  cannot_win: () => '你没有牌能赢这一墩。',
  throws_away: ({ led }) => said`你没有${suitName(led)}，没有牌能赢这一墩。`,
};
