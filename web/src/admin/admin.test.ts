import { expect, test } from 'vitest';

import { sanctionOf } from './admin';

test('what is banned is an address where it can only be one, and else a person', () => {
  expect(sanctionOf('ban', '192.0.2.0/24', 60, '')).toEqual({
    kind: 'ban',
    addresses: '192.0.2.0/24',
    minutes: 60,
  });
  expect(sanctionOf('ban', '2001:db8::1', 60, 'spam')).toMatchObject({
    addresses: '2001:db8::1',
    reason: 'spam',
  });
  for (const name of ['Ada', 'Bea', 'Ann.B', '7']) {
    expect(sanctionOf('ban', name, 60, '')).toMatchObject({ person: name });
  }
  expect(sanctionOf('mute', '1.2', 60, '')).toMatchObject({ person: '1.2' });
});
