// Whole games without a pointer: what the keys do is what people with only a keyboard can do. At the end of each game its
// last screens are looked at: the result, the deal that was checked, the replay.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { look } from './axe.js';
import { openForAll } from './for-all.js';
import { gamesOf, openTable, person } from './harness.js';
import { lookAt, LYING_PHONES, settled } from './overlaps.js';
import { boardOf, decideOnce, focusOf } from './players.js';

let server;
let browser;

openForAll((opened) => ({ server, browser } = opened), ['--messages-per-second', '200']);

const isThere = async (page, selector) => (await boardOf(page).locator(selector).count()) > 0;
const press = (page, ...keys) =>
  keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());

/** Where in the hand the first card stands that can be played. */
const firstLegal = (page) =>
  boardOf(page)
    .locator('[data-card]')
    .evaluateAll((cards) => cards.findIndex((card) => card.querySelector('.legal')));

/** Goes to a card with Tab and the arrows, and plays it by pressing it twice. */
async function playByFocus(page, index) {
  for (let tabs = 0; tabs < 60; tabs++) {
    if (await page.evaluate(() => document.activeElement?.hasAttribute('data-card'))) break;
    await page.keyboard.press('Tab');
  }
  await press(page, 'Home', ...Array.from({ length: index }, () => 'ArrowRight'), 'Enter', 'Enter');
}

const byKeys = {
  async chicago(page) {
    if (
      !(await isThere(page, '[data-card]:has(.legal)')) ||
      (await isThere(page, '[data-choice="change"]'))
    ) {
      return press(page, 'Enter');
    }
    return press(page, String((await firstLegal(page)) + 1), 'Enter');
  },
  async gomoku(page) {
    await press(page, 'ArrowRight');
    const isFree = () => page.evaluate(() => document.activeElement?.matches('.crossing.free'));
    // Up the column, then up the ones at its left.
    for (let steps = 1; steps < 60 && !(await isFree()); steps++) {
      await (steps % 15 === 0
        ? press(page, 'ArrowLeft', ...Array.from({ length: 14 }, () => 'ArrowDown'))
        : press(page, 'ArrowUp'));
    }
    return press(page, 'Enter');
  },
  async golf(page) {
    if (await isThere(page, '[data-choice="take_stock"]')) return press(page, 's');
    if (!(await isThere(page, '[data-held]'))) return press(page, '1', '5', 'Enter');
    const hidden = await boardOf(page)
      .locator('[data-cell]')
      .evaluateAll((cells) => cells.findIndex((cell) => cell.ariaLabel.includes('face down')));
    return press(page, String(Math.max(hidden, 0) + 1));
  },
  sorry: (page) => press(page, 'Enter'),
  /** Any other game: the first of the buttons for what can be done. */
  async generic(page) {
    await boardOf(page).locator('[data-action]').first().focus();
    return press(page, 'Enter');
  },
  async onecard(page) {
    const index = await firstLegal(page);
    if (index < 0) return press(page, 'd');
    return index < 4 ? press(page, String(index + 1), 'Enter') : playByFocus(page, index);
  },
};

const SIZES = [[360, 640], [390, 844], [1024, 768], ...LYING_PHONES, [1280, 800]];

/** There is no deal to check. */
const NOTHING_DEALT = ['gomoku'];

describe('a whole game by keys alone', { concurrency: 2 }, () => {
  const tables = [
    ['chicago', 3, { pause: 0 }],
    ['gomoku', 3, {}],
    ['golf', 2, { rounds: 1 }],
    ['sorry', 2, { classic_sorry: 'on' }],
    ['onecard', 3, {}],
  ];
  async function play(game, seats, options) {
    const who = await person(browser, server, `Ann of ${game}`);
    const bots = Array.from({ length: seats - 1 }, (_, n) => (n === 1 ? 'random' : 'casual'));
    await openTable(who, { game, seats, options, bots, bot_delay_ms: 0, clock: 'off' });
    await boardOf(who.page).waitFor({ timeout: 480_000 });
    const { page } = who;
    // From the first step on, the focus is at the table after every decision, and never lost.
    await page.keyboard.press('Tab');
    await page.locator('.board').first().focus();
    let decisions = 0;
    while (await decideOnce(page, byKeys[game] ?? byKeys.generic)) {
      decisions += 1;
      await settled(page);
      assert.equal(await focusOf(page), 'table', `after decision ${decisions}`);
    }
    assert.ok(decisions > 0);
    await page.locator('#result').waitFor();
    await settled(page);
    assert.equal(await focusOf(page), 'table', 'when the game is over');
    // The final position stays in sight as a whole, whatever the screen.
    const found = await lookAt(page, SIZES, `the result of ${game}`);
    found.push(...(await look(who, `result of ${game}`)));
    const check = page.getByRole('button', { name: 'Check this deal' });
    if (NOTHING_DEALT.includes(game)) assert.equal(await check.count(), 0, 'nothing was dealt');
    else {
      await check.focus();
      await page.keyboard.press('Enter');
      await page.locator('[data-verdict]').waitFor();
      found.push(...(await look(who, `deal of ${game}`)));
    }
    await page.getByRole('link', { name: 'See it again' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Where in the game').waitFor();
    await page.keyboard.press('End');
    found.push(...(await look(who, `replay of ${game}`)));
    found.push(...(await lookAt(page, SIZES, `the replay of ${game}`)));
    assert.deepEqual(found, []);
    assert.deepEqual(who.errors, []);
    await who.context.close();
  }

  for (const [game, seats, options] of tables) {
    test(`of ${game}`, { timeout: 480_000 }, () => play(game, seats, options));
  }

  test('of every other game of the server', { timeout: 480_000 }, async () => {
    const known = tables.map(([game]) => game);
    const others = (await gamesOf(server)).filter(({ name }) => !known.includes(name));
    for (const { name, default_seats } of others) await play(name, default_seats, {});
  });
});

describe('the number of a key', () => {
  test('stands at the foot of its card', { timeout: 480_000 }, async () => {
    const who = await person(browser, server, 'Numbers');
    await openTable(who, { game: 'chicago', seats: 2, bots: ['casual'], bot_delay_ms: 0, clock: 'off' });
    const card = boardOf(who.page).locator('[data-card]').first();
    await card.waitFor();
    const [picture, number] = await card.evaluate((slot) =>
      ['.card', '[data-key]'].map((part) => slot.querySelector(part).getBoundingClientRect().toJSON()),
    );
    const above = picture.bottom - number.bottom;
    assert.ok(above >= 0 && above < picture.height / 10, `${above} of ${picture.height} above the edge`);
    await who.context.close();
  });
});
