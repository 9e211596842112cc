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

const HOUR = 3600;
const DAY = 24 * HOUR;

test('a clock shows seconds, minutes, hours or days, whichever fits into its ring', () => {
  const shown = [0, 9.2, 99, 100, 99 * 60 + 59, 100 * 60, 29 * HOUR, 2 * DAY + 3 * HOUR, 3 * DAY - 5];
  expect(shown.map(en.format.clock)).toEqual(['0', '10', '99', '1:40', '99:59', '2h', '29h', '2d', '3d']);
  expect(sv.format.clock(2 * DAY)).toBe('2d');
  expect(zh.format.clock(5 * HOUR)).toBe('5小时');
  expect(zh.format.clock(2 * DAY)).toBe('2天');
});

test('what is left of days is said in days and hours, in each language', () => {
  const left = 2 * DAY + 3 * HOUR + 59;
  expect(en.table.timeLeft(left)).toBe('2 days 3 hours left');
  expect(sv.table.timeLeft(left)).toBe('2 dygn 3 timmar kvar');
  expect(zh.table.timeLeft(left)).toBe('还剩2天3小时');
});

test('what is left is said in the two largest units, without those of which there is nothing', () => {
  const said = [0, 1, 20, 60, 80, HOUR, HOUR + 59, DAY, DAY + 59 * 60, 3 * DAY - 1].map(en.format.timeLeft);
  expect(said).toEqual([
    '0 seconds',
    '1 second',
    '20 seconds',
    '1 minute',
    '1 minute 20 seconds',
    '1 hour',
    '1 hour',
    '1 day',
    '1 day',
    '2 days 23 hours',
  ]);
});

test('somebody who is away for long is not counted in seconds', () => {
  expect(en.table.lost(8)).toBe('connection lost 8 s ago');
  expect(en.table.lostBot(8, 22)).toBe('connection lost 8 s ago, a bot takes over in 22 s');
  expect(en.table.lost(3 * DAY)).toBe('connection lost 3 days ago');
  expect(sv.table.lost(3 * DAY)).toBe('anslutningen bröts för 3 d sedan');
  expect(zh.table.lost(3 * DAY)).toBe('3天前断线');
  for (const words of [en, sv, zh]) expect(words.table.lostBot(90, 3 * DAY)).not.toMatch(/\d{3}/);
});

test('one thing is one, and several are several', () => {
  expect(en.lobby.fresh(1)).toBe('1 new table');
  expect(en.lobby.fresh(3)).toBe('3 new tables');
  expect(sv.table.unread(1)).toBe('1 ny rad');
  expect(sv.table.unread(2)).toBe('2 nya rader');
});
