import { describe, expect, it } from 'vitest';

import { actionsOf, labelOf } from './generic';

describe('the board of any game', () => {
  it('says actions in words', () => {
    expect(labelOf('call_chicago')).toBe('call chicago');
    expect(labelOf({ play: 'S10' })).toBe('play S10');
    expect(labelOf({ change: ['S10', 'H4'] })).toBe('change S10 H4');
    expect(labelOf({ change: [] })).toBe('change');
    expect(labelOf({ steal: { from: 1, card: 3, own: 0 } })).toBe('steal from 1 card 3 own 0');
  });

  it('offers nothing where nothing is listed', () => {
    expect(actionsOf(null)).toEqual([]);
    expect(actionsOf({ legal: 'free' })).toEqual([]);
    expect(actionsOf({ legal: ['roll'] })).toEqual(['roll']);
  });
});
