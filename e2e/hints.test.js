// A hint at the table: one key or touch, private, and said with the result.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { clean } from './axe.js';
import { openForAll } from './for-all.js';
import { DESK, openTable, person, PHONE } from './harness.js';
import { boardOf, decide, decideOnce, playOut, yours } from './players.js';

let server;
let browser;

openForAll((opened) => ({ server, browser } = opened), ['--messages-per-second', '200']);

const table = { game: 'onecard', seats: 2, bots: ['casual'], bot_delay_ms: 0, clock: 'off' };

test('a key shows the best choice on the board, and the result says so', { timeout: 480_000 }, async () => {
  const ann = await person(browser, server, 'Ann', DESK);
  const { page } = ann;
  const id = await openTable(ann, { ...table, options: { rounds: 1 } });
  await page.goto(`/t/${id}`);
  await boardOf(page).waitFor();
  assert.notEqual(await yours(page), null);
  await page.keyboard.press('h');
  await page.locator('[data-hint="shown"]').waitFor({ timeout: 30_000 });
  assert.match(
    await page.locator('[data-hint] [role="status"]').innerText(),
    /^Best: (play|draw).*Chance to win: \d+%/,
  );
  // And why, in a sentence, if there was anything to choose.
  const others = await page.locator('[data-hint="shown"] li').count();
  if (others > 0) assert.match(await page.locator('[data-hint="why"]').innerText(), /\w.*\.$/);
  await page.locator('[data-suggested]').first().waitFor({ state: 'attached' });
  await clean(ann, 'a hint');
  // The next decision begins without one.
  await decideOnce(page, decide.onecard);
  await page.locator('[data-hint="shown"]').waitFor({ state: 'detached' });
  assert.equal(await page.locator('[data-suggested]').count(), 0);
  await playOut(page, decide.onecard);
  await page.locator('#result').waitFor();
  await page.getByText('with hints').waitFor();
  assert.deepEqual(ann.errors, []);
  await ann.context.close();
});

test('a finger asks for a hint, and a table without hints has no button', { timeout: 480_000 }, async () => {
  const ben = await person(browser, server, 'Ben', PHONE);
  const { page } = ben;
  await page.goto(`/t/${await openTable(ben, { ...table, options: { rounds: 1 } })}`);
  await boardOf(page).waitFor();
  assert.notEqual(await yours(page), null);
  await page.getByRole('button', { name: 'Hint', exact: true }).tap();
  await page.locator('[data-hint="shown"]').waitFor({ timeout: 30_000 });
  await clean(ben, 'a hint on a phone');
  const cid = await person(browser, server, 'Cid', PHONE);
  await cid.page.goto(`/t/${await openTable(cid, { ...table, hints: false, options: { rounds: 1 } })}`);
  await boardOf(cid.page).waitFor();
  assert.equal(await cid.page.locator('[data-hint-button]').count(), 0);
  await cid.context.close();
  assert.deepEqual(ben.errors, []);
  await ben.context.close();
});
