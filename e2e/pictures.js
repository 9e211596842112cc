// Writes the pictures of the README into docs/images, from a real server: `npm run pictures` in web/.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { filmChicago } from './chicago-film.js';
import { comeIn, openBrowser, startServer, openTable, person } from './harness.js';
import { decide, decideOnce, yours } from './players.js';

const FOLDER = fileURLToPath(new URL('../docs/images/', import.meta.url));
const WIDE = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1 };

mkdirSync(FOLDER, { recursive: true });
const server = await startServer(['--messages-per-second', '200']);
const browser = await openBrowser();
try {
  // Somebody who has opened two tables, so that the lobby is not empty.
  const host = await person(browser, server, 'Astrid', WIDE);
  await comeIn(host);
  for (const game of ['Six Card Golf', 'Chicago']) {
    await host.page.goto('/');
    await host.page.getByRole('button', { name: `New table of ${game}` }).click();
    await host.page.getByRole('button', { name: 'Open the table' }).click();
    await host.page.locator('[data-invite]').waitFor();
  }
  const guest = await person(browser, server, 'Bo', WIDE);
  await comeIn(guest);
  await guest.page.locator('li[data-table]').nth(1).waitFor();
  for (const colorScheme of ['dark', 'light']) {
    await guest.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await picture(guest.page, `lobby${suffix(colorScheme)}`);
  }
  await guest.page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await guest.page.goto('/settings');
  await picture(guest.page, 'settings');
  await finishedGame(guest.page);
  await picture(guest.page, 'result');
  await guest.page.getByRole('link', { name: 'See it again' }).click();
  await guest.page.getByRole('button', { name: 'To the end' }).click();
  await picture(guest.page, 'replay');

  // Each game in its middle: seats, decisions of our own, settings.
  const games = {
    chicago: [4, 5],
    gomoku: [3, 7],
    golf: [4, 5],
    sorry: [4, 12, { deck: 'uniform' }],
    onecard: [4, 2],
  };
  for (const [screen, names, about] of [
    ['', ['Cleo', 'Elin', 'Finn', 'Greta', 'Hugo'], WIDE],
    ['-phone', ['Dag', 'Ivar', 'Jonas', 'Klara', 'Liv'], PHONE],
  ]) {
    for (const [game, [seats, decisions, options = {}]] of Object.entries(games)) {
      const player = await person(browser, server, names.shift(), about);
      await player.context.addInitScript((game) => localStorage.setItem('parlor.played', game), game);
      const bots = Array.from({ length: seats - 1 }, () => 'casual');
      await openTable(player, { game, seats, bots, options, bot_delay_ms: 0, clock: 60 });
      await play(player.page, game, decisions);
      for (const colorScheme of ['dark', 'light']) {
        await player.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await picture(player.page, `${game}${screen}${suffix(colorScheme)}`);
      }
      await player.context.close();
    }
  }
  writeFileSync(`${FOLDER}chicago.gif`, await filmChicago(browser, server));
} finally {
  await browser.close();
  await server.close();
}

/** Makes so many decisions and waits for the next one. */
async function play(page, game, decisions) {
  for (let made = 0; made < decisions; made += 1)
    await decideOnce(page, game === 'gomoku' ? centre : decide[game]);
  await yours(page);
}

/** Puts a pebble where the game is. */
async function centre(page) {
  const order = [
    '7,7',
    '8,6',
    '6,8',
    '5,9',
    '9,5',
    '8,8',
    '6,6',
    '9,9',
    '5,5',
    '7,9',
    '9,7',
    '4,10',
    '10,4',
    '7,5',
  ];
  for (const at of order) {
    const crossing = page.locator(`.crossing.free[data-at="${at}"]`);
    if ((await crossing.count()) === 0) continue;
    await crossing.click({ force: true });
    return;
  }
}

/** A game of Gomoku that a bot wins soon. */
async function finishedGame(page) {
  await page.goto('/');
  await page.getByRole('button', { name: /^Play with bots: Gomoku/ }).click();
  const state = () =>
    document.querySelector('#result') ? 'over' : document.querySelector('[data-turn="yours"]') && 'yours';
  for (;;) {
    const now = await page.waitForFunction(state, null, { timeout: 60_000 });
    if ((await now.jsonValue()) === 'over') return;
    await page.locator('.crossing.free').nth(64).click({ force: true });
    await page.locator('[data-turn="others"], #result').first().waitFor();
  }
}

function suffix(colorScheme) {
  return colorScheme === 'light' ? '-light' : '';
}

async function picture(page, name) {
  // Cards that were just dealt have arrived, and art that was just asked for has come.
  await page.waitForLoadState('networkidle');
  const path = `${FOLDER}${name}.jpg`;
  await page.screenshot({ path, type: 'jpeg', quality: 82, animations: 'disabled' });
}
