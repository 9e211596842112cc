// A browser, a terminal and a bot at one table; and the same person in a browser and at a terminal.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openForAll } from './for-all.js';
import { DESK, openTable, person } from './harness.js';
import { boardOf, decide, playOut } from './players.js';
import { playOneCard, Terminal } from './terminal.js';

let server;
let browser;

openForAll((opened) => ({ server, browser } = opened), ['--messages-per-second', '200']);

test('a browser, a terminal and a bot finish a game together', { timeout: 240_000 }, async (t) => {
  const bea = await person(browser, server, 'Bea', DESK);
  const { page } = bea;
  const id = await openTable(bea, {
    game: 'onecard',
    seats: 3,
    bots: ['casual'],
    bot_delay_ms: 0,
    clock: 'off',
    options: { rounds: 1 },
  });
  const tim = new Terminal(`${server.url}/j/${id}`, '--name', 'Tim');
  t.after(() => tim.end());
  await tim.until((text) => text.includes('Bea') && text.includes('Tim (you)'), 'the table');
  await boardOf(page).waitFor();
  // Each sees the other one by name, and hears what is said.
  tim.keys("'hello from the terminal\r");
  await page.getByRole('tab', { name: 'Chat' }).click();
  await page.getByText('hello from the terminal').first().waitFor();
  const [decisions, played] = await Promise.all([playOut(page, decide.onecard), playOneCard(tim)]);
  assert.ok(decisions > 0, 'the browser had something to decide');
  assert.ok(played.decisions > 0, 'the terminal had something to decide');
  await page.locator('#result').waitFor();
  const result = await page.locator('#result').innerText();
  // Both name the same winner, each in their own words.
  const inThePage = { You: 'Tim', Bea: 'You' }[played.winner] ?? played.winner;
  assert.ok(result.includes(inThePage), `${result}\n${played.winner}`);
  assert.deepEqual(bea.errors, []);
  assert.equal(await tim.close(), 0);
  await bea.context.close();
});

test('a link from the page makes the terminal the same person', { timeout: 120_000 }, async (t) => {
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
  t.after(() => terminal.end());
  await terminal.until((text) => text.includes('Eve (you)') && text.includes(id), 'the table of the page');
  await terminal.until((text) => text.includes('Your turn: put a pebble'), 'the turn');
  // A crossing that is another one if rows are counted from below: all name it alike.
  terminal.keys('d3\r');
  await terminal.until((text) => text.includes('You put a pebble on D3.'), 'the pebble');
  await eve.page.getByText('You put a pebble on D3.').first().waitFor({ state: 'attached' });
  await eve.page.getByRole('gridcell', { name: /^D3, your pebble/ }).waitFor();
  assert.deepEqual(eve.errors, []);
  assert.equal(await terminal.close(), 0);
  await eve.context.close();
});
