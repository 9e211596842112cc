// The same person in a browser and at a terminal.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openForAll } from './for-all.js';
import { DESK, openTable, person } from './harness.js';
import { boardOf } from './players.js';
import { Terminal } from './terminal.js';

let server;
let browser;

openForAll((opened) => ({ server, browser } = opened), ['--messages-per-second', '200']);

test('a link from the page makes the terminal the same person', { timeout: 120_000 }, async () => {
  const eve = await person(browser, server, 'Eve', DESK);
  const id = await openTable(eve, {
    game: 'gomoku',
    seats: 2,
    bots: ['random'],
    bot_delay_ms: 0,
    clock: 'off',
  });
  await boardOf(eve.page).waitFor();
  const code = await eve.page.evaluate(async () => {
    const answer = await fetch('/api/devices/link', { method: 'POST', body: '{}' });
    return (await answer.json()).code;
  });
  const terminal = new Terminal(`${server.url}/link#${code}`);
  await terminal.until((text) => text.includes('Eve (you)') && text.includes(id), 'the table of the page');
  await terminal.until((text) => text.includes('Your turn: put a pebble'), 'the turn');
  terminal.keys('h8\r');
  await eve.page.getByText('You put a pebble on').first().waitFor({ state: 'attached' });
  assert.deepEqual(eve.errors, []);
  assert.equal(await terminal.close(), 0);
  await eve.context.close();
});
