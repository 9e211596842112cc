import { expect, test } from 'vitest';

import { daysLeft } from './vacation';

test('days that are left are never fewer than none', () => {
  expect(daysLeft({ used_days: 3, max_days: 14 })).toBe(11);
  expect(daysLeft({ used_days: 14, max_days: 7 })).toBe(0);
});
