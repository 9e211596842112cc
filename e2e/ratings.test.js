// Rated games: opened by the form, the change on the result sheet, somebody's ratings, and the leaderboard.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { clean } from './axe.js';
import { openForAll } from './for-all.js';
import { comeIn, DESK, openTable, person, PHONE, sitDown } from './harness.js';
import { boardOf, decide, playOut } from './players.js';

let server;
let browser;

openForAll((opened) => ({ server, browser } = opened), ['--messages-per-second', '200']);

const rated = {
  game: 'onecard',
  seats: 2,
  bots: ['medium'],
  bot_delay_ms: 0,
  clock: 300,
  rated: true,
  options: { rounds: 1 },
};

/** Somebody plays this number of rated games to their ends, whatever is legal, without looking at the board. */
async function playGames(name, games) {
  const { page, context } = await person(browser, server, name, DESK);
  await page.goto('/rules/onecard');
  await page.evaluate(
    ([name, config, games]) =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws`);
        const say = (message) => socket.send(JSON.stringify(message));
        let table;
        let finished = 0;
        let decided = '';
        socket.onopen = () => say({ hello: { version: 2, name } });
        socket.onerror = () => reject(new Error('no connection'));
        socket.onmessage = ({ data }) => {
          const message = JSON.parse(data);
          if (message.refused) reject(new Error(data));
          if (message.welcome) say({ open: { config, ref: 1 } });
          if (message.done?.table) table = message.done.table;
          // An update holds only what changed: the table as a whole is asked for.
          if (message.update && !message.update.result) say({ sync: { table } });
          if (message.update?.result) {
            finished += 1;
            if (finished < games) return say({ rematch: { table } });
            socket.close();
            resolve();
          }
          const { seen, nth, game_number, info } = message.table ?? {};
          const key = `${game_number} ${nth}`;
          if (info?.stage === 'running' && seen.legal.length > 0 && decided !== key) {
            decided = key;
            say({ act: { table, game_number, nth, action: seen.legal[0] } });
          }
        };
      }),
    [name, rated, games],
  );
  await context.close();
}

test('the form opens a rated table, which has no hints', { timeout: 480_000 }, async () => {
  const ann = await person(browser, server, 'Ann', DESK);
  const { page } = ann;
  await comeIn(ann);
  await page.getByRole('button', { name: /table/i }).filter({ visible: true }).first().click();
  const form = page.getByRole('form', { name: 'A new table' });
  await form.getByRole('button', { name: 'Gomoku' }).click();
  await form.getByRole('button', { name: '2', exact: true }).click();
  await form.getByRole('button', { name: 'Wait for people' }).click();
  await form.getByRole('checkbox', { name: 'Rated' }).check();
  assert.equal(await form.getByRole('checkbox', { name: 'Hints allowed' }).isDisabled(), true);
  await form.getByRole('checkbox', { name: /We sit together/ }).waitFor();
  await clean(ann, 'a rated table in the form');
  await form.getByRole('button', { name: 'Open the table' }).click();
  await page.waitForURL('**/t/*');
  await page.getByText('This table is rated').waitFor();
  // Both come from one address, and nobody said that they sit together.
  const ben = await person(browser, server, 'Ben', PHONE);
  await sitDown(ben, page.url().split('/').at(-1));
  await boardOf(page).waitFor();
  await page.getByText('Not rated: two players share an address').waitFor();
  await ben.page.goto('/people/Ann');
  await ben.page.getByRole('heading', { name: 'Games of Ann' }).waitFor();
  assert.equal(await ben.page.locator('[data-head-to-head]').count(), 0, 'no game has ended yet');
  assert.deepEqual([...ann.errors, ...ben.errors], []);
  for (const { context } of [ann, ben]) await context.close();
});

test(
  'after a rated game the sheet shows the change, and the page of the player the rating',
  { timeout: 480_000 },
  async () => {
    for (const [name, screen] of [
      ['Cleo', DESK],
      ['Dan', PHONE],
    ]) {
      const who = await person(browser, server, name, screen);
      const { page } = who;
      await page.goto(`/t/${await openTable(who, rated)}`);
      await boardOf(page).waitFor();
      assert.equal(await page.getByRole('button', { name: 'Resign' }).count(), 0, 'there is no way out');
      await playOut(page, decide.onecard);
      await page.locator('#result').waitFor();
      const change = page.locator('section.sheet [data-rating]');
      await change.waitFor();
      assert.match(await change.innerText(), /rating \d+\?, [+−±]\d+/);
      assert.equal(await change.count(), 1, 'bots do not change');
      await clean(who, 'a rated result');
      await page.goto(`/people/${name}`);
      await page.getByRole('heading', { name: 'Ratings' }).waitFor();
      await page.getByRole('row', { name: /One Card 2 \d+\? ± \d+ 1/ }).waitFor();
      await page.locator('a[data-replay] [data-rating]').waitFor();
      await clean(who, 'ratings of a person');
      assert.deepEqual(who.errors, []);
      await who.context.close();
    }
  },
);

test('the leaderboard lists people with enough games', { timeout: 480_000 }, async () => {
  await playGames('Eve', 10);
  await playGames('Finn', 3);
  for (const [name, screen] of [
    ['Gus', DESK],
    ['Hal', PHONE],
  ]) {
    const who = await person(browser, server, name, screen);
    const { page } = who;
    await comeIn(who);
    await page.getByRole('link', { name: 'Ratings' }).click();
    await page.getByRole('heading', { name: 'Leaderboards' }).waitFor();
    await page.getByText('Nobody has played 10 rated games').waitFor();
    await page.getByRole('button', { name: 'One Card' }).click();
    const row = page.getByRole('row', { name: /1 Eve \d+\?? ± \d+ 10/ });
    await row.waitFor();
    assert.equal(await page.getByText('Finn').count(), 0);
    await page.getByText('Medium 1000').waitFor();
    await clean(who, 'a leaderboard');
    await page.getByRole('button', { name: '3 to 4 seats' }).click();
    await page.getByText('Nobody has played 10 rated games').waitFor();
    await page.getByRole('button', { name: '2 seats' }).click();
    await page.getByRole('link', { name: 'Eve' }).click();
    await page.getByRole('heading', { name: 'Games of Eve' }).waitFor();
    await page.getByRole('img', { name: 'The rating after each game, with its interval' }).waitFor();
    await page.getByText('As a table').click();
    assert.equal(await page.locator('[data-history] tbody tr').count(), 10);
    await clean(who, 'a rating through time');
    assert.deepEqual(who.errors, []);
    await who.context.close();
  }
});

test('two people who have played together find how they did', { timeout: 480_000 }, async () => {
  const ida = await person(browser, server, 'Ida', DESK);
  const jon = await person(browser, server, 'Jon', PHONE);
  const id = await openTable(ida, { ...rated, bots: [], same_address: true });
  await sitDown(jon, id);
  await Promise.all([ida, jon].map(({ page }) => boardOf(page).waitFor()));
  await Promise.all([ida, jon].map(({ page }) => playOut(page, decide.onecard)));
  // Both changed, one up and the other down.
  const changes = ida.page.locator('section.sheet [data-rating]');
  await changes.nth(1).waitFor();
  assert.match((await changes.allInnerTexts()).join(' '), /\+.*−|−.*\+/s);
  await jon.page.goto('/people/Ida');
  await jon.page.getByRole('heading', { name: 'You and Ida' }).waitFor();
  await jon.page.getByRole('row', { name: /One Card 1 (0 1|1 0)/ }).waitFor();
  await clean(jon, 'head to head');
  await jon.page.goto('/people/Jon');
  await jon.page.getByRole('heading', { name: 'My games' }).waitFor();
  assert.equal(await jon.page.locator('[data-head-to-head]').count(), 0);
  assert.deepEqual([...ida.errors, ...jon.errors], []);
  for (const { context } of [ida, jon]) await context.close();
});
