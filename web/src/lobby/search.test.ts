import { expect, test } from 'vitest';

import type { SeatInfo } from '../generated/protocol';
import { isFound } from './search';

const seat = (name: string): SeatInfo => ({ occupant: { person: { name } } }) as unknown as SeatInfo;
const table = { seats: [seat('Ann Bergström'), { occupant: 'empty' } as unknown as SeatInfo] };

test('a table is found by the beginnings of names and of its game, in any order', () => {
  for (const typed of ['', ' ', 'ann', 'BERG', 'golf', 'gol ann', 'six  berg'])
    expect(isFound(table, 'Six Card Golf', typed), typed).toBe(true);
});

test('a table is not found by what is not there', () => {
  for (const typed of ['bo', 'olf', 'ann chicago', 'annn'])
    expect(isFound(table, 'Six Card Golf', typed), typed).toBe(false);
});
