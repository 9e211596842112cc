// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';

import { sorted } from '../../cards/card';
import * as choice from './choice';
import { fixtures } from './fixtures';

describe('choices in One Card', () => {
  it('every card that stands out is legal, alone or among several', () => {
    for (const { view } of Object.values(fixtures)) {
      for (const card of choice.layable(view)) expect(view.hand).toContain(card);
    }
    const { view } = fixtures.play;
    const [card] = choice.layable(view);
    expect(choice.isLegal(view, { play: card ?? '' })).toBe(true);
  });

  it('one card is chosen at a time', () => {
    expect(choice.touch(['S2'], 'H2', false)).toEqual(['H2']);
    expect(choice.touch(['S2'], 'S2', false)).toEqual(['S2']);
  });

  it('several of one rank are chosen together where the table allows it', () => {
    expect(choice.touch(['S2'], 'H2', true)).toEqual(['S2', 'H2']);
    expect(choice.touch(['S2', 'H2'], 'S2', true)).toEqual(['H2']);
    expect(choice.touch(['S2', 'H2'], 'D3', true)).toEqual(['D3']);
    expect(choice.actionOf(['S2', 'S2.1', 'H2'])).toEqual({ play_several: ['S2', 'S2', 'H2'] });
  });

  it('nothing is chosen once it was laid, not even its twin of the second pack', () => {
    const laid = (seat: number) => [{ event: { played: { seat, cards: ['S2'], left: 4 } }, text: '' }];
    expect(choice.isLaid(laid(1), 1)).toBe(true);
    expect(choice.isLaid(laid(0), 1)).toBe(false);
    expect(choice.isLaid([{ event: 'reshuffled', text: '' }], 1)).toBe(false);
    expect(choice.isLaid(laid(0), null)).toBe(false);
  });

  it('several laid in another order are the same as long as the top is', () => {
    const { view } = fixtures.several;
    const legal = view.legal.find((action) => typeof action === 'object' && 'play_several' in action);
    if (typeof legal !== 'object' || !('play_several' in legal)) throw new Error('no several');
    const mixed = [...legal.play_several.slice(0, -1).reverse(), ...legal.play_several.slice(-1)];
    expect(choice.isLegal(view, { play_several: mixed })).toBe(true);
  });

  it('what left the hand is no longer chosen', () => {
    expect(choice.stillChosen(fixtures.play.view, ['X1', 'Y2'])).toEqual([]);
  });

  it('the server tells hands in display order', () => {
    for (const { view } of Object.values(fixtures)) expect(view.hand).toEqual(sorted(view.hand));
  });
});
