import { expect, test } from 'vitest';

import { formatOf, minuteOf, timeOf } from './webhook';

test('the service is known by its address', () => {
  expect(formatOf('https://discord.com/api/webhooks/1/a')).toBe('discord');
  expect(formatOf('https://hooks.slack.com/services/T/B/x')).toBe('slack');
  expect(formatOf('https://ntfy.sh/my-topic')).toBe('ntfy');
  expect(formatOf('https://example.org/discord.com/')).toBe(null);
});

test('times of the day are minutes', () => {
  for (const minute of [0, 61, 1_320, 1_439]) expect(minuteOf(timeOf(minute))).toBe(minute);
  expect(timeOf(61)).toBe('01:01');
});
