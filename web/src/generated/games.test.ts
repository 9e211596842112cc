import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import { gameTypes } from '../../scripts/game-types.js';

test('the types of the games in the tree are what their schemas say', () => {
  const types = gameTypes();
  expect(types.size).toBeGreaterThanOrEqual(5);
  for (const [game, text] of types) {
    const kept = readFileSync(new URL(`./games/${game}.ts`, import.meta.url), 'utf8');
    expect(kept === text, `${game}.ts is out of date: \`make generated\` writes it again`).toBe(true);
  }
});
