// Two builds: a tab of the old one keeps working after the server has the new one, with and without a service worker,
// with and without a network.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { comeIn, openBrowser, person, startServer } from './harness.js';

const DIST = fileURLToPath(new URL('../web/dist/', import.meta.url));
const folders = mkdtempSync(join(tmpdir(), 'parlor-builds-'));
const pages = join(folders, 'pages');
const builds = { old: join(folders, 'old'), new: join(folders, 'new') };

/** A build of its own: the same files, but every hash in a name has another ending, and so has the build. */
function makeBuild(folder, ending) {
  cpSync(DIST, folder, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) });
  const assets = readdirSync(join(folder, 'assets'));
  const renamed = new Map(assets.map((name) => [name, name.replace(/(\.\w+)$/, `${ending}$1`)]));
  const texts = [
    'index.html',
    'service-worker.js',
    ...assets.filter((name) => /\.(js|css)$/.test(name)).map((name) => `assets/${name}`),
  ];
  for (const name of texts) {
    let text = readFileSync(join(folder, name), 'utf8');
    for (const [before, now] of renamed) text = text.replaceAll(before, now);
    writeFileSync(join(folder, name), text);
  }
  for (const [before, now] of renamed)
    renameSync(join(folder, 'assets', before), join(folder, 'assets', now));
  const build = readFileSync(join(folder, 'build.txt'), 'utf8').trim();
  const own = `${ending.repeat(2)}${build.slice(ending.length * 2)}`;
  for (const name of ['index.html', 'service-worker.js', 'build.txt']) {
    const path = join(folder, name);
    writeFileSync(path, readFileSync(path, 'utf8').replace(build, own));
  }
}

/** The server gets this build, and starts. */
async function deploy(build, server) {
  rmSync(pages, { recursive: true, force: true });
  cpSync(build, pages, { recursive: true });
  if (!server) return startServer(['--test-pages', pages]);
  await server.kill();
  await server.restart();
  return server;
}

let browser;
before(async () => {
  makeBuild(builds.old, 'aa');
  makeBuild(builds.new, 'bb');
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  rmSync(folders, { recursive: true, force: true });
});

const buildOf = (page) => page.locator('meta[name=build]').getAttribute('content');
const loads = (page) => page.evaluate(() => performance.timeOrigin);
/** Goes to another page as a link does, without loading anything anew. */
const go = (page, path) =>
  page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

const PARTS = [
  ['/settings', 'Settings'],
  ['/rules/golf', 'How to play Six Card Golf'],
];

for (const worker of [true, false]) {
  describe(worker ? 'with a service worker' : 'without a service worker', () => {
    const screen = { viewport: { width: 1280, height: 800 }, serviceWorkers: worker ? 'allow' : 'block' };

    test('an old tab opens what it has not loaded yet after a new build', { timeout: 480_000 }, async (t) => {
      const server = await deploy(builds.old);
      t.after(() => server.close());
      const who = await person(browser, server, 'Ann', screen);
      t.after(() => who.context.close());
      const { page } = who;
      await comeIn(who);
      if (worker) await page.evaluate(async () => void (await navigator.serviceWorker.ready));
      // On a page that does not load itself again by itself.
      await go(page, '/people/Ann');
      await page.getByRole('heading', { name: 'Finished games' }).waitFor();
      const first = await loads(page);
      await deploy(builds.new, server);
      await page.getByText('A new version of the house is here.').waitFor({ timeout: 30_000 });
      for (const [path, heading] of PARTS) {
        await go(page, path);
        await page.getByRole('heading', { name: heading }).waitFor();
      }
      assert.equal(await loads(page), first, 'it was not loaded again');
      assert.match(await buildOf(page), /^aa/);
      // Back in the lobby it loads the new build by itself, once.
      await go(page, '/');
      await page.waitForFunction(() => document.querySelector('meta[name=build]')?.content.startsWith('bb'));
      await page.getByRole('link', { name: 'Ann' }).waitFor();
      assert.deepEqual(who.errors, []);
    });
  });
}

test('a part that is nowhere any more loads the page again, once', { timeout: 480_000 }, async (t) => {
  const server = await deploy(builds.old);
  t.after(() => server.close());
  const who = await person(browser, server, 'Bo', {
    viewport: { width: 1280, height: 800 },
    serviceWorkers: 'block',
  });
  t.after(() => who.context.close());
  const { page } = who;
  await comeIn(who);
  await page.route(/SettingsPage.*\.js/, (route) => route.fulfill({ status: 404, body: '' }));
  let loaded = 0;
  page.on('request', (request) => (loaded += Number(request.isNavigationRequest())));
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await page.getByText('This part of the page could not be loaded.').waitFor();
  assert.equal(loaded, 1, 'the page was loaded again, once');
  await page.unroute(/SettingsPage.*\.js/);
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
});

test('all parts open without a network, after a new build too', { timeout: 480_000 }, async (t) => {
  const server = await deploy(builds.old);
  t.after(() => server.close());
  const who = await person(browser, server, 'Cleo', { viewport: { width: 1280, height: 800 } });
  const { page, context } = who;
  t.after(() => context.close());
  await comeIn(who);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await deploy(builds.new, server);
  // The lobby loads the new build by itself; its worker waits until no tab is left that the old one serves.
  await page.waitForFunction(() => document.querySelector('meta[name=build]')?.content.startsWith('bb'));
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    while (!registration.waiting) await new Promise((resolve) => setTimeout(resolve, 50));
  });
  await context.setOffline(true);
  for (const [path, heading] of PARTS) {
    await go(page, path);
    await page.getByRole('heading', { name: heading }).waitFor();
  }
  // And a new tab opens, too: with the build that the worker keeps.
  const second = await context.newPage();
  await second.goto('/settings');
  await second.getByRole('heading', { name: 'Settings' }).waitFor();
});
