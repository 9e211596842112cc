// @vitest-environment happy-dom
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { BoardProps, TableSeat } from '../contract';
import { fixtures } from './fixtures';
import OneCard from './OneCard.svelte';
import type { Action, Seen, View } from './types';

const seats: TableSeat[] = ['Ann', 'Bo'].map((name, seat) => ({
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

const seen = (legal: Action[], view: Partial<View>): Seen => ({
  ...fixtures.play.seen,
  you: 0,
  seats: 2,
  to_act: [0],
  legal,
  view: { ...fixtures.play.seen.view, held: [4, 4], all_hands: [], laid: 0, ...view },
});
const first = seen([{ play: 'H7' }, { lay: 'H7' }, { play: 'H2' }, 'draw'], {
  hand: ['S7', 'H2', 'H7', 'C7'],
  top: 'HQ',
});
const second = seen([{ play: 'S7' }, { play: 'C7' }, { lay: 'S7' }, { lay: 'C7' }], {
  hand: ['S7', 'H2', 'C7'],
  top: 'H7',
  laid: 1,
});
const third = seen([{ play: 'C7' }], { hand: ['H2', 'C7'], top: 'S7', laid: 2 });

let act = vi.fn();
let draft = vi.fn();
let board: BoardProps<View, Action>;
let mounted: ReturnType<typeof mount>;

function open(multi: 'on' | 'off', start = first): void {
  const props: BoardProps<View, Action> = $state({
    game: 'onecard',
    seen: start,
    seats,
    options: { multi },
    events: [],
    step: 1,
    interactive: true,
    refused: null,
    drafted: null,
    act,
    draft,
  });
  board = props;
  mounted = mount(OneCard, { target: document.body, props });
  flushSync();
}

/** The server has taken what was sent, and this is seen then. */
function update(next: Seen): void {
  board.seen = next;
  board.step += 1;
  flushSync();
}

const card = (code: string): HTMLElement =>
  document.querySelector<HTMLElement>(`[data-card="${code}"]`) as HTMLElement;
const primary = (): string | undefined =>
  document.querySelector<HTMLElement>('[data-primary]')?.innerText.trim();
function press(key: string): void {
  window.dispatchEvent(new KeyboardEvent('keydown', { key }));
  flushSync();
}
function touch(code: string): void {
  card(code).click();
  flushSync();
}
const sent = (): unknown[] => act.mock.calls.map(([action]) => action);

beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response(''));
  act = vi.fn();
  draft = vi.fn();
});
afterEach(async () => {
  await unmount(mounted);
  vi.unstubAllGlobals();
});

test('several cards that were touched are laid one after the other, the last one on top', () => {
  open('on');
  for (const code of ['S7', 'H7', 'C7']) touch(code);
  expect(primary()).toBe('Play 7♠ 7♥ 7♣');
  expect(draft).toHaveBeenLastCalledWith({ lay: 'H7' });
  document.querySelector<HTMLElement>('[data-primary]')?.click();
  expect(sent()).toEqual([{ lay: 'H7' }]);
  // Nothing new has come: nothing is sent twice.
  update(first);
  expect(sent()).toHaveLength(1);
  update(second);
  expect(sent()).toEqual([{ lay: 'H7' }, { lay: 'S7' }]);
  update(third);
  expect(sent()).toEqual([{ lay: 'H7' }, { lay: 'S7' }, { play: 'C7' }]);
  update({ ...seen([], { hand: ['H2'], top: 'C7' }), to_act: [1] });
  expect(sent()).toHaveLength(3);
});

test('several cards are laid with keys alone', () => {
  open('on');
  for (const key of ['3', '1', 'Enter']) press(key);
  expect(sent()).toEqual([{ lay: 'H7' }]);
  update(second);
  expect(sent()).toEqual([{ lay: 'H7' }, { play: 'S7' }]);
});

test('a refusal ends what was to follow', () => {
  open('on');
  for (const key of ['3', '1', 'Enter']) press(key);
  board.refused = { code: 'not_saved', message: 'Not saved.', n: 1 };
  flushSync();
  board.refused = null;
  update(second);
  expect(sent()).toEqual([{ lay: 'H7' }]);
});

test('whoever comes back in the middle is told to go on, and the last fitting card needs no choice', () => {
  open('on', third);
  expect(document.body.textContent).toContain('Go on with another 7.');
  expect(primary()).toBe('Play 7♣');
  press('Enter');
  expect(sent()).toEqual([{ play: 'C7' }]);
});

test('where one card is laid in a turn, another touch chooses another card', () => {
  open('off', { ...first, legal: [{ play: 'H7' }, { play: 'H2' }, 'draw'] });
  touch('H7');
  touch('S7');
  expect(primary()).toBe('Play 7♠');
  touch('H2');
  touch('H2');
  expect(sent()).toEqual([{ play: 'H2' }]);
});

test('the hand is sorted as the player likes, and keys follow what is seen', () => {
  open('off');
  const hand = () =>
    [...document.querySelectorAll<HTMLElement>('[data-card]')].map((card) => card.dataset['card']);
  const sort = () => document.querySelector<HTMLElement>('button.order');
  expect(hand()).toEqual(['S7', 'H2', 'H7', 'C7']);
  sort()?.click();
  flushSync();
  expect(hand()).toEqual(['H2', 'S7', 'H7', 'C7']);
  press('1');
  press('Enter');
  expect(sent()).toEqual([{ play: 'H2' }]);
  sort()?.click();
  flushSync();
  expect(hand()).toEqual(['S7', 'H2', 'H7', 'C7']);
});

test('the place of an attack is there before the first one', () => {
  open('off', seen(['draw'], { hand: ['S7'], top: 'H2', attack: 0 }));
  const attack = () => document.querySelector<HTMLElement>('.attack');
  expect(attack()?.getAttribute('aria-label')).toBe('No attack');
  expect(attack()?.innerText).toBe('');
  update(seen(['draw'], { hand: ['S7'], top: 'H2', attack: 4 }));
  expect(attack()?.innerText).toBe('+4');
});

test('the arrow from the one who acts to the next one stands out', () => {
  open('off');
  const now = () =>
    [...document.querySelectorAll<HTMLElement>('.arrow.now')].map((arrow) => arrow.dataset['to']);
  expect(now()).toEqual(['1']);
  update({ ...seen([], { hand: ['S7'] }), to_act: [1] });
  expect(now()).toEqual(['0']);
});
