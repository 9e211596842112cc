// @vitest-environment happy-dom
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import GameEmblem from '../../lobby/GameEmblem.svelte';
import { games } from '../../state/games.svelte';
import type { ListedSeen } from '../../state/seen';
import type { BoardProps, TableSeat } from '../contract';
import { boardFor, sheetFor } from '../registry';

/** A game that these pages know nothing of but what the server sends. */
const seen: ListedSeen = {
  you: 0,
  seats: 2,
  turn: 3,
  to_act: [0],
  scores: [12, 7],
  sheet: [[12, 7]],
  outcome: null,
  legal: ['hold', { roll: { dice: 2 } }],
  view: { this_turn: [4, 3], bust: false },
};

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
  score: seen.scores[seat] ?? 0,
  you: seat === 0,
}));

let mounted: ReturnType<typeof mount>;
const text = (): string => document.body.textContent.replaceAll(/\s+/g, ' ');
const buttons = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-action]')];

async function open(props: Partial<BoardProps>): Promise<{ act: ReturnType<typeof vi.fn> }> {
  const act = vi.fn();
  const common = {
    game: 'pig',
    seats,
    options: {},
    step: 1,
    interactive: true,
    refused: null,
    drafted: null,
  };
  const events = [{ event: { rolled: { seat: 1 } }, text: 'Bo rolls 6.' }];
  const target = document.body;
  const Board = await boardFor('pig');
  mounted = mount(Board, { target, props: { ...common, seen, events, act, draft: vi.fn(), ...props } });
  flushSync();
  return { act };
}

beforeEach(() => {
  games.list = [
    {
      name: 'pig',
      title: 'Pig',
      summary: 'Roll, or hold.',
      min_seats: 2,
      max_seats: 4,
      default_seats: 2,
      low_score_wins: false,
      rules_version: 1,
      lessons: 0,
      levels: [],
      options: [],
    },
  ];
});
afterEach(async () => {
  await unmount(mounted);
});

describe('a game without any file of its own', () => {
  test('is played: every legal action is a button', async () => {
    const { act } = await open({});
    expect(buttons().map((button) => button.textContent)).toEqual(['hold', 'roll dice 2']);
    buttons()[1]?.click();
    expect(act).toHaveBeenCalledExactlyOnceWith({ roll: { dice: 2 } });
  });

  test('shows what happened, what lies there, and the scores', async () => {
    await open({});
    expect(text()).toContain('Bo rolls 6.');
    expect(text()).toMatch(/this turn ?4, 3/);
    expect(text()).toMatch(/bust ?no/);
    expect(document.querySelector('[data-seat="1"]')?.getAttribute('aria-label')).toContain('7 points');
    expect(document.querySelector('.board')?.getAttribute('aria-label')).toContain('Pig');
  });

  test('offers nothing to watchers, and says who won', async () => {
    const outcome = { winners: [1] };
    await open({ seen: { ...seen, you: null, to_act: [], legal: [], outcome }, interactive: false });
    expect(buttons()).toEqual([]);
    expect(text()).toContain('Bo');
    expect(text()).toContain('The game is over.');
  });

  test('has a sheet of its rounds, and the letter it begins with for a picture', async () => {
    const Sheet = await sheetFor('pig');
    mounted = mount(Sheet, { target: document.body, props: { seen, seats } });
    flushSync();
    expect([...document.querySelectorAll('tbody tr:first-child td')].map((cell) => cell.textContent)).toEqual(
      ['12', '7'],
    );
    await unmount(mounted);
    mounted = mount(GameEmblem, { target: document.body, props: { game: 'pig' } });
    flushSync();
    expect(document.querySelector('svg text')?.textContent).toBe('P');
  });
});
