// @vitest-environment happy-dom
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, describe, expect, test, vi } from 'vitest';

import type { BoardProps, TableSeat } from '../contract';
import { fixtures as chicago } from '../chicago/fixtures';
import Chicago from '../chicago/Chicago.svelte';
import { fixtures as golf } from '../golf/fixtures';
import Golf from '../golf/Golf.svelte';
import { fixtures as gomoku } from '../gomoku/fixtures';
import Gomoku from '../gomoku/Gomoku.svelte';
import { fixtures as onecard } from '../onecard/fixtures';
import OneCard from '../onecard/OneCard.svelte';
import { Marks, type MarkRules } from './marks.svelte';

/** A game in which one of the free numbers is taken. */
interface View {
  free: number[];
}
type Seen = BoardProps<View, number>['seen'];
const seen = (...free: number[]): Seen => ({
  ...chicago.exchange.seen,
  legal: free,
  view: { free },
});
const RULES: MarkRules<number | null, View, number> = {
  nothing: null,
  from: (drafted) => drafted,
  still: (number, { view }) => (number !== null && view.free.includes(number) ? number : null),
  draftOf: (number) => number,
};

describe('marks', () => {
  let stop = (): void => undefined;
  afterEach(() => stop());

  function open(drafted: number | null) {
    const board = $state({
      seen: seen(1, 2, 3),
      step: 1,
      drafted,
      // As the page does it: what was noted is what is drafted.
      draft: vi.fn((action: number | null) => void (board.drafted = action)),
    });
    let marks: Marks<number | null, View, number> | undefined;
    stop = $effect.root(() => void (marks = new Marks(() => board, RULES)));
    flushSync();
    const update = (next: Seen): void => {
      board.seen = next;
      board.step += 1;
      flushSync();
    };
    return { board, marks: marks as Marks<number | null, View, number>, update };
  }

  test('come back from what the server has noted, unless it no longer fits', () => {
    expect(open(2).marks.now).toBe(2);
    stop();
    expect(open(9).marks.now).toBeNull();
  });

  test('are noted when they are made, and taken back once', () => {
    const { board, marks } = open(null);
    marks.clear();
    expect(board.draft).not.toHaveBeenCalled();
    marks.set(3);
    expect(board.draft).toHaveBeenLastCalledWith(3);
    expect(marks.now).toBe(3);
    marks.clear();
    expect(board.draft).toHaveBeenLastCalledWith(null);
    expect(marks.now).toBeNull();
    marks.clear();
    expect(board.draft).toHaveBeenCalledTimes(2);
  });

  test('stay over updates until one takes them away, and do not come back by themselves', () => {
    const { marks, update } = open(null);
    marks.set(3);
    update(seen(2, 3));
    expect(marks.now).toBe(3);
    update(seen(2));
    expect(marks.now).toBeNull();
    update(seen(2, 3));
    expect(marks.now).toBeNull();
  });
});

describe('what was marked before a reload', () => {
  let mounted: ReturnType<typeof mount> | null = null;
  afterEach(async () => {
    if (mounted) await unmount(mounted);
    mounted = null;
    vi.unstubAllGlobals();
  });

  const people = (count: number, you: number | null): TableSeat[] =>
    Array.from({ length: count }, (_, seat) => ({
      seat,
      name: `Player ${seat}`,
      kind: 'person',
      presence: 'connected',
      presenceAt: 0,
      botPlays: false,
      toAct: seat === you,
      deadlineAt: null,
      clockMs: null,
      score: 0,
      you: seat === you,
    }));

  const hand = chicago.exchange.seen.view.hand as string[];
  const boards = [
    ['chicago', Chicago, chicago.exchange, { change: [hand[0]] }, '.raised, [aria-pressed="true"]'],
    ['golf', Golf, golf.reveal, { reveal: [0, 4] }, '[data-choice="reveal"]'],
    ['gomoku', Gomoku, gomoku.first, { place: { x: 0, y: 0 } }, '.preview'],
    ['onecard', OneCard, onecard.play, { play: onecard.play.seen.view.hand[0] }, '.raised'],
  ] as const;

  test.each(boards)(
    'is marked after it at a table of %s, and Escape takes it back',
    (game, Board, moment, drafted, mark) => {
      vi.stubGlobal('fetch', async () => new Response(''));
      const draft = vi.fn();
      const props = {
        game,
        seen: moment.seen,
        seats: people(moment.seen.seats, moment.seen.you),
        options: {},
        events: [],
        step: 1,
        interactive: true,
        refused: null,
        drafted,
        act: vi.fn(),
        draft,
      };
      mounted = mount(Board as never, { target: document.body, props: props as never });
      flushSync();
      expect(document.querySelector(mark), 'the mark').not.toBeNull();
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
      flushSync();
      expect(draft).toHaveBeenLastCalledWith(null);
      expect(document.querySelector(mark), 'the mark after Escape').toBeNull();
    },
  );
});
