// The deal of the day: everybody plays it once, and sees the others' results and replays when the day is over.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { clean } from './axe.js';
import { openForAll } from './for-all.js';
import { comeIn, DESK, person, PHONE } from './harness.js';
import { decide, playOut } from './players.js';

let server;
let browser;

const HOUR = 3_600_000;
// Ten in the morning, UTC. The time moves when the test moves it.
const MORNING = Date.UTC(2026, 2, 4, 10);
openForAll((opened) => ({ server, browser } = opened), ['--test-time', String(MORNING)]);

/** Plays the deal of the day to its end. Bots pause by the server's time, which goes on meanwhile. */
async function play({ page }, game) {
  await page.locator(`[data-deal=${game}]`).getByRole('button').click();
  await page.waitForURL('**/t/*');
  let playing = true;
  const time = (async () => {
    while (playing) {
      await server.advance(700);
      await page.waitForTimeout(30);
    }
  })();
  try {
    return await playOut(page, decide[game]);
  } finally {
    playing = false;
    await time;
  }
}

test(
  'everybody plays the deal of the day once, and the day after shows how they did',
  { timeout: 300_000 },
  async () => {
    const ann = await person(browser, server, 'Ann', DESK);
    const ben = await person(browser, server, 'Ben', PHONE);
    await comeIn(ann);
    await ann.page.locator('[data-day]').click();
    await ann.page.waitForURL('**/day');
    await ann.page.locator('[data-deal]').nth(4).waitFor();
    assert.equal(await ann.page.locator('[data-deal]').count(), 5);
    await ann.page.getByText('Nobody added to the luck of this day').waitFor();
    await ann.page.getByText('less than a day before').waitFor();
    await ann.page.getByText('This browser has added to the luck of tomorrow').waitFor();
    await clean(ann, 'the deals of the day');

    const moves = await play(ann, 'gomoku');
    assert.ok(moves > 3);
    await ann.page.getByText('At midnight (UTC) all results are compared').waitFor();
    assert.equal(await ann.page.getByRole('button', { name: 'Play again' }).count(), 0);
    assert.equal(await ann.page.getByRole('button', { name: 'Take back' }).count(), 0);
    await clean(ann, 'the end of the deal of the day');
    await ann.page.getByRole('link', { name: 'Deals of the day' }).click();
    await ann.page.waitForURL('**/day');
    const own = ann.page.locator('[data-deal=gomoku]');
    await own.getByText(/Won in|Lost after|Drawn after/).waitFor();
    await ann.page.locator('[data-streak="1"]').waitFor();
    assert.equal(await own.getByRole('button').count(), 0, 'there is one try');
    await ann.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await ann.page.getByRole('button', { name: 'Copy to share' }).click();
    await ann.page.getByText('Copied.').waitFor();
    const shared = await ann.page.evaluate(() => navigator.clipboard.readText());
    assert.match(shared, /^Deal of the day 2026-03-04\n⬜ Chicago\n(🟩|🟥|🟨) Gomoku for three\n/u);
    await clean(ann, 'a deal played');

    await comeIn(ben);
    await ben.page.goto('/day');
    await ben.page.locator('[data-deal=gomoku]').getByText('1 person has finished it').waitFor();
    assert.equal(await ben.page.getByText(/Won in|Lost after/).count(), 0, 'nobody is told how it went');
    await play(ben, 'gomoku');
    await ben.page.goto('/day');
    await clean(ben, 'the deals of the day on a phone');

    // The day ends.
    await server.advance(14 * HOUR);
    await server.advance(120_000);
    await ben.page.reload();
    const standings = ben.page.locator('[data-standings="2026-03-04"]');
    await standings.getByRole('row', { name: /Ann/ }).waitFor();
    await standings.getByRole('row', { name: /Ben/ }).waitFor();
    assert.match(await standings.innerText(), /\d+\s?%/);
    await ben.page.getByText('from what 2 people added before the day began').waitFor();
    await ben.page
      .locator('[data-deal=gomoku]')
      .getByRole('button', { name: 'Play today’s Gomoku for three' })
      .waitFor();
    await clean(ben, 'yesterday on a phone');
    await ben.page.evaluate(() => {
      const known = JSON.parse(localStorage.getItem('parlor.settings') ?? '{}');
      localStorage.setItem('parlor.settings', JSON.stringify({ ...known, locale: 'sv' }));
    });
    await ben.page.reload();
    await ben.page.getByRole('heading', { name: 'Dagens giv' }).waitFor();
    await clean(ben, 'yesterday in Swedish');

    await ann.page.goto('/day/2026-03-04');
    await ann.page.locator('[data-standings]').getByRole('link', { name: 'Replay of Ben' }).click();
    await ann.page.waitForURL('**/r/*');
    await ann.page.locator('.board').waitFor();
    assert.deepEqual([...ann.errors, ...ben.errors], []);
  },
);
