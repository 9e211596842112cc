// @vitest-environment happy-dom
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';

import type { RefusedAction } from '../contract';
import ActionBar from './ActionBar.svelte';

interface Props {
  hint: string;
  primary: { id: string; label: string; run(): void } | null;
  refused: RefusedAction | null;
  step: number;
}
let props: Props;
let mounted: ReturnType<typeof mount>;

const play = (label: string): Props['primary'] => ({ id: 'play', label, run: () => undefined });
const alert = (): Element | null => document.querySelector('[role="alert"]');
const refusal = (n: number): RefusedAction => ({ n, code: 'must_follow', message: 'Follow hearts.' });

function open(): void {
  const state: Props = $state({ hint: 'Your turn.', primary: play('Play 7♠'), refused: null, step: 1 });
  props = state;
  mounted = mount(ActionBar, { target: document.body, props: state });
  flushSync();
}

afterEach(() => void unmount(mounted));

test('the same refusal is said each time', () => {
  open();
  props.refused = refusal(1);
  flushSync();
  const first = alert()?.firstElementChild;
  expect(first?.textContent).toBe('Follow hearts.');
  props.refused = refusal(2);
  flushSync();
  // Another element: readers announce what is added, not what stays.
  expect(alert()?.textContent).toBe('Follow hearts.');
  expect(alert()?.firstElementChild).not.toBe(first);
});

test('a refusal vanishes with another choice, and does not come back with the same one', () => {
  open();
  props.refused = refusal(1);
  flushSync();
  props.primary = play('Play 8♥');
  flushSync();
  expect(alert()?.textContent).toBe('');
  props.primary = play('Play 7♠');
  flushSync();
  expect(alert()?.textContent).toBe('');
});

test('a refusal vanishes when something happens', () => {
  open();
  props.refused = refusal(1);
  flushSync();
  props.step = 2;
  flushSync();
  expect(alert()?.textContent).toBe('');
});
