// Boards take the room there is, at five sizes of screens: the game's own thing is large, everybody's plate is there with its
// name in full, and nothing lies over anything else, with the largest text and in Swedish on phones too.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { openForAll } from './for-all.js';
import { openTable, person } from './harness.js';
import { complaints, lookAt, LYING_PHONES, settled } from './overlaps.js';
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

const PHONES = SIZES.slice(0, 2);

/** How large things are at least on phones that lie on their side. */
const LYING = {
  chicago: { '[data-card]': [62, 78], '.trick .place': [40, 48] },
  gomoku: { '[data-stage]': [270, 300] },
  golf: { '[data-cell]': [42, 46], '[data-pile]': [42, 56] },
  sorry: { '[data-stage]': [270, 300] },
  onecard: { '[data-card]': [58, 76], '[data-pile]': [40, 60] },
};

/** How many play, how many decisions are made before it is measured, and how large things are at least, in pixels, at each
 *  of the sizes. */
const TABLES = {
  chicago: {
    seats: 4,
    turns: 4,
    least: { '[data-card]': [58, 64, 84, 104, 140], '.trick .place': [56, 100, 90, 94, 140] },
  },
  gomoku: { seats: 3, turns: 2, least: { '[data-stage]': [325, 355, 550, 690, 960] } },
  golf: {
    seats: 4,
    turns: 2,
    least: {
      '[data-cell]': [54, 74, 60, 80, 120],
      '[data-pile]': [58, 72, 68, 86, 130],
      '.opponent .card': [24, 28, 60, 62, 88],
    },
  },
  sorry: { seats: 4, turns: 2, least: { '[data-stage]': [318, 355, 550, 690, 960] } },
  'golf for eight': {
    game: 'golf',
    seats: 8,
    turns: 2,
    options: { packs: 2 },
    crowded: true,
    least: { '[data-cell]': [44, 60, 56, 60, 80], '[data-pile]': [38, 50, 60, 70, 100] },
  },
  'onecard for ten': { game: 'onecard', seats: 10, turns: 1, crowded: true, least: {} },
  onecard: {
    seats: 4,
    turns: 2,
    least: { '[data-card]': [54, 60, 80, 100, 138], '[data-pile]': [70, 92, 80, 104, 156] },
  },
};

describe('at five sizes of screens', { concurrency: 2 }, () => {
  for (const [title, { game = title, seats, turns, options = {}, crowded = false, least }] of Object.entries(
    TABLES,
  )) {
    test(`the board of ${title} takes the room`, { timeout: 480_000 }, async () => {
      const who = await person(browser, server, `Ann of ${title}`.slice(0, 20));
      const { page } = who;
      const bots = Array.from({ length: seats - 1 }, () => 'casual');
      await openTable(who, { game, seats, bots, options, bot_delay_ms: 0, clock: 300 });
      await yours(page);
      // What one reads in a first game covers nobody's cards.
      const tip = page.getByRole('button', { name: 'Got it' });
      await page
        .getByRole('note')
        .evaluate((note) => Promise.all(note.getAnimations().map(({ finished }) => finished)));
      const tipped = await lookAt(page, SIZES, 'with a tip for the first game');
      await tip.click();
      for (let turn = 0; turn < turns; turn += 1) await decideOnce(page, decideFor(game));
      await yours(page);
      const at = (index, part = 1) =>
        Object.fromEntries(Object.entries(least).map(([what, sizes]) => [what, part * sizes[index]]));
      // On the smallest phone eight or ten players leave no room for words.
      const isTight = (found) => crowded && found.includes('360×640') && !found.includes('covers');
      const all = tipped.filter((found) => !isTight(found));
      for (const [index, [width, height]] of SIZES.entries()) {
        await page.setViewportSize({ width, height });
        await settled(page);
        const { found, seats: shown } = await page.evaluate(complaints, at(index));
        assert.equal(shown, seats, `${width}×${height}: everybody has a plate`);
        all.push(...found.map((complaint) => `${width}×${height}: ${complaint}`));
      }
      if (!crowded) {
        const lying = (index) =>
          Object.fromEntries(Object.entries(LYING[game]).map(([what, sizes]) => [what, sizes[index]]));
        all.push(...(await lookAt(page, LYING_PHONES, 'lying', lying)));
        // The largest text, in the language with the longest words.
        await page.evaluate(() =>
          localStorage.setItem(
            'parlor.settings',
            JSON.stringify({ font: 'huge', locale: 'sv', autoplay: false }),
          ),
        );
        await page.reload();
        await yours(page);
        all.push(...(await lookAt(page, PHONES, 'in very large Swedish', (index) => at(index, 0.85))));
      }
      assert.deepEqual(all, []);
      await who.context.close();
    });
  }
});
