import { describe, expect, it } from 'vitest';

import * as choice from './choice';
import { fixtures } from './fixtures';

describe('choices in Chicago', () => {
  it('cards are marked and unmarked, and what is marked is legal to change', () => {
    const { seen } = fixtures.exchange;
    const { view } = seen;
    const [first, second] = choice.held(view);
    if (!first || !second) throw new Error('no hand');
    let touched = choice.touch(seen, choice.NOTHING, first.card);
    touched = choice.touch(seen, touched, second.card);
    expect(choice.draftOf(view, touched)).toEqual({ change: [first.card, second.card] });
    touched = choice.touch(seen, touched, first.card);
    expect(touched.marked).toEqual([second.card]);
    expect(seen.legal).toContainEqual({ change: [second.card] });
  });

  it('cards that nobody holds cannot be touched', () => {
    const { seen } = fixtures.exchange;
    expect(choice.touch(seen, choice.NOTHING, 'S99')).toEqual(choice.NOTHING);
  });

  it('any card can be chosen to be played, legal or not, so that the server can say why not', () => {
    const { seen } = fixtures.follow;
    const cards = choice.held(seen.view).map(({ card }) => card);
    expect(cards.some((card) => !choice.isLegalPlay(seen, card))).toBe(true);
    for (const card of cards) expect(choice.touch(seen, choice.NOTHING, card).chosen).toBe(card);
  });

  it('what is no longer in the hand is no longer chosen', () => {
    const touched = { marked: ['S2'], chosen: 'S2' };
    expect(choice.stillTouched(fixtures.call.seen, touched)).toEqual(choice.NOTHING);
    expect(choice.stillTouched(fixtures.over.seen, touched)).toEqual(choice.NOTHING);
  });

  it('each card of a trick lies before whoever played it', () => {
    const trick = { leader: 2, cards: ['S2', 'S3', 'S4'], winner: null };
    expect(choice.played(trick, 4).map(({ seat }) => seat)).toEqual([2, 3, 0]);
  });

  it('a complete trick stays until somebody leads the next', () => {
    const { view } = fixtures.lead.seen;
    const shown = choice.trickOnTable({
      ...view,
      tricks: [
        { leader: 0, cards: ['S2', 'S3', 'S4', 'S5'], winner: 3 },
        { leader: 3, cards: [], winner: null },
      ],
    });
    expect(shown?.number).toBe(1);
    expect(choice.ledSuit(fixtures.follow.seen.view)).toBe('D');
  });

  it('the last trick of the round before can still be looked at', () => {
    const last = choice.lastTrick(fixtures.second_round.seen.view);
    expect(last?.winner).not.toBeNull();
    expect(last?.cards).toHaveLength(4);
  });
});
