import { expect, test } from 'vitest';

import { held, MAX_SCALE, scaledAt, WHOLE } from './zoom.svelte';

test('what is below the fingers stays below them', () => {
  const at = { x: 0.25, y: 0.75 };
  const near = scaledAt(WHOLE, 2, at);
  // The point of the board at `at` was 0.25, 0.75; it is drawn at its old place.
  expect(near.x + 0.25 * near.scale).toBeCloseTo(0.25);
  expect(near.y + 0.75 * near.scale).toBeCloseTo(0.75);
});

test('the board never leaves its place, and is never smaller than it or too large', () => {
  expect(held({ scale: 0.5, x: 0.3, y: -2 })).toEqual(WHOLE);
  expect(held({ scale: 2, x: 0.5, y: -3 })).toEqual({ scale: 2, x: 0, y: -1 });
  expect(scaledAt(WHOLE, 99, { x: 0.5, y: 0.5 }).scale).toBe(MAX_SCALE);
  expect(scaledAt({ scale: 2, x: -1, y: -1 }, 0.1, { x: 0, y: 0 })).toEqual(WHOLE);
});
