// Being called: a webhook is set, tried and removed in the settings.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, test } from 'node:test';

import { look } from './axe.js';
import { openForAll } from './for-all.js';
import { comeIn, openTable, person, PHONE } from './harness.js';

let server;
let browser;

openForAll((opened) => ({ server, browser } = opened), ['--webhook-networks', '127.0.0.1']);

const calls = [];
const hook = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => (body += part));
  request.on('end', () => {
    calls.push({ path: request.url, title: request.headers.title, body });
    response.writeHead(204).end();
  });
});
after(() => hook.close());

test('a webhook is set, tried and removed', { timeout: 480_000 }, async () => {
  hook.listen(0, '127.0.0.1');
  await once(hook, 'listening');
  const ann = await person(browser, server, 'Ann', PHONE);
  await comeIn(ann);
  await ann.page.goto('/settings');
  const panel = ann.page.locator('section', { has: ann.page.locator('#calls-title') });
  await panel.getByLabel('Address that takes the call').fill(`http://127.0.0.1:${hook.address().port}/topic`);
  await panel.getByLabel('Quiet hours').check();
  await panel.getByRole('button', { name: 'Call me there' }).click();
  await panel.getByText('Saved.').waitFor();
  assert.deepEqual(await look(ann, 'a webhook'), []);
  await panel.getByRole('button', { name: 'Try it' }).click();
  await panel.getByText('Sent: it should be there now.').waitFor();
  assert.deepEqual(calls, [
    { path: '/topic', title: 'Parlor', body: 'This is how you are called when it is your turn.' },
  ]);
  await ann.page.reload();
  assert.equal(await panel.getByLabel('From').inputValue(), '22:00');
  await panel.getByRole('button', { name: 'Do not call me' }).click();
  await panel.getByRole('button', { name: 'Try it' }).waitFor({ state: 'detached' });
  assert.deepEqual(ann.errors, []);
});

test('games that wait for one are listed on every page', { timeout: 480_000 }, async () => {
  const ben = await person(browser, server, 'Ben', PHONE);
  const first = await openTable(ben, { game: 'gomoku', seats: 2, bots: ['random'], clock: 'off' });
  await ben.page.getByText('Your turn').first().waitFor();
  assert.equal(await ben.page.locator('[data-waiting]').count(), 0, 'this one is in sight');
  await ben.page.goto('/settings');
  await ben.page.locator('[data-waiting="1"] summary').click();
  assert.deepEqual(await look(ben, 'a game that waits'), []);
  await ben.page.locator('[data-waiting] a').click();
  await ben.page.waitForURL(`**/t/${first}`);
  assert.deepEqual(ben.errors, []);
});
