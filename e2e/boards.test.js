// What all boards share: things fly and nothing waits for them, cards can be dragged, a refusal says why, and whoever
// watches sees the board without being able to touch it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { openForAll } from './for-all.js';
import { DESK, openTable, person, sitDown } from './harness.js';
import { boardOf, taken, yours } from './players.js';

let server;
let browser;

openForAll((opened) => ({ server, browser } = opened));

const ONE_CARD = {
  game: 'onecard',
  seats: 2,
  bots: ['random'],
  bot_delay_ms: 0,
  clock: 'off',
  options: { initial_cards: 12 },
};
const CHICAGO = { game: 'chicago', seats: 3, bots: ['casual', 'casual'], bot_delay_ms: 0, clock: 'off' };
const hand = (page) => boardOf(page).locator('[data-card]');
const inFlight = (page) => page.locator('.flights > *').count();

/** Somebody at a table with bots, at their turn. */
async function atTurn(name, table, screen = DESK) {
  const who = await person(browser, server, name, screen);
  const id = await openTable(who, table);
  await yours(who.page);
  return { ...who, table: id };
}

/** Draws until a card fits and another does not. */
async function untilThereIsAChoice(page) {
  for (;;) {
    const decision = await yours(page);
    const [all, fit] = [
      await hand(page).count(),
      await boardOf(page).locator('[data-card]:has(.legal)').count(),
    ];
    if (fit > 0 && fit < all) return all;
    await boardOf(page).locator('[data-choice="draw"]').click();
    await taken(page, decision);
  }
}

/** Draws until a card fits and there is another of its rank; gives where in the hand both are. */
async function untilThereIsAPair(page) {
  for (;;) {
    const decision = await yours(page);
    const pair = await hand(page).evaluateAll((cards) => {
      const rank = ({ dataset }) => dataset.card.slice(1);
      const other = (card) => cards.findIndex((each) => each !== card && rank(each) === rank(card));
      const first = cards.find((card) => card.querySelector('.legal') && other(card) >= 0);
      return first && [cards.indexOf(first), other(first)];
    });
    if (pair) return pair;
    await boardOf(page).locator('[data-choice="draw"]').click();
    await taken(page, decision);
  }
}

