import { expect, test } from 'vitest';

import { shortNames } from './names';

test('a bot is called by its name on its plate', () => {
  expect(shortNames(['Ann', 'Bot 2 (casual)', 'Bot 3 (expert)'])).toEqual(['Ann', 'Bot 2', 'Bot 3']);
});

test('names that would become the same stay as they are', () => {
  expect(shortNames(['Bot 2', 'Bot 2 (easy)', 'Bo (home)'])).toEqual(['Bot 2', 'Bot 2 (easy)', 'Bo (home)']);
});
