// Writes src/boards/<game>/fixtures.ts: what is seen at a few moments of real games, and the events that led to them, for
// the tests of the boards and for the gallery. Their types are checked when the pages are. Usage: node scripts/fixtures.js [path of the parlor binary]
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PARLOR = process.argv[2] ?? '../target/debug/parlor';
const folder = mkdtempSync(join(tmpdir(), 'parlor-fixtures-'));

/** The seat that looks. */
const VIEWER = '0';

const can =
  (kind) =>
  ({ legal }) =>
    legal.some((action) => action === kind || Object.hasOwn(Object(action), kind));
const over = ({ outcome }) => outcome !== null;

/** What is looked for in each game: a name, and whether what is seen is it. */

const GAMES = [
  {
    game: 'chicago',
    players: 4,
    seed: 5,
    picks: {
      exchange: (seen) => can('change')(seen) && seen.view.exchange === 2,
      call: can('call_chicago'),
      lead: (seen) => can('play')(seen) && (seen.view.tricks.at(-1)?.cards.length ?? 0) === 0,
      follow: (seen) =>
        can('play')(seen) && seen.view.tricks.length === 3 && seen.view.tricks.at(-1)?.cards.length > 1,
      second_round: ({ view }) => view.round === 2 && view.phase === 'exchange',
      over,
    },
  },
  { game: 'chicago', players: 3, seed: 6, options: 'one_up=on', picks: { open_card: can('take_open') } },
  {
    game: 'gomoku',
    players: 3,
    seed: 5,
    picks: {
      first: ({ view }) => view.pebbles === 0,
      middle: ({ view, legal }) => view.pebbles > 29 && legal.length > 0,
    },
  },
  { game: 'gomoku', players: 3, seed: 1, bots: 'casual,random', wins: true, picks: { won: over } },
  {
    game: 'golf',
    players: 4,
    seed: 5,
    options: 'steal=on,packs=2',
    picks: {
      reveal: can('reveal'),
      take: (seen) => can('take_stock')(seen) && seen.view.turns > 8 && can('steal')(seen),
      from_stock: (seen) => can('throw_away')(seen) && seen.view.turns > 12,
      from_discard: (seen) => can('swap')(seen) && !can('throw_away')(seen),
      later: (seen) => seen.view.round === 4 && can('take_stock')(seen) && seen.view.turns > 20,
      over,
    },
  },
  {
    game: 'golf',
    players: 2,
    seed: 8,
    bots: 'random',
    options: 'flip_on_discard=on',
    picks: { turn_one: can('turn') },
  },
  {
    game: 'sorry',
    players: 4,
    seed: 2,
    picks: {
      roll: (seen) =>
        can('roll')(seen) &&
        seen.turn > 40 &&
        seen.view.pawns.filter((pawn) => pawn.place !== 'start').length > 2,
      ten: (seen) => can('backward')(seen) && can('forward')(seen),
      switch: (seen) => can('switch')(seen) && can('forward')(seen),
      sorry: can('sorry'),
      leave: can('leave'),
      stuck: (seen) => seen.legal.length === 1 && can('forfeit')(seen),
      over,
    },
  },
  {
    game: 'onecard',
    players: 4,
    seed: 5,
    options: 'rounds=2',
    picks: {
      play: can('play'),
      draw: (seen) => seen.legal.length === 1 && can('draw')(seen) && seen.view.attack === 0,
      attacked: ({ view, legal }) => view.attack > 0 && legal.length > 1,
      second_round: (seen) => seen.view.round === 2 && can('play')(seen),
      over,
    },
  },
  {
    game: 'onecard',
    players: 10,
    seed: 3,
    bots: 'random',
    options: 'decks=4,initial_cards=18,multi=on',
    picks: {
      crowd: (seen) => can('play')(seen) && seen.view.hand.length > 16,
      laid: (seen) => seen.view.laid > 0 && can('lay')(seen),
    },
  },
  {
    game: 'onecard',
    players: 3,
    seed: 4,
    options: 'play_drawn=on,may_draw=on',
    bots: 'random',
    picks: { choosing: can('keep') },
  },
];

const found = new Map();
for (const { game, players, seed, options, bots, wins, picks } of GAMES) {
  const records = join(folder, `${game}.jsonl`);
  const common = [
    'sim',
    game,
    '--seed',
    seed,
    '--bots',
    bots ?? 'casual',
    '--players',
    players,
    '--games',
    wins ? 20 : 1,
  ];
  execFileSync(
    PARLOR,
    [...common, '--records', records, ...(options ? ['--options', options] : [])].map(String),
  );
  const lines = execFileSync(PARLOR, ['replay', records, '--json', '--as', VIEWER], { maxBuffer: 1 << 29 })
    .toString()
    .trim()
    .split('\n');
  const steps = lines.map((line) => JSON.parse(line));
  const here = found.get(game) ?? {};
  for (const [name, wanted] of Object.entries(picks)) {
    const step = steps.find((step) => {
      const seen = step.views[VIEWER];
      return wanted(seen) && (!wins || seen.view.winning.length > 0);
    });
    if (!step) throw new Error(`${game}: no step is “${name}”: take another seed`);
    here[name] = { seen: trimmed(step.views[VIEWER]), events: step.events };
  }
  found.set(game, here);
}
rmSync(folder, { recursive: true });

for (const [game, fixtures] of found) {
  const text = `// What is seen of real games, and events. Made by scripts/fixtures.js: do not edit.
import type { Seen } from '../../state/seen';
import type { Action, Event, View } from './types';

export const fixtures = ${JSON.stringify(fixtures, null, 1)} satisfies Record<string, { seen: Seen<View, Action>; events: Event[] }>;
`;
  writeFileSync(new URL(`../src/boards/${game}/fixtures.ts`, import.meta.url), text);
}

/** Long lists say no more than short ones. */
function trimmed({ view, legal, ...frame }) {
  const short = (list) => (Array.isArray(list) && list.length > 40 ? list.slice(-40) : list);
  return {
    ...frame,
    legal: short(legal),
    view: { ...view, discards: short(view.discards), remade_of: short(view.remade_of) },
  };
}
