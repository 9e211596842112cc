// @vitest-environment happy-dom
// Which sound is heard when: at most one for each thing that happens.
import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import type { TableState } from '../state/table.svelte';
import { Cues } from './cues.svelte';

const { playSound } = vi.hoisted(() => ({ playSound: vi.fn() }));
vi.mock('../sound/sounds', () => ({ playSound }));

/** What of a table is heard. */
interface Heard {
  you: number | null;
  step: number;
  yourTurn: boolean;
  events: unknown[];
  result: { winners: number[] } | null;
  refused: { n: number } | null;
  seats: never[];
  info: { game: string; stage: string };
}
const CARD = { event: 'played', text: 'Bo plays 7♠.' };

let table: Heard;
let stop: () => void;

function open(changes: Partial<Heard> = {}): void {
  const heard: Heard = $state({
    you: 0,
    step: 1,
    yourTurn: false,
    events: [],
    result: null,
    refused: null,
    seats: [],
    info: { game: 'onecard', stage: 'running' },
    ...changes,
  });
  table = heard;
  stop = $effect.root(() => void new Cues(() => heard as unknown as TableState));
  flushSync();
}

/** An update comes. */
function update(changes: Partial<Heard>): void {
  Object.assign(table, { step: table.step + 1, events: [CARD], ...changes });
  flushSync();
}
const sounds = (): string[] => playSound.mock.calls.map(([sound]) => sound as string);

beforeEach(() => playSound.mockReset());
afterEach(() => stop());

describe('at a table one hears', () => {
  test('nothing of what was there when one came', () => {
    open({ yourTurn: true, events: [CARD], result: { winners: [0] }, refused: { n: 3 } });
    expect(sounds()).toEqual([]);
  });

  test('a card when something happened, and nothing when nothing did', () => {
    open();
    update({});
    expect(sounds()).toEqual(['card']);
    update({ events: [] });
    expect(sounds()).toEqual(['card']);
  });

  test("one's turn instead of the card that led to it, once", () => {
    open();
    update({ yourTurn: true });
    expect(sounds()).toEqual(['turn']);
    // Somebody else acts at the same time.
    update({ yourTurn: true });
    expect(sounds()).toEqual(['turn', 'card']);
    update({ yourTurn: false });
    update({ yourTurn: true });
    expect(sounds()).toEqual(['turn', 'card', 'card', 'turn']);
  });

  test('whether one has won, once', () => {
    open({ yourTurn: true });
    update({ yourTurn: false, result: { winners: [0, 1] } });
    expect(sounds()).toEqual(['won']);
    table.result = { winners: [0, 1] };
    flushSync();
    expect(sounds()).toEqual(['won']);
  });

  test('that one has not won', () => {
    open();
    update({ result: { winners: [1] } });
    expect(sounds()).toEqual(['lost']);
  });

  test('somebody win, as a watcher', () => {
    open({ you: null });
    update({ result: { winners: [1] } });
    expect(sounds()).toEqual(['won']);
  });

  test('the next game end, too', () => {
    open({ result: { winners: [1] } });
    update({ result: null, events: [] });
    update({ result: { winners: [0] } });
    expect(sounds()).toEqual(['won']);
  });

  test('each refusal, also the same one again', () => {
    open({ yourTurn: true });
    table.refused = { n: 1 };
    flushSync();
    table.refused = { n: 2 };
    flushSync();
    expect(sounds()).toEqual(['refused', 'refused']);
  });
});
