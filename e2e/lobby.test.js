// The lobby: names, tables, invitations, talk. One server for all of it; everybody has a browser of their own.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { openForAll } from './for-all.js';
import { comeIn, person, PHONE, sitDown } from './harness.js';

let server;
let browser;

openForAll((opened) => ({ server, browser } = opened));

const rows = (page) => page.locator('li[data-table]');

/** Opens a table from the lobby with two clicks, and gives its invitation. */
async function newTable({ page }, game, more = async () => {}) {
  await page.goto('/');
  await page.getByRole('button', { name: `New table of ${game}` }).click();
  await more(page);
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.locator('[data-invite]').waitFor();
  return page.locator('[data-invite]').inputValue();
}

describe('the lobby', { concurrency: 2 }, () => {
  test(
    'a newcomer with a phone plays within twenty seconds, after one touch',
    { timeout: 480_000 },
    async () => {
      const { page, context, errors } = await person(browser, server, 'newcomer', PHONE);
      const began = performance.now();
      await page.goto('/');
      await page.getByRole('button', { name: /^Play with bots: Gomoku/ }).tap();
      await page.locator('.board').waitFor();
      await page.waitForFunction(() => document.title.startsWith('●'));
      const took = performance.now() - began;
      assert.ok(took < 20_000, `it took ${Math.round(took)} ms`);
      assert.deepEqual(errors, []);
      await context.close();
    },
  );

  test('a click counts that comes before the server has answered', { timeout: 480_000 }, async () => {
    const { page, context, errors } = await person(browser, server, 'Eager');
    await comeIn({ page, name: 'Eager' });
    // The page and the list of games come; the socket is slow, and the first list is lost.
    let answer;
    const answered = new Promise((resolve) => (answer = resolve));
    await page.routeWebSocket('**/ws', (socket) => {
      const upstream = socket.connectToServer();
      upstream.onMessage(async (message) => {
        await answered;
        socket.send(message);
      });
    });
    let asked = 0;
    await page.route('**/api/games', (route) => ((asked += 1) === 1 ? route.abort() : route.continue()));
    await page.goto('/');
    await page.getByRole('button', { name: /^Play with bots: Gomoku/ }).click();
    answer();
    await page.locator('.board').waitFor();
    await page.getByText('Eager').first().waitFor();
    assert.ok(asked > 1);
    assert.deepEqual(errors, []);
    await context.close();
  });

  test(
    'a server of another version makes the page reload once, and then say so',
    { timeout: 480_000 },
    async () => {
      const { page, context, errors } = await person(browser, server, 'Outdated');
      let loads = 0;
      page.on('load', () => (loads += 1));
      await page.routeWebSocket('**/ws', (socket) => {
        socket.onMessage((message) => {
          const { hello } = JSON.parse(message);
          const refused = {
            code: 'unsupported_version',
            message: 'Version 9 is spoken here.',
            ref: hello?.ref,
          };
          if (hello) socket.send(JSON.stringify({ refused }));
        });
      });
      await page.goto('/');
      await page.getByRole('button', { name: 'Reload' }).waitFor();
      assert.equal(loads, 2);
      assert.deepEqual(errors, []);
      await context.close();
    },
  );

  test('a big server shows some of its tables, and more to whoever asks', { timeout: 480_000 }, async () => {
    const { page, context, errors } = await person(browser, server, 'Overwhelmed');
    const seat = {
      occupant: 'empty',
      presence: 'connected',
      played_by_bot: false,
      wants_rematch: false,
    };
    const tables = Array.from({ length: 3_000 }, (_, n) => ({
      ...{ table: `big${n}`, game: n % 2 ? 'golf' : 'gomoku', options: {}, clock: 'off', host: null },
      ...{ stage: 'waiting', watch_policy: 'open', watcher_count: 0, on_leave: 'bot' },
      ...{ private: false, opened_at: n },
      seats: [seat, seat],
    }));
    // What the page asked for last.
    let wish = {};
    await page.routeWebSocket('**/ws', (socket) => {
      const upstream = socket.connectToServer();
      socket.onMessage((message) => {
        wish = JSON.parse(message).lobby ?? wish;
        upstream.send(message);
      });
      upstream.onMessage((message) => {
        const sent = JSON.parse(message);
        // The others in this server open tables too.
        if ('lobby_update' in sent) return;
        if (!('lobby' in sent)) return socket.send(message);
        const asked = tables.filter(({ game }) => !wish.game || game === wish.game).reverse();
        const part = { tables: asked.slice(0, 50 * (wish.pages ?? 1)), total: asked.length };
        socket.send(
          JSON.stringify({ lobby: { ...sent.lobby, ...part, counts: { golf: 1_500, gomoku: 1_500 } } }),
        );
      });
    });
    await page.goto('/');
    const more = page.getByRole('button', { name: /^Show more tables/ });
    await more.waitFor();
    assert.equal(await rows(page).count(), 50);
    assert.match(await more.innerText(), /2950/);
    assert.equal(await rows(page).first().getAttribute('data-table'), 'big2999', 'the newest first');
    await more.click();
    await page.waitForFunction(() => document.querySelectorAll('li[data-table]').length === 100);
    await page.getByRole('button', { name: 'Six Card Golf', exact: true }).click();
    await page.waitForFunction(() => document.querySelectorAll('li[data-table]').length === 50);
    assert.match(await more.innerText(), /1450/);
    assert.deepEqual(errors, []);
    await context.close();
  });

  test('a name is remembered, and one that is taken is refused kindly', { timeout: 480_000 }, async () => {
    const ann = await person(browser, server, 'Ann');
    await comeIn(ann);
    const other = await person(browser, server, 'other');
    await other.page.goto('/');
    await other.page.getByLabel('What shall we call you?').fill('ann');
    await other.page.getByRole('button', { name: 'That is me' }).click();
    const alert = other.page.getByRole('alert');
    assert.match(await alert.innerText(), /\w.*\.$/, 'a sentence');
    assert.ok(await other.page.getByLabel('What shall we call you?').isVisible(), 'one can try another');
    await ann.page.reload();
    await ann.page.getByRole('link', { name: 'Ann' }).waitFor();
    // Whoever reads what scripts can read does not become Ann.
    const stored = await ann.page.evaluate(() => document.cookie + JSON.stringify({ ...localStorage }));
    assert.doesNotMatch(stored, /[0-9a-f]{64}/);
    await Promise.all([ann.context.close(), other.context.close()]);
  });

  test(
    'a table opened in two clicks is seen by others at once, and can be joined',
    { timeout: 480_000 },
    async () => {
      const cleo = await person(browser, server, 'Cleo');
      const dan = await person(browser, server, 'Dan');
      await comeIn(cleo);
      await comeIn(dan);
      await newTable(cleo, 'Six Card Golf');
      const row = rows(dan.page).filter({ hasText: 'Cleo' });
      await row.waitFor();
      assert.match(await row.innerText(), /Six Card Golf/);
      await row.getByRole('button', { name: 'Join' }).click();
      await dan.page.locator('.board').waitFor();
      await cleo.page.locator('.board').waitFor();
      // Who goes back to the lobby finds the game on top, with whose turn it is.
      await dan.page.goto('/');
      const mine = dan.page.locator('a[data-table]');
      await mine.waitFor();
      assert.match(await mine.innerText(), /Your turn|Cleo to play/);
      await Promise.all([cleo.context.close(), dan.context.close()]);
    },
  );

  test(
    'an invitation seats whoever opens it, and a private table nobody else',
    { timeout: 480_000 },
    async () => {
      const eve = await person(browser, server, 'Eve');
      await comeIn(eve);
      const link = await newTable(eve, 'Chicago', (page) =>
        page.getByLabel('Only with an invitation').check(),
      );
      const [, table, code] = link.match(/\/j\/([0-9a-z]{10})#([0-9a-z]+)$/);
      assert.equal(await eve.page.getByRole('img', { name: 'QR code of the invitation' }).count(), 1);

      const stranger = await person(browser, server, 'stranger');
      await comeIn({ ...stranger, name: 'Stranger' });
      // As a word: somebody else may be called Clever Robin.
      assert.equal(
        await rows(stranger.page)
          .filter({ hasText: /\bEve\b/ })
          .count(),
        0,
        'it is not listed',
      );
      await stranger.page.goto(`/t/${table}`);
      await stranger.page.getByRole('heading', { name: /no such table|invit/i }).waitFor();
      await stranger.page.goto(`/j/${table}`);
      await stranger.page.getByRole('heading', { name: /no such table|invit/i }).waitFor();

      const finn = await person(browser, server, 'Finn', PHONE);
      await sitDown(finn, table, code);
      await eve.page.getByText('Finn').first().waitFor();
      await Promise.all([eve, stranger, finn].map(({ context }) => context.close()));
    },
  );

  test('what is said in the lobby is heard as it was written', { timeout: 480_000 }, async () => {
    const gus = await person(browser, server, 'Gus');
    const hal = await person(browser, server, 'Hal');
    await comeIn(gus);
    await comeIn(hal);
    const line = '<img src=x onerror="document.title=1"> & „good evening“ 你好';
    await gus.page.getByLabel('Say something').fill(line);
    await gus.page.keyboard.press('Enter');
    await hal.page.getByText(line).waitFor();
    assert.equal(await hal.page.title(), 'Parlor');
    await hal.page.getByText(line).hover();
    await hal.page.getByRole('button', { name: 'Hide what Gus says' }).click();
    await hal.page.getByText(line).waitFor({ state: 'detached' });
    await Promise.all([gus.context.close(), hal.context.close()]);
  });

  test('tables are shown by game, and what is empty says so', { timeout: 480_000 }, async () => {
    const ida = await person(browser, server, 'Ida');
    const jon = await person(browser, server, 'Jon');
    await comeIn(ida);
    await newTable(ida, 'Sorry!');
    await newTable(ida, 'One Card');
    await comeIn(jon);
    await rows(jon.page)
      .filter({ hasText: 'One Card' })
      .filter({ hasText: /\bIda\b/ })
      .waitFor();
    await jon.page
      .getByRole('group', { name: 'Show tables of' })
      .getByRole('button', { name: 'Sorry!' })
      .click();
    await rows(jon.page)
      .filter({ hasText: 'Sorry!' })
      .filter({ hasText: /\bIda\b/ })
      .waitFor();
    assert.equal(await rows(jon.page).filter({ hasText: 'One Card' }).count(), 0);
    // A table that is left is gone for everybody.
    for (let left = 0; left < 2; left += 1) {
      await ida.page.goto('/');
      await ida.page.locator('a[data-table]').first().click();
      await ida.page.getByRole('button', { name: 'Leave the table' }).click();
      await ida.page.waitForURL(server.url + '/');
    }
    await rows(jon.page)
      .filter({ hasText: /\bIda\b/ })
      .first()
      .waitFor({ state: 'detached' });
    await jon.page.getByText('No table of Sorry! is open.').waitFor();
    await Promise.all([ida.context.close(), jon.context.close()]);
  });
});

describe('what the server sends', () => {
  test('is compressed, kept for ever where the name is a hash, and asked for again elsewhere', async () => {
    const page = await fetch(server.url, { headers: { 'Accept-Encoding': 'br' } });
    assert.equal(page.headers.get('content-encoding'), 'br');
    assert.equal(page.headers.get('cache-control'), 'no-cache');
    const html = await page.text();
    const script = html.match(/src="(\/assets\/[^"]+\.js)"/)[1];
    const asset = await fetch(server.url + script, { headers: { 'Accept-Encoding': 'gzip' } });
    assert.equal(asset.headers.get('content-encoding'), 'gzip');
    assert.match(asset.headers.get('cache-control'), /immutable/);
    const again = await fetch(server.url, {
      headers: { 'Accept-Encoding': 'br', 'If-None-Match': page.headers.get('etag') },
    });
    assert.equal(again.status, 304);
    const plain = await fetch(server.url, { headers: { 'Accept-Encoding': 'identity' } });
    assert.equal(plain.headers.get('content-encoding'), null);
    for (const place of ['/t/abcdefghij', '/r/abcdefghij-1', '/settings', '/rules/golf']) {
      assert.equal((await fetch(server.url + place)).status, 200, place);
    }
    assert.equal((await fetch(`${server.url}/nowhere`, { headers: { Accept: 'text/html' } })).status, 404);
    assert.equal((await fetch(`${server.url}/api/nowhere`)).status, 404);
    assert.equal((await fetch(`${server.url}${script}.br`)).status, 404, 'compressed files have no address');
  });
});
