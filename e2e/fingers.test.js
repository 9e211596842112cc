// A phone, upright and lying on its side: whole turns of each game with a finger, cards and pawns dragged with it, and
// nothing cut off.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { openForAll } from './for-all.js';
import { DESK, everyGame, LYING, openTable, person, PHONE, sitDown, SMALL } from './harness.js';
import { boardOf, decideFor, decideOnce, taken, yours } from './players.js';

let server;
let browser;

openForAll((opened) => ({ server, browser } = opened), ['--messages-per-second', '200']);

const TABLES = {
  chicago: { seats: 4, turns: 5 },
  gomoku: { seats: 3, turns: 2 },
  golf: { seats: 4, turns: 3 },
  sorry: { seats: 4, turns: 3 },
  onecard: { seats: 4, turns: 2 },
};
const SCREENS = { upright: SMALL, lying: LYING };

/** In the page: what is cut off, hidden by something else, or out of reach. */
function complaints() {
  const found = [];
  if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways');
  if (document.documentElement.scrollHeight > innerHeight) found.push('the page scrolls down');
  const isSeen = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const words = (element) =>
    (element.ariaLabel || element.textContent).trim().replace(/\s+/g, ' ').slice(0, 40);
  for (const element of document.querySelectorAll('.board button:not(.crossing), header button, header a')) {
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
    if (!isSeen(element) || width === 0) continue;
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1)
      found.push(`out of the screen: ${words(element)}`);
    if (element.disabled) continue;
    // The corner of a card is always free; everything else is free in its middle.
    const [x, y] = element.dataset.card ? [10, 14] : [width / 2, height / 2];
    const hit = document.elementFromPoint(left + x, top + y);
    if (hit && hit !== element && !element.contains(hit) && !hit.closest('.touch'))
      found.push(`covered by ${hit.className}: ${words(element)}`);
  }
  for (const element of document.querySelectorAll('.board *, header *')) {
    const cuts = getComputedStyle(element).overflowX !== 'visible';
    if (
      cuts &&
      isSeen(element) &&
      !element.closest('.spoken') &&
      element.scrollWidth > element.clientWidth + 1
    )
      found.push(`cut off: ${words(element)}`);
  }
  return found;
}

/** A finger that is put down, moved and lifted. */
async function drag(context, page, from, to) {
  const devtools = await context.newCDPSession(page);
  const touch = (type, points) => devtools.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [from]);
  const STEPS = 10;
  for (let n = 1; n <= STEPS; n += 1) {
    const x = from.x + ((to.x - from.x) * n) / STEPS;
    const y = from.y + ((to.y - from.y) * n) / STEPS;
    await touch('touchMove', [{ x, y }]);
  }
  await touch('touchEnd', []);
  await devtools.detach();
}

/** The same with a mouse. */
async function dragByMouse(_, page, from, to) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await page.mouse.up();
}

async function middle(locator) {
  const { x, y, width, height } = await locator.first().boundingBox();
  return { x: x + width / 2, y: y + height / 2 };
}
async function corner(locator) {
  const { x, y } = await locator.first().boundingBox();
  return { x: x + 10, y: y + 20 };
}

/** From where to where something is dragged in each game, once it is there; until then the usual decisions are made. */
const DRAGS = {
  chicago: {
    ready: '[data-card]:has(.legal)',
    not: '[data-choice="change"]',
    route: async (board) => [
      await corner(board.locator('[data-card]:has(.legal)')),
      await middle(board.locator('[data-drop="table"]')),
    ],
  },
  onecard: {
    ready: '[data-card]:has(.legal)',
    route: async (board) => [
      await corner(board.locator('[data-card]:has(.legal)')),
      await middle(board.locator('[data-top]')),
    ],
  },
  golf: {
    ready: '[data-held]',
    route: async (board) => [
      await middle(board.locator('[data-held]')),
      await middle(board.locator('[data-drop^="cell:"]')),
    ],
  },
  sorry: {
    ready: '[data-pawn] ~ [data-target]',
    route: async (board) => [
      await middle(board.locator('[data-pawn]')),
      await middle(board.locator('[data-target]')),
    ],
  },
};

describe('a phone', { concurrency: 2 }, () => {
  for (const [way, screen] of Object.entries(SCREENS)) {
    test(
      `${way}: whole turns of each game with a finger, and nothing is cut off`,
      { timeout: 480_000 },
      async () => {
        const games = await everyGame(server, TABLES, (game) => ({ seats: game.default_seats, turns: 2 }));
        for (const [game, { seats, turns }] of games) {
          const who = await person(browser, server, `${game} ${way}`, screen);
          const { page } = who;
          const bots = Array.from({ length: seats - 1 }, () => 'casual');
          await openTable(who, { game, seats, bots, bot_delay_ms: 0, clock: 60 });
          await yours(page);
          const tip = page.getByRole('button', { name: 'Got it' });
          if (await tip.isVisible()) await tip.tap();
          const found = new Set();
          for (let turn = 0; turn < turns; turn += 1) {
            await yours(page);
            for (const complaint of await page.evaluate(complaints))
              found.add(`${game}, turn ${turn}: ${complaint}`);
            await decideOnce(page, decideFor(game));
          }
          assert.deepEqual([...found], []);
          assert.deepEqual(who.errors, []);
          await who.context.close();
        }
      },
    );
  }
});

