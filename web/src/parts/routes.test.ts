import { expect, test } from 'vitest';

import { inviteLink, personLink, readRoute } from './routes';

test('every place has an address, and an invitation carries its code where servers do not see it', () => {
  expect(readRoute('/')).toEqual({ page: 'lobby' });
  expect(readRoute('/t/ss439rrzy0')).toEqual({ page: 'table', id: 'ss439rrzy0' });
  expect(readRoute('/r/ss439rrzy0-12')).toEqual({ page: 'replay', id: 'ss439rrzy0-12' });
  expect(readRoute('/rules/onecard')).toEqual({ page: 'rules', game: 'onecard' });
  for (const name of ['Ann', 'Åsa Ö', 'a/b?#%']) {
    expect(readRoute(personLink(name)), name).toEqual({ page: 'person', name });
  }
  expect(readRoute('/settings')).toEqual({ page: 'settings' });
  expect(readRoute('/day')).toEqual({ page: 'day', date: null });
  expect(readRoute('/day/2026-11-17')).toEqual({ page: 'day', date: '2026-11-17' });
  expect(readRoute('/day/tomorrow')).toEqual({ page: 'not_found' });
  const link = new URL(inviteLink('http://server', 'ss439rrzy0', '0123456789abcdefghjk'));
  expect(link.pathname).toBe('/j/ss439rrzy0');
  expect(readRoute(link.pathname, link.hash)).toEqual({
    page: 'invite',
    id: 'ss439rrzy0',
    code: '0123456789abcdefghjk',
  });
  expect(readRoute('/j/ss439rrzy0')).toEqual({ page: 'invite', id: 'ss439rrzy0', code: null });
});

test('an address of no page is not found', () => {
  for (const path of [
    '/t',
    '/t/UPPER',
    '/t/short',
    '/t/ss439rrzy0/x',
    '/x',
    '/r/ss439rrzy0',
    '/rules/<b>',
    '/people',
    '/people/%',
  ]) {
    expect(readRoute(path), path).toEqual({ page: 'not_found' });
  }
  expect(readRoute('/j/ss439rrzy0', '#<script>')).toMatchObject({ code: null });
});
