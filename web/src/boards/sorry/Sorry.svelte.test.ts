// @vitest-environment happy-dom
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';

import type { TableSeat } from '../contract';
import { fixtures } from './fixtures';
import Sorry from './Sorry.svelte';
import type { Seen, View } from './types';

const seats: TableSeat[] = ['Ann', 'Bo', 'Cleo', 'Dag'].map((name, seat) => ({
  seat,
  name,
  kind: 'person',
  presence: 'connected',
  presenceAt: 0,
  botPlays: false,
  toAct: seat === 0,
  deadlineAt: null,
  clockMs: null,
  score: 0,
  you: seat === 0,
}));

let mounted: ReturnType<typeof mount>;
afterEach(() => unmount(mounted));

/** What the card in the middle says to somebody who has just come. */
function cardOf(last: Partial<View['last']>): string {
  const { seen } = fixtures.roll;
  mounted = mount(Sorry, {
    target: document.body,
    props: {
      game: 'sorry',
      seen: { ...seen, view: { ...seen.view, last: { ...seen.view.last, ...last } } } as Seen,
      seats,
      options: {},
      events: [],
      step: 1,
      interactive: true,
      refused: null,
      drafted: null,
      act: () => undefined,
      draft: () => undefined,
    },
  });
  flushSync();
  return document.querySelector('.cards [role="img"]')?.getAttribute('aria-label') ?? '';
}

test('what a card means is readable after the move, also for somebody who did not see it drawn', () => {
  const ten = { forward_or_backward: { forward: 10, backward: 1 } };
  expect(cardOf({ card: '10', meaning: ten, action: 'backward' })).toBe('10: forward 10 or backward 1');
});

test('a card that was passed says what it would have meant', () => {
  expect(cardOf({ card: 'sorry', meaning: 'sorry', action: 'forfeit' })).toBe(
    'Sorry!: send a pawn to its Start',
  );
});
