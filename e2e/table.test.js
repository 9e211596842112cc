// At the table, whatever happens: reloads, lost networks, a killed server, a clock that runs out, two tabs, watchers.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, test } from 'node:test';

import { openForAll } from './for-all.js';
import { allThatIsKnownTo, comeIn, startServer, openTable, person, sitDown } from './harness.js';
import { decide, playOut } from './players.js';
import { openLine } from './line.js';

let browser;
let server;

openForAll((opened) => ({ server, browser } = opened));

const GOMOKU = { game: 'gomoku', seats: 2, clock: 'off', bot_delay_ms: 0 };
const yours = (page) => page.locator('[data-turn="yours"]').waitFor();
const theirs = (page) => page.locator('[data-turn="others"]').waitFor();
const pebbles = (page) => page.locator('.crossing:not(.free)').count();
const place = (page, n = 0) => page.locator('.crossing.free').nth(n).click({ force: true });
const log = (page) => page.getByRole('region', { name: 'Log' });
const saysLost = (page) => page.getByText(/connection is lost|offline/);

/** Two people at a board of Gomoku; Ann begins. */
async function two(where, names) {
  const [ann, bo] = await Promise.all(names.map((name) => person(browser, where, name)));
  const table = await openTable(ann, GOMOKU);
  await sitDown(bo, table);
  await yours(ann.page);
  await theirs(bo.page);
  return { ann, bo, table };
}
const leave = (...people) => Promise.all(people.map(({ context }) => context.close()));

