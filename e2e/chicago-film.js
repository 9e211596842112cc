// The story of the moving picture: somebody changes two cards at Chicago, and plays until a trick is gathered.
import { openTable, person } from './harness.js';
import { film } from './moving-picture.js';

const SCREEN = { viewport: { width: 900, height: 620 }, reducedMotion: 'no-preference', colorScheme: 'dark' };
const WIDTH = 640;

export async function filmChicago(browser, server) {
  const who = await person(browser, server, 'Freja', SCREEN);
  const { page } = who;
  await page.addInitScript(() => localStorage.setItem('parlor.played', 'chicago'));
  await openTable(who, {
    game: 'chicago',
    seats: 4,
    bots: ['casual', 'casual', 'casual'],
    bot_delay_ms: 1600,
    clock: 'off',
  });
  const cards = page.locator('.board [data-card]');
  const choice = (id) => page.locator(`.board [data-choice="${id}"]`);
  const turn = () =>
    page.waitForFunction(() => document.querySelector('.board[data-yours="true"]'), null, {
      timeout: 90_000,
    });
  const rest = (milliseconds) => page.waitForTimeout(milliseconds);
  await turn();
  await page.waitForLoadState('networkidle');
  // The first two exchanges are made before the film begins.
  for (let exchange = 1; exchange < 3; exchange += 1) {
    await turn();
    await choice('change').click();
    await page.waitForFunction(
      (next) => document.body.innerText.includes(`exchange ${next} of 3`),
      exchange + 1,
      {
        timeout: 90_000,
      },
    );
  }
  await turn();
  const picture = await film(page, WIDTH, async () => {
    await rest(900);
    for (const index of [0, 3]) {
      await cards.nth(index).click({ position: { x: 12, y: 22 } });
      await rest(900);
    }
    await choice('change').click();
    await choice('no_chicago').waitFor({ timeout: 90_000 });
    await rest(2500);
    await choice('no_chicago').click();
    for (let tricks = 0; tricks < 2; tricks += 1) {
      await page.waitForFunction(
        () => document.querySelector('.board[data-yours="true"] [data-card] .legal'),
        null,
        {
          timeout: 90_000,
        },
      );
      await rest(1200);
      await page
        .locator('.board [data-card]:has(.legal)')
        .first()
        .click({ position: { x: 12, y: 22 } });
      await rest(700);
      await choice('play').click();
      await rest(1500);
    }
    await rest(6000);
  });
  await who.context.close();
  return picture;
}
