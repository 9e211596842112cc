// A tournament of two people and a bot: opened on a page, entered, played, and looked at.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { clean } from './axe.js';
import { openForAll } from './for-all.js';
import { comeIn, DESK, person, PHONE } from './harness.js';

let server;
let browser;

const MORNING = Date.UTC(2026, 2, 4, 10);
openForAll((opened) => ({ server, browser } = opened), ['--test-time', String(MORNING)]);

/** Time goes on until a locator is there. */
async function until(page, locator, step = 2_000) {
  for (let tries = 0; (await locator.count()) === 0; tries += 1) {
    assert.ok(tries < 400, 'it comes in time');
    await server.advance(step);
    await page.waitForTimeout(100);
  }
}

/** Time goes on until something holds for a tournament. */
async function untilHolds(page, id, holds, step) {
  const read = () => page.request.get(`/api/tournaments/${id}`).then((answer) => answer.json());
  let details = await read();
  for (let tries = 0; !holds(details); tries += 1) {
    assert.ok(tries < 1_000, `it comes in time: ${JSON.stringify(details)}`);
    await server.advance(step);
    // As fast as the server may be asked.
    await page.waitForTimeout(100);
    details = await read();
  }
  return details;
}

test(
  'people open, enter and play a tournament, and everybody sees the standings',
  { timeout: 300_000 },
  async () => {
    const ann = await person(browser, server, 'Ann', DESK);
    const ben = await person(browser, server, 'Ben', PHONE);
    await comeIn(ann);
    await comeIn(ben);
    await ann.page.locator('[data-tournaments]').click();
    await ann.page.waitForURL('**/tournaments');
    await ann.page.getByText('There has been no tournament yet.').waitFor();
    await ann.page.locator('[data-create]').click();
    await ann.page.getByLabel('Name', { exact: true }).fill('Club night');
    await ann.page.getByRole('combobox', { name: 'Game' }).selectOption('gomoku');
    await ann.page.getByRole('combobox', { name: 'Seats of a table' }).selectOption('2');
    await ann.page.getByRole('combobox', { name: 'Rounds' }).selectOption('2');
    await clean(ann, 'the form of a tournament');
    await ann.page.getByRole('button', { name: 'Open it' }).click();
    await ann.page.waitForURL('**/tournaments/*');
    await ann.page.locator('[data-enter]').click();
    await ann.page.getByText('You have entered.').waitFor();

    await ben.page.goto('/tournaments');
    await ben.page.locator('[data-tournament]').click();
    await ben.page.locator('[data-enter]').click();
    await ben.page.locator('[data-withdraw]').click();
    await ben.page.locator('[data-enter]').click();
    await ben.page.getByText('You have entered.').waitFor();
    await clean(ben, 'a tournament before it starts, on a phone');

    await ben.page.goto('/');
    await ann.page.getByRole('link', { name: 'Ben' }).waitFor({ timeout: 20_000 });
    await ann.page.locator('[data-start]').click();
    // Wherever one is, a notice leads to the table.
    await ben.page.locator('[data-notice=round_began]').getByRole('link').click();
    await ben.page.waitForURL('**/t/*');
    await ann.page.locator('[data-own-table]').click();
    await ann.page.waitForURL('**/t/*');
    assert.equal(await ben.page.locator('[data-notice]').count(), 0, 'he is there');
    assert.equal(new URL(ann.page.url()).pathname, new URL(ben.page.url()).pathname, 'they meet');
    assert.equal(await ann.page.getByRole('button', { name: 'Take back' }).count(), 0);

    // Ben leaves: a bot plays for him. Ann lets her clock run out, and is played by one as well.
    const tournament = (await ann.page.request.get('/api/tournaments').then((answer) => answer.json()))
      .tournaments[0].id;
    await ben.page.goto(`/tournaments/${tournament}`);
    await until(ben.page, ben.page.locator('[data-round="1"]').getByText('finished'));
    await ben.page.locator('[data-standing=Ann]').waitFor();
    await clean(ben, 'the standings on a phone');
    await ann.page.getByRole('link', { name: 'To the tournament' }).click();
    await ann.page.waitForURL(`**/tournaments/${tournament}`);
    await clean(ann, 'the standings');
    await until(ann.page, ann.page.locator('[data-stage=over]'), 5_000);
    await ann.page.getByText('Secret', { exact: true }).waitFor();
    for (const round of [1, 2]) {
      await ann.page.getByRole('link', { name: `Replay: Round ${round}, Table 1` }).waitFor();
    }
    await clean(ann, 'a tournament that is over');
  },
);

