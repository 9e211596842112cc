// Alone against bots: a decision is taken back, the game is paused and given up, and what is forced happens by itself.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openForAll } from './for-all.js';
import { openTable, person, PHONE } from './harness.js';
import { boardOf, decideFor, decideOnce, yours } from './players.js';

let server;
let browser;
openForAll((opened) => ({ server, browser } = opened), ['--messages-per-second', '200']);

test('a decision is taken back, again and again, and the result says so', { timeout: 480_000 }, async () => {
  const who = await person(browser, server, 'Ann');
  const { page } = who;
  await openTable(who, { game: 'gomoku', seats: 2, bots: ['random'], bot_delay_ms: 0, clock: 'off' });
  const undo = page.getByRole('button', { name: 'Take back' });
  await yours(page);
  assert.equal(await undo.isDisabled(), true, 'there is nothing to take back yet');
  for (let n = 0; n < 2; n += 1) await decideOnce(page, decideFor('gomoku'));
  await yours(page);
  const before = await page.locator('.log p').count();
  for (const left of ['1', '0']) {
    await undo.click();
    await page.waitForFunction((nth) => document.querySelector('.surface').dataset.decision === nth, left);
  }
  assert.ok((await page.locator('.log p').count()) < before, 'the log forgets what was taken back');
  // By its key, and played again.
  await decideOnce(page, decideFor('gomoku'));
  await yours(page);
  await page.keyboard.press('u');
  await page.waitForFunction(() => document.querySelector('.surface').dataset.decision === '0');
  await decideOnce(page, decideFor('gomoku'));
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByText('The game ends here and counts for nobody.').waitFor();
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('heading', { name: 'You resigned.' }).waitFor();
  await page.getByText('Taken back: 3 decisions. The game does not count.').waitFor();
  assert.deepEqual(who.errors, []);
  await who.context.close();
});

test('a paused game waits, over a reload, until it goes on', { timeout: 480_000 }, async () => {
  const who = await person(browser, server, 'Bo', PHONE);
  const { page } = who;
  await openTable(who, { game: 'gomoku', seats: 2, bots: ['random'], bot_delay_ms: 0, clock: 60 });
  await yours(page);
  await page.getByRole('button', { name: 'Scores, log and chat' }).click();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.keyboard.press('Escape');
  await page.getByText('Paused: the clock stands').waitFor();
  assert.equal(await page.getByRole('timer').count(), 0, 'no clock runs');
  await page.reload();
  await page.getByText('Paused: the clock stands').waitFor();
  await page.getByRole('button', { name: 'Go on' }).first().click();
  await page.getByRole('timer').waitFor();
  await page.getByText('Paused: the clock stands').waitFor({ state: 'detached' });
  await who.context.close();
});

test('where others play there is neither', { timeout: 480_000 }, async () => {
  const who = await person(browser, server, 'Cleo');
  const { page } = who;
  await openTable(who, { game: 'gomoku', seats: 3, bots: ['random'], bot_delay_ms: 0, clock: 'off' });
  const other = await person(browser, server, 'Dan');
  await other.page.goto(`/j/${new URL(page.url()).pathname.split('/').pop()}`);
  await other.page.getByLabel('What shall we call you?').fill('Dan');
  await other.page.getByRole('button', { name: 'Sit down' }).click();
  await yours(page);
  assert.equal(await page.getByRole('button', { name: 'Take back' }).count(), 0);
  assert.equal(await page.getByRole('button', { name: 'Pause' }).count(), 0);
  await who.context.close();
  await other.context.close();
});

test(
  'a pass in Sorry! happens by itself, and not where one does not want it',
  { timeout: 480_000 },
  async () => {
    for (const autoplay of [true, false]) {
      const who = await person(browser, server, autoplay ? 'Eve' : 'Finn');
      const { page } = who;
      await page.goto('/');
      await page.evaluate(
        (value) => localStorage.setItem('parlor.settings', JSON.stringify({ autoplay: value })),
        autoplay,
      );
      await openTable(who, { game: 'sorry', seats: 2, bots: ['random'], bot_delay_ms: 0, clock: 'off' });
      // A pawn in Start leaves it with few cards: a pass comes soon.
      const pass = boardOf(page).locator('[data-choice="forfeit"]');
      for (;;) {
        const decision = await yours(page);
        if ((await pass.count()) === 0) {
          await decideFor('sorry')(page);
          await page.waitForFunction(
            (made) =>
              document.querySelector('.surface').dataset.decision !== made ||
              document.querySelector('#result'),
            decision,
          );
          continue;
        }
        if (autoplay) {
          await page.waitForFunction(
            (made) => document.querySelector('.surface').dataset.decision !== made,
            decision,
          );
        } else {
          const waited = await page
            .waitForFunction(
              (made) => document.querySelector('.surface').dataset.decision !== made,
              decision,
              { timeout: 3_000 },
            )
            .then(
              () => false,
              () => true,
            );
          assert.ok(waited, 'it waits for a click');
        }
        break;
      }
      await who.context.close();
    }
  },
);
