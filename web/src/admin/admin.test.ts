import { expect, test } from 'vitest';

import type { HttpWorld } from '../net/http';
import { Admin, sanctionOf } from './admin';

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

test('the operator goes through the one door, with the token and with another try', async () => {
  const asked: string[] = [];
  let failures = 1;
  const world: HttpWorld = {
    fetch: (path, { method = 'GET', headers }) => {
      asked.push(`${method} ${path} ${new Headers(headers).get('Authorization')}`);
      if (failures-- > 0) return Promise.reject(new TypeError('offline'));
      return Promise.resolve(new Response('{}'));
    },
    wait: () => Promise.resolve(),
  };
  const admin = new Admin('secret', world);
  await admin.overview();
  expect(asked.filter((line) => line === 'GET /api/admin/status Bearer secret')).toHaveLength(2);
  await admin.lift('a/b');
  expect(asked.at(-1)).toBe('DELETE /api/admin/sanctions/a%2Fb Bearer secret');
  failures = 1;
  await expect(admin.announce('Hello')).rejects.toThrow();
  expect(asked.filter((line) => line.startsWith('POST'))).toEqual(['POST /api/admin/announce Bearer secret']);
});
