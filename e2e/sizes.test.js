// Boards take the room there is, at five sizes of screens: the game's own thing is large, everybody's plate is there with its
// name in full, and nothing lies over anything else.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { openForAll } from './for-all.js';
import { openTable, person } from './harness.js';
import { decideFor, decideOnce, yours } from './players.js';

let server;
let browser;

openForAll((opened) => ({ server, browser } = opened), ['--messages-per-second', '200']);

const SIZES = [
  [360, 640],
  [390, 844],
  [1024, 768],
  [1280, 800],
  [1920, 1080],
];

/** How many play, how many decisions are made before it is measured, and how large things are at least, in pixels, at each
 *  of the sizes. */
const TABLES = {
  chicago: {
    seats: 4,
    turns: 4,
    least: { '[data-card]': [58, 64, 84, 104, 140], '.trick .place': [50, 68, 70, 84, 120] },
  },
  gomoku: { seats: 3, turns: 2, least: { '[data-stage]': [325, 355, 550, 690, 960] } },
  golf: {
    seats: 4,
    turns: 2,
    least: {
      '[data-cell]': [54, 74, 60, 80, 120],
      '[data-pile]': [58, 72, 68, 86, 130],
      '.opponent .card': [24, 28, 46, 60, 88],
    },
  },
  sorry: { seats: 4, turns: 2, least: { '[data-stage]': [318, 355, 550, 690, 960] } },
  onecard: {
    seats: 4,
    turns: 2,
    least: { '[data-card]': [54, 60, 80, 100, 138], '[data-pile]': [62, 76, 80, 100, 150] },
  },
};

/** In the page: what is too small, cut off, or lies over something else. */
function complaints(least) {
  const found = [];
  const board = document.querySelector('.board');
  for (const [selector, size] of Object.entries(least)) {
    const { width } = board.querySelector(selector)?.getBoundingClientRect() ?? { width: 0 };
    if (width < size) found.push(`${selector} is ${Math.round(width)} wide, not ${size}`);
  }
  const isSeen = (element) => element.checkVisibility() && element.getBoundingClientRect().width > 0;
  const plates = [...board.querySelectorAll('.plate')].filter(isSeen);
  const seats = new Set(plates.map((plate) => plate.dataset.seat));
  if (!plates.some((plate) => plate.classList.contains('you'))) found.push('the own plate is not there');
  for (const plate of plates) {
    const name = plate.querySelector('.name');
    if (name.scrollWidth > name.clientWidth) found.push(`the name of ${name.textContent} is cut off`);
  }
  // Parts of the table that must not touch each other. Cards of one hand may.
  const parts = [
    ...plates,
    ...board.querySelectorAll(
      '.hint, .buttons button, [data-stage], .fan, .layout, .awards li, .caption, .count',
    ),
    document.querySelector('.surface .corner .clock'),
  ].filter((part) => part && isSeen(part));
  const name = (part) => `${part.className} ${part.textContent.trim().replace(/\s+/g, ' ').slice(0, 24)}`;
  for (const [index, one] of parts.entries()) {
    for (const other of parts.slice(index + 1)) {
      if (one.contains(other) || other.contains(one)) continue;
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 2 && down > 2) found.push(`${name(one)} lies over ${name(other)}`);
    }
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways');
  return { found, seats: seats.size };
}

describe('at five sizes of screens', { concurrency: 2 }, () => {
  for (const game of Object.keys(TABLES)) {
    test(`the board of ${game} takes the room`, { timeout: 120_000 }, async () => {
      const { seats, turns, least } = TABLES[game];
      const who = await person(browser, server, `Ann of ${game}`);
      const { page } = who;
      const bots = Array.from({ length: seats - 1 }, () => 'casual');
      await openTable(who, { game, seats, bots, bot_delay_ms: 0, clock: 300 });
      await yours(page);
      await page.getByRole('button', { name: 'Got it' }).click();
      for (let turn = 0; turn < turns; turn += 1) await decideOnce(page, decideFor(game));
      await yours(page);
      const all = [];
      for (const [index, [width, height]] of SIZES.entries()) {
        await page.setViewportSize({ width, height });
        // Two frames: the hand measures itself in the first.
        await page.evaluate(
          () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
        );
        const wanted = Object.fromEntries(Object.entries(least).map(([what, sizes]) => [what, sizes[index]]));
        const { found, seats: shown } = await page.evaluate(complaints, wanted);
        assert.equal(shown, seats, `${width}×${height}: everybody has a plate`);
        all.push(...found.map((complaint) => `${width}×${height}: ${complaint}`));
      }
      assert.deepEqual(all, []);
      await who.context.close();
    });
  }
});
