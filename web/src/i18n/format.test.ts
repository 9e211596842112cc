import { expect, test } from 'vitest';

import { en } from './en';
import { formatFor } from './format';
import { sv } from './sv';
import { zh } from './zh';

test('lists are written as each language writes them', () => {
  const names = ['Ann', 'Bo', 'Cleo'];
  expect(formatFor('en').list(names)).toBe('Ann, Bo, and Cleo');
  expect(formatFor('sv').list(names)).toBe('Ann, Bo och Cleo');
  expect(formatFor('zh').list(names)).toBe('Ann、Bo和Cleo');
  expect(formatFor('en').list(['Ann'])).toBe('Ann');
});

test('no time is zero hours, and half a second is not zero', () => {
  for (const words of [en, sv, zh]) {
    expect(words.lobby.seconds(0)).toMatch(/^0/);
    expect(words.lobby.seconds(0)).not.toMatch(/h|小时|tim/);
    expect(words.lobby.seconds(0.7)).toMatch(/0[.,]7/);
  }
  expect(en.lobby.seconds(300)).toBe('5 min');
  expect(en.lobby.seconds(43200)).toBe('12 hr');
  expect(en.lobby.seconds(86400)).toBe('1 day');
  expect(en.lobby.seconds(1209600)).toBe('14 days');
  expect(sv.lobby.seconds(259200)).toBe('3 d');
  expect(zh.lobby.seconds(259200)).toBe('3天');
  expect(sv.lobby.seconds(20)).toBe('20 s');
  expect(zh.lobby.seconds(3600)).toBe('1小时');
});

test('hours on a clock are as short as the language allows', () => {
  expect(en.format.hours(5)).toBe('5h');
  expect(zh.format.hours(5)).toBe('5小时');
});

test('one thing is one, and several are several', () => {
  expect(en.lobby.fresh(1)).toBe('1 new table');
  expect(en.lobby.fresh(3)).toBe('3 new tables');
  expect(sv.table.unread(1)).toBe('1 ny rad');
  expect(sv.table.unread(2)).toBe('2 nya rader');
});
