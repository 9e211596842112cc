import { describe, expect, it } from 'vitest';

import * as choice from './choice';
import { fixtures } from './fixtures';

describe('choices in Golf', () => {
  it('two own cards are picked before they are turned, and a third replaces the first', () => {
    const { seen } = fixtures.reveal;
    const { view } = seen;
    let picked = choice.pickOwn(view, choice.NOTHING, 4).picked;
    expect(choice.revealOf(picked)).toBeNull();
    picked = choice.pickOwn(view, picked, 1).picked;
    expect(choice.revealOf(picked)).toEqual({ reveal: [1, 4] });
    expect(seen.legal).toContainEqual(choice.revealOf(picked));
    picked = choice.pickOwn(view, picked, 0).picked;
    expect(choice.revealOf(picked)).toEqual({ reveal: [0, 1] });
    expect(choice.pickOwn(view, picked, 0).picked.places).toEqual([1]);
  });

  it('a held card goes where it is put', () => {
    const { seen } = fixtures.from_stock;
    const { view } = seen;
    expect(choice.ownTargets(seen, choice.NOTHING).size).toBe(6);
    const { action } = choice.pickOwn(view, choice.NOTHING, 3);
    expect(seen.legal).toContainEqual(action);
    expect(choice.can(seen, 'throw_away')).toBe(true);
    expect(choice.can(fixtures.from_discard.seen, 'throw_away')).toBe(false);
  });

  it('a steal needs their open card first, then an own hidden one', () => {
    const { seen } = fixtures.take;
    const { view } = seen;
    const from = view.layouts.findIndex((_, seat) => seat !== 0 && choice.stealable(seen, seat, 0));
    expect(from).toBeGreaterThan(0);
    const picked = choice.pickOther(seen, choice.NOTHING, from, 0);
    const targets = [...choice.ownTargets(seen, picked)];
    expect(targets.every((place) => view.layouts[0]?.[place] === null)).toBe(true);
    const { action } = choice.pickOwn(view, picked, targets[0] ?? -1);
    expect(seen.legal).toContainEqual(action);
    expect(choice.pickOther(seen, picked, from, 0).steal).toBeNull();
  });

  it('what was picked is forgotten when it can no longer be done', () => {
    const picked = { places: [0, 1], steal: { from: 1, card: 0 } };
    expect(choice.stillPicked(fixtures.over.seen, picked)).toEqual(choice.NOTHING);
  });

  it('pairs in a column cancel, pairs in a row do not', () => {
    expect([...choice.cancelled(['SK', 'HA', null, 'CK', 'DA', null])].sort()).toEqual([0, 1, 3, 4]);
    expect(choice.cancelled(['SK', 'HK', null, null, null, null]).size).toBe(0);
    expect(choice.cancelled(['S10', null, null, 'H10', null, null]).size).toBe(2);
  });

  it('a card that was swapped in came from the hand', () => {
    const { view } = fixtures.take.seen;
    const swapped = { ...view, last: { seat: 2, action: { swap: 3 } } };
    expect(choice.cameFrom(swapped, 2, 3)).toBe('held');
    expect(choice.cameFrom(swapped, 2, 4)).toBeNull();
    expect(choice.discardFrom(swapped)).toBe('cell:2.3');
  });

  it('the round before can be shown while the next one is dealt', () => {
    const before = choice.roundBefore(fixtures.later.seen);
    expect(before.view.round).toBe(fixtures.later.seen.view.round - 1);
    expect(before.view.layouts.flat().every((card) => card !== null)).toBe(true);
    expect(before.legal).toEqual([]);
    expect(choice.roundBefore(fixtures.reveal.seen)).toBe(fixtures.reveal.seen);
  });
});
