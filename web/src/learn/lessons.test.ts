// @vitest-environment happy-dom
import { expect, test } from 'vitest';

import { keyOf, nextNumber, type GameLessons } from './lessons';
import { withKeys } from './progress.svelte';

const title = { en: 'One', sv: 'Ett', zh: '一' };
const golf: GameLessons = { game: 'golf', lessons: ['a', 'b', 'c'].map((id) => ({ id, title })) };

test('one goes on with the first lesson that is not solved, and begins again after the last', () => {
  const next = (...solved: string[]): number =>
    nextNumber(golf, (key) => solved.map((id) => keyOf('golf', id)).includes(key));
  expect(next()).toBe(1);
  expect(next('a')).toBe(2);
  expect(next('b')).toBe(1);
  expect(next('a', 'b', 'c')).toBe(1);
});

test('what a browser remembers survives whatever stands there', () => {
  expect(withKeys(null, 'golf/a')).toBe('golf/a');
  expect(withKeys('golf/a', 'golf/a')).toBe('golf/a');
  expect(withKeys('golf/a  <b>', 'golf/b')).toBe('golf/a golf/b');
});
