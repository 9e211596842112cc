// A finished game is understood: the review is asked for with one touch, and leads to the decisions that cost most.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { clean } from './axe.js';
import { openForAll } from './for-all.js';
import { DESK, openTable, person, PHONE } from './harness.js';
import { boardOf, decide, playOut } from './players.js';

let server;
let browser;

openForAll((opened) => ({ server, browser } = opened), ['--messages-per-second', '200']);

/** Somebody who has just finished a game with a bot, at its replay. */
async function atReplay(name, size, table, game) {
  const who = await person(browser, server, name, size);
  const id = await openTable(who, { seats: 2, bots: ['casual'], bot_delay_ms: 0, clock: 'off', ...table });
  await who.page.goto(`/t/${id}`);
  await boardOf(who.page).waitFor();
  await playOut(who.page, decide[game]);
  await who.page.goto(`/r/${id}-1`);
  return who;
}

test('a review is asked for with one touch and jumps to costly decisions', { timeout: 480_000 }, async () => {
  const ann = await atReplay('Ann', DESK, { game: 'golf', options: { rounds: 1 } }, 'golf');
  const { page } = ann;
  const review = page.locator('[data-review]');
  await page.getByRole('button', { name: 'Review this game' }).click();
  await page.locator('[data-review="done"]').waitFor({ timeout: 480_000 });
  await review.getByRole('img', { name: 'Chance to win' }).waitFor();
  const rows = review.locator(':scope > table tbody tr');
  assert.match(await review.innerText(), /Ann|Bot/);
  assert.match(await rows.first().innerText(), /%/);
  await clean(ann, 'the review');

  // Whoever turns cards blindly has made costly decisions: each is shown on the board with the better choice marked.
  const costly = review.locator('[data-decision]');
  assert.ok((await costly.count()) > 0, await review.innerText());
  const step = Number(await costly.first().getAttribute('data-decision'));
  await costly.first().click();
  await page.locator('[data-events]').getByText('Better:').waitFor();
  assert.match(await page.locator('.count').innerText(), new RegExp(`Step ${step - 1} of`));
  await page.locator('[data-suggested]').first().waitFor({ state: 'attached' });
  await clean(ann, 'a costly decision');
  // By keys: the next one, and a step on takes the mark away.
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => document.querySelector('[data-suggested]') === null);

  // Everybody sees the same, at once: it is kept.
  const ben = await person(browser, server, 'Ben', PHONE);
  await ben.page.goto(page.url());
  await ben.page.locator('[data-review="done"]').waitFor();
  assert.equal(
    await ben.page.locator('[data-review] p').first().innerText(),
    await review.locator('p').first().innerText(),
  );
  await clean(ben, 'the review on a phone');
  assert.deepEqual([...ann.errors, ...ben.errors], []);
  for (const { context } of [ann, ben]) await context.close();
});
