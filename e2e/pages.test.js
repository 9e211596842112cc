// The pages around the games, of people, ratings, reviews, lessons and tournaments: on a phone in Chinese nothing is cut off or
// lies over something else, axe finds nothing, and the Tab key reaches all that can be pressed, in sight and marked.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { look } from './axe.js';
import { openForAll } from './for-all.js';
import { openTable, person, PHONE, withSettings } from './harness.js';
import { boardOf, decide, playOut } from './players.js';

let server;
let browser;

openForAll((opened) => ({ server, browser } = opened), ['--messages-per-second', '200']);

/** In the page: what is cut off, sticks out, or lies over something else that can be pressed. */
function complaints() {
  const found = [];
  const nameOf = (element) =>
    `${element.localName}.${element.className} "${(element.ariaLabel ?? element.textContent).trim().slice(0, 24)}"`;
  const isSeen = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.getBoundingClientRect().width > 1 &&
    !element.closest('[inert], .spoken, [aria-hidden="true"]');
  const scrollsSideways = (element) => {
    for (let around = element.parentElement; around; around = around.parentElement)
      if (['auto', 'scroll'].includes(getComputedStyle(around).overflowX)) return true;
    return false;
  };
  const hasText = (element) =>
    [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== '',
    );
  for (const element of document.querySelectorAll('body *')) {
    // The drawing of a board is looked at where boards are.
    if (!hasText(element) || !isSeen(element) || element.closest('svg, .board')) continue;
    const box = element.getBoundingClientRect();
    if ((box.left < -1 || box.right > innerWidth + 1) && !scrollsSideways(element))
      found.push(`${nameOf(element)} sticks out: ${Math.round(box.left)} to ${Math.round(box.right)}`);
    const { overflowX, overflowY } = getComputedStyle(element);
    if (overflowX !== 'visible' && overflowX !== 'auto' && element.scrollWidth > element.clientWidth + 1)
      found.push(`${nameOf(element)} is cut off at its side`);
    if (overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 3)
      found.push(`${nameOf(element)} is cut off below`);
  }
  const pressed = [...document.querySelectorAll('a, button, input, select, summary, textarea')].filter(
    (element) => isSeen(element) && !element.closest('.board') && !isFixed(element),
  );
  function isFixed(element) {
    for (let around = element; around; around = around.parentElement)
      if (['fixed', 'sticky'].includes(getComputedStyle(around).position)) return true;
    return false;
  }
  for (const [index, one] of pressed.entries()) {
    const a = one.getBoundingClientRect();
    for (const other of pressed.slice(index + 1)) {
      if (one.contains(other) || other.contains(one)) continue;
      const b = other.getBoundingClientRect();
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 2 && down > 2) found.push(`${nameOf(one)} lies over ${nameOf(other)}`);
    }
  }
  return found;
}

/** In the page: all that Tab must come to, each marked with its number. */
function markTabStops() {
  const isOfGroup = (element) => element.type === 'radio' && !element.checked;
  const stops = [
    ...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]'),
  ].filter(
    (element) =>
      element.tabIndex >= 0 &&
      !element.disabled &&
      !isOfGroup(element) &&
      !element.closest('[inert]') &&
      element.checkVisibility({ visibilityProperty: true }),
  );
  stops.forEach((element, index) => (element.dataset.tabStop = String(index)));
  document.activeElement?.blur();
  return stops.length;
}

/** In the page: which of them has the focus, and what is wrong with it. */
function atTabStop() {
  const { activeElement: element } = document;
  if (element === null || element === document.body) return null;
  const { outlineStyle, boxShadow } = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  const isInSight = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  // The box of a choice that is drawn by its label is the label's matter.
  const isDrawnElsewhere = element.matches('input') && getComputedStyle(element).opacity === '0';
  const isMarked = outlineStyle !== 'none' || boxShadow !== 'none' || isDrawnElsewhere;
  return {
    stop: element.dataset.tabStop,
    what: `${element.localName} "${(element.ariaLabel ?? element.textContent).trim().slice(0, 24)}"`,
    isInSight,
    isMarked,
  };
}

/** Walks over the whole page with Tab, and back at the end is where it began. */
async function walk(page, screen) {
  const count = await page.evaluate(markTabStops);
  const found = [];
  const reached = new Set();
  // Where the walk begins after a click or a blur is the browser's choice: one round and a bit passes all.
  for (let tabs = 0; tabs < count + 4; tabs += 1) {
    await page.keyboard.press('Tab');
    const here = await page.evaluate(atTabStop);
    if (here === null) continue;
    if (here.stop !== undefined) reached.add(here.stop);
    if (!here.isInSight) found.push(`${screen}: ${here.what} has the focus out of sight`);
    if (!here.isMarked) found.push(`${screen}: ${here.what} has the focus and does not show it`);
  }
  const missed = await page.evaluate(
    (reached) =>
      [...document.querySelectorAll('[data-tab-stop]')]
        .filter((element) => !reached.includes(element.dataset.tabStop))
        .map((element) => element.outerHTML.slice(0, 120)),
    [...reached],
  );
  found.push(...missed.map((html) => `${screen}: Tab does not come to ${html}`));
  return found;
}

test('every page fits a phone in Chinese, and is walked over by keys', { timeout: 480_000 }, async () => {
  const ann = await person(browser, server, 'Ann', PHONE);
  await withSettings(ann.context, { locale: 'zh', tips: false });
  const { page } = ann;
  const found = [];
  const see = async (screen) => {
    await page.locator('html[lang="zh-Hans"]').waitFor();
    found.push(...(await look(ann, screen)));
    found.push(...(await page.evaluate(complaints)).map((complaint) => `${screen}: ${complaint}`));
    found.push(...(await walk(page, screen)));
  };
  const table = { game: 'gomoku', seats: 2, bots: ['casual'], bot_delay_ms: 0, clock: 'off' };
  const id = await openTable(ann, table);
  await boardOf(page).waitFor();
  await playOut(page, decide.gomoku);

  await page.goto(`/r/${id}-1`);
  await page.locator('[data-review]').getByRole('button').first().click();
  await page.locator('[data-review="done"]').waitFor();
  await see('review');
  await page.goto('/people/Ann');
  await page.locator(`a[href*="${id}"]`).first().waitFor();
  await see('person');
  await page.goto('/ratings');
  await page.locator('main h1').waitFor();
  await see('ratings');
  await page.goto('/learn');
  await page.locator('a[href^="/learn/"]').first().waitFor();
  await see('lessons');
  await page.goto('/learn/gomoku/1');
  await boardOf(page).waitFor();
  await see('lesson');
  await page.goto('/tournaments');
  await page.locator('[data-create]').waitFor();
  await see('tournaments');
  await page.locator('[data-create]').click();
  await page.locator('form input').first().fill('中文之夜');
  await see('new tournament');
  await page.locator('form button[type="submit"]').click();
  await page.waitForURL('**/tournaments/*');
  await page.locator('[data-enter]').click();
  await page.locator('[data-withdraw]').first().waitFor();
  await see('tournament');
  assert.deepEqual(found, []);
  assert.deepEqual(ann.errors, []);
  await ann.context.close();
});
