import { describe, expect, it } from 'vitest';

import { handName } from './handName';

const named = (text: string) => handName(text.split(' '));

describe('the name of a hand', () => {
  it.each([
    ['S2 H5 D9 CJ SA', 'high_card', ['SA']],
    ['S8 H8 D9 CJ SA', 'pair', ['S8']],
    ['S8 H8 D5 C5 SA', 'two_pairs', ['S8', 'D5']],
    ['S8 H8 D8 C5 SA', 'three_of_a_kind', ['S8']],
    ['S6 H7 D8 C9 S10', 'straight', ['S10']],
    ['SA H2 D3 C4 S5', 'straight', ['S5']],
    ['S10 HJ DQ CK SA', 'straight', ['SA']],
    ['S2 S5 S9 SJ SA', 'flush', ['SA']],
    ['S8 H8 D8 C5 S5', 'full_house', ['S8', 'C5']],
    ['S5 H5 D5 C5 S8', 'four_of_a_kind', ['S5']],
    ['SA S2 S3 S4 S5', 'straight_flush', ['S5']],
    ['S10 SJ SQ SK SA', 'royal_flush', ['SA']],
  ])('of %s is %s', (cards, hand, ranks) => {
    expect(named(cards)).toEqual({ class: hand, ranks });
  });

  it('is not given to fewer than five cards, or to a king and an ace around the corner', () => {
    expect(handName(['S2', 'S3', null, 'S5', 'S6'])).toBeNull();
    expect(named('SK HA D2 C3 S4')?.class).toBe('high_card');
  });
});
