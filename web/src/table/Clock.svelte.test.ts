// @vitest-environment happy-dom
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { TableSeat } from '../boards/contract';
import Clock from './Clock.svelte';

const { playSound } = vi.hoisted(() => ({ playSound: vi.fn() }));
vi.mock('../sound/sounds', () => ({ playSound }));

const WHOLE_MS = 60_000;
const seat = (index: number, deadlineAt: number | null): TableSeat => ({
  seat: index,
  name: `Player ${index}`,
  kind: 'person',
  presence: 'connected',
  presenceAt: 0,
  botPlays: false,
  toAct: deadlineAt !== null,
  deadlineAt,
  clockMs: WHOLE_MS,
  score: 0,
  you: index === 0,
});

let props: { seats: TableSeat[] };
let mounted: ReturnType<typeof mount>;

function open(seats: TableSeat[]): void {
  const given: { seats: TableSeat[] } = $state({ seats });
  props = given;
  mounted = mount(Clock, { target: document.body, props: given });
  flushSync();
}

/** Which part of the ring is left, from 0 to 1. */
function part(): number {
  const ring = document.querySelector('.rest');
  const [all, gone] = ['stroke-dasharray', 'stroke-dashoffset'].map((name) =>
    Number(ring?.getAttribute(name)),
  );
  return 1 - (gone ?? NaN) / (all ?? NaN);
}

beforeEach(() => {
  vi.useFakeTimers();
  playSound.mockReset();
});
afterEach(async () => {
  await unmount(mounted);
  vi.useRealTimers();
});

test('the ring is the part of the whole time that is left, also for somebody who comes late', () => {
  open([seat(0, performance.now() + WHOLE_MS / 4), seat(1, null)]);
  expect(part()).toBeCloseTo(0.25, 2);
});

test('the ring does not fill again because somebody else acts', () => {
  const deadline = performance.now() + WHOLE_MS / 2;
  open([seat(0, deadline), seat(1, deadline)]);
  const before = part();
  props.seats = [seat(0, deadline), seat(1, null)];
  flushSync();
  expect(part()).toBeCloseTo(before, 2);
});

test("one's own time is shown before the shorter one of others", () => {
  open([seat(0, performance.now() + WHOLE_MS), seat(1, performance.now() + WHOLE_MS / 10)]);
  expect(part()).toBeCloseTo(1, 2);
});

test("the last three seconds of one's own time tick once each, whatever others do meanwhile", () => {
  const deadline = performance.now() + 5000;
  open([seat(0, deadline), seat(1, deadline)]);
  for (let passed = 0; passed < 5000; passed += 250) {
    vi.advanceTimersByTime(250);
    props.seats = [seat(0, deadline), seat(1, deadline)];
    flushSync();
  }
  expect(playSound.mock.calls).toEqual([['tick'], ['tick'], ['tick']]);
});

test('the time of others does not tick', () => {
  open([seat(0, null), seat(1, performance.now() + 3000)]);
  vi.advanceTimersByTime(2900);
  flushSync();
  expect(playSound).not.toHaveBeenCalled();
});
