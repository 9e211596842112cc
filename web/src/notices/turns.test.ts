import { expect, test } from 'vitest';

import { TurnLog } from './turns';

const table = (id: string, yourTurn: boolean) => ({ id, yourTurn, step: 0 });

test('each turn is told once, table by table, and not what was so at first', () => {
  const log = new TurnLog();
  expect(log.news([table('a', true), table('b', false)])).toEqual([]);
  expect(log.news([table('a', true), table('b', true)])).toEqual(['b']);
  expect(log.news([table('a', true), table('b', true)])).toEqual([]);
  expect(log.news([table('a', false), table('b', false)])).toEqual([]);
  expect(log.news([table('a', true)])).toEqual(['a']);
  expect(log.news([])).toEqual([]);
});
