// Writes the pictures of the README into docs/images, from a real house: `npm run pictures` in web/.
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { comeIn, openBrowser, openHouse, person } from './harness.js';

const FOLDER = fileURLToPath(new URL('../docs/images/', import.meta.url));
const WIDE = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1 };

mkdirSync(FOLDER, { recursive: true });
const house = await openHouse();
const browser = await openBrowser();
try {
  // Somebody who has opened two tables, so that the lobby is not empty.
  const host = await person(browser, house, 'Astrid', WIDE);
  await comeIn(host);
  for (const game of ['Six Card Golf', 'Chicago']) {
    await host.page.goto('/');
    await host.page.getByRole('button', { name: `New table of ${game}` }).click();
    await host.page.getByRole('button', { name: 'Open the table' }).click();
    await host.page.locator('[data-invite]').waitFor();
  }
  const guest = await person(browser, house, 'Bo', WIDE);
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

  const games = {
    chicago: 'Chicago',
    gomoku: 'Gomoku',
    golf: 'Six Card Golf',
    sorry: 'Sorry!',
    onecard: 'One Card',
  };
  for (const [screen, about] of [
    ['', WIDE],
    ['-phone', PHONE],
  ]) {
    const player = await person(browser, house, `Cleo${screen}`, about);
    await comeIn(player);
    for (const [name, title] of Object.entries(games)) {
      await player.page.goto('/');
      await player.page.getByRole('button', { name: new RegExp(`^Play now: ${title}`) }).click();
      await player.page.locator('[data-turn="yours"]').waitFor({ timeout: 60_000 });
      for (const colorScheme of ['dark', 'light']) {
        await player.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await picture(player.page, `${name}${screen}${suffix(colorScheme)}`);
      }
    }
  }
} finally {
  await browser.close();
  await house.close();
}

/** A game of Gomoku that a bot wins soon. */
async function finishedGame(page) {
  await page.goto('/');
  await page.getByRole('button', { name: /^Play now: Gomoku/ }).click();
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
