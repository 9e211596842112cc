import { expect, test } from 'vitest';

import { bytesOf, isForOtherKey } from './push';

test('a key in base64url is read as bytes', () => {
  expect([...bytesOf('-_8')]).toEqual([0xfb, 0xff]);
  expect([...bytesOf('AQID')]).toEqual([1, 2, 3]);
});

test('a subscription for another key is of no use', () => {
  const own = new Uint8Array([1, 2, 3]).buffer;
  expect(isForOtherKey(own, 'AQID')).toBe(false);
  expect(isForOtherKey(own, 'AQIE')).toBe(true);
  expect(isForOtherKey(own, 'AQI')).toBe(true);
  expect(isForOtherKey(null, 'AQID')).toBe(false);
});
