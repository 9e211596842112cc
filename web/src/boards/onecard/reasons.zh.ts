import { written } from '../../cards/card';
import type { GameReasons } from '../../narration/narrator';
import { said, who } from '../../narration/zh';
import type { Reason } from './types';

export const reasons: GameReasons<Reason> = {
  empties_hand: () => '这是你的最后一张牌：你赢下这一局。',
  passes_attack: ({ seat, cards }, voice) => said`把攻击转给${who(voice, seat)}：${cards}张牌。`,
  parries: ({ cards }) => said`化解攻击：没有人要摸${cards}张牌。`,
  takes_attack: ({ cards }) => said`摸${cards}张牌，留下能应对的牌。`,
  attacks: ({ seat, cards }, voice) => said`${who(voice, seat)}必须应对，或摸${cards}张牌。`,
  skips: ({ seat, held }, voice) => said`跳过${who(voice, seat)}，对方还有${held}张牌。`,
  turns_round: ({ seat, held }, voice) => said`方向反转，轮到有${held}张牌的${who(voice, seat)}。`,
  keeps_special: ({ card, left, fit }) => said`把${written(card)}留到以后；${left}张牌中有${fit}张能跟这张。`,
  leaves: ({ left, fit }) => said`还剩${left}张牌，其中${fit}张能跟它。`,
  lays_more: ({ more }) => said`这一回合还能再出${more}张同点数的牌。`,
  draws_one: () => '摸一张牌，留下能出的牌。',
  keeps_drawn: () => '把摸到的牌留到更好的时候。',
};
