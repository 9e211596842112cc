import { describe, expect, it } from 'vitest';

import type { TournamentInfo } from '../generated/protocol';
import { lookAgainAfter, pointsOf, seatChoices } from './tournaments';

describe('a tournament on the page', () => {
  it('offers two to four seats, as the game admits', () => {
    expect(seatChoices({ min_seats: 2, max_seats: 10 })).toEqual([2, 3, 4]);
    expect(seatChoices({ min_seats: 3, max_seats: 3 })).toEqual([3]);
  });

  it('shows points as people count them', () => {
    expect([1200, 833, 0].map(pointsOf)).toEqual([12, 8.33, 0]);
  });

  it('is looked at again until it is over', () => {
    const at = (stage: TournamentInfo['stage']) => lookAgainAfter({ stage } as TournamentInfo);
    expect([at('entry'), at('running'), at('over'), at('cancelled')]).toEqual([5000, 3000, null, null]);
  });
});
