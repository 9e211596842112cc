// @vitest-environment happy-dom
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { GameEvent } from '../generated/protocol';
import { spokenHint } from '../parts/spokenHint.svelte';
import { BUNDLE_MS } from './announcements';
import Announcer from './Announcer.svelte';

const event = (text: string): GameEvent => ({ event: {}, text });

interface Props {
  events: GameEvent[];
  log: () => GameEvent[];
  step: number;
  yourTurn: boolean;
  nth: number;
  deadlineAt: number | null;
  over: boolean;
}
let props: Props;
let mounted: ReturnType<typeof mount>;

/** What is in the page to be read. */
const said = (): string[] =>
  [...document.querySelectorAll('[data-announcer] p')].map((line) => line.textContent.trim());

function open(given: Partial<Props>): void {
  const before: Props = {
    events: [],
    log: () => [],
    step: 1,
    yourTurn: false,
    nth: 0,
    deadlineAt: null,
    over: false,
    ...given,
  };
  const state: Props = $state(before);
  props = state;
  mounted = mount(Announcer, { target: document.body, props: state });
  flushSync();
}

/** Time passes, and what waits for promises is done. */
async function pass(milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds);
  flushSync();
}

beforeEach(() => {
  vi.useFakeTimers();
  spokenHint.text = '';
});
afterEach(async () => {
  await unmount(mounted);
  vi.useRealTimers();
});

test('who comes to a table hears the deal too, not only what happened last, and then what to do', async () => {
  spokenHint.text = 'Your turn: follow spades.';
  open({
    events: [event('Bo plays 10♠.')],
    log: () => [event('You get 7♠ 8♠.'), event('Bo plays 10♠.')],
    yourTurn: true,
  });
  await pass(1);
  expect(said()).toEqual(['You get 7♠ 8♠. Bo plays 10♠. Your turn: follow spades.']);
});

test('who comes late hears the last of it, not the whole game', async () => {
  open({ log: () => Array.from({ length: 300 }, (_, n) => event(`Event ${n}.`)) });
  await pass(BUNDLE_MS);
  expect(said()).toHaveLength(1);
  expect(said()[0]).toMatch(/^Event 288\. .* Event 299\.$/);
});

test('the time is said to be nearly up once, whatever the others do meanwhile', async () => {
  open({ yourTurn: true, deadlineAt: performance.now() + 60_000 });
  await pass(49_000);
  expect(said()).not.toContain('10 seconds left');
  await pass(1_001);
  expect(said()).toContain('10 seconds left');
  // An update of somebody else measures the same deadline again.
  props.deadlineAt = performance.now() + 9_990;
  flushSync();
  await pass(9_000);
  expect(said().filter((line) => line.includes('left'))).toEqual(['10 seconds left']);
});

test('a short time is said to be nearly up at its half', async () => {
  open({ yourTurn: true, deadlineAt: performance.now() + 8_000 });
  await pass(3_900);
  expect(said()).not.toContain('4 seconds left');
  await pass(200);
  expect(said()).toContain('4 seconds left');
});

test('the end is said at once', async () => {
  open({ log: () => [] });
  await pass(BUNDLE_MS);
  props.events = [event('Bo wins the game.')];
  props.step += 1;
  props.over = true;
  flushSync();
  await pass(1);
  expect(said()).toEqual(['Bo wins the game.']);
});

test('what happened before is waited for, and so is what to do', async () => {
  let lines: GameEvent[] = $state([]);
  open({ events: [], log: () => lines, yourTurn: true });
  await pass(300);
  expect(said()).toEqual([]);
  lines = [event('You get 7♠ 8♠.')];
  flushSync();
  await pass(300);
  expect(said()).toEqual([]);
  spokenHint.text = 'Your turn: play a card.';
  await pass(100);
  expect(said()).toEqual(['You get 7♠ 8♠. Your turn: play a card.']);
});

test('where nothing has happened yet, the first turn is said all the same', async () => {
  spokenHint.text = 'Your turn: put a pebble.';
  open({ yourTurn: true });
  await pass(BUNDLE_MS + 100);
  expect(said()).toEqual(['Your turn: put a pebble.']);
});