describe('a board', { concurrency: 2 }, () => {
  test('lets cards fly, and can be used while they do', { timeout: 480_000 }, async () => {
    // The next update ends all flights: it comes from somebody who waits for the test, not from a bot.
    const ann = await person(browser, server, 'Ann', { ...DESK, reducedMotion: 'no-preference' });
    const bo = await person(browser, server, 'Bo');
    await sitDown(bo, await openTable(ann, { game: 'chicago', seats: 2, clock: 'off' }));
    const { page } = ann;
    await yours(page);
    await yours(bo.page);
    // They stop in the air, so that there is time to use the board however busy the machine is.
    await page.evaluate(() => {
      window.air = new MutationObserver(() => document.getAnimations().forEach((flight) => flight.pause()));
      window.air.observe(document.querySelector('.flights'), { childList: true });
    });
    await hand(page).nth(0).click();
    await hand(page).nth(1).click();
    await boardOf(page).locator('[data-choice="change"]').click();
    // What goes out flies to the middle, and when all have chosen the new cards come.
    await page.waitForFunction(() => document.querySelectorAll('.out.bottom .going').length === 2);
    await boardOf(bo.page).locator('[data-choice="change"]').click();
    await page.waitForFunction(
      () =>
        document.querySelector('.board[data-yours="true"]') &&
        document.querySelectorAll('[data-card]').length === 5 &&
        document.querySelector('.flights').childElementCount > 0,
    );
    await hand(page).nth(2).click();
    assert.equal(await hand(page).nth(2).getAttribute('aria-pressed'), 'true');
    assert.ok((await inFlight(page)) > 0, 'they are still in the air');
    await page.evaluate(() => {
      window.air.disconnect();
      document.getAnimations().forEach((flight) => flight.play());
    });
    await page.waitForFunction(() => document.querySelector('.flights').childElementCount === 0);
    assert.deepEqual([ann.errors, bo.errors], [[], []]);
    await Promise.all([ann.context.close(), bo.context.close()]);
  });

  test('moves nothing for whoever wants less motion', { timeout: 480_000 }, async () => {
    const { page, context } = await atTurn('Bea', CHICAGO);
    await page.evaluate(() => {
      window.flown = 0;
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes) window.flown += addedNodes.length;
      }).observe(document.querySelector('.flights'), { childList: true });
    });
    const decision = await yours(page);
    await boardOf(page).locator('[data-choice="change"]').click();
    await taken(page, decision);
    assert.equal(await page.evaluate(() => window.flown), 0);
    assert.equal(await inFlight(page), 0);
    await context.close();
  });

  test('plays a card that is dragged onto the pile', { timeout: 480_000 }, async () => {
    const { page, context, errors } = await atTurn('Cleo', ONE_CARD);
    await untilThereIsAChoice(page);
    const card = boardOf(page).locator('[data-card]:has(.legal)').first();
    const code = await card.getAttribute('data-card');
    const copies = await boardOf(page).locator(`[data-card="${code}"]`).count();
    const [from, to] = [await card.boundingBox(), await boardOf(page).locator('[data-top]').boundingBox()];
    await page.mouse.move(from.x + 12, from.y + 20);
    await page.mouse.down();
    await page.mouse.move(to.x + 30, to.y + 40, { steps: 8 });
    await page.mouse.up();
    await page.waitForFunction(
      ([code, copies]) =>
        document.querySelector('#result') ||
        document.querySelectorAll(`[data-card="${code}"]`).length === copies - 1,
      [code, copies],
    );
    assert.deepEqual(errors, []);
    await context.close();
  });

  test('lays cards of one rank one after the other when they are dragged', { timeout: 480_000 }, async () => {
    const options = { multi: 'on', may_draw: 'on', decks: 4, initial_cards: 18 };
    const { page, context, errors, frames } = await atTurn('Cora', { ...ONE_CARD, options });
    const [first, second] = await untilThereIsAPair(page);
    for (const index of [first, second])
      await hand(page)
        .nth(index)
        .click({ position: { x: 10, y: 22 } });
    const cards = await Promise.all(
      [first, second].map((index) => hand(page).nth(index).getAttribute('data-card')),
    );
    const from = await hand(page).nth(first).boundingBox();
    const to = await boardOf(page).locator('[data-top]').boundingBox();
    await page.mouse.move(from.x + 12, from.y + 20);
    await page.mouse.down();
    await page.mouse.move(to.x + 30, to.y + 40, { steps: 8 });
    await page.mouse.up();
    await page
      .getByRole('region', { name: 'Log' })
      .getByText(/^You play .* and /)
      .waitFor();
    const played = frames
      .flatMap((frame) => JSON.parse(frame).update?.events ?? [])
      .flatMap(({ event }) => (event.played?.seat === 0 ? [event.played.cards] : []));
    assert.deepEqual(played.at(-1), cards);
    assert.deepEqual(errors, []);
    await context.close();
  });

  test('says why a card was refused, and the card stays in the hand', { timeout: 480_000 }, async () => {
    const { page, context, errors } = await atTurn('Dan', ONE_CARD);
    const held = await untilThereIsAChoice(page);
    await boardOf(page)
      .locator('[data-card]:not(:has(.legal))')
      .first()
      .click({ position: { x: 10, y: 22 } });
    await boardOf(page).locator('[data-choice="play"]').click();
    const why = boardOf(page).getByRole('alert');
    await page.waitForFunction(() => document.querySelector('.board [role="alert"]').textContent.length > 10);
    assert.match(await why.innerText(), /[.]$/);
    assert.equal(await hand(page).count(), held);
    assert.deepEqual(errors, []);
    await context.close();
  });

  test('shows everything to whoever watches, and lets them touch nothing', { timeout: 480_000 }, async () => {
    const ann = await atTurn('Eve', CHICAGO);
    const watcher = await person(browser, server, 'Finn');
    await openTable(watcher, { game: 'gomoku', seats: 2 });
    await watcher.page.goto(`/t/${ann.table}`);
    const watch = watcher.page.getByRole('button', { name: /watch/i });
    await watch.or(boardOf(watcher.page)).first().waitFor();
    if ((await watch.count()) > 0) await watch.first().click();
    await boardOf(watcher.page).waitFor();
    assert.equal(await watcher.page.locator('.board [data-card], .board [data-primary]').count(), 0);
    assert.equal(await watcher.page.locator('.board .plate').count(), 3);
    await Promise.all([ann.context.close(), watcher.context.close()]);
  });
});
