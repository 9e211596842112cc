// Whole games in Firefox, Debian's own: somebody plays each game against bots to its end, by clicks, and by keys where that
// is another way.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { openFirefox, openTable, person, startServer } from './harness.js';
import { decideFor, playOut } from './players.js';

let server;
let browser;
before(async () => {
  browser = await openFirefox();
  if (browser) server = await startServer(['--messages-per-second', '200']);
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** Short forms of each game: how many play, and the options. */
const TABLES = {
  gomoku: [2, { size: 10 }],
  golf: [2, { rounds: 1 }],
  onecard: [2, { rounds: 1 }],
  sorry: [2, {}],
  chicago: [2, { pause: 0 }],
};

describe('in Firefox', () => {
  for (const [game, [seats, options]] of Object.entries(TABLES)) {
    test(`a whole game of ${game} is played`, { timeout: 600_000 }, async (t) => {
      if (!browser) return t.skip('Firefox is not installed');
      const who = await person(browser, server, `Fox ${game}`);
      t.after(() => who.context.close());
      const { page } = who;
      const bots = Array.from({ length: seats - 1 }, () => 'casual');
      await openTable(who, { game, seats, options, bots, bot_delay_ms: 0, clock: 'off' });
      const decisions = await playOut(page, decideFor(game));
      assert.ok(decisions > 0, 'there were decisions to make');
      await page.locator('#result').waitFor();
      assert.deepEqual(who.errors, []);
    });
  }
});
