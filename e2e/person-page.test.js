// A person's page says what they did in each game; people follow each other; and whoever wants to go takes everything along.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { clean } from './axe.js';
import { openForAll } from './for-all.js';
import { comeIn, DESK, openTable, person, PHONE, withSettings } from './harness.js';
import { boardOf, decide, playOut } from './players.js';

let server;
let browser;

openForAll((opened) => ({ server, browser } = opened), ['--messages-per-second', '200']);

/** The screen is as good for people with other eyes. */

/** Somebody who has just finished a game with a bot. */
async function player(name, game, options) {
  const who = await person(browser, server, name, DESK);
  const table = { game, seats: 2, bots: ['casual'], bot_delay_ms: 0, clock: 'off', options };
  await openTable(who, table);
  await boardOf(who.page).waitFor();
  await playOut(who.page, decide[game]);
  await who.page.goto('/');
  return who;
}

/** Reloads until the page shows it: games are counted in the background. */
async function reloadUntil(page, locator) {
  for (let attempt = 0; attempt < 60; attempt += 1) {
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    if ((await locator.count()) > 0) return;
    await page.reload();
  }
  assert.fail('it never came');
}

test('figures of a game stand on the page, in the language of its reader', { timeout: 180_000 }, async () => {
  const ann = await player('Ann', 'golf', { rounds: 1 });
  await ann.page.goto('/people/Ann');
  const golf = ann.page.getByRole('table', { name: 'Six Card Golf' });
  await reloadUntil(ann.page, golf);
  const best = golf.getByRole('row', { name: /Best round/ });
  assert.match(await best.innerText(), /Best round\s+[-−]?\d+/);
  assert.equal(await golf.getByRole('row').count(), 5);
  await ann.page.getByRole('img', { name: /^Games played and won/ }).waitFor();
  await clean(ann, 'figures');

  const cleo = await person(browser, server, 'Cleo', { ...PHONE, colorScheme: 'dark' });
  await withSettings(cleo.context, { locale: 'sv' });
  await cleo.page.goto('/people/Ann');
  await cleo.page.getByRole('row', { name: /Bästa omgången/ }).waitFor();
  assert.equal(await cleo.page.getByText('Best round').count(), 0);
  await clean(cleo, 'figures on a phone');
  assert.deepEqual([...ann.errors, ...cleo.errors], []);
  for (const { context } of [ann, cleo]) await context.close();
});

test('a running game of somebody one follows stands in the lobby', { timeout: 120_000 }, async () => {
  const ben = await person(browser, server, 'Ben', DESK);
  const table = await openTable(ben, { game: 'gomoku', seats: 2, bots: ['casual'], clock: 'off' });
  await boardOf(ben.page).waitFor();
  const dora = await person(browser, server, 'Dora', PHONE);
  await comeIn(dora);
  const rows = dora.page.locator('[data-followed-tables]');
  assert.equal(await rows.count(), 0);
  await dora.page.goto('/people/Ben');
  await dora.page.getByRole('button', { name: 'Follow Ben' }).click();
  await dora.page.getByRole('button', { name: 'Unfollow Ben' }).waitFor();
  await clean(dora, 'the page of somebody one follows');
  await dora.page.goto('/');
  const row = rows.locator(`[data-table="${table}"]`);
  await row.waitFor();
  await clean(dora, 'a lobby with followed games');
  await row.getByRole('link').click();
  await dora.page.waitForURL(`**/t/${table}`);

  await dora.page.goto('/people/Dora');
  await dora.page.locator('[data-followed=Ben]').waitFor();
  await clean(dora, 'the people one follows');
  await dora.page.getByRole('button', { name: 'Unfollow Ben' }).click();
  await dora.page.getByText('You follow nobody yet').waitFor();
  assert.deepEqual([...ben.errors, ...dora.errors], []);
  for (const { context } of [ben, dora]) await context.close();
});

test('somebody takes everything along and is forgotten', { timeout: 180_000 }, async () => {
  const eve = await player('Eve', 'onecard', { rounds: 1 });
  const { page } = eve;
  const replay = await page.evaluate(async () => {
    const { games } = await (await fetch('/api/people/Eve/games')).json();
    return games[0].replay_id;
  });
  await page.goto('/settings');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('[data-export]').click(),
  ]);
  assert.equal(download.suggestedFilename(), 'parlor-export.json');
  const known = JSON.parse(readFileSync(await download.path(), 'utf8'));
  assert.equal(known.person.name, 'Eve');
  assert.equal(known.games[0].replay_id, replay);

  await page.getByRole('button', { name: 'Delete me …' }).click();
  const sure = page.getByRole('button', { name: 'Delete me for good' });
  assert.equal(await sure.isDisabled(), true);
  await page.getByLabel('To delete Eve for good').fill('Eva');
  assert.equal(await sure.isDisabled(), true);
  await clean(eve, 'the question before deleting oneself');
  await page.getByRole('button', { name: 'Keep me' }).click();
  await page.getByRole('button', { name: 'Delete me …' }).click();
  await page.getByLabel('To delete Eve for good').fill('Eve');
  // A seat at a table is in the way, and the page says so.
  await sure.click();
  await page.getByRole('alert').getByText('still a seat').waitFor();
  await page.evaluate(
    (table) =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws`);
        const say = (message) => socket.send(JSON.stringify(message));
        socket.onopen = () => say({ hello: { version: 2 } });
        socket.onmessage = ({ data }) => {
          const { welcome, done, refused } = JSON.parse(data);
          if (refused) reject(new Error(refused.message));
          if (welcome) say({ leave: { table, ref: 7 } });
          if (done?.ref === 7) resolve(socket.close());
        };
      }),
    replay.split('-')[0],
  );
  await sure.click();
  await page.getByLabel('To delete Eve for good').waitFor({ state: 'detached' });

  const frank = await person(browser, server, 'Frank', DESK);
  await frank.page.goto('/people/Eve');
  await frank.page.getByRole('alert').getByText('nobody of that name').waitFor();
  await frank.page.goto(`/r/${replay}`);
  await boardOf(frank.page).waitFor();
  await reloadUntil(frank.page, frank.page.getByText('Player 1').first());
  assert.equal((await frank.page.content()).includes('Eve'), false);
  assert.deepEqual([...eve.errors, ...frank.errors], []);
  for (const { context } of [eve, frank]) await context.close();
});
