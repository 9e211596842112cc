// For everybody: every screen without findings of axe in light and in dark, nothing cut off at 360 pixels, settings
// that stay, other languages, and a page that can be installed. How games end and are seen again is looked at where they are
// played to their end, with keys alone.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { look } from './axe.js';
import { openForAll } from './for-all.js';
import { comeIn, DESK, gamesOf, openTable, person } from './harness.js';
import { decide, playOut } from './players.js';

const NARROW = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

let server;
let browser;

openForAll((opened) => ({ server, browser } = opened));

/** Every screen that one comes to from the lobby. */
async function everyScreen(visitor) {
  const { page } = visitor;
  const found = [];
  const see = async (screen) => found.push(...(await look(visitor, screen)));
  await page.goto('/');
  await page.locator('article').first().waitFor();
  await see('lobby, without a name');
  await comeIn(visitor);
  await page.getByRole('button', { name: 'New table of Chicago' }).click();
  await page.getByRole('button', { name: 'More options' }).click();
  await see('new table');
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.locator('[data-invite]').waitFor();
  await see('waiting room');
  const table = page.url().split('/').at(-1);
  await page.goto('/settings');
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  await see('settings');
  const games = await gamesOf(server);
  for (const { name: game } of page.viewportSize().width > 400 ? games : games.slice(0, 1)) {
    await page.goto(`/rules/${game}`);
    await page.getByRole('heading', { name: /How to play/ }).waitFor();
    await page.locator('main :is(h2, p)').first().waitFor();
    await see(`rules of ${game}`);
  }
  await page.goto('/nowhere');
  await page.getByRole('heading', { name: 'There is nothing here.' }).waitFor();
  await see('not found');
  await page.context().clearCookies();
  await page.goto(`/j/${table}`);
  await page.getByRole('heading', { name: 'You are invited' }).waitFor();
  await see('invitation');
  return found;
}

/** A table of each game, from the first turn to its result and replay. */
async function everyTable(visitor) {
  const { page } = visitor;
  const found = [];
  const see = async (screen) => found.push(...(await look(visitor, screen)));
  for (const { title } of await gamesOf(server)) {
    await page.goto('/');
    await page.getByRole('button', { name: `Play with bots: ${title}` }).click();
    await page.locator('.board').waitFor();
    await page.locator('[data-turn="yours"]').waitFor({ timeout: 480_000 });
    await see(title);
  }
  return found;
}

describe('for everybody', { concurrency: 2 }, () => {
  for (const [name, screen] of [
    ['Wide', DESK],
    ['Narrow', NARROW],
  ]) {
    test(`every screen is accessible and fits: ${name}`, { timeout: 480_000 }, async () => {
      const visitor = await person(browser, server, `${name} One`, screen);
      assert.deepEqual(await everyScreen(visitor), []);
      await visitor.context.close();
    });

    test(`every table is accessible and fits: ${name}`, { timeout: 480_000 }, async () => {
      const visitor = await person(browser, server, `${name} Two`, screen);
      await comeIn(visitor);
      assert.deepEqual(await everyTable(visitor), []);
      await visitor.context.close();
    });
  }

  test('the result and the replay are accessible and fit', { timeout: 480_000 }, async () => {
    const visitor = await person(browser, server, 'Narrow Three', NARROW);
    const { page } = visitor;
    const table = {
      game: 'golf',
      seats: 2,
      options: { rounds: 1 },
      clock: 'off',
      bots: ['casual'],
      bot_delay_ms: 0,
    };
    const id = await openTable(visitor, table);
    await page.locator('[data-turn="yours"]').waitFor();
    await page.getByRole('button', { name: 'Scores, log and chat' }).click();
    const found = await look(visitor, 'drawer');
    await page.getByRole('button', { name: 'Leave the table' }).click();
    found.push(...(await look(visitor, 'leaving')));
    await page.getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await playOut(page, decide.golf);
    found.push(...(await look(visitor, 'result')));
    await page.getByRole('button', { name: 'Check this deal' }).click();
    await page.locator('[data-verdict="unseen"]').waitFor();
    found.push(...(await look(visitor, 'deal')));
    await page.goto(`/r/${id}-1`);
    await page.getByLabel('Where in the game').waitFor();
    found.push(...(await look(visitor, 'replay')));
    assert.deepEqual(found, []);
    await visitor.context.close();
  });

  test('settings stay, and another tab has them at once', { timeout: 480_000 }, async () => {
    const { page, context } = await person(browser, server, 'settler');
    await page.goto('/settings');
    const other = await context.newPage();
    await other.goto('/');
    await page.locator('[data-value="wine"]').click();
    await page.locator('[data-value="four"]').click();
    await other.locator('html[data-background="wine"][data-cards="four"]').waitFor();
    await page.reload();
    await page.locator('html[data-background="wine"][data-cards="four"]').waitFor();
    await page.locator('[data-value="sv"]').click();
    await page.getByRole('heading', { name: 'Inställningar' }).waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), 'sv');
    await other.getByRole('button', { name: /^Spela mot botar: Chicago/ }).waitFor();
    await page.locator('[data-value="zh"]').click();
    await page.getByRole('heading', { name: '设置' }).waitFor();
    await other.reload();
    await other.getByRole('button', { name: /^与电脑对局：芝加哥/ }).waitFor();
    assert.equal(await other.locator('html').getAttribute('lang'), 'zh-Hans');
    await context.close();
  });

  test(
    'it can be installed, opens without a network, and keeps no answer of the server',
    { timeout: 480_000 },
    async () => {
      const { page, context } = await person(browser, server, 'installer');
      await page.goto('/');
      await page.locator('article').first().waitFor();
      const manifest = await (await fetch(`${server.url}/manifest.webmanifest`)).json();
      assert.equal(manifest.display, 'standalone');
      for (const { src } of manifest.icons) assert.equal((await fetch(server.url + src)).status, 200, src);
      // What Chromium itself misses for an installation; a context of Playwright is always incognito.
      const devtools = await context.newCDPSession(page);
      const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
      assert.deepEqual(
        installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito'),
        [],
      );
      await page.evaluate(() => navigator.serviceWorker.ready);
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      // What was loaded before the worker took over passes it on the second visit.
      await page.reload();
      await page.locator('article').first().waitFor();
      const kept = await page.evaluate(async () => {
        const names = await caches.keys();
        const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
        return requests.flat().map(({ url }) => new URL(url).pathname);
      });
      assert.ok(kept.includes('/') && kept.some((path) => path.startsWith('/assets/')), String(kept));
      assert.deepEqual(
        kept.filter((path) => path.startsWith('/api') || path.startsWith('/ws')),
        [],
      );
      await context.setOffline(true);
      await page.goto('/settings').catch(() => undefined);
      await page.getByText(/Looking for the house|offline/).waitFor();
      await context.close();
    },
  );
});
