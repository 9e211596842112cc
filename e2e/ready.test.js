// Somebody to play with: two people who would play the same are asked, sit down, and the lobby shows who waits.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { clean } from './axe.js';
import { openForAll } from './for-all.js';
import { comeIn, DESK, openTable, person, PHONE } from './harness.js';

let server;
let browser;

// The time stands: nobody is taken off the list while the pages are looked at.
openForAll((opened) => ({ server, browser } = opened), ['--test-time', '1700000000000']);

const proposal = (page) => page.locator('[data-proposal]');

test('a link to a person leads to their open table', { timeout: 480_000 }, async () => {
  const cleo = await person(browser, server, 'Cleo', DESK);
  const id = await openTable(cleo, { game: 'gomoku', seats: 2 });
  const dan = await person(browser, server, 'Dan', PHONE);
  await comeIn(dan);
  await dan.page.goto('/with/cleo');
  await dan.page.waitForURL(`**/t/${id}`);
  await dan.page.goto('/with/Nobody');
  await dan.page.getByText('Nobody has no open table').waitFor();
  // There is none yet: Dan waits, and comes to it as soon as it is open.
  const eve = await person(browser, server, 'Eve', DESK);
  await dan.page.goto('/with/Eve');
  await dan.page.getByRole('button', { name: 'Wait here' }).click();
  const later = await openTable(eve, { game: 'gomoku', seats: 2 });
  await dan.page.waitForURL(`**/t/${later}`);
  assert.deepEqual([...cleo.errors, ...dan.errors, ...eve.errors], []);
});

test('two people who would play Gomoku sit down together', { timeout: 480_000 }, async () => {
  const ann = await person(browser, server, 'Ann', DESK);
  const ben = await person(browser, server, 'Ben', PHONE);
  await comeIn(ann);
  await comeIn(ben);
  await ann.page.getByRole('button', { name: 'I would play' }).click();
  await ann.page.getByRole('checkbox', { name: 'Gomoku' }).check();
  // Nobody is called who has not said where.
  await ann.page.getByRole('checkbox', { name: 'Call me if I am away' }).check();
  await ann.page.getByRole('button', { name: 'Put me on the list' }).click();
  await ann.page.getByRole('alert').getByText('Nobody can call you').waitFor();
  await clean(ann, 'what one would play');
  await ann.page.getByRole('checkbox', { name: 'Call me if I am away' }).uncheck();
  await ann.page.getByLabel('At the table, at most').selectOption('2');
  await ann.page.getByLabel('If seats stay empty').selectOption('people only');
  await ann.page.getByRole('button', { name: 'Put me on the list' }).click();
  await ann.page.getByText('You are on the list for Gomoku').waitFor();

  // Everybody sees it, and "Play now" means Ann instead of bots.
  const group = ben.page.locator('[data-ready=gomoku]');
  await group.getByText('1 of 2 for Gomoku').waitFor();
  const now = ben.page.locator('[data-game=gomoku]').getByRole('button', { name: 'Play with Ann: Gomoku' });
  await now.waitFor();
  await clean(ben, 'somebody waits');

  // A killed server forgets the list, and the page puts Ann on it again.
  const listedAgain = new Promise((done) => {
    ben.page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => /"ready".*"Ann"/.test(String(payload)) && done()),
    );
  });
  await server.kill();
  await server.restart();
  await listedAgain;
  await group.getByText('1 of 2 for Gomoku').waitFor();

  // Ben declines once: nobody is seated.
  await group.getByRole('button').click();
  await proposal(ben.page).waitFor();
  await proposal(ann.page).getByText('With Ben.').waitFor();
  await clean(ann, 'asked to sit down');
  await proposal(ben.page).getByRole('button', { name: 'Not now' }).click();
  await proposal(ann.page).waitFor({ state: 'detached' });
  await ann.page.getByText('You are on the list for Gomoku').waitFor();

  // Then both sit down, Ann from another page.
  await ann.page.getByRole('link', { name: 'Settings' }).first().click();
  await now.click();
  for (const { page } of [ben, ann]) {
    await proposal(page).getByRole('button', { name: 'Sit down' }).click();
  }
  await Promise.all([ann.page.waitForURL('**/t/*'), ben.page.waitForURL('**/t/*')]);
  assert.equal(new URL(ann.page.url()).pathname, new URL(ben.page.url()).pathname);
  await ben.page.reload();
  await ben.page.getByText('Ann').first().waitFor();
  assert.deepEqual([...ann.errors, ...ben.errors], []);
});
