// A finished game is found again: on the own page, by others who may see it, and after a reload.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { clean } from './axe.js';
import { openForAll } from './for-all.js';
import { comeIn, DESK, openTable, person, PHONE } from './harness.js';
import { boardOf, decide, playOut } from './players.js';

let server;
let browser;

openForAll((opened) => ({ server, browser } = opened), ['--messages-per-second', '200']);

const rows = (page) => page.locator('a[data-replay]');

/** Somebody who has just finished a game with a bot. */
async function player(name, secret) {
  const who = await person(browser, server, name, DESK);
  const table = { game: 'onecard', seats: 2, bots: ['casual'], bot_delay_ms: 0, clock: 'off' };
  const id = await openTable(who, { ...table, options: { rounds: 1 }, private: secret });
  await who.page.goto(`/t/${id}`);
  await boardOf(who.page).waitFor();
  await playOut(who.page, decide.onecard);
  await who.page.goto('/');
  return who;
}

test(
  'a finished game is listed on its player’s page and opens as a replay',
  { timeout: 480_000 },
  async () => {
    const ann = await player('Ann', true);
    const { page } = ann;
    await page.getByRole('link', { name: 'Ann', exact: true }).click();
    await page.getByRole('heading', { name: 'My games' }).waitFor();
    await rows(page).first().waitFor();
    assert.match(await rows(page).first().innerText(), /One Card[\s\S]*private[\s\S]*Bot 2/);
    await clean(ann, 'my games');
    await page.getByRole('combobox', { name: 'Result' }).selectOption('won');
    await page.getByRole('combobox', { name: 'Result' }).selectOption('');
    const against = page.getByRole('combobox', { name: 'Against' });
    await against.fill('Ann');
    await against.press('Enter');
    await rows(page).first().waitFor();
    await against.fill('Nobody');
    await against.press('Enter');
    await page.getByRole('alert').getByText('nobody of that name').waitFor();
    await against.fill('');
    await against.press('Enter');
    await rows(page).first().waitFor();
    await page.reload();
    await rows(page).first().click();
    await page.waitForURL('**/r/*');
    await page.goBack();
    await rows(page).first().waitFor();

    // A stranger with a phone sees public games only.
    const cleo = await player('Cleo', false);
    const ben = await person(browser, server, 'Ben', PHONE);
    await comeIn(ben);
    await ben.page.goto('/people/cleo');
    await ben.page.getByRole('heading', { name: 'Games of Cleo' }).waitFor();
    await rows(ben.page).first().waitFor();
    await clean(ben, 'the games of another');
    await ben.page.goto('/people/Ann');
    await ben.page.getByText('No game has been played').waitFor();
    assert.equal(await rows(ben.page).count(), 0);
    await ben.page.goto('/people/nobody');
    await ben.page.getByRole('alert').getByText('nobody of that name').waitFor();
    assert.deepEqual(ann.errors, []);
    for (const { context } of [ann, ben, cleo]) await context.close();
  },
);
