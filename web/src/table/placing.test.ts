import { expect, test } from 'vitest';

import { placeFor } from './placing';

const room = { left: 280, top: 56, width: 980, height: 736 };
const sheet = { width: 560, height: 320 };

test('a sheet lies below while that hides nothing', () => {
  expect(placeFor(room, sheet, [])).toBe('bottom');
  expect(placeFor(room, sheet, [{ left: 600, top: 120, width: 160, height: 0 }])).toBe('bottom');
});

test('a sheet goes above when what must be seen is below', () => {
  expect(placeFor(room, sheet, [{ left: 700, top: 600, width: 160, height: 0 }])).toBe('top');
});

test('a sheet goes to a corner when what must be seen is in the middle', () => {
  expect(placeFor(room, sheet, [{ left: 620, top: 300, width: 0, height: 240 }])).toMatch(/right/);
});

test('a sheet hides as little as it can where it must hide something', () => {
  const phone = { left: 8, top: 52, width: 344, height: 580 };
  const wide = { width: 328, height: 300 };
  expect(placeFor(phone, wide, [{ left: 60, top: 400, width: 0, height: 115 }])).toMatch(/^top/);
  expect(placeFor(phone, wide, [{ left: 60, top: 200, width: 0, height: 115 }])).toMatch(/^bottom/);
});
