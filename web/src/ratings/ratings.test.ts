import { expect, test } from 'vitest';

import { classesOf, shown } from './ratings';

test('a rating is shown in whole points, with a question mark while it is uncertain', () => {
  expect(shown({ rating: 1012.5, provisional: false })).toBe('1013');
  expect(shown({ rating: 987.2, provisional: true })).toBe('987?');
});

test('a game has the classes of the table sizes that it can be played at', () => {
  expect(classesOf(2, 2)).toEqual(['2']);
  expect(classesOf(2, 3)).toEqual(['2', '3-4']);
  expect(classesOf(2, 10)).toEqual(['2', '3-4', '5-10']);
  expect(classesOf(3, 4)).toEqual(['3-4']);
});
