// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';

import { faceOf, keyed, listed, sorted, spoken, SUITS, RANKS, written } from './card';
import { pipsOf } from './pips';

describe('cards', () => {
  it('are read as the server writes them', () => {
    expect(faceOf('S10')).toEqual({ suit: 'S', rank: '10' });
    expect(written('HA')).toBe('A♥');
    expect(spoken('CQ')).toBe('queen of clubs');
  });

  it('that do not exist are refused, not drawn', () => {
    for (const code of ['', 'S', 'X2', 'S1', 'S11', '10S']) expect(() => faceOf(code)).toThrow('no card');
  });

  it('are sorted spades, hearts, diamonds, clubs, from the two to the ace', () => {
    expect(sorted(['C2', 'DA', 'D2', 'SK', 'S10', 'HJ', 'S9'])).toEqual([
      'S9',
      'S10',
      'SK',
      'HJ',
      'D2',
      'DA',
      'C2',
    ]);
  });

  it('held twice have two keys', () => {
    expect(keyed(['H3', 'H3', 'S2']).map((card) => card.key)).toEqual(['H3', 'H3.1', 'S2']);
  });

  it('are listed as a sentence does it', () => {
    expect(listed([])).toBe('');
    expect(listed(['S2'])).toBe('2♠');
    expect(listed(['S2', 'H3', 'D4'])).toBe('2♠, 3♥ and 4♦');
  });

  it('show as many signs as they are worth', () => {
    for (const rank of RANKS.slice(0, 9)) expect(pipsOf(rank)).toHaveLength(Number(rank));
    expect(pipsOf('A')).toHaveLength(1);
    expect(SUITS.flatMap(() => pipsOf('K'))).toHaveLength(0);
  });
});
