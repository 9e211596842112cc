import { describe, expect, it } from 'vitest';

import type { TournamentInfo } from '../generated/protocol';
import { extent, isOpenToEnter, lookAgainAfter, pointsOf, seatChoices } from './tournaments';

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

  it('says how many rounds there are, or how long an arena lasts', () => {
    const words = {
      roundOf: (round: number, rounds: number) => `${round}/${rounds}`,
      roundCount: (rounds: number) => `${rounds}`,
      arenaOf: (minutes: number) => `${minutes} min`,
    };
    const rounds = { form: 'rounds', round: 2, rounds: 3 } as TournamentInfo;
    expect(extent({ ...rounds, stage: 'running' }, words)).toBe('2/3');
    expect(extent({ ...rounds, stage: 'over' }, words)).toBe('3');
    expect(extent({ form: 'arena', stage: 'running', minutes: 45 } as TournamentInfo, words)).toBe('45 min');
  });

  it('is entered before it begins, and an arena until its time is up', () => {
    const running = (form: TournamentInfo['form']) =>
      ({ form, stage: 'running', ends_at: 100 }) as TournamentInfo;
    expect(isOpenToEnter({ form: 'rounds', stage: 'entry' } as TournamentInfo, 0)).toBe(true);
    expect(isOpenToEnter(running('rounds'), 0)).toBe(false);
    expect(isOpenToEnter(running('arena'), 99)).toBe(true);
    expect(isOpenToEnter(running('arena'), 100)).toBe(false);
    expect(isOpenToEnter({ ...running('arena'), stage: 'over' }, 0)).toBe(false);
  });
});
