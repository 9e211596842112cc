import { rankName, suitName, written } from '../../cards/card';
import type { GameSentences } from '../../narration/narrator';
import { cards as listed, points, row, said, who, whoever } from '../../narration/zh';
import type { Event, RefusalCode, StartReason, View } from './types';

const REASONS: Record<StartReason, string> = {
  lowest_card: '牌最小',
  won_round: '赢了上一局',
  fewest_cards: '上一局剩牌最少',
};
const counted = (count: number): string => `${count}张牌`;
const follow = ({ top }: View): string => `${suitName(top)}或${rankName(top)}`;

export const sentences: GameSentences<Event, RefusalCode, View> = {
  events: {
    round_began: ({ round, cards }) => said`第${round}局：洗${cards}张牌。`,
    shuffled: ({ cards }) => said`洗好的顺序：${row(cards)}。`,
    dealt: ({ seat, cards }, voice) => said`${who(voice, seat)}拿到${listed(cards)}。`,
    dealt_face_down: ({ seat, count }, voice) => said`${who(voice, seat)}拿到${counted(count)}。`,
    order_card: ({ seat, card }, voice) => said`${who(voice, seat)}抽到${written(card)}，用来决定先手。`,
    begins: ({ seat, reason }, voice) => said`${who(voice, seat)}${REASONS[reason]}，先出。`,
    first_card: ({ card }) => said`第一张牌是${written(card)}。`,
    laid: ({ seat, card }, voice) => said`${who(voice, seat)}出${written(card)}，接着出。`,
    played: ({ seat, cards, left }, voice) =>
      said`${who(voice, seat)}出${listed(cards)}${left === 1 ? '：只剩一张！' : '。'}`,
    hand: ({ seat, cards }, voice) => said`${who(voice, seat)}的手牌：${row(cards)}。`,
    turned: ({ direction }) => `方向反转：${direction === 'clockwise' ? '顺时针' : '逆时针'}。`,
    skipped: ({ seat }, voice) => said`${who(voice, seat)}被跳过。`,
    attacked: ({ seat, cards }, voice) => said`${who(voice, seat)}必须应对，或摸${counted(cards)}。`,
    parried: ({ seat }, voice) => said`${who(voice, seat)}化解了攻击。`,
    reshuffled: ({ count }) => said`牌堆用完：出过的${counted(count)}重新洗好。`,
    drew: ({ seat, cards }, voice) => said`${who(voice, seat)}摸到${listed(cards)}。`,
    drew_face_down: ({ seat, count }, voice) => said`${who(voice, seat)}摸${counted(count)}。`,
    kept: ({ seat }, voice) => said`${who(voice, seat)}留下这张牌。`,
    round_won: ({ seat, round }, voice) => said`${who(voice, seat)}赢得第${round}局！`,
    nobody_won: ({ round, reason }) =>
      said`${reason === 'blocked' ? '谁也不能出牌或摸牌' : '这一局拖得太久'}：第${round}局无人获胜。`,
    round_scored: ({ round, scores, totals }, voice) =>
      said`第${round}局得分：${points(voice, scores, totals)}。`,
    game_won: ({ winners }, voice) =>
      said`${whoever(voice, winners)}${winners.length === 1 ? '' : '共同'}赢得比赛。`,
  },
  refusals: {
    not_in_hand: () => '你没有这张牌。',
    last_of_its_rank: () => '你没有同点数的另一张牌：请单独出这张。',
    must_go_on: ({ top }) => said`你已出${written(top)}，必须再出一张${rankName(top)}。`,
    must_follow: (view) => said`必须跟${written(view.top)}：出${follow(view)}。`,
    answer_must_follow: ({ top }) =>
      said`应对的牌必须跟${written(top)}：同花色或同点数的 2、3、7，或同花色的 Q、J。`,
    under_attack: ({ attack, top }) =>
      said`你正受到攻击：用能跟${written(top)}的 2、3、7、Q 或 J 应对，或摸${counted(attack)}。`,
    redirect_needs_suit: ({ top }) => said`受攻击时，Q 和 J 必须与顶牌同花色：${suitName(top)}。`,
    must_play: ({ top }) => said`能出牌时不能摸牌：你有能跟${written(top)}的牌。`,
    one_card_a_turn: () => '这张牌桌每次只能出一张牌。',
    play_it_or_keep_it: () => '你已经摸牌：出这张牌，或留着它。',
    nothing_to_keep: () => '没有可留的牌：你还没有摸牌。',
  },
};
