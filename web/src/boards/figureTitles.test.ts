// Every figure that a game counts has a title in every language.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { words as swedish } from './figureTitles.sv';
import { words as chinese } from './figureTitles.zh';

const games = join(import.meta.dirname, '../../../crates/games/src');

/** The keys of each game's figures, as the rules declare them. */
function declared(): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const entry of readdirSync(games, { withFileTypes: true })) {
    const figures = join(games, entry.name, 'figures.rs');
    if (!entry.isDirectory() || !existsSync(figures)) continue;
    const text = readFileSync(figures, 'utf8');
    const keys = [...text.matchAll(/FigureSpec::\w+\("(\w+)"/g)].map((match) => match[1] ?? '');
    found[entry.name] = keys.sort();
  }
  return found;
}

test.each([
  ['Swedish', swedish.of],
  ['Chinese', chinese.of],
])('every figure has a title in %s', (_, titles) => {
  const translated = Object.fromEntries(
    Object.entries(titles).map(([game, figures]) => [game, Object.keys(figures ?? {}).sort()]),
  );
  expect(translated).toEqual(declared());
});
