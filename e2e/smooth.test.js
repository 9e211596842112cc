// Nothing jumps, and what moves costs little: shifts of the layout while playing, and the work of the page while cards fly.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { DESK, openBrowser, openHouse, openTable, person, SMALL } from './harness.js';
import { boardOf, decide } from './players.js';

let house;
let browser;

before(async () => {
  house = await openHouse(['--messages-per-second', '200']);
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await house?.close();
});

const MOVING = { reducedMotion: 'no-preference' };
const TABLES = { chicago: [4, 10], gomoku: [3, 4], golf: [3, 6], sorry: [4, 6], onecard: [4, 4] };

const yours = (page) =>
  page.waitForFunction(
    () => document.querySelector('#result') || document.querySelector('.board[data-yours="true"]'),
    null,
    { timeout: 60_000, polling: 25 },
  );
const stepOf = (page) => boardOf(page).getAttribute('data-step');

/** Makes so many decisions, or fewer if the game is over. */
async function play(page, game, decisions) {
  for (let made = 0; made < decisions;) {
    await yours(page);
    if ((await page.locator('#result').count()) > 0) return;
    const step = await stepOf(page);
    try {
      await decide[game](page);
    } catch (error) {
      if ((await stepOf(page)) === step) throw error;
      continue;
    }
    await page.waitForFunction(
      (before) =>
        document.querySelector('#result') || document.querySelector('.board').dataset.step !== before,
      step,
      { timeout: 30_000, polling: 25 },
    );
    made += 1;
  }
}

/** In the page: notes every shift from now on. Cards and pebbles are meant to move: what flies is no shift. */
function watchShifts() {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources, hadRecentInput } of list.getEntries()) {
      const elements = sources.map(({ node }) => (node instanceof Element ? node : node?.parentElement));
      const still = elements.filter((element) => element && !element.closest('[data-flip], .flights'));
      if (still.length === 0) continue;
      const names = still.map((element) => `${element.tagName}.${element.getAttribute('class')}`);
      window.shifts.push({ value, hadRecentInput, names });
    }
  }).observe({ type: 'layout-shift' });
}

describe('while playing', { concurrency: 2 }, () => {
  for (const [where, screen] of [
    ['desk', DESK],
    ['phone', SMALL],
  ]) {
    test(`nothing jumps: ${where}`, { timeout: 240_000 }, async () => {
      const found = [];
      for (const [game, [seats, decisions]] of Object.entries(TABLES)) {
        const who = await person(browser, house, `${game} ${where}`, { ...screen, ...MOVING });
        const { page } = who;
        const bots = Array.from({ length: seats - 1 }, () => 'thumb');
        await openTable(who, { game, seats, bots, bot_pause: 0, clock: 60 });
        await yours(page);
        const tip = page.getByRole('button', { name: 'Got it' });
        if (await tip.isVisible()) await tip.click();
        await page.evaluate(watchShifts);
        await play(page, game, decisions);
        const shifts = await page.evaluate(() => window.shifts);
        const sum = shifts.reduce((sum, { value }) => sum + value, 0);
        const worst = shifts.sort((one, other) => other.value - one.value).slice(0, 6);
        if (sum >= 0.002) found.push(`${game} moved by ${sum}: ${JSON.stringify(worst)}`);
        assert.deepEqual(who.errors, []);
        await who.context.close();
      }
      assert.deepEqual(found, []);
    });
  }
});
