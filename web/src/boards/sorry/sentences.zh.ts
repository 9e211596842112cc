import type { GameSentences } from '../../narration/narrator';
import { said, who, whoever } from '../../narration/zh';
import type { Event, How, Place, RefusalCode, View } from './types';
import { words } from './words.zh';

const spot = (place: Place): string =>
  place === 'start' ? '起点' : place === 'home' ? '家' : `第${place.square}格`;

function moved(how: How, from: string, to: string): string {
  if (how === 'leave') return `离开起点，来到${to}`;
  if (how === 'take') return `从${from}占据${to}`;
  if ('forward' in how) return `前进${how.forward}，从${from}到${to}`;
  if ('backward' in how) return `后退${how.backward}，从${from}到${to}`;
  return `前进${how.home}，从${from}到家：步数刚好`;
}

const stepsLeft = ({ pawns, mover }: View): number => pawns[mover]?.steps_left ?? 0;

export const sentences: GameSentences<Event, RefusalCode, View> = {
  events: {
    shuffled: ({ cards }) => said`洗全部${cards}张牌。`,
    order: ({ cards }) => said`牌的顺序是：${cards.map((card) => words.face(card)).join(' ')}。`,
    rolled: ({ seat, card, meaning }, voice) =>
      said`${who(voice, seat)}抽到${words.face(card)}：${words.meaning(meaning)}。`,
    moved: ({ seat, how, from, to }, voice) => said`${who(voice, seat)}${moved(how, spot(from), spot(to))}。`,
    switched: ({ seat, from, with: other, to }, voice) =>
      said`${who(voice, seat)}与${who(voice, other)}换位：第${from}格换第${to}格。`,
    sorry: ({ seat, to }, voice) => said`${who(voice, seat)}对${who(voice, to)}说 Sorry!`,
    bumped: ({ seat, from }, voice) => said`${who(voice, seat)}从第${from}格回到起点。`,
    forfeited: ({ seat, forced }, voice) =>
      forced ? said`${who(voice, seat)}无法移动，放弃这一步。` : said`${who(voice, seat)}放弃这一步。`,
    won: ({ seat }, voice) => said`${who(voice, seat)}最先到家，获胜。`,
    stopped: ({ turns, winners }, voice) =>
      winners.length === 1
        ? said`${turns}步之后，${whoever(voice, winners)}离家最近，获胜。`
        : said`${turns}步之后，${whoever(voice, winners)}离家一样近，共同获胜。`,
  },
  refusals: {
    roll_first: () => '先抽一张牌。',
    already_rolled: () => '你已经抽过牌：现在用它。',
    must_go_home: () => '步数刚好：你必须回家。',
    home_not_exact: (view) => said`到家的步数必须刚好：还差${stepsLeft(view)}步。`,
    leaves_with_one_or_two: () => '只有 1 或 2 才能离开起点。',
    not_in_start: () => '你的棋子已经离开起点。',
    in_start: () => '你的棋子还在起点。',
    past_home: (view) => said`这样会走过家：还差${stepsLeft(view)}步。`,
    not_on_this_card: () => '这张牌不能这样用。',
    no_such_opponent: () => '这张桌上没有这位对手。',
    opponent_not_on_ring: () => '那枚棋子在起点：只能选环上的棋子。',
    sorry_only_from_start: () => '在这张桌上，Sorry! 只能从起点使用。',
    must_move: () => '不能放弃：这张牌走得动，就必须走。',
    must_advance_eleven: () => '不能放弃：能前进的 11 必须使用。',
  },
};
