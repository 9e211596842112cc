// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';

import { sorted } from '../../cards/card';
import * as choice from './choice';
import { fixtures } from './fixtures';

describe('choices in One Card', () => {
  it('every card that stands out can be laid, and is in the hand', () => {
    for (const { seen } of Object.values(fixtures)) {
      for (const card of choice.layable(seen)) {
        expect(seen.view.hand).toContain(card);
        expect(seen.legal).toContainEqual(choice.layAction(seen, card));
      }
    }
    expect(choice.layable(fixtures.play.seen).size).toBeGreaterThan(0);
  });

  it('after a play others of its rank can be added, or the turn finished', () => {
    const { seen } = fixtures.adding;
    const cards = [...choice.layable(seen)];
    expect(cards.length).toBeGreaterThan(0);
    for (const card of cards) {
      expect(card.slice(1)).toBe(seen.view.top.slice(1));
      expect(choice.layAction(seen, card)).toEqual({ add: card });
    }
    expect(choice.canFinish(seen)).toBe(true);
    expect(choice.canFinish(fixtures.play.seen)).toBe(false);
  });

  it('a card that is noted while somebody else adds will be a play', () => {
    const seen = { ...fixtures.adding.seen, to_act: [3] };
    expect(choice.layAction(seen, 'S2')).toEqual({ play: 'S2' });
  });

  it('a card stays chosen while others play, and no longer when it left the hand', () => {
    const view = { ...fixtures.play.seen.view, hand: ['S2', 'H3'] };
    expect(choice.stillChosen(view, { ...view, turns: view.turns + 1 }, 'S2')).toBe('S2');
    expect(choice.stillChosen(view, { ...view, hand: ['H3', 'H4'] }, 'S2')).toBeNull();
    expect(choice.stillChosen(view, view, null)).toBeNull();
  });

  it('nothing is chosen once a card was laid or a round began, not even a twin from the second pack', () => {
    const view = { ...fixtures.play.seen.view, hand: ['S2', 'S2', 'H3'] };
    expect(choice.stillChosen(view, { ...view, hand: ['S2', 'H3'] }, 'S2')).toBeNull();
    expect(choice.stillChosen(view, { ...view, round: view.round + 1 }, 'S2')).toBeNull();
    expect(choice.stillChosen(view, { ...view, hand: ['S2', 'S2', 'H3', 'H4'] }, 'S2.1')).toBe('S2.1');
  });

  it('the server sends hands in display order', () => {
    for (const { seen } of Object.values(fixtures)) expect(seen.view.hand).toEqual(sorted(seen.view.hand));
  });
});
