// What the figures of each game are called in Chinese.
import type { FigureTitles } from './figureTitles';

const of: FigureTitles = {
  chicago: {
    chicagos_called: '喊芝加哥次数',
    chicagos_made: '芝加哥成功次数',
    last_tricks_won: '赢得最后一墩',
    paid_pair: '对子得分次数',
    paid_two_pairs: '两对得分次数',
    paid_three_of_a_kind: '三条得分次数',
    paid_straight: '顺子得分次数',
    paid_flush: '同花得分次数',
    paid_full_house: '葫芦得分次数',
    paid_four_of_a_kind: '四条得分次数',
    paid_straight_flush: '同花顺得分次数',
    royal_flushes: '皇家同花顺',
  },
  golf: {
    round_mean: '平均每轮得分',
    round_best: '最好的一轮',
    round_worst: '最差的一轮',
    steals: '偷牌次数',
    stolen_from: '被偷牌次数',
  },
  gomoku: {
    win_length_mean: '获胜时棋子数(平均)',
    win_length_min: '最快获胜(棋子数)',
    win_length_max: '最慢获胜(棋子数)',
  },
  sorry: {
    bumps_given: '撞回对手棋子',
    bumps_taken: '己方棋子被撞回',
    sorry_cards: '使用 Sorry! 牌',
  },
  onecard: {
    rounds_won: '赢得轮数',
    cards_left_mean: '每轮平均剩余牌数',
    cards_left_max: '一轮最多剩余牌数',
    reshuffles_survived: '经历重新洗牌次数',
  },
};

export const words = { of };
