// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';

import { sorted } from '../../cards/card';
import * as choice from './choice';
import { fixtures } from './fixtures';
import type { Seen } from './types';

/** Somebody with three sevens and a two at their turn, hearts on top, where several cards can be laid. */
const seven: Seen = {
  ...fixtures.play.seen,
  you: 0,
  to_act: [0],
  legal: [{ play: 'H7' }, { lay: 'H7' }, { play: 'H2' }, 'draw'],
  view: { ...fixtures.play.seen.view, hand: ['S7', 'H2', 'H7', 'C7'], top: 'HQ', laid: 0 },
};
/** The same after `laid` sevens. */
const after = (laid: number, hand: string[], legal: Seen['legal']): Seen => ({
  ...seven,
  legal,
  view: { ...seven.view, laid, hand },
});

describe('choices in One Card', () => {
  it('every card that stands out can be laid, and is in the hand', () => {
    for (const { seen } of Object.values(fixtures)) {
      for (const card of choice.layable(seen)) {
        expect(seen.view.hand).toContain(card);
        expect(choice.isLegal(seen, { play: card })).toBe(true);
      }
    }
    expect(choice.layable(fixtures.play.seen).size).toBeGreaterThan(0);
    const { seen } = fixtures.laid;
    for (const card of choice.layable(seen)) expect(card.slice(1)).toBe(seen.view.top.slice(1));
  });

  it('one card is chosen at a time', () => {
    expect(choice.touch(['S2'], 'H2', false)).toEqual(['H2']);
    expect(choice.touch(['S2'], 'S2', false)).toEqual(['S2']);
  });

  it('several of one rank are chosen together where the table allows it', () => {
    expect(choice.touch(['S2'], 'H2', true)).toEqual(['S2', 'H2']);
    expect(choice.touch(['S2', 'H2'], 'S2', true)).toEqual(['H2']);
    expect(choice.touch(['S2', 'H2'], 'D3', true)).toEqual(['D3']);
  });

  it('cards stay chosen while others play, and no longer when they left the hand', () => {
    const { view } = seven;
    expect(choice.stillChosen(view, { ...view, turns: view.turns + 1 }, ['S7', 'C7'])).toEqual(['S7', 'C7']);
    expect(choice.stillChosen(view, { ...view, hand: ['H2', 'H7', 'C7', 'C8'] }, ['S7', 'C7'])).toEqual([
      'C7',
    ]);
  });

  it('nothing is chosen once a card was laid or a round began, not even a twin from the second pack', () => {
    const view = { ...seven.view, hand: ['S2', 'S2', 'H3'] };
    expect(choice.stillChosen(view, { ...view, hand: ['S2', 'H3'] }, ['S2'])).toEqual([]);
    expect(choice.stillChosen(view, { ...view, round: view.round + 1 }, ['S2'])).toEqual([]);
    expect(choice.stillChosen(view, { ...view, hand: [...view.hand, 'H4'] }, ['S2.1'])).toEqual(['S2.1']);
  });

  it('the server sends hands in display order', () => {
    for (const { seen } of Object.values(fixtures)) expect(seen.view.hand).toEqual(sorted(seen.view.hand));
  });
});

describe('several cards of One Card', () => {
  it('are laid in steps, the first one that fits before the others, the last chosen on top', () => {
    expect(choice.stepsOf(seven, ['H7'])).toEqual([{ play: 'H7' }]);
    expect(choice.stepsOf(seven, ['S7', 'H7', 'C7'])).toEqual([{ lay: 'H7' }, { lay: 'S7' }, { play: 'C7' }]);
    expect(choice.stepsOf(seven, [])).toEqual([]);
  });

  it('are sent one after the other, each when the one before it was taken', () => {
    const steps = choice.stepsOf(seven, ['H7', 'S7', 'C7']);
    const plan = choice.planAfter(seven.view, steps) as choice.Plan;
    // Nothing has come yet, or the table was only sent again.
    expect(choice.due(seven, plan)).toBe('wait');
    const second = after(
      1,
      ['S7', 'H2', 'C7'],
      [{ play: 'S7' }, { play: 'C7' }, { lay: 'S7' }, { lay: 'C7' }],
    );
    expect(choice.due(second, plan)).toEqual({ lay: 'S7' });
    const last = choice.planAfter(second.view, plan.steps) as choice.Plan;
    expect(choice.due(second, last)).toBe('wait');
    const third = after(2, ['H2', 'C7'], [{ play: 'C7' }]);
    expect(choice.due(third, last)).toEqual({ play: 'C7' });
    expect(choice.planAfter(third.view, last.steps)).toBeNull();
  });

  it('are not laid on when it is no longer possible', () => {
    const plan = choice.planAfter(seven.view, choice.stepsOf(seven, ['H7', 'S7'])) as choice.Plan;
    const second = after(1, ['S7', 'H2', 'C7'], [{ play: 'S7' }, { play: 'C7' }]);
    expect(choice.due({ ...second, to_act: [1] }, plan)).toBeNull();
    expect(choice.due({ ...second, legal: [{ play: 'C7' }] }, plan)).toBeNull();
    expect(choice.due(after(2, ['H2', 'C7'], [{ play: 'C7' }]), plan)).toBeNull();
  });
});
