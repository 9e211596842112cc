import { suitName, written } from '../../cards/card';
import type { GameSentences, Voice } from '../../narration/narrator';
import { points, row, said, who, whoever } from '../../narration/zh';
import { ledSuit } from './choice';
import type { Award, Event, RefusalCode, View } from './types';
import { words } from './words.zh';

function paid(award: Award, voice: Voice): string {
  if (award === 'no_hand') return '没有人有对子或更好的牌';
  if ('drawn' in award) return `最好的牌型相同（${words.class(award.drawn.class)}），无人得分`;
  if ('royal' in award) return `${who(voice, award.royal.seat)}拿到皇家同花顺`;
  const { seat, class: hand, points } = award.paid;
  return `${who(voice, seat)}的牌最好（${words.class(hand)}），得${points}分`;
}

export const sentences: GameSentences<Event, RefusalCode, View> = {
  events: {
    round_began: ({ round, dealer }, voice) => said`第${round}局：${who(voice, dealer)}发牌。`,
    shuffled: () => '洗牌。',
    reshuffled: ({ cards }) => said`牌堆用完：退回的${cards}张牌成为新牌堆。`,
    dealt: ({ seat, hand }, voice) => said`${who(voice, seat)}拿到${hand ? row(hand) : '五张牌'}。`,
    change_chosen: ({ seat, cards }, voice) => {
      if (!cards) return said`${who(voice, seat)}已选定。`;
      return cards.length === 0
        ? said`${who(voice, seat)}选择全部保留。`
        : said`${who(voice, seat)}选择换掉${row(cards)}。`;
    },
    changed: ({ seat, count, swaps }, voice) => {
      if (count === 0) return said`${who(voice, seat)}全部保留。`;
      if (!swaps) return said`${who(voice, seat)}换了${count}张牌。`;
      const [old, fresh] = [swaps.map((swap) => swap.old), swaps.map((swap) => swap.new)];
      return said`${who(voice, seat)}用${row(old)}换来${row(fresh)}。`;
    },
    open_card: ({ seat, card }, voice) => said`为${who(voice, seat)}翻开${written(card)}。`,
    open_taken: ({ seat, card }, voice) => said`${who(voice, seat)}拿走${written(card)}。`,
    unseen_drawn: ({ seat, left, card }, voice) =>
      said`${who(voice, seat)}不要${written(left)}，${card ? `拿到${written(card)}` : '拿了下一张暗牌'}。`,
    hand_paid: ({ number, award }, voice) => said`第${number}手：${paid(award, voice)}。`,
    others_reset: ({ seat }, voice) => said`除${who(voice, seat)}以外，所有人的分数归零。`,
    call_answered: ({ seat, call }, voice) => {
      if (call === undefined) return said`${who(voice, seat)}已决定是否叫芝加哥。`;
      return said`${who(voice, seat)}${call ? '叫' : '不叫'}芝加哥。`;
    },
    call_decided: ({ caller }, voice) =>
      caller === null ? '无人叫芝加哥。' : said`${who(voice, caller)}打芝加哥，必须赢得全部五墩。`,
    call_void: ({ seat }, voice) => said`${who(voice, seat)}的叫牌无效：另一位叫牌者顺位在前。`,
    card_played: ({ seat, card }, voice) => said`${who(voice, seat)}出${written(card)}。`,
    trick_won: ({ seat, trick }, voice) => said`${who(voice, seat)}赢得第${trick}墩。`,
    chicago_made: ({ seat }, voice) => said`${who(voice, seat)}打成芝加哥，得 15 分。`,
    chicago_failed: ({ seat }, voice) => said`${who(voice, seat)}没有打成芝加哥，扣 15 分。`,
    last_trick_paid: ({ seat }, voice) => said`${who(voice, seat)}赢得最后一墩，得 5 分。`,
    last_trick_unpaid: ({ seat }, voice) => said`最后一墩无人得分：${who(voice, seat)}没有打成芝加哥。`,
    round_ended: ({ round, totals }, voice) => said`第${round}局后：${points(voice, totals)}。`,
    level_at_top: ({ seats }, voice) => said`${whoever(voice, seats)}并列第一，再打一局。`,
    game_over: ({ winners, ending }, voice) => {
      const how = { points: '', royal_flush: '凭皇家同花顺', last_round: '在最后一局后' };
      return said`${whoever(voice, winners)}${how[ending]}赢得比赛。`;
    },
  },
  refusals: {
    not_now: ({ phase }) =>
      ({
        exchange: '现在要换牌，或全部保留。',
        open_card: '现在要拿明牌，或拿下一张。',
        call: '现在要决定是否叫芝加哥。',
        tricks: '现在要出一张牌。',
        over: '游戏已经结束。',
      })[phase],
    not_your_card: () => '你没有这张牌。',
    must_follow_suit: (view) => `你必须跟花色：首张是${suitName(ledSuit(view) ?? '')}。`,
    buy_stop: () => '你不能换牌：分数达到上限的人保留手牌。',
  },
};
