// The first minutes: a shared table asks for a name in place, a table for six has cards for six, back goes somewhere, rows
// keep their place under the pointer, and a part that did not load can be tried again.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { clean } from './axe.js';
import { openForAll } from './for-all.js';
import { comeIn, DESK, openTable, person, PHONE, sitDown, startServer, withSettings } from './harness.js';
import { boardOf, yours } from './players.js';

let server;
let browser;

openForAll((opened) => ({ server, browser } = opened), ['--messages-per-second', '200']);

/** The first of two players wins: five in the upper row, while the other plays in the last one. */
async function winGomoku([first, second]) {
  const place = async (page, x, y) => {
    await yours(page);
    await page.locator(`.crossing[data-at="${x},${y}"]`).click();
  };
  for (let x = 0; x < 5; x += 1) {
    await place(first, x, 0);
    if (x < 4) await place(second, x, 9);
  }
  await first.locator('#result').waitFor();
}

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

  test('a table whose host is gone says so, and another seats bots', { timeout: 480_000 }, async () => {
    const clock = await startServer(['--test-time', '1700000000000']);
    const host = await person(browser, clock, 'Ann');
    const guest = await person(browser, clock, 'Bo', PHONE);
    const table = await openTable(host, { game: 'golf', seats: 3 });
    await sitDown(guest, table);
    const { page } = guest;
    await page.getByText('· host').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Seat a bot' }).count(), 0);
    await host.context.close();
    await page.getByText('Ann, the host, has lost the connection.').waitFor();
    await page
      .locator('main')
      .getByText(/connection lost \d+ s ago/)
      .waitFor();
    await clean(guest, 'a host who is gone');
    await clock.advance(30_000);
    await page.getByText('You are the host now').waitFor();
    await page.getByRole('button', { name: 'Seat a bot' }).click();
    await boardOf(page).waitFor();
    await guest.context.close();
    await clock.close();
  });

  test(
    'a finished table leaves the list, stays with its players, and plays on without who is gone',
    { timeout: 480_000 },
    async () => {
      const clock = await startServer(['--test-time', '1700000000000']);
      const names = ['Ann', 'Bo', 'Lou'];
      const [ann, bo, lou] = await Promise.all(names.map((name) => person(browser, clock, name)));
      await comeIn(lou);
      const table = await openTable(ann, { game: 'gomoku', seats: 2, clock: 'off', on_leave: 'end' });
      await sitDown(bo, table);
      const row = lou.page.locator(`[data-table="${table}"]`);
      await row.getByText('playing').waitFor();
      await winGomoku([ann.page, bo.page]);
      await row.waitFor({ state: 'detached' });
      await bo.page.goto('/');
      await bo.page.locator(`a[data-table="${table}"]`).getByText('Finished').waitFor();
      await bo.page.goto(`/t/${table}`);
      await ann.context.close();
      await bo.page.getByRole('button', { name: 'Play again' }).click();
      await bo.page.getByText('1 of 2 want to play again').waitFor();
      await clock.advance(30_000);
      // A page that is open counts by itself; this one asks the house anew.
      await bo.page.reload();
      await bo.page.getByText('Not here: Ann.').waitFor();
      await clean(bo, 'a rematch without who is gone');
      await bo.page.getByRole('button', { name: 'Play with a bot instead' }).click();
      await bo.page.locator('#result').waitFor({ state: 'detached' });
      await boardOf(bo.page).getByText('Bot 1').first().waitFor();
      await Promise.all([bo, lou].map(({ context }) => context.close()));
      await clock.close();
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

  test('three tabs without a name agree on who one is', { timeout: 480_000 }, async () => {
    const who = await person(browser, server, 'nobody yet');
    const tabs = [who.page, await who.context.newPage(), await who.context.newPage()];
    await Promise.all(tabs.map((tab) => tab.goto('/')));
    await Promise.all(
      tabs.map((tab) => tab.getByRole('button', { name: /^Play with bots: Gomoku/ }).click()),
    );
    await Promise.all(tabs.map((tab) => boardOf(tab).waitFor()));
    const nameIn = async (tab) => {
      await tab.goto('/');
      return tab.getByTitle('My games').innerText();
    };
    const names = new Set(await Promise.all(tabs.map(nameIn)));
    assert.equal(names.size, 1, [...names].join(', '));
    assert.equal(await tabs[0].locator('a[data-table]').count(), 3, 'one person sits at all three tables');
    await who.context.close();
  });

  for (const [whose, screen] of [
    ['the device is light', { colorScheme: 'light' }],
    ['light was chosen on a dark device', { colorScheme: 'dark', chosen: 'light' }],
  ]) {
    test(`nothing flashes dark while scripts are on their way: ${whose}`, { timeout: 480_000 }, async () => {
      const { chosen, ...look } = screen;
      const who = await person(browser, server, 'Light', { ...DESK, ...look, serviceWorkers: 'block' });
      const { page } = who;
      if (chosen) await withSettings(who.context, { theme: chosen });
      // Held back for as long as the test looks.
      await page.route('**/assets/*.js', () => undefined);
      await page.goto('/', { waitUntil: 'commit' });
      // Nothing is painted before the style sheet is there.
      await page.waitForFunction(
        () => getComputedStyle(document.documentElement).getPropertyValue('--ground') !== '',
      );
      const { theme, ground } = await page.evaluate(() => ({
        theme: document.documentElement.dataset.theme,
        ground: getComputedStyle(document.documentElement).getPropertyValue('--ground'),
      }));
      assert.equal(theme, 'light');
      assert.match(ground, /#f|rgb\(2[3-5]/);
      await who.context.close();
    });
  }

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

  test(
    'a replay that cannot be reached can be tried again, and one that is not there cannot',
    { timeout: 480_000 },
    async () => {
      const who = await person(browser, server, 'Later', { ...DESK, serviceWorkers: 'block' });
      const { page } = who;
      const frames = '**/api/replays/**';
      await page.route(frames, (route) => route.abort());
      await page.goto('/r/zzzzzzzzzz-1');
      const again = page.getByRole('button', { name: 'Try again' });
      await again.waitFor();
      await page.unroute(frames);
      await again.click();
      await page.getByRole('link', { name: 'Lobby' }).waitFor();
      await again.waitFor({ state: 'detached' });
      await who.context.close();
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
