import { written } from '../../cards/card';
import type { GameSentences } from '../../narration/narrator';
import { cards as listed, points, said, who, whoever } from '../../narration/zh';
import type { Event, RefusalCode, View } from './types';
import { PLACES } from './words.zh';

const at = (place: number) => PLACES[place] ?? '';

export const sentences: GameSentences<Event, RefusalCode, View> = {
  events: {
    shuffled: ({ cards }) => said`洗${cards.length}张牌。`,
    dealt: ({ round, stock }) => said`第${round}轮：每人六张暗牌，牌堆还有${stock}张。`,
    first_discard: ({ card }) => said`弃牌堆以${written(card)}开始。`,
    revealed: ({ seat, places, cards }, voice) =>
      said`${who(voice, seat)}翻开${at(places[0])}的${written(cards[0])}和${at(places[1])}的${written(cards[1])}。`,
    play_begins: ({ seat }, voice) => said`所有人都翻了两张牌：${who(voice, seat)}先行。`,
    new_stock: ({ cards }) => said`牌堆用完：${cards}张弃牌洗成新牌堆。`,
    pile_turned_over: ({ cards }) => said`牌堆用完：弃牌堆的${cards}张牌翻过来成为新牌堆。`,
    took_stock: ({ seat, card }, voice) =>
      said`${who(voice, seat)}从牌堆拿${card ? `到${written(card)}` : '了一张牌'}。`,
    took_discard: ({ seat, card }, voice) => said`${who(voice, seat)}从弃牌堆拿走${written(card)}。`,
    swapped: ({ seat, place, card, out, was_hidden }, voice) =>
      said`${who(voice, seat)}把${written(card)}放在${at(place)}，换下${was_hidden ? '暗牌' : ''}${written(out)}。`,
    threw_away: ({ seat, card }, voice) => said`${who(voice, seat)}弃掉${written(card)}。`,
    turned: ({ seat, place, card }, voice) => said`${who(voice, seat)}翻开${at(place)}的${written(card)}。`,
    stole: ({ seat, from, card, given }, voice) =>
      said`${who(voice, seat)}从${who(voice, from)}那里偷走${written(card)}，换给对方暗牌${written(given)}。`,
    all_up: ({ seat, then }, voice) => {
      const after = { goes_on: '', last_turns: '：其他人各有最后一次机会', ends: '：本轮结束' };
      return said`${who(voice, seat)}的牌已全部翻开${after[then]}。`;
    },
    cap_reached: ({ turns }) => said`每人已行动${turns}次：本轮结束，翻开所有牌。`,
    uncovered: ({ seat, cards }, voice) => said`${who(voice, seat)}翻开${listed(cards)}。`,
    round_scored: ({ round, points: won, totals }, voice) =>
      said`第${round}轮计分：${points(voice, won, totals)}。`,
    game_over: ({ winners, points }, voice) =>
      said`${whoever(voice, winners)}以${points}分${winners.length === 1 ? '' : '共同'}获胜。`,
  },
  refusals: {
    reveal_first: () => '先翻开你的两张牌：所有人都翻完才开始。',
    reveal_is_over: () => '只有开始前才翻两张牌，现在已经开始了。',
    same_card_twice: () => '请翻两张不同的牌。',
    take_first: () => '先拿一张牌：从牌堆或弃牌堆。',
    card_in_hand: () => '你手里已经有一张牌：先给它找个位置。',
    discard_must_be_swapped: () => '从弃牌堆拿的牌必须换下你的一张牌：只有牌堆的牌可以弃掉。',
    stock_is_empty: () => '牌堆已空，弃牌也不够洗成新牌堆：请拿弃牌。',
    discard_pile_is_empty: () => '弃牌堆是空的：请从牌堆拿牌。',
    turn_one_first: () => '你弃掉了牌堆的牌：现在翻开你的一张暗牌。',
    nothing_to_turn: () => '只有弃掉牌堆的牌之后才能翻牌。',
    already_face_up: () => '这张牌已经翻开：请选一张暗牌。',
    stealing_is_off: () => '这张牌桌不能偷牌。',
    no_such_player: () => '只能偷同桌玩家的牌。',
    steal_from_yourself: () => '不能偷自己的牌：请选别人。',
    steal_hidden_card: () => '只能偷明牌：那张还没有翻开。',
    steal_with_open_card: () => '偷牌要用你的一张暗牌来换：那张已经翻开。',
    no_hidden_card_left: () => '偷牌要用一张暗牌来换，而你的牌已全部翻开。',
  },
};
