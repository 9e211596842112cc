import { expect, test } from 'vitest';

import { readRoute } from '../parts/routes';
import { deviceLink, timeLeft } from './devices';

test('a link to sign in carries its code after the #', () => {
  const link = new URL(deviceLink('https://games.example', 'ABCDE-FGHJK-MNPQR-STVWX'));
  expect(link.search).toBe('');
  expect(readRoute(link.pathname, link.hash)).toEqual({ page: 'link', code: 'ABCDE-FGHJK-MNPQR-STVWX' });
  expect(readRoute('/link')).toEqual({ page: 'link', code: '' });
});

test('the time that a link is good is counted in whole seconds', () => {
  expect(timeLeft(300_000)).toBe('5:00');
  expect(timeLeft(64_001)).toBe('1:05');
  expect(timeLeft(-5)).toBe('0:00');
});
