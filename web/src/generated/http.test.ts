import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import { httpTypes } from '../../scripts/http-types.js';

test('the types of the HTTP API in the tree are what its description says', () => {
  const kept = readFileSync(new URL('./http.ts', import.meta.url), 'utf8');
  expect(kept === httpTypes(), 'http.ts is out of date: `make generated` writes it again').toBe(true);
});
