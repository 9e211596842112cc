// A game that the pages have never heard of is played with them. It is One Card under another name: between browser and
// server the name is exchanged, so that the page finds no board, no emblem, no tip, no sentence and no rules for it.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { look } from './axe.js';
import { openForAll } from './for-all.js';
import { comeIn, DESK, gamesOf, person, SMALL } from './harness.js';
import { boardOf, decideFor, playOut } from './players.js';

let server;
let browser;

openForAll((opened) => ({ server, browser } = opened), ['--messages-per-second', '200']);

const REAL = '"game":"onecard"';
const UNHEARD_OF = '"game":"unheard_of"';

/** Somebody whose page knows nothing of what is played. */
async function stranger(name, screen) {
  const who = await person(browser, server, name, screen);
  const { page } = who;
  const games = await gamesOf(server);
  const listed = games.map((game) =>
    game.name === 'onecard' ? { ...game, name: 'unheard_of', title: 'Unheard of' } : game,
  );
  await page.route('**/api/games', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), games: listed } });
  });
  await page.routeWebSocket('**/ws', (socket) => {
    const upstream = socket.connectToServer();
    socket.onMessage((message) => upstream.send(String(message).replaceAll(UNHEARD_OF, REAL)));
    upstream.onMessage((message) => socket.send(String(message).replaceAll(REAL, UNHEARD_OF)));
  });
  return who;
}

for (const [where, screen] of [
  ['desk', DESK],
  ['phone', SMALL],
]) {
  test(
    `a game without any file in the pages is played to its end: ${where}`,
    { timeout: 480_000 },
    async () => {
      const who = await stranger(`Nils ${where}`, screen);
      const { page } = who;
      await comeIn(who);
      const tile = page.locator('[data-game="unheard_of"]');
      assert.equal(await tile.locator('svg text').textContent(), 'U');
      const found = await look(who, 'lobby');
      await page.getByRole('button', { name: 'New table of Unheard of' }).click();
      await page.getByRole('button', { name: '2', exact: true }).click();
      await page.getByRole('button', { name: 'Fill with bots' }).click();
      await page.getByRole('button', { name: 'More options' }).click();
      await page.getByLabel('Bots think for').selectOption('0');
      await page.getByRole('button', { name: 'Open the table' }).click();
      await boardOf(page).waitFor();
      await boardOf(page).locator('[data-action]').first().waitFor();
      found.push(...(await look(who, 'board')));
      assert.ok((await playOut(page, decideFor('unheard_of'))) > 0);
      await page.locator('#result').waitFor();
      await page.goto('/rules/unheard_of');
      await page.getByRole('heading', { name: 'How to play Unheard of' }).waitFor();
      const { summary } = (await gamesOf(server)).find(({ name }) => name === 'onecard');
      await page.getByText(summary).waitFor();
      found.push(...(await look(who, 'rules')));
      assert.deepEqual(found, []);
      assert.deepEqual(who.errors, []);
      await who.context.close();
    },
  );
}
