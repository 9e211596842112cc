// The first minutes: a shared table asks for a name in place, a table for six has cards for six, back goes somewhere, rows
// keep their place under the pointer, and a part that did not load can be tried again.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { openForAll } from './for-all.js';
import { comeIn, DESK, openTable, person, startServer } from './harness.js';
import { boardOf } from './players.js';

let server;
let browser;

openForAll((opened) => ({ server, browser } = opened), ['--messages-per-second', '200']);

describe('the first minutes', { concurrency: 2 }, () => {
  test(
    'a visitor who opens a shared table without a name is asked for one and goes on',
    { timeout: 480_000 },
    async () => {
      const host = await person(browser, server, 'Host');
      const table = await openTable(host, { game: 'gomoku', seats: 2, bots: ['casual'], clock: 'off' });
      await boardOf(host.page).waitFor();
      const guest = await person(browser, server, 'Guest');
      await guest.page.goto(`/t/${table}`);
      await guest.page.getByLabel('What shall we call you?').fill('Guest');
      await guest.page.getByRole('button', { name: 'Come to the table' }).click();
      await boardOf(guest.page).waitFor();
      await Promise.all([host.context.close(), guest.context.close()]);
    },
  );

  test('a table of Golf for six opens with cards for six', { timeout: 480_000 }, async () => {
    const who = await person(browser, server, 'Six');
    const { page } = who;
    await comeIn(who);
    await page.getByRole('button', { name: 'New table of Six Card Golf' }).click();
    const form = page.getByRole('form', { name: 'A new table' });
    await form.getByRole('button', { name: '6', exact: true }).click();
    await form.getByRole('button', { name: 'Fill with bots' }).click();
    await form.getByRole('button', { name: 'Open the table' }).click();
    await boardOf(page).waitFor();
    assert.equal(await page.locator('.board .plate').count(), 6);
    await who.context.close();
  });

  test('back leads to the lobby where nothing lies behind', { timeout: 480_000 }, async () => {
    const who = await person(browser, server, 'Back');
    await who.page.goto('/settings');
    await who.page.getByRole('button', { name: 'Back' }).click();
    await who.page.waitForURL('**/');
    await who.page.getByRole('heading', { name: 'Tables', exact: true }).waitFor();
    await who.context.close();
  });

  test(
    'rows of the lobby keep their place under the pointer, and new ones wait',
    { timeout: 480_000 },
    async () => {
      // A lobby of its own, in which nothing else moves; and without scrolling: rows that scroll under a resting pointer are
      // other rows.
      const quiet = await startServer();
      const tall = { viewport: { width: 1280, height: 2000 } };
      const [reader, opener, other] = await Promise.all(
        ['Reader', 'Opener', 'Other'].map((name) => person(browser, quiet, name, tall)),
      );
      await comeIn(reader);
      const first = await openTable(opener, { game: 'chicago', seats: 4 });
      const { page } = reader;
      const row = page.locator(`[data-table="${first}"]`);
      await row.hover();
      const before = await row.boundingBox();
      const second = await openTable(other, { game: 'chicago', seats: 4 });
      const fresh = page.getByRole('button', { name: '1 new table' });
      await fresh.waitFor();
      assert.equal(await page.locator(`[data-table="${second}"]`).count(), 0);
      assert.deepEqual(await row.boundingBox(), before);
      await fresh.click();
      await page.locator(`[data-table="${second}"]`).waitFor();
      await Promise.all([reader, opener, other].map(({ context }) => context.close()));
      await quiet.close();
    },
  );

  test('a part that did not load says so and can be tried again', { timeout: 480_000 }, async () => {
    // A worker would fetch it past the route.
    const who = await person(browser, server, 'Again', { ...DESK, serviceWorkers: 'block' });
    const { page } = who;
    await comeIn(who);
    const parts = '**/assets/SettingsPage-*.js';
    await page.route(parts, (route) => route.abort());
    await page.getByRole('link', { name: 'Settings', exact: true }).first().click();
    await page.getByText('This part of the page could not be loaded.').waitFor();
    await page.unroute(parts);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    await who.context.close();
  });
});
