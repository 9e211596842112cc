// What belongs to every board: focus that is never lost, keys that belong to what is open, a held key that acts once, and
// choices that come back after a reload.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { openForAll } from './for-all.js';
import { answered, comeIn, DESK, openTable, person, SMALL } from './harness.js';
import { boardOf, decideFor, decideOnce, focusOf, taken, yours } from './players.js';

let server;
let browser;

openForAll((opened) => ({ server, browser } = opened), ['--messages-per-second', '200']);

/** Somebody at their first turn, without the words for a first game. */
async function atTurn(name, config, screen = DESK) {
  const who = await person(browser, server, name, screen);
  const bots = Array.from({ length: config.seats - 1 }, () => 'casual');
  await openTable(who, { bots, bot_delay_ms: 0, clock: 'off', ...config });
  const decision = await yours(who.page);
  return { ...who, decision };
}

/** Presses Tab until something on the board has the focus that can be done. Gives how often. */
async function tabsToTheFirstMove(page) {
  for (let tabs = 1; tabs < 40; tabs += 1) {
    await page.keyboard.press('Tab');
    const isMove = await page.evaluate(
      () => document.activeElement.closest('.board') && !document.activeElement.matches(':disabled, .board'),
    );
    if (isMove) return tabs;
  }
  return Infinity;
}

const TABLES = {
  chicago: { seats: 3, decisions: 9, options: { pause: 0 } },
  gomoku: { seats: 2, decisions: 3 },
  golf: { seats: 2, decisions: 6, options: { rounds: 1 } },
  sorry: { seats: 2, decisions: 6 },
  onecard: { seats: 3, decisions: 5 },
};

/** What is focused and pressed at a turn, by what the page shows. */
async function pressByFocus(page) {
  const board = boardOf(page);
  const first = (selector) => board.locator(selector).first();
  const isThere = async (selector) => (await board.locator(selector).count()) > 0;
  const press = async (selector) => {
    await first(selector).focus();
    await page.keyboard.press('Enter');
  };
  if (await isThere('[data-choice="reveal"]')) return press('[data-choice="reveal"]');
  if (await isThere('[data-cell]:not([disabled])')) {
    await press('[data-cell]:not([disabled])');
    if (await isThere('[data-cell][aria-pressed="true"]')) {
      await press('[data-cell][aria-pressed="false"]:not([disabled])');
      await press('[data-choice="reveal"]');
    }
    return;
  }
  if (await isThere('[data-primary]')) return press('[data-primary]');
  if (await isThere('.crossing.free')) return press('.crossing.free');
  if ((await isThere('[data-pile]:not([disabled])')) && !(await isThere('[data-card]:has(.legal)')))
    return press('[data-pile]:not([disabled])');
  await press('[data-card]:has(.legal)');
  await press('[data-primary]');
}

describe('the focus', { concurrency: 2 }, () => {
  for (const [game, { decisions, ...config }] of Object.entries(TABLES)) {
    test(
      `is at the first move of ${game} after six steps, and is never lost`,
      { timeout: 480_000 },
      async () => {
        const { page, context, errors } = await atTurn(`Ann of ${game}`, { game, ...config });
        const tabs = await tabsToTheFirstMove(page);
        assert.ok(tabs <= 6, `${tabs} steps`);
        for (let made = 0; made < decisions; made += 1) {
          const decision = await yours(page);
          if (decision === null) break;
          await pressByFocus(page);
          await taken(page, decision);
          await page.evaluate(
            () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
          );
          assert.equal(await focusOf(page), 'table', `after decision ${made}`);
        }
        assert.deepEqual(errors, []);
        await context.close();
      },
    );
  }

  test('goes to the new page when a link is followed, and back', { timeout: 480_000 }, async () => {
    const who = await person(browser, server, 'Walker');
    await comeIn(who);
    const { page } = who;
    const onContent = () => page.waitForFunction(() => document.activeElement?.id === 'content');
    await page.getByRole('link', { name: 'Settings', exact: true }).first().press('Enter');
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    await onContent();
    await page.goBack();
    await page.getByRole('heading', { name: 'Tables', exact: true }).waitFor();
    await onContent();
    await who.context.close();
  });
});