describe('at the table', { concurrency: 2 }, () => {
  test('a reload in the middle goes on where it was, with the whole log', { timeout: 480_000 }, async () => {
    const { ann, bo } = await two(server, ['Ann', 'Bo']);
    await place(ann.page, 5);
    await yours(bo.page);
    await place(bo.page, 0);
    await yours(ann.page);
    const before = await log(ann.page).innerText();
    await ann.page.reload();
    await yours(ann.page);
    await ann.page.getByText('Bo puts a pebble').first().waitFor();
    assert.equal(await log(ann.page).innerText(), before);
    await place(ann.page, 6);
    await yours(bo.page);
    assert.deepEqual([ann.errors, bo.errors], [[], []]);
    await leave(ann, bo);
  });

  test(
    'after a long sleep on a dead line the page finds it out, comes back and plays a move once',
    { timeout: 480_000 },
    async () => {
      const line = await openLine(server);
      const [ann, bo] = [await person(browser, line, 'Ada'), await person(browser, server, 'Ben')];
      await ann.page.clock.install();
      const table = await openTable(ann, GOMOKU);
      await sitDown(bo, table);
      await yours(ann.page);
      await place(ann.page, 3);
      await yours(bo.page);
      // The lid is closed: no timer runs, and the line dies without a word.
      await ann.page.clock.pauseAt(Date.now() + 3_600_000);
      line.die();
      await bo.page
        .getByText(/connection lost/)
        .first()
        .waitFor();
      await place(bo.page, 8);
      await theirs(bo.page);
      assert.equal(await pebbles(ann.page), 1, 'a page that sleeps hears nothing');
      // The lid is opened seven hours later: timers that were due run once, and the page still believes in its line.
      await ann.page.clock.fastForward(7 * 3_600_000);
      await ann.page.clock.resume();
      await saysLost(ann.page).waitFor();
      line.mend();
      await saysLost(ann.page).waitFor({ state: 'detached' });
      await yours(ann.page);
      assert.equal(await pebbles(ann.page), 2);
      await place(ann.page, 12);
      await yours(bo.page);
      const told = await log(ann.page).innerText();
      assert.equal(told.match(/You put a pebble/g)?.length, 2, told);
      assert.equal(told.match(/Ben puts a pebble/g)?.length, 1, told);
      assert.equal(await pebbles(bo.page), 3);
      assert.deepEqual([ann.errors, bo.errors], [[], []]);
      await leave(ann, bo);
      line.close();
    },
  );

  test(
    'a move whose answer is lost on the way is sent again and played once',
    { timeout: 480_000 },
    async () => {
      const line = await openLine(server);
      const [ann, bo] = [await person(browser, line, 'Cyd'), await person(browser, server, 'Don')];
      const table = await openTable(ann, GOMOKU);
      await sitDown(bo, table);
      await yours(ann.page);
      line.deafen();
      await place(ann.page, 4);
      // The server has it, and Don sees it; Cyd's page has not heard of it.
      await yours(bo.page);
      assert.equal(await pebbles(ann.page), 0);
      line.die();
      await ann.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await saysLost(ann.page).waitFor();
      line.mend();
      await theirs(ann.page);
      await saysLost(ann.page).waitFor({ state: 'detached' });
      await place(bo.page, 9);
      await yours(ann.page);
      const told = await log(bo.page).innerText();
      assert.equal(told.match(/Cyd puts a pebble/g)?.length, 1, told);
      assert.equal(await pebbles(ann.page), 2);
      assert.deepEqual([ann.errors, bo.errors], [[], []]);
      await leave(ann, bo);
      line.close();
    },
  );

  test(
    'a page that misses a move asks for the table, and shows what the others see',
    { timeout: 480_000 },
    async () => {
      const [ann, bo] = await Promise.all(['Uma', 'Vic'].map((name) => person(browser, server, name)));
      let lose = 0;
      let lost = 0;
      const asked = [];
      await bo.page.routeWebSocket('**/ws', (socket) => {
        const upstream = socket.connectToServer();
        socket.onMessage((message) => {
          if ('sync' in JSON.parse(message)) asked.push(message);
          upstream.send(message);
        });
        upstream.onMessage((message) => {
          if ('update' in JSON.parse(message) && lose > 0) {
            lose -= 1;
            lost += 1;
          } else socket.send(message);
        });
      });
      const table = await openTable(ann, GOMOKU);
      await sitDown(bo, table);
      await yours(ann.page);
      await theirs(bo.page);
      const before = asked.length;
      lose = 1;
      await place(ann.page, 3);
      await theirs(ann.page);
      assert.equal(await pebbles(bo.page), 0);
      // Vic plays with another page; the one that missed a move hears of this one, and sees that it fits nothing.
      const tab = await bo.context.newPage();
      await tab.goto(`/t/${table}`);
      await yours(tab);
      await place(tab, 9);
      await bo.page.locator('.crossing:not(.free)').nth(1).waitFor();
      assert.equal(await pebbles(bo.page), 2);
      assert.deepEqual([lost, asked.length], [1, before + 1]);
      assert.equal((await log(bo.page).innerText()).match(/pebble on/g)?.length, 2);
      assert.deepEqual([ann.errors, bo.errors], [[], []]);
      await leave(ann, bo);
    },
  );

  test('a new name is in every tab at once, and on every plate', { timeout: 480_000 }, async () => {
    const { ann, bo, table } = await two(server, ['Olga', 'Pia']);
    const tab = await ann.context.newPage();
    await tab.goto('/settings');
    await tab.getByLabel('Your name').fill('Olivia');
    await tab.getByRole('button', { name: 'Save' }).click();
    const other = await ann.context.newPage();
    await other.goto('/');
    await other.getByRole('link', { name: 'Olivia' }).waitFor();
    await tab.getByLabel('Your name').fill('Ottilie');
    await tab.getByRole('button', { name: 'Save' }).click();
    await other.getByRole('link', { name: 'Ottilie' }).waitFor();
    for (const page of [ann.page, bo.page]) await page.getByText('Ottilie').first().waitFor();
    assert.equal(new URL(ann.page.url()).pathname, `/t/${table}`);
    await place(ann.page, 1);
    await yours(bo.page);
    await leave(ann, bo);
  });

  test('whoever leaves is told what their table does then', { timeout: 480_000 }, async () => {
    for (const [name, on_leave, sentence] of [
      ['Quin', 'bot', /A bot plays on for you/],
      ['Rosa', 'end', /It ends for everybody/],
    ]) {
      const who = await person(browser, server, name);
      await openTable(who, { ...GOMOKU, bots: ['casual'], on_leave });
      await yours(who.page);
      await who.page.getByRole('button', { name: 'Leave the table' }).click();
      await who.page.getByText(sentence).waitFor();
      await leave(who);
    }
  });

  test('two tabs of one person agree', { timeout: 480_000 }, async () => {
    const { ann, bo, table } = await two(server, ['Cleo', 'Dan']);
    const tab = await ann.context.newPage();
    await tab.goto(`/t/${table}`);
    await yours(tab);
    await place(tab, 3);
    await theirs(ann.page);
    await ann.page.getByText('You put a pebble').first().waitFor();
    await yours(bo.page);
    await place(bo.page, 0);
    await Promise.all([yours(tab), yours(ann.page)]);
    await leave(ann, bo);
  });

  test(
    'a network that is cut is said, and a move made meanwhile is played once',
    { timeout: 480_000 },
    async () => {
      const { ann, bo } = await two(server, ['Eve', 'Finn']);
      await ann.context.setOffline(true);
      await saysLost(ann.page).waitFor();
      await place(ann.page, 7);
      // It looks like what it is: a move that waits for the network.
      await ann.page.getByRole('status').getByText('Sending …').waitFor();
      await bo.page
        .getByText(/connection lost/)
        .first()
        .waitFor();
      await ann.context.setOffline(false);
      await saysLost(ann.page).waitFor({ state: 'detached' });
      await ann.page.getByText('Sending …').waitFor({ state: 'detached' });
      await yours(bo.page);
      await theirs(ann.page);
      assert.equal((await log(bo.page).innerText()).match(/Eve puts a pebble/g)?.length, 1);
      await leave(ann, bo);
    },
  );

  test(
    'those who watch see the board, and neither act nor hear the players',
    { timeout: 480_000 },
    async () => {
      const { ann, bo, table } = await two(server, ['Gus', 'Hal']);
      const eye = await person(browser, server, 'Iris');
      await comeIn(eye);
      await eye.page.locator(`li[data-table="${table}"] [data-way="watch"]`).click();
      await eye.page.locator('.board').waitFor();
      await eye.page.getByText('You are watching.').waitFor();
      await place(eye.page, 0);
      await ann.page.getByText('1 watching').waitFor();
      const say = async ({ page }, text) => {
        await page.getByRole('tab', { name: /Chat/ }).click();
        await page.getByLabel('Say something').fill(text);
        await page.keyboard.press('Enter');
        await page.getByText(text).waitFor();
      };
      await say(ann, 'a word among players');
      await say(eye, 'a word among watchers');
      await bo.page.getByRole('tab', { name: /Chat/ }).click();
      await bo.page.getByText('a word among players').waitFor();
      await place(ann.page, 2);
      await yours(bo.page);
      await eye.page.getByRole('tab', { name: 'Log' }).click();
      await log(eye.page).getByText('Gus puts a pebble').waitFor();
      assert.equal(await pebbles(eye.page), 1, 'what a watcher clicked was nothing');
      assert.ok(!(await allThatIsKnownTo(eye)).includes('a word among players'));
      assert.ok(!(await allThatIsKnownTo(ann)).includes('a word among watchers'));
      await leave(ann, bo, eye);
    },
  );

  test(
    'after the game: the result, the deal checked, a rematch, a replay for everybody',
    { timeout: 480_000 },
    async () => {
      const jo = await person(browser, server, 'Jo');
      await comeIn(jo);
      await jo.page.getByRole('button', { name: 'New table of One Card' }).click();
      await jo.page.getByRole('button', { name: '2', exact: true }).click();
      await jo.page.getByRole('button', { name: 'Fill with bots' }).click();
      await jo.page.getByRole('button', { name: 'More options' }).click();
      await jo.page.getByLabel('Bots think for').selectOption('0');
      await jo.page.getByRole('button', { name: 'Open the table' }).click();
      await playOut(jo.page, decide.onecard);
      const replay = await jo.page.getByRole('link', { name: 'See it again' }).getAttribute('href');
      await jo.page.getByRole('button', { name: 'Check this deal' }).click();
      await jo.page.locator('[data-verdict="good"]').waitFor();

      const stranger = await person(browser, server, 'stranger');
      await stranger.page.goto(replay);
      const scrub = stranger.page.getByLabel('Where in the game');
      await scrub.waitFor();
      const steps = Number(await scrub.getAttribute('max'));
      assert.ok(steps > 0);
      await stranger.page.keyboard.press('End');
      assert.equal(await scrub.inputValue(), String(steps));
      await stranger.page.keyboard.press('ArrowLeft');
      assert.equal(await scrub.inputValue(), String(steps - 1));
      await stranger.page.getByLabel('Seen by').selectOption('0');
      await stranger.page.getByRole('button', { name: 'To the beginning' }).click();
      await stranger.page.locator('[data-events]', { hasText: /\byou\b/i }).waitFor();
      await stranger.page.getByRole('button', { name: 'Check this deal' }).click();
      await stranger.page.locator('[data-verdict="unseen"]').waitFor();

      await jo.page.getByRole('button', { name: 'Play again' }).click();
      await jo.page.locator('#result').waitFor({ state: 'detached' });
      await playOut(jo.page, decide.onecard);
      await jo.page.getByRole('button', { name: 'Check this deal' }).click();
      await jo.page.locator('[data-verdict="good"]').waitFor();
      assert.deepEqual([jo.errors, stranger.errors], [[], []]);
      await leave(jo, stranger);
    },
  );
});

