// The way of a newcomer: from the lobby to the lessons of a game, through all of them, and to a first game of one's own.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { look } from './axe.js';
import { openForAll } from './for-all.js';
import { comeIn, DESK, person, PHONE } from './harness.js';
import { boardOf } from './players.js';

let server;
let browser;

openForAll((opened) => ({ server, browser } = opened), ['--requests-per-second', '200']);

/** Waits until a lesson is to be decided, or was judged. */
const staged = (page, stage) => page.locator(`[data-stage="${stage}"]`).first().waitFor({ timeout: 30_000 });

/** At the end of a lesson nobody is waited for: the game does not go on. */
async function isAtRest(page) {
  const text = await boardOf(page).innerText();
  assert.doesNotMatch(text, /Waiting for/);
  assert.equal(await page.locator('.board[data-yours="true"]').count(), 0);
}

/** Where each lesson of Gomoku is solved. */
const GOMOKU = [['9,7'], ['7,7'], ['6,10'], ['9,7', '5,7'], ['5,5'], ['7,7', '7,6'], ['7,8'], ['7,3']];

async function placeAll(page, crossings) {
  for (const [index, at] of crossings.entries()) {
    // The one before it must have been answered.
    await page.locator(`.surface[data-decision="${index}"] .board[data-yours="true"]`).waitFor();
    await page.locator(`[data-at="${at}"]`).click({ force: true });
  }
}

/** One decision in each of the other games: what is touched, in order. */
const ONE_OF_EACH = {
  chicago: { number: 1, touch: ['[data-card="CA"]', '[data-choice="play"]'] },
  golf: { number: 2, touch: ['[data-choice="take_discard"]'] },
  sorry: { number: 1, touch: ['[data-choice="forward"]'] },
  onecard: { number: 1, touch: ['[data-card="S4"]', '[data-choice="play"]'] },
};

describe('lessons', { concurrency: 2 }, () => {
  test(
    'a newcomer learns a game from the lobby on and sits at a table of their own within three minutes',
    { timeout: 180_000 },
    async () => {
      const nils = await person(browser, server, 'Nils', DESK);
      const { page } = nils;
      const found = [];
      await page.goto('/');
      await page.locator('[data-game="gomoku"] a[href="/learn/gomoku"]').click();
      await page.getByText('0 of 8 solved').waitFor();
      found.push(...(await look(nils, 'lessons of a game')));
      await page.locator('[data-go]').click();

      // A wrong answer is shown and explained, and tried again.
      await boardOf(page).waitFor();
      found.push(...(await look(nils, 'a lesson')));
      await page.locator('[data-at="0,0"]').click({ force: true });
      await staged(page, 'wrong');
      await page.getByText('That does not make five.').waitFor();
      await isAtRest(page);
      found.push(...(await look(nils, 'a wrong answer')));
      await page.waitForFunction(() => document.activeElement?.getAttribute('data-next') === 'again');
      await page.keyboard.press('Enter');
      await staged(page, 'task');

      for (const [index, crossings] of GOMOKU.entries()) {
        await page.getByText(`Lesson ${index + 1} of ${GOMOKU.length}`).waitFor();
        await placeAll(page, crossings);
        await staged(page, 'solved');
        await isAtRest(page);
        if (index === 0) found.push(...(await look(nils, 'a lesson solved')));
        // What comes next has the focus.
        await page.waitForFunction(() => document.activeElement?.hasAttribute('data-next') ?? false);
        if (index + 1 < GOMOKU.length) await page.keyboard.press('Enter');
      }

      // Without a name the browser remembers, also over a reload.
      await page.goto('/learn/gomoku');
      await page.getByText('8 of 8 solved').waitFor();
      assert.equal(await page.locator('[data-solved="true"]').count(), GOMOKU.length);
      assert.equal(
        await page.evaluate(() => fetch('/api/lessons/progress').then(({ status }) => status)),
        401,
      );
      found.push(...(await look(nils, 'all lessons of a game solved')));

      // The name takes them along, and the table is one's own.
      await page.locator('[data-next="play"]').click();
      await page.waitForURL('**/t/*');
      await boardOf(page).waitFor();
      await page.goto('/learn');
      await page.getByText('8 of 8 solved').waitFor();
      const known = await page.waitForFunction(async () => {
        const { solved } = await (await fetch('/api/lessons/progress')).json();
        return solved?.length;
      });
      assert.equal(await known.jsonValue(), GOMOKU.length);
      await page.waitForFunction(() => localStorage.getItem('parlor.lessons') === null);
      found.push(...(await look(nils, 'all lessons')));
      assert.deepEqual(found, []);
      assert.deepEqual(nils.errors, []);
      await nils.context.close();
    },
  );

  for (const [where, screen] of [
    ['desk', DESK],
    ['phone', PHONE],
  ]) {
    test(`a lesson of every other game is solved: ${where}`, { timeout: 180_000 }, async () => {
      const ann = await person(browser, server, `Ann ${where}`, screen);
      const { page } = ann;
      const found = [];
      await comeIn(ann);
      await page.locator('[data-learn]').click();
      for (const [game, { number, touch }] of Object.entries(ONE_OF_EACH)) {
        await page.goto('/learn');
        await page.locator(`[data-lessons="${game}"] h2 a`).click();
        await page.locator(`a.lesson[href="/learn/${game}/${number}"]`).click();
        await boardOf(page).waitFor();
        found.push(...(await look(ann, `a lesson of ${game}`)));
        for (const selector of touch) {
          const target = boardOf(page).locator(selector).first();
          const corner = selector.startsWith('[data-card') ? { position: { x: 10, y: 22 } } : {};
          await target.click({ force: true, ...corner });
        }
        await staged(page, 'solved');
        await isAtRest(page);
        found.push(...(await look(ann, `a lesson of ${game} solved`)));
      }
      // It is the server that knows.
      const progress = await page.evaluate(() =>
        fetch('/api/lessons/progress').then((answer) => answer.json()),
      );
      assert.equal(progress.solved.length, Object.keys(ONE_OF_EACH).length);
      await page.goto('/learn/chicago');
      await page.getByText('1 of 8 solved').waitFor();
      assert.deepEqual(found, []);
      assert.deepEqual(ann.errors, []);
      await ann.context.close();
    });
  }

  test('a refused card is refused as at a table, in its place', { timeout: 60_000 }, async () => {
    const bea = await person(browser, server, 'Bea', DESK);
    const { page } = bea;
    await page.goto('/learn/chicago/1');
    const board = boardOf(page);
    await board.locator('[data-card="D3"]').click({ force: true, position: { x: 10, y: 22 } });
    await board.locator('[data-choice="play"]').click();
    await board.getByRole('alert').filter({ hasText: 'clubs' }).waitFor();
    await staged(page, 'task');
    assert.equal(await page.locator('.surface').getAttribute('data-decision'), '0');
    // Another language says the same in its own words.
    await page.evaluate(() =>
      localStorage.setItem('parlor.settings', JSON.stringify({ locale: 'sv', autoplay: false })),
    );
    await page.reload();
    await page.getByText('Ta sticket.').waitFor();
    assert.deepEqual(bea.errors, []);
    await bea.context.close();
  });

  test('an address without a lesson says so', { timeout: 60_000 }, async () => {
    const cid = await person(browser, server, 'Cid', DESK);
    for (const path of ['/learn/gomoku/99', '/learn/whist']) {
      await cid.page.goto(path);
      await cid.page.getByText('There are no such lessons.').waitFor();
    }
    await cid.context.close();
  });
});