describe('a key', { concurrency: 2 }, () => {
  const GOLF = { game: 'golf', seats: 2, options: { rounds: 1 } };

  test('that is held acts once', { timeout: 480_000 }, async () => {
    const { page, context } = await atTurn('Holder', GOLF);
    await decideOnce(page, decideFor('golf'));
    const decision = await yours(page);
    await boardOf(page).locator('[data-pile="stock"]').focus();
    await page.keyboard.down('Enter');
    await taken(page, decision);
    for (let repeats = 0; repeats < 5; repeats += 1) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    const next = await yours(page);
    assert.equal(Number(next), Number(decision) + 1, 'one decision was made');
    assert.equal(await boardOf(page).locator('[data-held]').count(), 1);
    await context.close();
  });

  test('is the same with Caps Lock, and can be switched off', { timeout: 480_000 }, async () => {
    const { page, context } = await atTurn('Caps', GOLF);
    await decideOnce(page, decideFor('golf'));
    await yours(page);
    await page.evaluate(() => localStorage.setItem('parlor.settings', JSON.stringify({ shortcuts: false })));
    await page.reload();
    const decision = await yours(page);
    await page.keyboard.press('s');
    await page.keyboard.press('S');
    assert.equal(await boardOf(page).locator('[data-held]').count(), 0, 'no shortcut works');
    await page.evaluate(() => localStorage.removeItem('parlor.settings'));
    await page.reload();
    await yours(page);
    await page.keyboard.press('S');
    await taken(page, decision);
    assert.equal(await boardOf(page).locator('[data-held]').count(), 1);
    await context.close();
  });

  test(
    'scrolls the log or the chat that has the focus, and moves nothing on the board',
    { timeout: 480_000 },
    async () => {
      // Of three players nobody has a row after three moves: a result would lie over the log.
      const low = { viewport: { width: 1280, height: 480 } };
      const { page, context } = await atTurn('Scroller', { game: 'gomoku', seats: 3 }, low);
      const walker = () => boardOf(page).locator('.crossing[tabindex="0"]').getAttribute('data-at');
      const placeOf = (list) => list.evaluate((element) => element.scrollTop);
      /** Presses an arrow on the list until it has moved: the browser scrolls in steps of its own. */
      const arrowsScroll = async (list) => {
        const at = await walker();
        await list.focus();
        const end = await placeOf(list);
        assert.ok(end > 80, `there is something to scroll: ${end}`);
        for (const [key, isThere] of [
          ['ArrowUp', ([element, end]) => element.scrollTop < end - 20],
          ['ArrowDown', ([element, end]) => element.scrollTop >= end - 1],
        ]) {
          await page.keyboard.press(key);
          await page.waitForFunction(isThere, [await list.elementHandle(), end]);
        }
        for (const key of ['ArrowLeft', 'ArrowRight']) await page.keyboard.press(key);
        assert.ok(
          await list.evaluate((element) => element === document.activeElement),
          'the list has the focus',
        );
        assert.equal(await walker(), at, 'nothing moved on the board');
      };
      for (let made = 0; made < 3; made += 1) await decideOnce(page, decideFor('gomoku'));
      await yours(page);
      await arrowsScroll(page.getByRole('region', { name: 'Log' }));
      await page.getByRole('tab', { name: 'Chat' }).click();
      const chat = page.getByRole('log', { name: 'Chat' });
      for (let line = 1; line <= 3; line += 1) {
        await page
          .getByRole('textbox', { name: 'Say something' })
          .fill(`${line}: ${'a long line, '.repeat(24)}`);
        await page.keyboard.press('Enter');
        await chat
          .locator('p')
          .nth(line - 1)
          .waitFor();
      }
      await arrowsScroll(chat);
      // On the board itself, and where nothing has the focus, they walk over it.
      const at = await walker();
      await boardOf(page).focus();
      await page.keyboard.press(at.startsWith('0,') ? 'ArrowRight' : 'ArrowLeft');
      assert.notEqual(await walker(), at);
      await context.close();
    },
  );

  test(
    'is not needed to see the newest line after the screen was turned or the drawer opened',
    { timeout: 480_000 },
    async () => {
      const { page, context } = await atTurn('Turner', { game: 'onecard', seats: 3 });
      const log = page.getByRole('region', { name: 'Log', includeHidden: true });
      const fromEnd = () => log.evaluate((list) => list.scrollHeight - list.scrollTop - list.clientHeight);
      for (const [width, height] of [
        [390, 844],
        [740, 360],
        [1280, 800],
        [1280, 560],
      ]) {
        await page.setViewportSize({ width, height });
        await page.evaluate(
          () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
        );
        assert.ok((await fromEnd()) < 2, `${width}×${height}: ${await fromEnd()} pixels from its end`);
      }
      await context.close();
    },
  );

  test('belongs to the drawer that is open, and Escape closes it', { timeout: 480_000 }, async () => {
    const { page, context, decision } = await atTurn('Drawer', { game: 'chicago', seats: 2 }, SMALL);
    const opener = page.getByRole('button', { name: 'Scores, log and chat' });
    await opener.focus();
    await page.keyboard.press('Enter');
    await page.locator('aside.open').waitFor();
    await page.keyboard.press('1');
    // Not on a button: nothing of the board may take it.
    await page.locator('aside.open').focus();
    await page.keyboard.press('Enter');
    assert.equal(await boardOf(page).locator('[aria-pressed="true"]').count(), 0, 'no card is marked');
    assert.equal(await page.locator('.surface').getAttribute('data-decision'), decision);
    await page.keyboard.press('Escape');
    await page.locator('aside:not(.open)').waitFor({ state: 'attached' });
    await page.waitForFunction(
      () => document.activeElement?.getAttribute('aria-label') === 'Scores, log and chat',
    );
    await page.keyboard.press('1');
    assert.equal(
      await boardOf(page).locator('[aria-pressed="true"]').count(),
      1,
      'the board has its keys again',
    );
    await context.close();
  });
});