test('people come and go in an arena, and the standings are live', { timeout: 300_000 }, async () => {
  const ann = await person(browser, server, 'Cleo', DESK);
  const ben = await person(browser, server, 'Dan', PHONE);
  await comeIn(ann);
  await comeIn(ben);
  await ann.page.goto('/tournaments');
  await ann.page.locator('[data-create]').click();
  await ann.page.getByLabel('Name', { exact: true }).fill('Lunch');
  await ann.page.getByLabel('Arena', { exact: false }).check();
  await ann.page.getByRole('combobox', { name: 'Game' }).selectOption('gomoku');
  await ann.page.getByRole('combobox', { name: 'Seats of a table' }).selectOption('2');
  await ann.page.getByLabel('Duration').selectOption('60');
  assert.equal(await ann.page.getByLabel('Rounds', { exact: true }).count(), 0);
  await clean(ann, 'the form of an arena');
  await ann.page.getByRole('button', { name: 'Open it' }).click();
  await ann.page.waitForURL('**/tournaments/*');
  await ann.page.locator('[data-enter]').click();
  await ann.page.locator('[data-withdraw]').waitFor();
  await clean(ann, 'an arena before it begins');
  await ann.page.locator('[data-start]').click();
  await ann.page.getByText('You wait for your next table.').waitFor();
  // Dan comes while it runs: they have a table at once.
  await ben.page.goto(new URL(ann.page.url()).pathname);
  await ben.page.locator('[data-enter]').click();
  await ben.page.locator('[data-own-table]').waitFor();
  await clean(ben, 'an arena on a phone');
  await ann.page.locator('[data-own-table]').waitFor();
  await ann.page.locator('[data-playing]').getByText('Dan').waitFor();
  await clean(ann, 'an arena that is played');
  // Dan leaves, and Cleo lets her clock run out: bots finish the game, and both have left.
  const id = new URL(ann.page.url()).pathname.split('/').at(-1);
  await ben.page.locator('[data-withdraw]').click();
  await ben.page.locator('[data-enter]').waitFor();
  await untilHolds(ann.page, id, ({ tables }) => tables.length === 1 && tables[0].finished, 2_000);
  await ann.page.locator('[data-finished]').getByText('finished').waitFor();
  await ann.page.locator('[data-standing=Dan]').getByText('has left').waitFor();
  // Cleo joins again. Alone she plays against a bot after a while.
  await ann.page.locator('[data-enter]').click();
  await ann.page.locator('[data-waiting]').getByText('Cleo').waitFor();
  await untilHolds(ann.page, id, ({ tables }) => tables.some((table) => !table.finished), 2_000);
  await ann.page.locator('[data-own-table]').waitFor();
  await clean(ann, 'an arena after some games');
  // The time is up: the last game is stopped ten minutes later, and the secret is shown.
  await server.advance(60 * 60_000);
  await untilHolds(ann.page, id, ({ info }) => info.stage === 'over', 30_000);
  await ann.page.locator('[data-stage=over]').waitFor();
  await ann.page.getByText('Secret', { exact: true }).waitFor();
  await clean(ann, 'an arena that is over');
  await ben.page.locator('[data-stage=over]').waitFor();
  await clean(ben, 'an arena that is over, on a phone');
  assert.deepEqual([...ann.errors, ...ben.errors], []);
});
