// What the figures of each game are called in Swedish.
import type { FigureTitles } from './figureTitles';

const of: FigureTitles = {
  chicago: {
    chicagos_called: 'Chicago utropade',
    chicagos_made: 'Chicago klarade',
    last_tricks_won: 'Sista stick vunna',
    paid_pair: 'Betalt för par',
    paid_two_pairs: 'Betalt för två par',
    paid_three_of_a_kind: 'Betalt för triss',
    paid_straight: 'Betalt för stege',
    paid_flush: 'Betalt för färg',
    paid_full_house: 'Betalt för kåk',
    paid_four_of_a_kind: 'Betalt för fyrtal',
    paid_straight_flush: 'Betalt för färgstege',
    royal_flushes: 'Royal flush',
  },
  golf: {
    round_mean: 'Poäng per omgång i snitt',
    round_best: 'Bästa omgången',
    round_worst: 'Sämsta omgången',
    steals: 'Stulna kort',
    stolen_from: 'Kort som andra stal',
  },
  gomoku: {
    win_length_mean: 'Stenar på brädet vid vinst, i snitt',
    win_length_min: 'Kortaste vinsten, i stenar',
    win_length_max: 'Längsta vinsten, i stenar',
  },
  sorry: {
    bumps_given: 'Pjäser som knuffats hem',
    bumps_taken: 'Egna pjäser som knuffats hem',
    sorry_cards: 'Sorry!-kort använda',
  },
  onecard: {
    rounds_won: 'Vunna omgångar',
    cards_left_mean: 'Kort kvar efter en omgång, i snitt',
    cards_left_max: 'Flest kort kvar efter en omgång',
    reshuffles_survived: 'Omblandningar överlevda',
  },
};

export const words = { of };