describe('what was marked before a reload', { concurrency: 2 }, () => {
  const marks = {
    chicago: async (page) => {
      await page.keyboard.press('2');
      await page.keyboard.press('4');
    },
    golf: async (page) => {
      await page.keyboard.press('1');
      await page.keyboard.press('5');
    },
    // A finger marks a crossing with its first touch.
    gomoku: (page) => boardOf(page).locator('.crossing.free').nth(40).tap(),
    onecard: (page) => boardOf(page).locator('[data-card]:has(.legal)').first().click(),
  };
  const marked = (page) =>
    boardOf(page)
      .locator('[data-card][aria-pressed="true"], [data-cell][aria-pressed="true"], .preview')
      .evaluateAll((parts) =>
        parts.map((part) => part.dataset.card ?? part.dataset.cell ?? part.getAttribute('transform')),
      );
  /** A deal in which the first card can be laid: in One Card one may have to draw first. */
  async function markable(game, mark) {
    for (let deal = 0; deal < 8; deal += 1) {
      const who = await atTurn(`Marker of ${game}`, { game, seats: 2 }, game === 'gomoku' ? SMALL : DESK);
      if (game !== 'onecard' || (await boardOf(who.page).locator('[data-card]:has(.legal)').count()) > 0) {
        await mark(who.page);
        return who;
      }
      await who.context.close();
    }
    throw new Error('no deal has a card to mark');
  }
  for (const [game, mark] of Object.entries(marks)) {
    test(`is marked after it: ${game}`, { timeout: 480_000 }, async () => {
      const who = await markable(game, mark);
      const { page, context } = who;
      // What is marked is kept by the server, which is told a moment later.
      await answered(who, 'draft');
      const before = await marked(page);
      assert.equal(before.length, game === 'chicago' || game === 'golf' ? 2 : 1);
      await page.reload();
      await yours(page);
      assert.deepEqual(await marked(page), before);
      await context.close();
    });
  }
});