describe('a server that is killed', () => {
  test('comes back, and the page with it, without a lost or doubled move', { timeout: 480_000 }, async () => {
    const mortal = await startServer();
    try {
      const { ann, bo } = await two(mortal, ['Kim', 'Lou']);
      await place(ann.page, 4);
      await yours(bo.page);
      await mortal.kill();
      await Promise.all([saysLost(ann.page).waitFor(), saysLost(bo.page).waitFor()]);
      // Lou moves while there is no server: the move waits.
      await place(bo.page, 9);
      await mortal.restart();
      await yours(ann.page);
      await saysLost(ann.page).waitFor({ state: 'detached' });
      await saysLost(bo.page).waitFor({ state: 'detached' });
      const told = await log(ann.page).innerText();
      assert.equal(told.match(/You put a pebble/g)?.length, 1, told);
      assert.equal(told.match(/Lou puts a pebble/g)?.length, 1, told);
      assert.equal(await pebbles(ann.page), 2);
      await place(ann.page, 11);
      await yours(bo.page);
      assert.deepEqual([ann.errors, bo.errors], [[], []]);
      await leave(ann, bo);
    } finally {
      await mortal.close();
    }
  });
});

describe('a table of a legacy client', () => {
  test('is started from the page', { timeout: 480_000 }, async () => {
    const legacy = await startServer(['--gomoku', '127.0.0.1:0']);
    try {
      const socket = connect(legacy.gomoku, '127.0.0.1');
      let heard = '';
      socket.on('data', (bytes) => (heard += bytes));
      const hears = async (words) => {
        while (!heard.includes(words)) await once(socket, 'data');
      };
      await hears('AssignPlayerID,1');
      const ann = await person(browser, legacy, 'Sam');
      await comeIn(ann);
      await ann.page.getByRole('button', { name: 'Join' }).click();
      const start = ann.page.getByRole('button', { name: 'Start the game' });
      await start.click();
      await ann.page
        .getByRole('alert')
        .getByText(/three|few/)
        .waitFor();
      await ann.page.getByRole('button', { name: 'Seat a bot' }).click();
      await start.click();
      await ann.page.locator('.board').waitFor();
      await hears('EnterGame');
      socket.destroy();
      await leave(ann);
    } finally {
      await legacy.close();
    }
  });
});

describe('a clock that runs out', () => {
  test('is seen running, and the server plays', { timeout: 480_000 }, async () => {
    const slow = await startServer(['--test-time', '1700000000000']);
    try {
      const [ann, bo] = await Promise.all(['Mia', 'Nat'].map((name) => person(browser, slow, name)));
      const table = await openTable(ann, { ...GOMOKU, clock: 20 });
      await sitDown(bo, table);
      await yours(ann.page);
      await ann.page.getByRole('timer').waitFor();
      await slow.advance(20_000);
      await yours(bo.page);
      await ann.page.getByText('You put a pebble').first().waitFor();
      // To a page so much time without a word may be a lost line: it draws the board again.
      await bo.page.locator('.crossing:not(.free)').first().waitFor();
      assert.equal(await pebbles(bo.page), 1);
      await leave(ann, bo);
    } finally {
      await slow.close();
    }
  });
});
