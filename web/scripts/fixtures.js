// Writes src/boards/<game>/fixtures.ts: a few views and events of real games, for the tests of the boards and for the
// gallery. Their types are checked when the pages are. Usage: node scripts/fixtures.js [path of the parlor binary]
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PARLOR = process.argv[2] ?? '../target/debug/parlor';
const folder = mkdtempSync(join(tmpdir(), 'parlor-fixtures-'));

/** What is looked for in each game: a name, whether it is what we want, and who looks. */
const can = (kind) => (view) =>
  view.legal.some((action) => action === kind || Object.hasOwn(Object(action), kind));
const phase = (name) => (view) => view.phase === name && view.legal.length > 0;
const over = (view) => view.outcome !== null;

const GAMES = [
  {
    game: 'chicago',
    players: 4,
    seed: 5,
    picks: {
      exchange: (view) => phase('exchange')(view) && view.exchange === 2,
      call: can('call_chicago'),
      lead: (view) => can('play')(view) && (view.tricks.at(-1)?.cards.length ?? 0) === 0,
      follow: (view) => can('play')(view) && view.tricks.length === 3 && view.tricks.at(-1)?.cards.length > 1,
      second_round: (view) => view.round === 2 && view.phase === 'exchange',
      over,
    },
  },
  { game: 'chicago', players: 3, seed: 6, options: 'one_up=on', picks: { open_card: can('take_open') } },
  {
    game: 'gomoku',
    players: 3,
    seed: 5,
    picks: {
      first: (view) => view.pebbles === 0,
      middle: (view) => view.pebbles > 29 && view.legal.length > 0,
    },
  },
  { game: 'gomoku', players: 3, seed: 1, bots: 'thumb,random', wins: true, picks: { won: over } },
  {
    game: 'golf',
    players: 4,
    seed: 5,
    options: 'steal=on,packs=2',
    picks: {
      reveal: can('reveal'),
      take: (view) => can('take_stock')(view) && view.turns > 8 && can('steal')(view),
      from_stock: (view) => can('throw_away')(view) && view.turns > 12,
      from_discard: (view) => can('swap')(view) && !can('throw_away')(view),
      later: (view) => view.round === 4 && can('take_stock')(view) && view.turns > 20,
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
      roll: (view) =>
        can('roll')(view) && view.turn > 40 && view.pawns.filter((pawn) => pawn.place !== 'start').length > 2,
      ten: (view) => can('backward')(view) && can('forward')(view),
      switch: (view) => can('switch')(view) && can('forward')(view),
      sorry: can('sorry'),
      leave: can('leave'),
      stuck: (view) => view.legal.length === 1 && can('forfeit')(view),
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
      draw: (view) => view.legal.length === 1 && can('draw')(view) && view.attack === 0,
      attacked: (view) => view.attack > 0 && view.legal.length > 1,
      second_round: (view) => view.round === 2 && can('play')(view),
      over,
    },
  },
  {
    game: 'onecard',
    players: 10,
    seed: 3,
    bots: 'random',
    options: 'decks=4,initial_cards=18,multi=on',
    picks: { crowd: (view) => can('play')(view) && view.hand.length > 16, several: can('play_several') },
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
    bots ?? 'thumb',
    '--players',
    players,
    '--games',
    wins ? 20 : 1,
  ];
  execFileSync(
    PARLOR,
    [...common, '--records', records, ...(options ? ['--options', options] : [])].map(String),
  );
  const lines = execFileSync(PARLOR, ['replay', records, '--json', '--as', '0'], { maxBuffer: 1 << 29 })
    .toString()
    .trim()
    .split('\n');
  const steps = lines.map((line) => JSON.parse(line));
  const here = found.get(game) ?? {};
  for (const [name, wanted] of Object.entries(picks)) {
    const step = steps.find(
      (step) => wanted(step.views['0']) && (!wins || step.views['0'].winning.length > 0),
    );
    if (!step) throw new Error(`${game}: no step is “${name}”: take another seed`);
    here[name] = { seats: players, view: trimmed(step.views['0']), events: step.events };
  }
  found.set(game, here);
}
rmSync(folder, { recursive: true });

for (const [game, fixtures] of found) {
  const text = `// Views and events of real games. Made by scripts/fixtures.js: do not edit.
import type { Event, View } from './types';

export const fixtures = ${JSON.stringify(fixtures, null, 1)} satisfies Record<string, { seats: number; view: View; events: Event[] }>;
`;
  writeFileSync(new URL(`../src/boards/${game}/fixtures.ts`, import.meta.url), text);
}

/** Long lists say no more than short ones. */
function trimmed(view) {
  const short = (list) => (Array.isArray(list) && list.length > 40 ? list.slice(-40) : list);
  return {
    ...view,
    legal: short(view.legal),
    discards: short(view.discards),
    remade_of: short(view.remade_of),
  };
}