describe('things are dragged to where they go', { concurrency: 2 }, () => {
  const hands = [
    ['a finger', SMALL, drag],
    ['a mouse', DESK, dragByMouse],
  ];
  for (const [game, { ready, not, route }] of Object.entries(DRAGS)) {
    for (const [hand, screen, pull] of hands) {
      test(`in ${game} with ${hand}`, { timeout: 480_000 }, async () => {
        const who = await person(browser, server, `${game} ${hand.slice(2)}`, screen);
        const { page, context } = who;
        const options = game === 'sorry' ? { deck: 'uniform' } : {};
        await openTable(who, { game, seats: 2, bots: ['casual'], bot_delay_ms: 0, clock: 'off', options });
        await yours(page);
        const tip = page.getByRole('button', { name: 'Got it' });
        if (await tip.isVisible()) await tip.click();
        const board = boardOf(page);
        const isThere = async (selector) => (await board.locator(selector).count()) > 0;
        const isReady = async () => (await isThere(ready)) && !(not && (await isThere(not)));
        for (;;) {
          const decision = await yours(page);
          if (!(await isReady())) {
            await decideOnce(page, decideFor(game));
            continue;
          }
          const [from, to] = await route(board);
          await pull(context, page, from, to);
          await taken(page, decision);
          break;
        }
        const refused = await board.getByRole('alert').innerText();
        assert.equal(refused, '', 'nothing was refused');
        assert.deepEqual(who.errors, []);
        await context.close();
      });
    }
  }
});

test('a finger brings the board of Gomoku closer, and back', { timeout: 480_000 }, async () => {
  const who = await person(browser, server, 'Zoomer', SMALL);
  const { page } = who;
  await openTable(who, { game: 'gomoku', seats: 2, bots: ['casual'], bot_delay_ms: 0, clock: 'off' });
  await yours(page);
  await page.getByRole('button', { name: 'Got it' }).tap();
  const crossing = boardOf(page).locator('.crossing').nth(112);
  const width = async () => (await crossing.boundingBox()).width;
  const before = await width();
  const closer = boardOf(page).locator('.closer');
  await closer.tap();
  await page.waitForFunction(
    ([element, before]) => element.getBoundingClientRect().width > 1.5 * before,
    [await crossing.elementHandle(), before],
  );
  assert.equal(await closer.getAttribute('aria-pressed'), 'true');
  // Close enough for a finger.
  assert.ok((await width()) >= 32, `${await width()} pixels`);
  await closer.tap();
  await page.waitForFunction(
    ([element, before]) => Math.abs(element.getBoundingClientRect().width - before) < 1,
    [await crossing.elementHandle(), before],
  );
  await who.context.close();
});

test(
  'the count of new lines opens the chat, and somebody is muted by touch and heard again by keys',
  { timeout: 480_000 },
  async () => {
    const ann = await person(browser, server, 'Ann Talks', DESK);
    const bo = await person(browser, server, 'Bo Hears', PHONE);
    const table = await openTable(ann, { game: 'gomoku', seats: 2, clock: 'off' });
    await sitDown(bo, table);
    await yours(ann.page);
    await ann.page.getByRole('tab', { name: 'Chat' }).click();
    const say = async (text) => {
      await ann.page.getByLabel('Say something').fill(text);
      await ann.page.keyboard.press('Enter');
      await ann.page.getByText(text).waitFor();
    };
    await say('Hello Bo');
    const badge = bo.page.getByRole('button', { name: 'Scores, log and chat, 1 new line' });
    await badge.tap();
    const drawer = bo.page.locator('aside.open');
    await drawer.getByText('Hello Bo').waitFor();
    await drawer.getByRole('button', { name: 'Hide what Ann Talks says' }).tap();
    await drawer.getByText('Hello Bo').waitFor({ state: 'detached' });
    await say('Are you there?');
    // Kept, also by a page that is loaded again.
    await bo.page.reload();
    await bo.page.getByRole('button', { name: 'Scores, log and chat', exact: true }).tap();
    await drawer.getByRole('tab', { name: 'Chat' }).tap();
    const again = drawer.getByRole('button', { name: 'Show what Ann Talks says' });
    await again.focus();
    await bo.page.keyboard.press('Enter');
    await again.waitFor({ state: 'detached' });
    await say('And now?');
    await drawer.getByText('And now?').waitFor();
    assert.equal(await drawer.getByText('Are you there?').count(), 0, 'what was hidden was not sent');
    await Promise.all([ann, bo].map(({ context }) => context.close()));
  },
);
